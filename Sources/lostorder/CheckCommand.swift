import JSONText
import Scenarios

/// `lostorder check`: reads scenarios without running them.
struct CheckCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let read = ScenarioFiles(arguments.operands)
    if !arguments.has(.quiet) {
      for file in read.files {
        let scenario = file.scenario
        let kind = scenario.isCase ? "case" : "scenario"
        console.print(
          "\(file.path.escapingControls): \(kind) '\(scenario.name)' is valid"
            + " (designs: \(scenario.designs.count),"
            + " expectations: \(scenario.expectations.count))\n")
      }
    }
    for problem in read.problems { console.complain(problem + "\n") }
    return read.problems.isEmpty ? .holds : .badScenario
  }
}
