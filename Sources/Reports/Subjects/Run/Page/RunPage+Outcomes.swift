import Methods
import EventEngine
import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// Paired comparisons, drop points, money, and expectations.
extension RunPage {
  /// The designs in pairs; nil if none are compared.
  var pairs: Section? {
    let comparisons = findings.comparisons
    guard !comparisons.isEmpty else { return nil }
    // A common reference is named once.
    let shared = comparisons.allSatisfy { $0.first == comparisons[0].first }
    let sorted = comparisons.sorted { order(of: $0) < order(of: $1) }
    let rows = sorted.map { pair in
      ForestPlot.Row(
        name: pair.second, less: shared ? nil : pair.first, mark: mark(pair.second),
        value: pair.difference,
        words: pair.difference.map { NumberFormat.signedEstimate($0, language) }
          ?? language("no user was charged"),
        note: language(
          "users who lose an order only under {0}: {1}, only under {2}: {3}; adjusted p {4}",
          pair.first, NumberFormat.count(pair.simulatedUsers.onlyFirst), pair.second,
          NumberFormat.count(pair.simulatedUsers.onlySecond),
          NumberFormat.probability(pair.adjustedPValue)))
    }
    let less = losses.less(comparisons[0].first)
    let pairs =
      comparisons.count == 1 ? language("1 pair") : language("{0} pairs", "\(comparisons.count)")
    let note =
      shared
      ? language(
        "All designs are simulated with the same users. Left of 0, a design loses fewer orders than"
          + " {0}. p (adjusted by Holm for {1})", comparisons[0].first, pairs)
      : language(
        "Both designs are simulated with the same users. Left of 0, the first-named design loses"
          + " fewer orders. p (adjusted by Holm for {0})", pairs)
    // The test behind p.
    let test =
      findings.isPlainSample
      ? language(" is that of the exact McNemar test.")
      : language(
        " tests whether the same share of all users loses orders under both designs. The table counts"
          + " the sampled users.")
    let plot = ForestPlot(
      rows: rows,
      title: shared && TextMeasure.width(less, size: 12) < Int(Canvas.narrow) - 20
        ? less : losses.axisOfDifferences, isSigned: true,
      label: language("Differences of lost-order rates over the same users, with their intervals"))
    let heads = [
      losses.difference.page, language("interval"), language("both lose"), language("only A"),
      language("only B"), findings.isPlainSample ? language("neither") : language("B − A, users ‰"),
      "p", "p (Holm)",
    ]
    let table = Table(
      sorted,
      [.markup("A") { marked($0.first) }, .markup("B") { marked($0.second) }]
        + RunReport(findings, language).pairColumns(heads, language("fewer losses under")))
    return Section(
      name: "pairs", title: language("Paired differences"),
      note: language.sentences([note + test] + losses.note),
      body: figure(plot.svg, table, language("Pairs of designs over the same users")))
  }

  /// Places of the pair's designs, the second one first: rows are in design order.
  private func order(of pair: ComparisonFinding) -> (Int, Int) {
    let place = { (name: String) in designs.firstIndex { $0.name == name } ?? designs.count }
    return (place(pair.second), place(pair.first))
  }

  var dropPoints: Section? {
    let designs = designs.filter { $0.totalCounters.count(.lost) > 0 }
    guard !designs.isEmpty else { return nil }
    let places = commonPlaces(designs.map(\.totalCounters))
    let shown = places.prefix(ShareBars.colours - 1)
    let rows = designs.enumerated().map { index, design in
      let parts = shown.map { $0.parts[index] }
      // Scaled counts are rounded separately, so the parts may exceed the whole by a few.
      let rest = max(0, design.totalCounters.count(.lost) - parts.reduce(0) { $0 + $1.all })
      let rate = design.totalCounters.rate(.lost).map { NumberFormat.perMille($0.value) } ?? "–"
      return ShareBars.Row(
        name: design.name, mark: mark(design.name), parts: parts + [ShareBars.Part(lost: rest)],
        words: "\(rate) ‰")
    }
    let bars = ShareBars(
      parts: shown.map(\.name) + [language("all other")], rows: rows, language: language,
      label: language("Lost orders of each design by drop point"))
    let titles = shown.compactMap { DropPoint(rawValue: $0.name) }
      .map { "\($0.rawValue): \($0.title)" }.joined(separator: "; ")
    let isRescued = places.contains { $0.parts.contains { $0.rescued > 0 } }
    let table = Table(
      Array(designs.enumerated()),
      [.markup(language("design")) { marked($0.element.name) }]
        + places.flatMap { place in
          let lost = Column<(offset: Int, element: RunFindings.DesignFindings)>.counts(place.name) {
            place.parts[$0.offset].all
          }
          guard place.parts.contains(where: { $0.rescued > 0 }) else { return [lost] }
          return [lost, .counts(language("of these rescued")) { place.parts[$0.offset].rescued }]
        })
    let note = language(
      "The drop point is the event after which the order could not be delivered automatically, or"
        + " the state in which it waited at the end; 'lostorder explain' describes each. A bar shows"
        + " all lost orders of a design.")
    let rescueNote = language(
      "Orders rescued by a human are hatched, at the drop point where they would have been lost.")
    return Section(
      name: "drops", title: language("Drop points of lost orders"),
      note: language.sentences(
        [note] + (isRescued ? [rescueNote] : [])
          // Chinese names say what they mean.
          + (language == .en ? [titles + "."] : []) + losses.missing),
      body: figure(bars.svg, table, language("Lost orders by drop point")))
  }

