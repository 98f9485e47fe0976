import EventEngine
import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// How many orders are lost, against which design, and where.
extension HTMLReport {
  /// The lost-order rates, the least first.
  var rates: Section {
    let rows = ranked.map { name, rate, tally in
      ForestPlot.Row(
        name: name, value: rate.value * 1_000, interval: HTMLReport.perMille(rate.interval),
        words: "\(Numerals.perMille(rate.value)) (\(Numerals.interval(rate, language)))",
        isReference: name == reference,
        note: language(
          "{0} of {1} charges", Numerals.count(tally.count(.lost)),
          Numerals.count(tally.total(.charges))))
    }
    let plot = ForestPlot(
      rows: rows, title: language("lost orders per mille of charges"),
      label: language(
        "Lost orders per mille of charges, by design, with their {0} intervals",
        SampleText.percent(findings.level)))
    return Section(
      name: "rates", title: language("Lost orders"),
      note: rows.contains(where: \.isReference)
        ? language(
          "Per mille of charges, with {0} intervals, the least first; the dashed line is {1}."
            + " Lost: undelivered, crossed, misdelivered or rescued by a human.",
          SampleText.percent(findings.level), reference)
        : language(
          "Per mille of charges, with {0} intervals, the least first."
            + " Lost: undelivered, crossed, misdelivered or rescued by a human.",
          SampleText.percent(findings.level)), body: figure(plot.svg, ratesTable))
  }

  private var ratesTable: HTMLTable {
    let shares: [(String, Share)] = [
      (language("lost ‰"), .lost), (language("crossed ‰"), .crossed),
      (language("misdelivered ‰"), .misdelivered), (language("rescued ‰"), .rescued),
      (language("recovered ‰"), .recovered), (language("lost sales ‰"), .lostSale),
      (language("double charges ‰"), .doubleCharge), (language("duplicates ‰"), .duplicate),
    ]
    var table = HTMLTable(
      language(
        "Rates by design; lost sales of intents that wanted to pay, double charges of intents, all"
          + " else of charges"),
      [.words(language("design")), .numbers(language("charges"))]
        + shares.map { .numbers($0.0) } + [
          .numbers(language("interval of lost ‰")), .numbers(language("median time")),
          .numbers(language("p99 time")),
        ])
    for design in findings.designs {
      let tally = design.ledger.all
      let cells = shares.map { HTMLReport.share(tally.rate($0.1)?.value) }
      let lost = tally.rate(.lost)
      let interval = HTMLTable.Cell(
        lost.map { Numerals.interval($0, language) } ?? "–", key: lost?.interval.high ?? -1)
      table.add(
        [HTMLTable.Cell(design.name), HTMLReport.count(tally.total(.charges))] + cells + [
          interval, time(tally, 0.5), time(tally, 0.99),
        ])
    }
    return table
  }

  private func time(_ tally: SampledTally, _ level: Double) -> HTMLTable.Cell {
    guard let quantile = tally.quantile(level) else { return HTMLTable.Cell("–", key: -1) }
    return HTMLTable.Cell(
      Numerals.time(quantile.time, language), key: quantile.time?.seconds ?? .infinity)
  }

  /// The designs in pairs; nil when none are compared.
  var pairs: Section? {
    let comparisons = findings.comparisons
    guard !comparisons.isEmpty else { return nil }
    // What is subtracted from every design is said once.
    let shared = comparisons.allSatisfy { $0.first == comparisons[0].first }
    let rows = comparisons.sorted { ($0.difference?.value ?? 0) < ($1.difference?.value ?? 0) }.map
    { pair in
      ForestPlot.Row(
        name: pair.second, less: shared ? nil : pair.first,
        value: pair.difference.map { $0.value * 1_000 },
        interval: pair.difference.map { HTMLReport.perMille($0.interval) },
        words: pair.difference.map { difference($0) } ?? language("nobody was charged"),
        note: language(
          "only {0} loses {1} users, only {2} {3}; adjusted p {4}", pair.first,
          Numerals.count(pair.counted.onlyFirst), pair.second,
          Numerals.count(pair.counted.onlySecond), Numerals.probability(pair.adjustedPValue)))
    }
    let less = language("lost orders per mille of charges, less those of {0}", comparisons[0].first)
    let pairs =
      comparisons.count == 1 ? language("1 pair") : language("{0} pairs", "\(comparisons.count)")
    let plot = ForestPlot(
      rows: rows,
      title: shared && Markup.width(less, size: 12) < Int(Canvas.narrow) - 20
        ? less : language("difference of lost orders per mille of charges"), isSigned: true,
      label: language("Differences of lost-order rates over the same users, with their intervals"))
    return Section(
      name: "pairs", title: language("Paired differences"),
      note: (shared
        ? language(
          "The same users met every design. Left of 0 a design loses fewer orders than {0}; p,"
            + " adjusted by Holm for {1}:", comparisons[0].first, pairs)
        : language(
          "The same users met both designs. Left of 0 the first-named design loses fewer orders; p,"
            + " adjusted by Holm for {0}:", pairs)) + test, body: figure(plot.svg, pairsTable))
  }

