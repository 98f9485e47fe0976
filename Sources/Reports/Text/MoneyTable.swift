import Experiments
import JSONText

/// The table of what became of the money under each design. [000]
enum MoneyTable {
  private static let columns: [TextTable.Column] = [
    .words("money"), .numbers("charged"), .numbers("delivered"), .numbers("recovered"),
    .numbers("rescued"), .numbers("lost"), .numbers("refunded"), .numbers("bad debt"),
  ]

  /// What the columns count.
  static let legend = [
    "Money in minor units: what the store took, by the class of its charge. Bad debt is what the order",
    "system books and the store does not pay: refunds after delivery, duplicates, wrong list prices.",
  ]

  /// The lines of the table.
  static func lines(_ findings: Findings) -> [String] {
    var table = TextTable(columns)
    for design in findings.designs {
      let money = design.ledger.all.money
      let amounts = [
        money.charged, money.delivered, money.recovered, money.rescued, money.lost,
        money.refunded, money.badDebt,
      ]
      table.add([design.name.escapingControls] + amounts.map { Numerals.count($0) })
    }
    return table.lines
  }
}
