import CLibrary
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension CommandContext {
  /// The faults with their parameters and sources.
  private var faults: String {
    let head = language(
      "Every fault also takes 'probability', 'at' (a moment) and 'after' (a duration).")
    return head + "\n\n" + FaultCatalog.all.map { $0.help(language) }.joined(separator: "\n")
  }

  func explain() throws(CommandError) -> ExitCode {
    if arguments.operands.isEmpty {
      let lists = Explanation.Group.allCases.map { language.list(of: $0) }
      return console.show(lists.joined(separator: "\n"))
    }
    let word = arguments.operands.joined(separator: " ")
    // Chinese terms are accepted in every language.
    let found = Explanation.of(word, among: Explanation.allWithColumns, called: Language.names(of:))
    if !found.isEmpty {
      let list = word == "faults" ? [faults] : []
      return console.show((found.map { language.text(of: $0) } + list).joined(separator: "\n"))
    }
    let near = Explanation.similarNames(
      to: word, among: Explanation.allWithColumns, called: Language.names(of:)
    ).map { "'\($0)'" }
    let message: Phrase =
      "there is no explanation of \(word.quoted); 'lostorder explain' lists all explanations"
    throw CommandError(message.expecting(nearest: near.isEmpty ? nil : .alternatives(near)))
  }

  func schema() throws(CommandError) -> ExitCode {
    let name = arguments.operands.first ?? "scenario"
    if let schema = CommandEntry.schemas.first(where: { $0.form == name }) {
      return console.show(schema.text())
    }
    let names = CommandEntry.schemas.map(\.form)
    throw CommandError("\(name.quoted) has no schema", name, among: names)
  }

  func check() -> ExitCode {
    if arguments.has(.structure) { return checkStructure() }
    let read = ScenarioInputs(arguments.operands, setting: arguments.settings)
    if !arguments.has(.quiet) {
      for path in read.schemas {
        console.print(language("{0}: a JSON Schema", path.escapingControls) + "\n")
      }
      for input in read.files {
        let (path, scenario) = (input.path.escapingControls, input.scenario)
        let (designs, claims) = ("\(scenario.designs.count)", "\(scenario.expectations.count)")
        let text =
          scenario.isCase
          ? language(
            "{0}: case '{1}' is valid (designs: {2}, expectations: {3})", path, scenario.name,
            designs, claims)
          : language(
            "{0}: scenario '{1}' is valid (designs: {2}, expectations: {3})", path, scenario.name,
            designs, claims)
        console.print(text + "\n")
      }
    }
    (read.problems + read.remarks).forEach(printError)
    return read.problems.isEmpty ? .holds : .badScenario
  }

  private func checkStructure() -> ExitCode {
    var code = ExitCode.holds
    for path in arguments.operands {
      let problems = ScenarioFileReader.problems(of: path, setting: arguments.settings)
        .filter { $0.level == .structure }
      problems.forEach(printError)
      if !problems.isEmpty {
        code = .badScenario
      } else if !arguments.has(.quiet) {
        console.print(language("{0}: the structure is valid", path.escapingControls) + "\n")
      }
    }
    return code
  }

  func new() throws(CommandError) -> ExitCode {
    if arguments.has(.client) { return try newClient() }
    if arguments.has(.package) { throw CommandError("option '--package' needs '--client'") }
    let name = arguments.operands[0]
    if name == "schema" {
      throw CommandError("\(name.quoted) is the name of the schema file; expected another name")
    }
    guard Scenario.isValidName(name) else {
      throw CommandError("\(name.quoted) is not a valid name", expected: ValueKind.name.phrase)
    }
    let template: ScenarioTemplate = arguments.choice(.template) ?? .first
    let file = name + ".json"
    guard FolderOperations.create(file, template.text(named: name)) else {
      let reason = errno
      throw CommandError(
        reason == EEXIST
          ? "'\(file)' already exists and was not changed"
          : "'\(file)' cannot be written: \(SystemError.words(reason))", .cannotWrite)
    }
    let more: [String] =
      switch template {
      case .sweep: ["lostorder sweep \(file)"]
      case .case: ["lostorder trace \(file)"]
      // A table to try it, generated with the values of the file.
      case .fit:
        [
          "lostorder funnel \(file) --format csv > observed.csv",
          "lostorder fit \(file) observed.csv",
        ]
      case .first, .field, .faults, .grid: []
      }
    let next = (["lostorder run \(file)"] + more).map { "  \(language.command($0))\n" }.joined()
    console.print(language("written; the title says what to change; to run it:") + "\n" + next)
    if access("schema.json", F_OK) != 0 {
      let head = language("to complete keys in an editor:")
      console.print(head + "\n  \(Program.invocation("lostorder schema > schema.json"))\n")
    }
    return .holds
  }

  func completions() throws(CommandError) -> ExitCode {
    let word = arguments.operands[0]
    guard let shell = Shell(rawValue: word) else {
      throw CommandError(
        "there are no completions for \(word.quoted); expected one of \(.names(Shell.words))")
    }
    return console.show(shell.script, isForPrograms: true)
  }

  func help() throws(CommandError) -> ExitCode {
    guard let word = arguments.operands.first else { return console.show(Help.general(language)) }
    let name = Subcommand.deprecatedForm[word]?.command ?? word
    if let subcommand = Subcommand.named(name) {
      return console.show(Help.of(subcommand, language))
    }
    throw CommandError(
      "there is no command \(word.quoted)",
      suggestion: NearestName.of(word, among: Subcommand.names))
  }
}

extension FaultProperties {
  fileprivate func help(_ language: Language) -> String {
    let sources = references.isEmpty ? "" : " [\(references)]"
    let defaults = defaults(Behavior())
    let rows = [("at", language("the moment of the fault (default: {0})", "\"\(anchor)\""))]
    let parameters = parameters.map { field in
      let value = field.value(in: defaults).map { language(" (default: {0})", $0.line) } ?? ""
      return (field.name, language.text(of: .words(field.summary)) + value)
    }
    let head = language(
      "{0}: {1}", language.named(kind.rawValue), language.text(of: .words(effect)))
    return head + sources + "\n" + Help.table(rows + parameters) + "\n"
  }
}
