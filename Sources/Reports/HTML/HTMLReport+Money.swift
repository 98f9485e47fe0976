import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// What it costs, and whether it is as expected.
extension HTMLReport {
  /// The money by the class in which its charge ended.
  var money: Section {
    let rows = findings.designs.compactMap { design -> ForestPlot.Row? in
      let money = design.tally.money
      let charged = Double(money.charged)
      guard charged > 0, let lost = design.lostRevenue else { return nil }
      let share = Estimate(
        lost.value / charged,
        Interval(low: lost.interval.low / charged, high: lost.interval.high / charged), .share)
      return ForestPlot.Row(
        name: design.name, share, language, isReference: design.name == reference,
        note: language(
          "bad debt {0} of {1} charged", Numerals.count(money.badDebt),
          Numerals.count(money.charged)))
    }
    let plot = ForestPlot(
      rows: rows.sorted { ($0.share?.value ?? 0) < ($1.share?.value ?? 0) },
      title: language("lost money per mille of what was charged"),
      label: language("Money in lost orders per mille of what the store took, by design"))
    let reasons = Column.amounts([
      (language("of it refunded goods"), \.refundedGoods), (language("duplicates"), \.duplicates),
      (language("price differences"), \.priceDifferences),
    ])
    let table = Table(
      findings.designs, [.design(language("design"))] + Column.money(language) + reasons)
    return Section(
      name: "money", title: language("Money"),
      note: language(
        "Money in lost orders per mille of what the store took, the least first. Bad debt is what"
          + " the order system books and the store does not pay: refunds after delivery, duplicates,"
          + " wrong list prices."),
      body: figure(plot.svg, table, language("Money in minor units")))
  }

  /// Every expectation with its value, interval, limit and verdict.
  var expectations: Section {
    let style = findings.isCase ? Table.Style.words : .line
    let table = Table(
      findings.claims.map { (claim: $0, parts: ClaimText($0, language).parts) },
      [
        .set(.markup, language("verdict")) { claim, _ in
          "<b class=\"\(claim.verdict.rawValue)\">\(claim.verdict.word(language))</b>"
        },
        .words(language("what"), \.parts.subject),
        .set(style, language("found"), \.parts.value),
        .set(.line, language("interval"), \.parts.interval),
        .set(style, language("expected"), \.parts.limit),
        .words(language("where"), \.claim.expectation.path),
      ])
    return Section(
      name: "expectations", title: language("Expectations"),
      note: findings.claims.isEmpty
        ? language("The scenario expects nothing, so nothing can fail.")
        : language(
          "Decided on the {0} interval of what they bound: inconclusive means that the interval"
            + " holds the bound.", SampleText.percent(findings.level)),
      body: findings.claims.isEmpty ? "" : table.html(language("Expectations of the scenario")))
  }

  /// How a case ends under each design.
  var endings: Section {
    let rows = findings.designs.compactMap { design in
      design.ending.map { (name: design.name, ending: $0) }
    }
    let table = Table(
      rows,
      [
        .words(language("design"), \.name),
        .words(language("charges")) { row in
          let charges = row.ending.charges.map { language.list($0.words.map(language.named)) }
          return charges.isEmpty ? language("no charge") : charges.joined(separator: "; ")
        },
        .words(language("flags")) {
          language.list($0.ending.flags.map { language.named($0.rawValue) })
        },
      ])
    return Section(
      name: "endings", title: language("How it ends"),
      note: language("One written life under every design."),
      body: table.html(language("How the case ends")))
  }
}
