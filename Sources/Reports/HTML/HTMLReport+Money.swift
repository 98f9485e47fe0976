import Experiments
import PurchaseWorld
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
        words: "\(Numerals.perMille(share.value)) (\(Numerals.interval(share)))",
        isReference: design.name == reference,
        note: "bad debt \(Numerals.count(design.ledger.all.money.badDebt)) of"
          + " \(Numerals.count(design.ledger.all.money.charged)) charged")
    }
    let plot = ForestPlot(
      rows: rows.sorted { ($0.value ?? 0) < ($1.value ?? 0) },
      title: "lost money per mille of what was charged",
      label: "Money in lost orders per mille of what the store took, by design")
    var table = HTMLTable(
      "Money in minor units",
      [
        .words("design"), .numbers("charged"), .numbers("delivered"), .numbers("recovered"),
        .numbers("rescued"), .numbers("lost"), .numbers("refunded"), .numbers("bad debt"),
        .numbers("of it refunded goods"), .numbers("duplicates"), .numbers("price differences"),
      ])
    for design in findings.designs {
      let money = design.ledger.all.money
      let amounts = [
        money.charged, money.delivered, money.recovered, money.rescued, money.lost,
        money.refunded, money.badDebt, money.refundedGoods, money.duplicates,
        money.priceDifferences,
      ]
      table.add([HTMLTable.Cell(design.name)] + amounts.map { HTMLReport.count($0) })
    }
    return Section(
      name: "money", title: "Money",
      note:
        "Money in lost orders per mille of what the store took, the least first. Bad debt is what"
        + " the order system books and the store does not pay: refunds after delivery, duplicates,"
        + " wrong list prices.",
      body: HTMLReport.figure(plot.svg, table))
  }

  /// Every expectation with its value, interval, limit and verdict.
  var expectations: Section {
    var table = HTMLTable(
      "Expectations of the scenario",
      [
        .words("where"), .words("what"), .words("found"), .words("interval"), .words("expected"),
        .markup("verdict"),
      ])
    for claim in findings.claims {
      let verdict = claim.verdict.rawValue
      let parts = ClaimText.parts(claim)
      table.add([
        HTMLTable.Cell(claim.path), HTMLTable.Cell(parts.subject), HTMLTable.Cell(parts.value),
        HTMLTable.Cell(parts.interval), HTMLTable.Cell(parts.limit),
        HTMLTable.Cell("<b class=\"\(verdict)\">\(verdict)</b>"),
      ])
    }
    return Section(
      name: "expectations", title: "Expectations",
      note: findings.claims.isEmpty
        ? "The scenario expects nothing, so nothing can fail."
        : "Decided on the \(SampleText.percent(findings.level)) interval of what they bound:"
          + " inconclusive means that the interval holds the bound.",
      body: findings.claims.isEmpty ? "" : table.html)
  }

  /// How a case ends under each design.
  var endings: Section {
    var table = HTMLTable(
      "How the case ends", [.words("design"), .words("charges"), .words("flags")])
    for design in findings.designs {
      guard let ending = design.ending else { continue }
      let fates = ending.fates.map { fate in
        guard case .lost(let kind, let point) = fate else { return fate.name }
        return "\(fate.name), \(kind.rawValue), \(point.rawValue)"
      }
      table.add([
        HTMLTable.Cell(design.name),
        HTMLTable.Cell(fates.isEmpty ? "no charge" : fates.joined(separator: "; ")),
        HTMLTable.Cell(ending.flags.joined(separator: ", ")),
      ])
    }
    return Section(
      name: "endings", title: "How it ends", note: "One written life under every design.",
      body: table.html)
  }
}
