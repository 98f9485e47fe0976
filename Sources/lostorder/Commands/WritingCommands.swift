import CLibrary
import JSONText
import Scenarios

extension Call {
  func check() -> ExitCode {
    if arguments.has(.structure) { return checkStructure() }
    let read = ScenarioFiles(arguments.operands)
    if !arguments.has(.quiet) {
      for path in read.schemas { console.print("\(path.escapingControls): a schema\n") }
      for input in read.files {
        let scenario = input.scenario
        console.print(
          "\(input.path.escapingControls): \(scenario.isCase ? "case" : "scenario")"
            + " '\(scenario.name)' is valid (designs: \(scenario.designs.count),"
            + " expectations: \(scenario.expectations.count))\n")
      }
    }
    for line in read.problems + read.remarks { console.complain(line + "\n") }
    return read.problems.isEmpty ? .holds : .badScenario
  }

  /// Lists the problems that the schema sees too.
  private func checkStructure() -> ExitCode {
    var code = ExitCode.holds
    for path in arguments.operands {
      let problems = ScenarioFile.problems(of: path).filter { $0.concern == .structure }
      for problem in problems { console.complain(problem.description + "\n") }
      if !problems.isEmpty {
        code = .badScenario
      } else if !arguments.has(.quiet) {
        console.print("\(path.escapingControls): the structure is valid\n")
      }
    }
    return code
  }

  func new() throws(Refusal) -> ExitCode {
    let name = arguments.operands[0]
    if name == "schema" {
      throw Refusal(
        "\(name.quoted) is what the schema beside scenarios is called; expected another name")
    }
    guard Scenario.canBeCalled(name) else {
      throw Refusal("\(name.quoted) cannot be a name; expected \(ValueKind.name.words)")
    }
    let template: ScenarioTemplate = arguments.choice(.template) ?? .first
    let file = name + ".json"
    guard Folder.create(file, template.text(named: name)) else {
      let reason =
        errno == EEXIST
        ? "is there already, and stays as it is"
        : "cannot be written: " + Folder.reason()
      throw Refusal("'\(file)' \(reason)", .cannotWrite)
    }
    let commands =
      template == .sweep ? ["run", "sweep"] : template == .case ? ["run", "trace"] : ["run"]
    let next = commands.map { "  lostorder \($0) \(file)\n" }.joined()
    console.print("written; its title says what to change, and to play it:\n" + next)
    if access("schema.json", F_OK) != 0 {
      console.print("for an editor that completes keys:\n  lostorder schema > schema.json\n")
    }
    return .holds
  }
}
