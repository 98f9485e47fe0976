import CLibrary
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder designs`: the built-in designs, those of a file, and what tells two of them apart.
extension Call {
  func designs() throws(Refusal) -> ExitCode {
    var names = arguments.operands[...]
    guard let first = names.first else {
      let rows = BuiltInDesign.all.map {
        ($0.design.name, "\(language.translated($0.title)) [\($0.sources.joined(separator: ", "))]")
      }
      return console.show(Help.table(rows) + "\n")
    }
    let own = try isFile(first) ? input(names.removeFirst()).scenario.designs : nil
    if own == nil, arguments.has(.set) {
      throw Refusal("option '--set' needs a FILE; built-in designs are as they are")
    }
    if names.count > 2 {
      throw Refusal(
        "'\(arguments.subcommand.name)' does not take \(names[2 + names.startIndex].quoted)")
    }
    let found = try names.map { name throws(Refusal) in try design(called: name, among: own ?? []) }
    switch (found.count, own) {
    case (0, let own?): return console.show(JSONOutput.array(own.map(Call.resolved)).text)
    case (1, nil): return console.show((BuiltInDesign.named(found[0].name)?.output ?? .null).text)
    case (1, _): return console.show(found[0].declaration.text)
    default: return console.show(difference(found[0], found[1]))
    }
  }

  /// Whether an operand names a file. The names of built-in designs do not, whatever lies in the folder.
  private func isFile(_ operand: String) -> Bool {
    if BuiltInDesign.named(operand) != nil { return false }
    return operand == ScenarioFile.standardInput || operand.hasSuffix(".json")
      || operand.contains("/") || access(operand, F_OK) == 0
  }

  /// A design of a file, or a built-in one.
  private func design(called name: String, among own: [Design]) throws(Refusal) -> Design {
    let builtIn = BuiltInDesign.all.map(\.design)
    if let design = (own + builtIn).first(where: { $0.name == name }) { return design }
    let names = (own + builtIn).map(\.name)
    let what: Phrase =
      own.isEmpty
      ? "there is no built-in design \(name.quoted); 'lostorder designs' lists them"
      : "the scenario has no design \(name.quoted)"
    throw Refusal(what, suggestion: NearestName.of(name, among: names))
  }

  /// A design as its file could say it without `extends` and `vary`, but for the names of members of a
  /// grid; of a built-in one its name does.
  private static func resolved(_ design: Design) -> JSONOutput {
    BuiltInDesign.named(design.name) == nil ? design.declaration : .string(design.name)
  }

  /// A line for each axis on which two designs differ.
  private func difference(_ first: Design, _ second: Design) -> String {
    let axes = first.differences(to: second)
    let (from, to) = (first.name.escapingControls, second.name.escapingControls)
    if axes.isEmpty { return language("{0} and {1} are alike on every axis", from, to) + "\n" }
    let rows = [DesignDifference.Part.Axis(name: language("axis"), from: from, to: to)] + axes
    let columns = [rows.map(\.name), rows.map(\.from)]
    let widths = columns.map { $0.map { DisplayWidth.of($0) }.max() ?? 0 }
    return rows.map { row in
      DisplayWidth.padded(row.name, to: widths[0]) + "  "
        + DisplayWidth.padded(row.from, to: widths[1]) + "  " + row.to + "\n"
    }.joined()
  }
}
