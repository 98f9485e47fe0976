import JSONText
import PurchaseWorld
import Scenarios

/// `lostorder designs`: the built-in designs.
struct DesignsCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    guard let name = arguments.operands.first else {
      let rows = BuiltInDesign.all.map { design in
        (design.design.name, design.title + " [" + design.sources.joined(separator: ", ") + "]")
      }
      console.print(Help.table(rows) + "\n")
      return .holds
    }
    guard let design = BuiltInDesign.named(name) else {
      let names = BuiltInDesign.all.map(\.design.name)
      let suggestion = NearestName.of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
      console.complain(
        "lostorder: there is no built-in design \(name.quoted);"
          + " 'lostorder designs' lists them\(suggestion)\n")
      return .usage
    }
    console.print(design.output.text)
    return .holds
  }
}
