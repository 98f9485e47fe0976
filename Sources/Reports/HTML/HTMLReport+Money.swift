import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// What it costs, and whether it is as expected.
extension HTMLReport {
  /// The money by the class in which its charge ended.
  var money: Section {
    let rows = findings.designs.compactMap { design -> ForestPlot.Row? in
      let charged = Double(design.ledger.all.money.charged)
      guard charged > 0, let lost = design.lostRevenue else { return nil }
      let share = Estimate(
        lost.value / charged,
        Interval(low: lost.interval.low / charged, high: lost.interval.high / charged), .share)
      return ForestPlot.Row(
        name: design.name, value: share.value * 1_000,
        interval: HTMLReport.perMille(share.interval),
        words: "\(Numerals.perMille(share.value)) (\(Numerals.interval(share, language)))",
        isReference: design.name == reference,
        note: language(
          "bad debt {0} of {1} charged", Numerals.count(design.ledger.all.money.badDebt),
          Numerals.count(design.ledger.all.money.charged)))
    }
    let plot = ForestPlot(
      rows: rows.sorted { ($0.value ?? 0) < ($1.value ?? 0) },
      title: language("lost money per mille of what was charged"),
      label: language("Money in lost orders per mille of what the store took, by design"))
    let columns =
      MoneyTable.columns(language) + [
        (language("of it refunded goods"), \.refundedGoods),
        (language("duplicates"), \.duplicates),
        (language("price differences"), \.priceDifferences),
      ]
    var table = HTMLTable(
      language("Money in minor units"),
      [.words(language("design"))] + columns.map { .numbers($0.title) })
    for design in findings.designs {
      let money = design.ledger.all.money
      table.add(
        [HTMLTable.Cell(design.name)] + columns.map { HTMLReport.count($0.amount(money)) })
    }
    return Section(
      name: "money", title: language("Money"),
      note: language(
        "Money in lost orders per mille of what the store took, the least first. Bad debt is what"
          + " the order system books and the store does not pay: refunds after delivery, duplicates,"
          + " wrong list prices."), body: figure(plot.svg, table))
  }

  /// Every expectation with its value, interval, limit and verdict.
  var expectations: Section {
    var table = HTMLTable(
      language("Expectations of the scenario"),
      [
        .markup(language("verdict")), .words(language("what")),
        .line(language("found"), !findings.isCase), .line(language("interval")),
        .line(language("expected"), !findings.isCase), .words(language("where")),
      ])
    for claim in findings.claims {
      let verdict = claim.verdict.rawValue
      let parts = ClaimText.parts(claim, language)
      table.add([
        HTMLTable.Cell("<b class=\"\(verdict)\">\(claim.verdict.word(language))</b>"),
        HTMLTable.Cell(parts.subject), HTMLTable.Cell(parts.value), HTMLTable.Cell(parts.interval),
        HTMLTable.Cell(parts.limit), HTMLTable.Cell(claim.path),
      ])
    }
    return Section(
      name: "expectations", title: language("Expectations"),
      note: findings.claims.isEmpty
        ? language("The scenario expects nothing, so nothing can fail.")
        : language(
          "Decided on the {0} interval of what they bound: inconclusive means that the interval"
            + " holds the bound.", SampleText.percent(findings.level)),
      body: findings.claims.isEmpty ? "" : table.html)
  }

  /// How a case ends under each design.
  var endings: Section {
    var table = HTMLTable(
      language("How the case ends"),
      [.words(language("design")), .words(language("charges")), .words(language("flags"))])
    for design in findings.designs {
      guard let ending = design.ending else { continue }
      let fates = ending.fates.map { fate in
        guard case .lost(let kind, let point) = fate else { return language.named(fate.name) }
        return language.list([fate.name, kind.rawValue, point.rawValue].map { language.named($0) })
      }
      table.add([
        HTMLTable.Cell(design.name),
        HTMLTable.Cell(fates.isEmpty ? language("no charge") : fates.joined(separator: "; ")),
        HTMLTable.Cell(language.list(ending.flags.map { language.named($0) })),
      ])
    }
    return Section(
      name: "endings", title: language("How it ends"),
      note: language("One written life under every design."), body: table.html)
  }
}
