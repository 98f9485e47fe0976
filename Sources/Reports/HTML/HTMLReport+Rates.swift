import EventEngine
import Experiments
import PurchaseWorld
import Statistics

/// How many orders are lost, against which design, and where.
extension HTMLReport {
  /// The lost-order rates, the least first.
  var rates: Section {
    let rows = ranked.map { name, rate, tally in
      ForestPlot.Row(
        name: name, value: rate.value * 1_000, interval: HTMLReport.perMille(rate.interval),
        words: "\(Numerals.perMille(rate.value)) (\(Numerals.interval(rate)))",
        isReference: name == reference,
        note: "\(Numerals.count(tally.count(.lost))) of \(Numerals.count(tally.total(.charges)))"
          + " charges")
    }
    let plot = ForestPlot(
      rows: rows, title: "lost orders per mille of charges",
      label: "Lost orders per mille of charges, by design, with their"
        + " \(SampleText.percent(findings.level)) intervals")
    return Section(
      name: "rates", title: "Lost orders",
      note: "Per mille of charges, with \(SampleText.percent(findings.level)) intervals, the least"
        + " first\(rows.contains(where: \.isReference) ? "; the dashed line is \(reference)" : "")."
        + " Lost: undelivered, crossed, misdelivered or rescued by a human.",
      body: HTMLReport.figure(plot.svg, ratesTable))
  }

  private var ratesTable: HTMLTable {
    let shares: [(String, Share)] = [
      ("lost ‰", .lost), ("crossed ‰", .crossed), ("misdelivered ‰", .misdelivered),
      ("rescued ‰", .rescued), ("recovered ‰", .recovered), ("lost sales ‰", .lostSale),
      ("double charges ‰", .doubleCharge), ("duplicates ‰", .duplicate),
    ]
    var table = HTMLTable(
      "Rates by design; lost sales of intents that wanted to pay, double charges of intents, all else"
        + " of charges",
      [.words("design"), .numbers("charges")] + shares.map { .numbers($0.0) } + [
        .numbers("interval of lost ‰"), .numbers("median time"), .numbers("p99 time"),
      ])
    for design in findings.designs {
      let tally = design.ledger.all
      let cells = shares.map { HTMLReport.share(tally.rate($0.1)?.value) }
      let lost = tally.rate(.lost)
      let interval = HTMLTable.Cell(
        lost.map { Numerals.interval($0) } ?? "–", key: lost?.interval.high ?? -1)
      table.add(
        [HTMLTable.Cell(design.name), HTMLReport.count(tally.total(.charges))] + cells + [
          interval, HTMLReport.time(tally, 0.5), HTMLReport.time(tally, 0.99),
        ])
    }
    return table
  }

  private static func time(_ tally: SampledTally, _ level: Double) -> HTMLTable.Cell {
    guard let quantile = tally.quantile(level) else { return HTMLTable.Cell("–", key: -1) }
    return HTMLTable.Cell(
      Numerals.time(quantile.time), key: quantile.time?.seconds ?? .infinity)
  }

  /// The designs in pairs; nil when none are compared.
  var pairs: Section? {
    let comparisons = findings.comparisons
    guard !comparisons.isEmpty else { return nil }
    let rows = comparisons.sorted {
      ($0.difference?.value ?? 0) < ($1.difference?.value ?? 0)
    }.map { pair in
      ForestPlot.Row(
        name: "\(pair.second) − \(pair.first)", value: pair.difference.map { $0.value * 1_000 },
        interval: pair.difference.map { HTMLReport.perMille($0.interval) },
        words: pair.difference.map { HTMLReport.difference($0) } ?? "nobody was charged",
        note: "only \(pair.first) loses \(Numerals.count(pair.users.onlyFirst)) users, only"
          + " \(pair.second) \(Numerals.count(pair.users.onlySecond)); adjusted p"
          + " \(Numerals.probability(pair.adjustedPValue))")
    }
    let plot = ForestPlot(
      rows: rows, title: "difference of lost orders per mille of charges", isSigned: true,
      label: "Differences of lost-order rates over the same users, with their intervals")
    var table = HTMLTable(
      "Pairs of designs over the same users",
      [
        .words("A"), .words("B"), .numbers("B − A, lost ‰"), .numbers("interval"),
        .numbers("both lose"), .numbers("only A"), .numbers("only B"), .numbers("neither"),
        .numbers("p"), .numbers("p (Holm)"), .words("fewer lose under"),
      ])
    for pair in comparisons {
      let difference = pair.difference
      table.add([
        HTMLTable.Cell(pair.first), HTMLTable.Cell(pair.second),
        HTMLTable.Cell(
          difference.map { Numerals.signedPerMille($0.value) } ?? "–", key: difference?.value ?? 0),
        HTMLTable.Cell(
          difference.map { HTMLReport.interval($0.interval) } ?? "–",
          key: difference?.interval.low ?? 0), HTMLReport.count(pair.users.both),
        HTMLReport.count(pair.users.onlyFirst), HTMLReport.count(pair.users.onlySecond),
        HTMLReport.count(pair.users.neither),
        HTMLTable.Cell(Numerals.probability(pair.pValue), key: pair.pValue),
        HTMLTable.Cell(Numerals.probability(pair.adjustedPValue), key: pair.adjustedPValue),
        HTMLTable.Cell(pair.fewer ?? "undecided"),
      ])
    }
    return Section(
      name: "pairs", title: "Paired differences",
      note: "The same users met both designs. Left of 0 the first-named design loses fewer orders;"
        + " p: the exact McNemar test, adjusted by Holm for \(comparisons.count)"
        + " \(comparisons.count == 1 ? "pair" : "pairs").",
      body: HTMLReport.figure(plot.svg, table))
  }

