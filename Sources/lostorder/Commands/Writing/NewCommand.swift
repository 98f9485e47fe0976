import CLibrary
import JSONText
import Scenarios

extension Subcommand {
  static let new = Subcommand(
    "new", "write a scenario to start from",
    takes: Operands("NAME", 1...1, .none, wanted: "a name"), options: [.template],
    notes: [
      "Writes NAME.json into the folder where it is called; a file that is there stays as it is."
    ] + ScenarioTemplate.allCases.map { "  \($0.rawValue): \($0.meaning)" }
  ) { NewCommand(console: $0, arguments: $1).run() }
}

extension Option {
  fileprivate static let template = Option(
    "--from", "TEMPLATE", .choice(ScenarioTemplate.allCases.map(\.rawValue)),
    "begin with first (default), field, case, sweep or grid")
}

/// `lostorder new`: a scenario to start from.
struct NewCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let name = arguments.operands[0]
    guard Scenario.canBeCalled(name), name != "schema" else {
      let reason =
        name == "schema"
        ? "is what the schema beside scenarios is called; expected another name"
        : "cannot be a name; expected \(ValueKind.name.words)"
      return console.refuse("\(name.quoted) \(reason)")
    }
    let template = arguments.text(.template).flatMap(ScenarioTemplate.init) ?? .first
    let file = name + ".json"
    guard write(template.text(named: name), file) else { return .cannotWrite }
    let commands =
      template == .sweep ? ["run", "sweep"] : template == .case ? ["run", "trace"] : ["run"]
    let next = commands.map { "  lostorder \($0) \(file)\n" }.joined()
    console.print("written; its title says what to change, and to play it:\n" + next)
    if access("schema.json", F_OK) != 0 {
      console.print("for an editor that completes keys:\n  lostorder schema > schema.json\n")
    }
    return .holds
  }

  /// Writes a file that is not there yet; whether it is there now, and if not, says why.
  private func write(_ text: String, _ file: String) -> Bool {
    guard let stream = fopen(file, "wbx") else {
      let reason =
        errno == EEXIST
        ? "is there already, and stays as it is"
        : "cannot be written: " + String(cString: strerror(errno)).lowercased()
      console.complain("lostorder: '\(file)' \(reason)\n")
      return false
    }
    var text = text
    let count = text.utf8.count
    let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, stream) }
    let isFlushed = fflush(stream) == 0
    let error = errno
    guard fclose(stream) == 0, written == count, isFlushed else {
      unlink(file)
      let reason = String(cString: strerror(error)).lowercased()
      console.complain("lostorder: '\(file)' cannot be written: \(reason)\n")
      return false
    }
    return true
  }
}
