import Experiments
import LostOrder
import Reports
import Scenarios
import Statistics
import Synchronization
import TestSupport
import Testing

@Suite("Progress") struct ProgressTests {
  private static func estimate(_ value: Double) -> Estimate {
    Estimate(value, Interval(low: value / 2, high: value * 2), .share)
  }

  private static let console = {
    var console = Console(showsProgress: true) { _ in }
    console.progressColumns = 200
    return console
  }()

  @Test("the line shows progress, speed, remaining time and the designs with the fewest losses")
  func line() {
    let progress = Progress("small", designs: ["a", "b", "c", "d"], Self.console)
    let run = RunProgress(.users, done: 250_000, of: 1_000_000) {
      [Self.estimate(0.003), nil, Self.estimate(0.001), Self.estimate(0.002)]
    }
    expectEqual(
      progress.line(run, after: .seconds(2)),
      "small: 25 %, 125k users/s, 6 s left, least lost so far:"
        + " c 1.00 ‰ (0.50–2.00), d 2.00 ‰ (1.00–4.00)")
    let first = RunProgress(.users, done: 300, of: 1_000_000) { [] }
    expectEqual(progress.line(first, after: .seconds(100)), "small: 0 %, 3.0 users/s, 93 h left")
    let last = RunProgress(.more, done: 1_000_000, of: 1_000_000) { [] }
    expectEqual(
      progress.line(last, after: .milliseconds(500)), "small: 100 %, 2.0M users/s, 0 s left")
    expectEqual(
      progress.line(RunProgress(.users, done: 0, of: 1_000_000) { [] }, after: .seconds(1)),
      "small: 0 %")
    let chinese = Progress("small", designs: ["a", "b", "c", "d"], Self.console, .zh)
    expectEqual(
      chinese.line(run, after: .seconds(2)),
      "small: 25 %，每秒 125k 名用户，还需 6 s，目前掉单最少：c 1.00 ‰ (0.50–2.00)，d 2.00 ‰ (1.00–4.00)")
  }

  @Test("no line is wider than the terminal, in either language")
  func width() {
    for columns in [20, 40, 60, 80, 100] {
      let shown = Mutex("")
      var console = Console(showsProgress: true) { text in shown.withLock { $0 = text } }
      console.progressColumns = columns
      for language in [Language.en, .zh] {
        let progress = Progress("掉单-a-long-name", designs: ["方案一", "b"], console, language)
        progress.show(
          RunProgress(.pilot, done: 250_000, of: 1_000_000) {
            [Self.estimate(0.003), Self.estimate(0.001)]
          })
        let line = shown.withLock { $0 }.dropFirst("\r\u{1B}[K".count)
        #expect(!line.isEmpty && DisplayWidth.of(String(line)) < columns, "\(line)")
      }
    }
  }

  @Test("the time left is that of the running phase, without phases that are skipped")
  func phases() {
    let progress = Progress("p", Self.console)
    let pilot = RunProgress(.pilot, done: 500, of: 1_000) { [] }
    expectEqual(
      progress.line(pilot, after: .seconds(1)), "p: 50 % of the pilot, 500 users/s, 1 s left")
    let more = RunProgress(.more, done: 900, of: 1_000) { [] }
    expectEqual(progress.line(more, after: .seconds(9)), "p: 90 %, 100 users/s, 1 s left")
    expectEqual(progress.line(0.25, after: .seconds(10)), "p: 25 %, 30 s left")
  }

  @Test("each pilot is a separate phase with its own speed")
  func pilots() throws {
    var scenario = try ScenarioFileReader.read(Executable.package + "/scenarios/keep.json")
    scenario.sampling = .stratified
    scenario.userCount = 20_000
    let seen = Mutex<[RunProgress.Phase: Set<Int>]>([:])
    _ = Runner(scenario).run(workers: 2) { run in
      seen.withLock { _ = $0[run.phase, default: []].insert(run.users) }
    }
    let users = seen.withLock { $0 }
    expectEqual(Set(users.keys), [.pilot, .secondPilot, .users])
    #expect(users.values.allSatisfy { $0.count == 1 }, "\(users)")
    let second = RunProgress(.secondPilot, done: 500, of: 1_000) { [] }
    expectEqual(
      Progress("p", Self.console).line(second, after: .seconds(1)),
      "p: 50 % of the second pilot, 500 users/s, 1 s left")
    #expect(
      Progress("p", Self.console, .zh).line(second, after: .seconds(1))
        .hasPrefix("p: 50 %（第二次预抽样）"))
  }

  @Test("the rates of the last progress line equal the rates of the run")
  func rates() throws {
    var scenario = try ScenarioFileReader.read(Executable.package + "/scenarios/keep.json")
    for sampling in Sampling.allCases {
      scenario.sampling = sampling
      scenario.userCount = 20_000
      let last = Mutex<(done: Int, rates: [Estimate?])>((0, []))
      let results = Runner(scenario).run(workers: 2) { run in
        let rates = run.rates()
        last.withLock { if run.done > $0.done { $0 = (run.done, rates) } }
      }
      let (done, rates) = last.withLock { $0 }
      #expect(done >= 20_000 - 100 && rates.count == scenario.designs.count)
      for design in scenario.designs.indices {
        let found = try #require(results.designCounters(design).all.rate(.lost))
        let shown = try #require(rates[design])
        // The thread that finished last may have read the counts before another thread reported.
        #expect(abs(shown.value - found.value) < 0.002, "\(shown) \(found)")
      }
    }
  }
}