  /// A drop point, with the number of orders that each design loses there.
  private typealias Place = (name: String, parts: [ShareBars.Part])

  /// Drop points with losses, ordered by their largest share in a design.
  private func commonPlaces(_ tallies: [SampledCounters]) -> [Place] {
    let kinds = tallies.map { counters in LossKind.allCases.map(counters.counts) }
    let rescues = tallies.map(\.rescuesByPoint)
    let all = DropPoint.allCases.map { point -> Place in
      let parts = zip(kinds, rescues).map { lost, rescued in
        ShareBars.Part(lost: lost.reduce(0) { $0 + $1[point.index] }, rescued: rescued[point.index])
      }
      return (language.named(point.rawValue), parts)
    }
    let weighed = all.map { place in
      zip(place.parts, tallies).reduce(0) { $0 + Double($1.0.all) / Double($1.1.count(.lost)) }
    }
    return all.indices.filter { weighed[$0] > 0 }
      .sorted { (-weighed[$0], $0) < (-weighed[$1], $1) }.map { all[$0] }
  }

  var money: Section {
    let currency = findings.scenario.currency
    let rows = designs.compactMap { design -> ForestPlot.Row? in
      let money = design.totalCounters.money
      let charged = Double(money.charged)
      guard charged > 0, let lost = design.lostRevenue else { return nil }
      let share = Estimate(
        lost.value / charged,
        Interval(low: lost.interval.low / charged, high: lost.interval.high / charged), .share)
      return ForestPlot.Row(
        name: design.name, mark: mark(design.name), value: share,
        words: NumberFormat.estimate(share, language), isReference: design.name == reference,
        note: language(
          "bad debt {0} of {1} charged", NumberFormat.amount(money.badDebt, currency),
          NumberFormat.amount(money.charged, currency)))
    }
    let plot = ForestPlot(
      rows: rows, title: language("lost revenue per mille of charged amounts"),
      label: language(
        "Revenue of lost orders per mille of the amounts that the store charged, by design"))
    let reasons = Column.amounts(
      [
        (language("of which refunded goods"), \.refundedGoods),
        (language("duplicates"), \.duplicates), (language("price differences"), \.priceDifferences),
      ], currency)
    let table = Table(
      designs, [.marked(language("design"), self)] + Column.money(of: findings, language) + reasons)
    let note = language(
      "Revenue of lost orders per mille of the amounts that the store charged. Bad debt: amounts"
        + " that the backend booked and the store does not pay (refunds after delivery, repeated"
        + " deliveries, list prices that differ from the store's).")
    return Section(
      name: "money", title: language("Money"), note: language.sentences([note] + losses.missing),
      body: figure(
        plot.svg, table, language("Money in {0}", NumberFormat.unit(of: currency, language))))
  }

  var endings: Section {
    let rows = findings.designs.compactMap { design in
      design.caseOutcome.map { (name: design.name, ending: $0) }
    }
    let table = Table(
      rows,
      [
        .words(language("design"), \.name),
        .words(language("charges")) { row in
          let charges = row.ending.charges.map { language.list($0.words.map(language.named)) }
          return charges.isEmpty ? language("no charge") : charges.joined(separator: "; ")
        }, .words(language("flags")) { $0.ending.flagWords(language) },
      ])
    return Section(
      name: "endings", title: language("Ending"),
      note: language("One planned timeline, simulated under every design."),
      body: table.html(language("Endings of the case")))
  }
}
