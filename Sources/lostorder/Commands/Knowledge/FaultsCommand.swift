import JSONText
import PurchaseWorld
import Scenarios

extension Subcommand {
  /// `lostorder faults`: the faults with their parameters and sources.
  package static let faults = Subcommand(
    "faults", "list the faults with their parameters and sources"
  ) { console, _ in
    console.print(
      "Every fault takes 'probability', 'at' (a moment) and 'after' (a duration) besides.\n\n"
        + FaultCatalog.all.map(\.help).joined(separator: "\n"))
    return .holds
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
