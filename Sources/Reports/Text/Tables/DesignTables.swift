import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What tables of text and of pages tell of each design.
extension Column<Findings.DesignFindings> {
  static func design(_ title: String) -> Column { words(title, \.name) }

  /// A rate in per mille.
  static func rate(_ title: String, _ share: Share) -> Column {
    cells(title) { .share($0.tally.rate(share)?.value) }
  }

  /// The interval of the lost rate.
  static func interval(_ title: String, _ language: Language) -> Column {
    cells(title) { design in
      let lost = design.tally.rate(.lost)
      return Table.Cell(
        text: lost.map { Numerals.interval($0, language) } ?? "–", key: lost?.interval.high ?? -1)
    }
  }

  /// A quantile of the time to delivery.
  static func time(_ title: String, _ level: Double, _ language: Language) -> Column {
    cells(title) { design in
      guard let quantile = design.tally.quantile(level) else {
        return Table.Cell(text: "–", key: -1)
      }
      return Table.Cell(
        text: Numerals.time(quantile.time, language), key: quantile.time?.seconds ?? .infinity)
    }
  }

  /// What is told of the money; tables of pages tell the reasons of bad debt, too.
  static func money(_ language: Language) -> [Column] {
    amounts([
      (language("charged"), \.charged), (language("delivered"), \.delivered),
      (language("recovered"), \.recovered), (language("rescued"), \.rescued),
      (language("lost"), \.lost), (language("refunded"), \.refunded),
      (language("bad debt"), \.badDebt),
    ])
  }

  static func amounts(_ amounts: [(title: String, amount: KeyPath<Money, Int>)]) -> [Column] {
    amounts.map { title, amount in counts(title) { $0.tally.money[keyPath: amount] } }
  }
}

/// The table that compares the designs of a scenario.
enum ComparisonTable {
  /// What the columns count.
  static func legend(_ language: Language) -> [String] {
    language(
      "Lost orders (undelivered, crossed, misdelivered, rescued) and recovered ones per mille of"
        + " charges;\n"
        + "lost sales per mille of intents that wanted to pay; double charges per mille of intents;\n"
        + "median and p99 of the time from charge to delivery over all charges, lost ones never."
    ).lines
  }

  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    let level = SampleText.percent(findings.level)
    return Table(
      findings.designs,
      [
        .design(language("design")),
        .counts(language("charges")) { $0.tally.total(.charges) },
        .rate(language("lost\n\n‰"), .lost),
        .interval(language("{0}\ninterval\n‰", level), language),
        .rate(language("crossed\n\n‰"), .crossed),
        .rate(language("mis-\ndelivered\n‰"), .misdelivered),
        .rate(language("rescued\n\n‰"), .rescued), .rate(language("recovered\n\n‰"), .recovered),
        .rate(language("lost\nsales\n‰"), .lostSale),
        .rate(language("double\ncharges\n‰"), .doubleCharge),
        .time(language("median\ntime"), 0.5, language),
        .time(language("p99\ntime"), 0.99, language),
      ]
    ).lines
  }
}

/// The table of what became of the money under each design. [000]
enum MoneyTable {
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
    Table(findings.designs, [.design(language("money"))] + Column.money(language)).lines
  }
}

/// The table of lost orders by product, for catalogs with several.
enum ProductTable {
  /// The lines of the table; none when there is only one product.
  static func lines(_ findings: Findings, _ language: Language) -> [String] {
    let products = findings.catalog.products
    guard products.count > 1 else { return [] }
    let columns = products.enumerated().map { index, product in
      // Whether it stands for one item or for several.
      let mapping = product.items.count == 1 ? language("one-to-one") : language("many-to-one")
      return Column<Findings.DesignFindings>.numbers(product.name + "\n" + mapping) { design in
        let lost = design.ledger.tally(product: index).rate(.lost)
        return lost.map { Numerals.estimate($0, language) } ?? "–"
      }
    }
    return Table(findings.designs, [.design(language("lost ‰ by product"))] + columns).lines
  }
}
