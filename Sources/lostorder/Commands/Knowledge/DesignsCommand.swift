import JSONText
import PurchaseWorld
import Scenarios

extension Subcommand {
  /// `lostorder designs`: the built-in designs.
  static let designs = Subcommand(
    "designs", "list the built-in designs, or print one with every default",
    takes: Operands("[NAME]", 0...1, .words { BuiltInDesign.all.map(\.design.name) })
  ) { console, arguments in
    guard let name = arguments.operands.first else {
      let rows = BuiltInDesign.all.map { design in
        (design.design.name, design.title + " [" + design.sources.joined(separator: ", ") + "]")
      }
      console.print(Help.table(rows) + "\n")
      return .holds
    }
    guard let design = BuiltInDesign.named(name) else {
      let suggestion = NearestName.question(name, among: BuiltInDesign.all.map(\.design.name))
      return console.refuse(
        "there is no built-in design \(name.quoted);"
          + " 'lostorder designs' lists them\(suggestion)")
    }
    console.print(design.output.text)
    return .holds
  }
}
