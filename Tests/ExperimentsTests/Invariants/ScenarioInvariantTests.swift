import Experiments
import Foundation
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Invariants of every scenario, with any designs, faults and behaviour (section 8).
@Suite struct ScenarioInvariantTests {
  /// The built-in design that is in every random scenario, because it crosses no order unless its
  /// records remain on another device.
  static let neverCrossed = "zero-loss-1.3"

  /// The scenarios of one test case.
  private static let batch = Nightly.isOn ? 250 : 150

  /// The number of test cases: larger in the nightly run.
  private static let batches = Nightly.isOn ? 8 : 1

  /// A failure shows the number and the file of the scenario. While a scenario runs, its file is in
  /// the temporary folder; after a trap the file remains there.
  @Test("section 8: random scenarios satisfy the invariants", arguments: 0..<batches)
  func random(batch: Int) throws {
    var (drawn, refused) = (0, 0)
    var seen = Inspection.Observed()
    for number in batch * Self.batch..<(batch + 1) * Self.batch {
      var scenarios = RandomScenarios(number: number)
      let (text, scenario) = scenarios.next()
      expectEqual(scenarios.unknown, [], "keys that the scenarios do not use")
      let unexpected = scenarios.refusals.filter { !$0.isByRule }
      #expect(unexpected.isEmpty, "scenario \(number): \(unexpected.map(\.description))")
      drawn += scenarios.drawn
      refused += scenarios.refusals.count
      let name = "lostorder-\(ProcessInfo.processInfo.processIdentifier)-random-\(number).json"
      let file = FileManager.default.temporaryDirectory.appending(path: name)
      try text.write(to: file, atomically: false, encoding: .utf8)
      let inspection = try Inspection(scenario, throughRunner: number % 10 == 0)
      try FileManager.default.removeItem(at: file)
      seen.formUnion(inspection.observed)
      if !inspection.breaches.isEmpty {
        Issue.record("scenario \(number): \(inspection.breaches.joined(separator: "\n"))\n\(text)")
      }
    }
    #expect(Double(refused) < 0.3 * Double(drawn), "\(refused) of \(drawn) were refused")
    expectEqual(seen.missing, [], "the scenarios are too similar")
  }

  @Test(
    "the same random scenario gives the same counts with 1 and 3 workers", arguments: 1_000..<1_006)
  func workers(number: Int) {
    var scenarios = RandomScenarios(number: number)
    var scenario = scenarios.next().scenario
    // Three chunks, so that each worker has one.
    scenario.userCount = 2 * Chunks.size + 10
    // A digest uses plain sampling and the requested number of users.
    scenario.sampling = .plain
    scenario.precision = nil
    let one = Runner(scenario).run(workers: 1).totals[0]
    let three = Runner(scenario).run(workers: 3).totals[0]
    for (index, design) in scenario.designs.enumerated() {
      let isSame = one.countersByDesign[index] == three.countersByDesign[index]
      #expect(isSame, "the ledger of \(design.name)")
    }
    expectEqual(one.claimPairSums, three.claimPairSums)
    let digest = Runner(scenario).runDaily(workers: 3)
    for (design, designCounters) in zip(digest.designs, one.countersByDesign) {
      expectEqual(
        design.days.reduce(0) { $0 + $1.recoveredAmount }, designCounters.all.money.recovered)
      for event in ClientLogEvent.allCases {
        let logged = design.days.reduce(0) { $0 + $1.funnel.count(event) }
        expectEqual(logged, designCounters.funnel.count(event), "\(event)")
      }
    }
  }

  @Test(
    "section 8: money adds up exactly in every shipped scenario and case", arguments: ["", "cases"])
  func shipped(folder: String) throws {
    let path = PackageFiles.path("scenarios/" + folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".json") && $0 != "schema.json" }.sorted()
    #expect(names.count > 10)
    for name in names {
      var scenario = try ScenarioFileReader.read(path + "/" + name)
      if !scenario.isCase { scenario.userCount = Nightly.isOn ? 1_000 : 30 }
      let breaches = try Inspection(scenario, throughRunner: true).breaches
      expectEqual(breaches, [], "\(name)")
    }
  }
}

extension Problem {
  /// Whether it is a combination of values that makes no sense, as random ones sometimes are.
  fileprivate var isByRule: Bool {
    [
      "'0s' is too short", "needs a second account", "one user could be charged",
      "would visit the app",
      "finishes afterVerification, but with asynchronous", "repeats a last delay of 0",
      "repeats its last delay but has no delays", "passes an order to the store before it has one",
      "fetches charges more often than once a minute", "there is no charge to refund at the",
      "the fault would end at once", "the latencies would not be longer",
      "the notification would not be late", "no user is charged after this fault",
      "which does not apply to", "receives purchases by no route",
      "cannot occur in the store of any design",
    ].contains { description.contains($0) }
      || description.contains(/makes only \d retries; expected/)
  }
}
