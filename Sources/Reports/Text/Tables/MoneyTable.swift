import Experiments
import JSONText

/// The table of what became of the money under each design. [000]
enum MoneyTable {
  /// What is told of the money, with its headings; tables of pages tell the reasons of bad debt, too.
  static func columns(_ language: Language) -> [(title: String, amount: (Money) -> Int)] {
    [
      (language("charged"), \.charged), (language("delivered"), \.delivered),
      (language("recovered"), \.recovered), (language("rescued"), \.rescued),
      (language("lost"), \.lost), (language("refunded"), \.refunded),
      (language("bad debt"), \.badDebt),
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

  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    let columns = columns(language)
    var table = TextTable([.words(language("money"))] + columns.map { .numbers($0.title) })
    for design in findings.designs {
      let money = design.ledger.all.money
      table.add(
        [design.name.escapingControls] + columns.map { Numerals.count($0.amount(money)) })
    }
    return table.lines
  }
}
