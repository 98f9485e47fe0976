import CLibrary
import JSONText
import PurchaseWorld
import Reports
import Scenarios

/// `lostorder designs`: built-in designs, the designs of a file, and the difference of two designs.
extension CommandContext {
  func designs() throws(CommandError) -> ExitCode {
    var names = arguments.operands[...]
    guard let first = names.first else {
      let rows = BuiltInDesign.all.map { builtIn in
        let references = builtIn.references.joined(separator: ", ")
        return (builtIn.design.name, "\(language.translated(builtIn.title)) [\(references)]")
      }
      return console.show(Help.table(rows) + "\n")
    }
    let declared = try isFile(first) ? input(names.removeFirst()).scenario.designs : nil
    if declared == nil, arguments.has(.set) {
      throw CommandError("option '--set' needs FILE; built-in designs cannot be changed")
    }
    if names.count > 2 {
      throw CommandError(
        "'\(arguments.subcommand.name)' does not take \(names[2 + names.startIndex].quoted)")
    }
    let found = try names.map { name throws(CommandError) in
      try design(called: name, among: declared ?? [])
    }
    switch (found.count, declared) {
    case (0, let declared?):
      // Without `extends` and `vary`, as a file could declare them, except for the names of grid
      // members. A built-in design is its name.
      let designs = declared.map {
        BuiltInDesign.named($0.name) == nil ? $0.declaration : .string($0.name)
      }
      return console.show(JSONOutput.array(designs).text)
    case (1, nil): return console.show((BuiltInDesign.named(found[0].name)?.output ?? .null).text)
    case (1, _): return console.show(found[0].declaration.text)
    default: return console.show(difference(found[0], found[1]))
    }
  }

  /// Whether an operand is a file. The name of a built-in design is never a file.
  private func isFile(_ operand: String) -> Bool {
    if BuiltInDesign.named(operand) != nil { return false }
    return operand == ScenarioFileReader.standardInput || operand.hasSuffix(".json")
      || operand.contains("/") || access(operand, F_OK) == 0
  }

  /// A design of a file, or a built-in design.
  private func design(called name: String, among designs: [Design]) throws(CommandError) -> Design {
    let all = designs + BuiltInDesign.all.map(\.design)
    if let design = all.first(where: { $0.name == name }) { return design }
    let message: Phrase =
      designs.isEmpty
      ? "there is no built-in design \(name.quoted); 'lostorder designs' lists them"
      : "the scenario has no design \(name.quoted)"
    throw CommandError(
      message, expected: designs.isEmpty ? nil : .alternatives(designs.map(\.name)),
      suggestion: NearestName.of(name, among: all.map(\.name)))
  }

  /// A line for each axis in which two designs differ.
  private func difference(_ first: Design, _ second: Design) -> String {
    let axes = first.differingAxes(from: second)
    let (from, to) = (first.name.escapingControls, second.name.escapingControls)
    if axes.isEmpty { return language("{0} and {1} are the same on every axis", from, to) + "\n" }
    let rows = [DesignDifference.Part.Axis(name: language("axis"), from: from, to: to)] + axes
    let columns = [rows.map(\.name), rows.map(\.from)]
    let widths = columns.map { $0.map { DisplayWidth.of($0) }.max() ?? 0 }
    return rows.map { row in
      DisplayWidth.padded(row.name, to: widths[0]) + "  "
        + DisplayWidth.padded(row.from, to: widths[1]) + "  " + row.to + "\n"
    }.joined()
  }
}
