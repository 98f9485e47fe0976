import JSONText
import PurchaseWorld
import Scenarios

extension Subcommand {
  package static let faults = Subcommand(
    "faults", "list the faults with their parameters and sources"
  ) { FaultsCommand(console: $0, arguments: $1).run() }
}

/// `lostorder faults`: the faults with their parameters and sources.
struct FaultsCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    let faults = FaultCatalog.all.map { text($0) }
    console.print(
      "Every fault takes 'probability', 'at' (a moment) and 'after' (a duration) besides.\n\n"
        + faults.joined(separator: "\n"))
    return .holds
  }

  private func text(_ fault: FaultDescription) -> String {
    let sources = fault.sources.isEmpty ? "" : " [\(fault.sources)]"
    let head = "\(fault.kind.rawValue): \(fault.effect)\(sources)\n"
    let defaults = fault.defaults(Behavior())
    let rows = [("at", "the moment to which it is tied, by default \"\(name(fault.anchor))\"")]
    let parameters = fault.parameters.map { field in
      let value = field.value(in: defaults).map { ", by default " + $0.line } ?? ""
      return (field.name, field.summary + value)
    }
    return head + Help.table(rows + parameters) + "\n"
  }

  private func name(_ anchor: Anchor) -> String {
    switch anchor {
    case .tap: "tap"
    case .sheet: "sheet"
    case .charge: "charge"
    case .callback: "callback"
    case .delivery: "delivery"
    case .step(let number): "step \(number)"
    }
  }
}
