import Experiments
import PurchaseWorld

/// Lost orders as rows: `losses.csv`.
package enum LossesCSV {
  private static let columns = [
    "user", "design", "charge", "outcome", "kind", "dropPoint", "faults", "replay",
  ]

  /// A row a lost order, by design and user; of each design at most ``LossList/most``, those of the
  /// users who were drawn with the lowest hashes.
  package static func text(_ record: RunRecord) -> String {
    let findings = record.findings
    // Declarations from 63 on share a bit, which says nothing where there are several of them.
    let known = findings.declarations.prefix(findings.declarations.count > 64 ? 63 : 64)
    let rows = findings.designs.flatMap { design in
      let orders = design.ledger.losses.orders
      return orders.sorted { ($0.user, $0.charge) < ($1.user, $1.charge) }.map { order in
        let faults = known.indices.filter { order.struck & 1 << UInt64($0) != 0 }
        let words = order.fate.words
        return [findings.isCase ? "0" : UserNumber.text(order.user), design.name]
          + ["\(order.charge + 1)"] + (words.count == 3 ? words : ["rescued", "", ""])
          + [faults.map { known[$0].rawValue }.joined(separator: " ")]
          + [record.replay(design.name, order.user)]
      }
    }
    return CSV.text([columns] + rows)
  }
}
