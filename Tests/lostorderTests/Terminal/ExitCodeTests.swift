import LostOrder
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@Suite("ExitCode") struct ExitCodeTests {
  @Test("the worst exit code of several files counts, in the order of the help")
  func order() {
    let order: [ExitCode] = [.holds, .undecided, .fails, .interrupted, .badScenario, .cannotWrite]
    for (place, code) in order.enumerated() {
      for better in order[...place] {
        #expect(code.worse(better) == code && better.worse(code) == code)
      }
    }
  }
}

@Suite("BugReport") struct BugReportTests {
  @Test("a failed precondition prints the command that reproduces it and ends with 70")
  func precondition() async {
    let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent])
    {
      BugReport.install()
      BugReport.prepare(reproducedBy: "lostorder run first --seed 1 --users 2 --workers 1")
      BugReport.prepare(reproducedBy: "lostorder run a.json --seed 1 --users 2 --workers 1")
      preconditionFailure("this is what a bug looks like")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.hasSuffix(
        "lostorder: this is a bug in lostorder; reproduce it with:"
          + " lostorder run a.json --seed 1 --users 2 --workers 1\n"))
    #expect(!text.contains("run first"))
  }

  @Test("the command that reproduces a run has every input of the run")
  func command() throws {
    var input = try #require(
      ScenarioInputs([Executable.package + "/scenarios/first.json"]).files.first)
    input.path = "scenarios/first.json"
    input.scenario.seed = 3
    input.scenario.userCount = 40
    expectEqual(
      input.reproductionCommand(),
      "lostorder run scenarios/first.json --seed 3 --users 40 --workers 1")
    input.path = "my 'first' $file"
    input.scenario.population.script = Population.Script(intents: [], taps: [], plan: [])
    expectEqual(
      input.reproductionCommand(), #"lostorder run 'my '\''first'\'' $file' --seed 3 --workers 1"#)
  }

  @Test("a bug before the simulation ends with 70")
  func early() async {
    await #expect(processExitsWith: .exitCode(70)) {
      BugReport.install()
      preconditionFailure("this is what a bug looks like")
    }
  }
}
