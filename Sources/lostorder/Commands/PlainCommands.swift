import CLibrary
import JSONText
import PurchaseWorld
import Reports
import Scenarios

extension Call {
  /// The faults with their parameters and sources.
  private var faults: String {
    let head = language(
      "Every fault takes 'probability', 'at' (a moment) and 'after' (a duration) besides.")
    return head + "\n\n" + FaultCatalog.all.map { $0.help(language) }.joined(separator: "\n")
  }

  func explain() throws(Refusal) -> ExitCode {
    if arguments.operands.isEmpty {
      let lists = Explanation.Group.allCases.map { language.list(of: $0) }
      return console.show(lists.joined(separator: "\n"))
    }
    let word = arguments.operands.joined(separator: " ")
    // Whoever knows the Chinese word may ask for it in any language.
    let found = Explanation.of(word, among: Explanation.everything, called: Language.names(of:))
    if !found.isEmpty {
      let list = word == "faults" ? [faults] : []
      return console.show((found.map { language.text(of: $0) } + list).joined(separator: "\n"))
    }
    let near = Explanation.near(word, among: Explanation.everything, called: Language.names(of:))
      .map { "'\($0)'" }
    let what: Phrase =
      "there is nothing to explain about \(word.quoted); 'lostorder explain' lists everything"
    throw Refusal(what.wanting(nearest: near.isEmpty ? nil : .alternatives(near)))
  }

  func schema() throws(Refusal) -> ExitCode {
    let name = arguments.operands.first ?? "scenario"
    if let schema = CommandEntry.schemas.first(where: { $0.form == name }) {
      return console.show(schema.text())
    }
    let names = CommandEntry.schemas.map(\.form)
    throw Refusal(
      "\(name.quoted) has no schema", expected: .alternatives(names),
      suggestion: NearestName.of(name, among: names))
  }

  func check() -> ExitCode {
    if arguments.has(.structure) { return checkStructure() }
    let read = ScenarioFiles(arguments.operands, setting: arguments.settings)
    if !arguments.has(.quiet) {
      for path in read.schemas {
        console.print(language("{0}: a schema", path.escapingControls) + "\n")
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
    for problem in read.problems + read.remarks { complain(problem) }
    return read.problems.isEmpty ? .holds : .badScenario
  }

  private func checkStructure() -> ExitCode {
    var code = ExitCode.holds
    for path in arguments.operands {
      let problems = ScenarioFile.problems(of: path, setting: arguments.settings)
        .filter { $0.concern == .structure }
      for problem in problems { complain(problem) }
      if !problems.isEmpty { code = .badScenario }
      if !problems.isEmpty || arguments.has(.quiet) { continue }
      console.print(language("{0}: the structure is valid", path.escapingControls) + "\n")
    }
    return code
  }

  func new() throws(Refusal) -> ExitCode {
    if arguments.has(.client) { return try newClient() }
    if arguments.has(.package) {
      throw Refusal("--package: only a client depends on LostOrder; expected --client beside it")
    }
    let name = arguments.operands[0]
    if name == "schema" {
      throw Refusal(
        "\(name.quoted) is what the schema beside scenarios is called; expected another name")
    }
    guard Scenario.canBeCalled(name) else {
      throw Refusal("\(name.quoted) cannot be a name", expected: ValueKind.name.phrase)
    }
    let template: ScenarioTemplate = arguments.choice(.template) ?? .first
    let file = name + ".json"
    guard Folder.create(file, template.text(named: name)) else {
      let reason = errno
      throw Refusal(
        reason == EEXIST
          ? "'\(file)' is there already, and stays as it is"
          : "'\(file)' cannot be written: \(SystemError.words(reason))", .cannotWrite)
    }
    let more: [String] =
      switch template {
      case .sweep: ["lostorder sweep \(file)"]
      case .case: ["lostorder trace \(file)"]
      // A table to try it with, of the values in the file.
      case .fit:
        [
          "lostorder funnel \(file) --format csv > observed.csv",
          "lostorder fit \(file) observed.csv",
        ]
      case .first, .field, .faults, .grid: []
      }
    let next = (["lostorder run \(file)"] + more).map { "  \(language.command($0))\n" }
      .joined()
    console.print(
      language("written; its title says what to change, and to play it:") + "\n" + next)
    if access("schema.json", F_OK) != 0 {
      let head = language("for an editor that completes keys:")
      console.print(head + "\n  \(Program.pasted("lostorder schema > schema.json"))\n")
    }
    return .holds
  }

  func completions() throws(Refusal) -> ExitCode {
    let word = arguments.operands[0]
    guard let shell = Shell(rawValue: word) else {
      throw Refusal(
        "there are no completions for \(word.quoted); expected one of \(.names(Shell.words))")
    }
    return console.show(shell.script, isForPrograms: true)
  }

  func help() throws(Refusal) -> ExitCode {
    guard let word = arguments.operands.first else { return console.show(Help.general(language)) }
    let name = Subcommand.former[word]?.command ?? word
    if let subcommand = Subcommand.named(name) {
      return console.show(Help.of(subcommand, language))
    }
    throw Refusal(
      "there is no command \(word.quoted)",
      suggestion: NearestName.of(word, among: Subcommand.names))
  }
}

extension FaultDescription {
  fileprivate func help(_ language: Language) -> String {
    let sources = sources.isEmpty ? "" : " [\(sources)]"
    let defaults = defaults(Behavior())
    let rows = [("at", language("the moment to which it is tied, by default {0}", "\"\(anchor)\""))]
    let parameters = parameters.map { field in
      let value = field.value(in: defaults).map { language(", by default {0}", $0.line) } ?? ""
      return (field.name, language.text(of: .words(field.summary)) + value)
    }
    let head = language(
      "{0}: {1}", language.named(kind.rawValue), language.text(of: .words(effect)))
    return head + sources + "\n" + Help.table(rows + parameters) + "\n"
  }
}
