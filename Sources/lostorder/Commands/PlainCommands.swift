import CLibrary
import JSONText
import PurchaseWorld
import Reports
import Scenarios

enum SchemaForm: String, CaseIterable { case scenario, summary }

extension Call {
  func faults() -> ExitCode {
    console.show(
      "Every fault takes 'probability', 'at' (a moment) and 'after' (a duration) besides.\n\n"
        + FaultCatalog.all.map(\.help).joined(separator: "\n"))
  }

  func explain() throws(Refusal) -> ExitCode {
    if arguments.operands.isEmpty {
      let lists = Explanation.Group.allCases.map { language.list(of: $0) }
      return console.show(lists.joined(separator: "\n"))
    }
    let word = arguments.operands.joined(separator: " ")
    // Whoever knows the Chinese word may ask for it in any language.
    let found = Explanation.of(word, called: Language.names(of:))
    if !found.isEmpty {
      return console.show(found.map { language.text(of: $0) }.joined(separator: "\n"))
    }
    let near = Explanation.near(word, called: Language.names(of:)).map { "'\($0)'" }
    guard let last = near.last else {
      throw Refusal(
        language(
          "there is nothing to explain about {0}; 'lostorder explain' lists everything",
          word.quoted))
    }
    let others = near.dropLast().joined(separator: ", ")
    throw Refusal(
      language(
        "there is nothing to explain about {0}; 'lostorder explain' lists everything;"
          + " did you mean {1}?", word.quoted,
        others.isEmpty ? last : language("{0} or {1}", others, last)))
  }

  func schema() throws(Refusal) -> ExitCode {
    let name = arguments.operands.first ?? SchemaForm.scenario.rawValue
    switch SchemaForm(rawValue: name) {
    case .scenario: return console.show(ScenarioSchema.text)
    case .summary: return console.show(SummaryJSON.schema)
    case nil:
      let nearest = NearestName.question(name, among: SchemaForm.words)
      throw Refusal("\(name.quoted) has no schema; expected scenario or summary\(nearest)")
    }
  }

  func check() -> ExitCode {
    if arguments.has(.structure) { return checkStructure() }
    let read = ScenarioFiles(arguments.operands, setting: arguments.settings)
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
    for line in read.problems.map(\.description) + read.remarks { console.complain(line + "\n") }
    return read.problems.isEmpty ? .holds : .badScenario
  }

  private func checkStructure() -> ExitCode {
    var code = ExitCode.holds
    for path in arguments.operands {
      let problems = ScenarioFile.problems(of: path, setting: arguments.settings)
        .filter { $0.concern == .structure }
      for problem in problems { console.complain(problem.description + "\n") }
      if !problems.isEmpty { code = .badScenario }
      if !problems.isEmpty || arguments.has(.quiet) { continue }
      console.print("\(path.escapingControls): the structure is valid\n")
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
      let isThere = errno == EEXIST
      let reason = isThere ? "is there already, and stays as it is" : Folder.reason()
      throw Refusal("'\(file)' \(isThere ? "" : "cannot be written: ")\(reason)", .cannotWrite)
    }
    let more = template == .sweep ? ["sweep"] : template == .case ? ["trace"] : []
    let next = (["run"] + more).map { "  lostorder \($0) \(file)\n" }.joined()
    console.print("written; its title says what to change, and to play it:\n" + next)
    if access("schema.json", F_OK) != 0 {
      console.print("for an editor that completes keys:\n  lostorder schema > schema.json\n")
    }
    return .holds
  }

  func completions() throws(Refusal) -> ExitCode {
    let word = arguments.operands[0]
    guard let shell = Shell(rawValue: word) else {
      let shells = Shell.words.joined(separator: ", ")
      throw Refusal("there are no completions for \(word.quoted); expected one of \(shells)")
    }
    return console.show(shell.script, isForPrograms: true)
  }

  func help() throws(Refusal) -> ExitCode {
    guard let word = arguments.operands.first else { return console.show(Help.general(language)) }
    if let subcommand = Subcommand.named(word) {
      return console.show(Help.of(subcommand, language))
    }
    let nearest = NearestName.question(word, among: Subcommand.names)
    throw Refusal("there is no command \(word.quoted)\(nearest)")
  }
}

extension FaultDescription {
  fileprivate var help: String {
    let sources = sources.isEmpty ? "" : " [\(sources)]"
    let defaults = defaults(Behavior())
    let rows = [("at", "the moment to which it is tied, by default \"\(anchor)\"")]
    let parameters = parameters.map { field in
      let value = field.value(in: defaults).map { ", by default " + $0.line } ?? ""
      return (field.name, field.summary + value)
    }
    return "\(kind.rawValue): \(effect)\(sources)\n" + Help.table(rows + parameters) + "\n"
  }
}
