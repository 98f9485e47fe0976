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
    let rows = findings.designs.flatMap { design in
      orders(design).map { order in
        // Declarations from 63 on share a bit, which says nothing where there are several of them.
        let known = findings.declarations.prefix(findings.declarations.count > 64 ? 63 : 64)
        let faults = known.enumerated().filter { index, _ in order.struck & 1 << UInt64(index) != 0
        }
        return [findings.isCase ? "0" : UserNumber.text(order.user), design.name]
          + ["\(order.charge + 1)"] + words(order.fate)
          + [faults.map(\.element.rawValue).joined(separator: " ")]
          + [record.replay(design.name, order.user)]
      }
    }
    return CSV.text([columns] + rows)
  }

  private static func orders(_ design: Findings.DesignFindings) -> [LostOrder] {
    design.ledger.losses.values.sorted { ($0.user, $0.charge) < ($1.user, $1.charge) }
  }

  private static func words(_ fate: Fate) -> [String] {
    guard case .lost(let kind, let point) = fate else { return ["rescued", "", ""] }
    return ["lost", kind.rawValue, point.rawValue]
  }
}