  /// Where orders were lost.
  var dropPoints: Section? {
    let designs = ranked.filter { $0.tally.count(.lost) > 0 }
    guard !designs.isEmpty else { return nil }
    let points = commonPoints(designs.map(\.tally))
    let told = points.prefix(ShareBars.colours - 1)
    let rows = designs.map { name, rate, tally in
      let parts = told.map { $0.count(tally) }
      return ShareBars.Row(
        // Scaled counts are rounded one by one, so the parts may exceed the whole by some.
        name: name, parts: parts + [max(0, tally.count(.lost) - parts.reduce(0, +))],
        words: "\(Numerals.perMille(rate.value)) ‰")
    }
    let bars = ShareBars(
      parts: told.map(\.name) + ["all else"], rows: rows, unit: "orders",
      label: "The lost orders of each design by their drop points")
    var table = HTMLTable(
      "Lost orders by drop point", [.words("design")] + points.map { .numbers($0.name) })
    for (name, _, tally) in designs {
      table.add([HTMLTable.Cell(name)] + points.map { HTMLReport.count($0.count(tally)) })
    }
    return Section(
      name: "drops", title: "Where orders are lost",
      note: "The drop point is the earliest moment after which a lost order could not come right"
        + " ('lostorder explain' tells each). Each bar is all lost orders of a design.",
      body: HTMLReport.figure(bars.svg, table))
  }

  /// One place where orders are lost: a drop point, or a rescue.
  private struct Place {
    var name: String
    var count: (SampledTally) -> Int
  }

  /// The places where anything was lost, the most frequent in the share of a design first.
  private func commonPoints(_ tallies: [SampledTally]) -> [Place] {
    let points = DropPoint.allCases.map { point in
      Place(name: point.rawValue) { tally in
        LossKind.allCases.reduce(0) { $0 + tally.count($1, point) }
      }
    }
    let all = points + [Place(name: "rescued") { $0.count(.rescued) }]
    let weighed = all.map { place in
      tallies.reduce(0) { $0 + Double(place.count($1)) / Double($1.count(.lost)) }
    }
    return all.indices.filter { weighed[$0] > 0 }
      .sorted { (-weighed[$0], $0) < (-weighed[$1], $1) }.map { all[$0] }
  }
}

/// Numbers as cells and words.
extension HTMLReport {
  static func perMille(_ interval: Interval) -> Interval {
    Interval(low: interval.low * 1_000, high: interval.high * 1_000)
  }

  static func share(_ share: Double?) -> HTMLTable.Cell {
    HTMLTable.Cell(share.map { Numerals.perMille($0) } ?? "–", key: share ?? -1)
  }

  static func count(_ number: Int) -> HTMLTable.Cell {
    HTMLTable.Cell(Numerals.count(number), key: Double(number))
  }

  static func interval(_ interval: Interval) -> String {
    Numerals.signedPerMille(interval.low) + " to " + Numerals.signedPerMille(interval.high)
  }

  static func difference(_ estimate: Estimate) -> String {
    "\(Numerals.signedPerMille(estimate.value)) (\(interval(estimate.interval)))"
  }
}
