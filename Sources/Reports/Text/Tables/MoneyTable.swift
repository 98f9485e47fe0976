import Experiments
import JSONText

/// The table of what became of the money under each design. [000]
enum MoneyTable {
  private static func columns(_ language: Language) -> [TextTable.Column] {
    [
      .words(language("money")), .numbers(language("charged")), .numbers(language("delivered")),
      .numbers(language("recovered")), .numbers(language("rescued")), .numbers(language("lost")),
      .numbers(language("refunded")), .numbers(language("bad debt")),
    ]
  }

  /// What the columns count.
  static func legend(_ language: Language) -> [String] {
    language(
      "Money in minor units: what the store took, by the class of its charge. Bad debt is what the"
        + " order\n"
        + "system books and the store does not pay: refunds after delivery, duplicates, wrong list"
        + " prices."
    ).lines
  }

  /// The lines of the table.
  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    var table = TextTable(columns(language))
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