  /// What the p of pairs is that of.
  private var test: String {
    findings.isPlain
      ? language(" the exact McNemar test.")
      : language(
        " that as many users lose an order under either design, as the strata weigh them; users are"
          + " counted as drawn.")
  }

  private var pairsTable: HTMLTable {
    var table = HTMLTable(
      language("Pairs of designs over the same users"),
      [
        .words("A"), .words("B"), .numbers(language("B − A, lost ‰")),
        .numbers(language("interval")), .numbers(language("both lose")),
        .numbers(language("only A")), .numbers(language("only B")),
        .numbers(findings.isPlain ? language("neither") : language("B − A, users ‰")),
        .numbers("p"), .numbers("p (Holm)"), .words(language("fewer lose under")),
      ])
    for pair in findings.comparisons {
      let difference = pair.difference
      table.add([
        HTMLTable.Cell(pair.first), HTMLTable.Cell(pair.second),
        HTMLTable.Cell(
          difference.map { Numerals.signedPerMille($0.value) } ?? "–", key: difference?.value ?? 0),
        HTMLTable.Cell(
          difference.map { Numerals.signedInterval($0.interval, language) } ?? "–",
          key: difference?.interval.low ?? 0), HTMLReport.count(pair.counted.both),
        HTMLReport.count(pair.counted.onlyFirst), HTMLReport.count(pair.counted.onlySecond),
        pair.losers.map { losers in
          HTMLTable.Cell(Numerals.signedPerMille(losers.value), key: losers.value)
        } ?? HTMLReport.count(pair.users.neither),
        HTMLTable.Cell(Numerals.probability(pair.pValue), key: pair.pValue),
        HTMLTable.Cell(Numerals.probability(pair.adjustedPValue), key: pair.adjustedPValue),
        HTMLTable.Cell(pair.fewer ?? language("undecided")),
      ])
    }
    return table
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
      parts: told.map(\.name) + [language("all else")], rows: rows, language: language,
      label: language("The lost orders of each design by their drop points"))
    var table = HTMLTable(
      language("Lost orders by drop point"),
      [.words(language("design"))] + points.map { .numbers($0.name) })
    for (name, _, tally) in designs {
      table.add([HTMLTable.Cell(name)] + points.map { HTMLReport.count($0.count(tally)) })
    }
    return Section(
      name: "drops", title: language("Where orders are lost"),
      note: language(
        "The drop point is the earliest moment after which a lost order could not come right"
          + " ('lostorder explain' tells each). Each bar is all lost orders of a design."),
      body: figure(bars.svg, table))
  }

  /// One place where orders are lost: a drop point, or a rescue.
  private struct Place {
    var name: String
    var count: (SampledTally) -> Int
  }

  /// The places where anything was lost, the most frequent in the share of a design first.
  private func commonPoints(_ tallies: [SampledTally]) -> [Place] {
    let points = DropPoint.allCases.map { point in
      Place(name: language.named(point.rawValue)) { tally in
        LossKind.allCases.reduce(0) { $0 + tally.count($1, point) }
      }
    }
    let all = points + [Place(name: language.named("rescued")) { $0.count(.rescued) }]
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

  func difference(_ estimate: Estimate) -> String {
    let interval = Numerals.signedInterval(estimate.interval, language)
    return "\(Numerals.signedPerMille(estimate.value)) (\(interval))"
  }
}
