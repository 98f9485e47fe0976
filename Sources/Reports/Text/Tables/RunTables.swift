import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What tables of text and of pages tell of each design.
extension Column<Findings.DesignFindings> {
  static func design(_ title: String) -> Column { words(title, \.name) }

  static func rate(_ title: String, _ share: Share) -> Column {
    cells(title) { .share($0.tally.rate(share)?.value) }
  }

  static func interval(_ title: String, _ language: Language) -> Column {
    cells(title) { design in
      guard let lost = design.tally.rate(.lost) else { return .dash }
      return Table.Cell(text: Numerals.interval(lost, language), key: lost.interval.high)
    }
  }

  static func time(_ title: String, _ level: Double, _ language: Language) -> Column {
    cells(title) { design in
      guard let time = design.tally.quantile(level).map(\.time) else { return .dash }
      return Table.Cell(text: Numerals.time(time, language), key: time?.seconds ?? .infinity)
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

/// The tables of a run, and what their columns count.
extension RunReport {
  var rates: [String] {
    let interval = language("{0}\ninterval\n‰", Numerals.percent(findings.level))
    return Table(
      findings.designs,
      [
        .design(language("design")), .counts(language("charges")) { $0.tally.total(.charges) },
        .rate(language("lost\n\n‰"), .lost), .interval(interval, language),
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

  var legendOfRates: [String] {
    language(
      "Lost orders (undelivered, crossed, misdelivered, rescued) and recovered ones per mille of"
        + " charges;\n"
        + "lost sales per mille of intents that wanted to pay; double charges per mille of intents;\n"
        + "median and p99 of the time from charge to delivery over all charges, lost ones never."
    ).lines
  }

  /// What became of the money under each design. [000]
  var money: [String] {
    Table(findings.designs, [.design(language("money"))] + Column.money(language)).lines
  }

  var legendOfMoney: [String] {
    language(
      "Money in minor units: what the store took, by the class of its charge. Bad debt is what the"
        + " order\n"
        + "system books and the store does not pay: refunds after delivery, duplicates, wrong list"
        + " prices."
    ).lines
  }

  /// Lost orders by product; none when there is only one.
  var products: [String] {
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

  /// How the user of a case ended under each design, a line a charge.
  var endings: [String] {
    let rows = findings.designs.flatMap { design -> [[String]] in
      guard let ending = design.ending else { return [] }
      let fates = ending.fates.map { fate in
        let words = fate.words
        return words.prefix(2).map(language.named) + words.dropFirst(2)
          + Array(repeating: "", count: 3 - words.count)
      }
      return (fates.isEmpty ? [[language("none"), "", ""]] : fates).enumerated().map {
        index, cells in
        guard index == 0 else { return [""] + cells + ["", ""] }
        let flags = ending.flags.joined(separator: ", ")
        return [design.name] + cells + [flags, expected(design.name)]
      }
    }
    let heads = [
      language("design"), language("charge"), language("kind"), language("drop point"),
      language("flags"), language("expected"),
    ]
    return Table(heads.map(Table.Head.words), rows).lines
  }

  /// What the drop points and flags of a case are called, with an empty line before it; none in a
  /// language whose words they are.
  var legendOfEndings: [String] {
    let endings = findings.designs.compactMap(\.ending)
    let lost = endings.flatMap(\.fates).flatMap { $0.words.dropFirst(2) }
    var told: [String] = []
    for name in lost + endings.flatMap(\.flags) where !told.contains(name) { told.append(name) }
    let rows = told.compactMap { name in language.name(of: name).map { [name, $0] } }
    return rows.isEmpty ? [] : Table([.words(""), .words("")], rows).lines
  }

  /// Whether the ending of a design is the expected one; empty when nothing was expected.
  private func expected(_ name: String) -> String {
    let verdicts = findings.claims.compactMap { claim -> Verdict? in
      guard case .ending(let design, _) = claim.claim, design == name else { return nil }
      return claim.verdict
    }
    if verdicts.isEmpty { return "" }
    return verdicts.contains(.fail) ? language("no") : language("yes")
  }
}
