import JSONText
import Scenarios

extension Subcommand {
  package static let check = Subcommand(
    "check", "read scenarios and list every problem, without running them", takes: .files,
    options: [.structure, .quiet]
  ) { CheckCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let structure = Option(
    "--structure", "list only what the schema refuses too: keys, types, ranges and words")
}

/// `lostorder check`: reads scenarios without running them.
struct CheckCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    if arguments.has(.structure) { return checkStructure() }
    let read = ScenarioFiles(arguments.operands)
    if !arguments.has(.quiet) {
      for path in read.schemas { console.print("\(path.escapingControls): a schema\n") }
    }
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
    for line in read.problems + read.remarks { console.complain(line + "\n") }
    return read.problems.isEmpty ? .holds : .badScenario
  }

  /// Lists the problems that the schema sees too.
  private func checkStructure() -> ExitCode {
    var isRight = true
    for path in arguments.operands {
      let problems = ScenarioFile.problems(of: path).filter { $0.concern == .structure }
      for problem in problems { console.complain(problem.description + "\n") }
      if problems.isEmpty, !arguments.has(.quiet) {
        console.print("\(path.escapingControls): the structure is valid\n")
      }
      isRight = isRight && problems.isEmpty
    }
    return isRight ? .holds : .badScenario
  }
}
