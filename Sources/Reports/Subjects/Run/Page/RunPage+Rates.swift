import Methods
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Lost orders, their trade-off with lost sales, and every metric that an expectation bounds.
extension RunPage {
  var rates: Section {
    let limits = limits(.share(findings.scenario.comparedShare), of: nil)
    let rows = ranked.map { name, rate, counters in
      let (lost, charges) = (counters.count(.lost), counters.total(.charges))
      // Automatic refunds reduce the lost rate (G10).
      let refunds = counters.count(.autoRefunded)
      return ForestPlot.Row(
        name: name, mark: mark(name), value: rate, words: NumberFormat.estimate(rate, language),
        isReference: name == reference,
        note: language.clauses(
          [language("{0} of {1} charges", NumberFormat.count(lost), NumberFormat.count(charges))]
            + (refunds == 0 ? [] : [language("{0} auto-refunded", NumberFormat.count(refunds))])),
        limits: limits[name] ?? [])
    }
    let level = NumberFormat.percent(findings.confidence)
    let plot = ForestPlot(
      rows: rows, title: losses.axis,
      label: language(
        "Lost orders per mille of charges, by design, with their {0} intervals", level))
    let columns =
      [.marked(language("design"), self), .charges(language("charges"))]
      + Column.rates(ShareMetric.columns, of: findings, language)
      + [.interval(language("interval of lost ‰"), language)] + Column.times(language)
    let note =
      rows.contains(where: \.isReference)
      ? language(
        "Per mille of charges, with {0} intervals, lowest first; the dashed line is the reference"
          + " design, {1}. Lost: undelivered, wrong item (crossed), wrong account (misdelivered), or"
          + " delivered only with human help (rescued).", level, reference)
      : language(
        "Per mille of charges, with {0} intervals, lowest first. Lost: undelivered, wrong item"
          + " (crossed), wrong account (misdelivered), or delivered only with human help (rescued).",
        level)
    return Section(
      name: "rates", title: language("Lost orders"),
      note: language.sentences(
        [note] + (limits.isEmpty ? [] : [wordsOnLimits]) + losses.note
          + RunReport(findings, language).outages),
      body: figure(
        plot.svg, Table(designs, columns),
        language(
          "Rates by design: lost sales per intent (started purchase) whose user wanted to"
            + " pay, double charges per intent, all others per charge")))
  }

  /// Lost orders against lost sales; nil if no design lost a sale, or for a single design.
  var tradeOff: Section? {
    let standing = { (name: String) in findings.conclusion?.standings.first { $0.name == name } }
    let rated = ranked.compactMap { name, lost, counters in
      counters.rate(.lostSale).map { (name: name, lost: lost, sales: $0) }
    }
    guard rated.count > 1, rated.contains(where: { $0.sales.value > 0 }) else { return nil }
    let points = rated.map { design in
      ScatterPlot.Point(
        name: design.name, mark: mark(design.name) ?? DesignMark(0), x: design.lost,
        y: design.sales, isOnFront: standing(design.name).map { $0.dominatedBy == nil } ?? false,
        words: language(
          "lost orders {0} ‰, lost sales {1} ‰", NumberFormat.estimate(design.lost, language),
          NumberFormat.estimate(design.sales, language)))
    }
    let plot = ScatterPlot(
      points: points, xTitle: losses.axis, yTitle: language("lost sales per mille of intents"),
      frontTitle: language("in bold: not dominated"),
      label: language("Lost orders against lost sales of each design, with their intervals"))
    let cell = { Table.Cell(text: NumberFormat.estimate($0, language), key: $0.value) }
    let columns: [Column<(name: String, lost: Estimate, sales: Estimate)>] = [
      .markup(language("design")) { marked($0.name) },
      .cells(language("lost orders ‰")) { cell($0.lost) },
      .cells(ShareMetric.lostSale.title(language)) { cell($0.sales) },
      .words(language("dominated by")) { standing($0.name)?.dominatedBy ?? "–" },
    ]
    let note = language(
      "Closer to the lower left corner is better. The objectives are lost orders, lost sales, double"
        + " charges and bad debt. A design is dominated if another design is significantly better in"
        + " one objective and significantly worse in none.")
    return Section(
      name: "tradeoff", title: language("Lost orders against lost sales"),
      note: language.sentences([note] + losses.note),
      body: figure(
        plot.svg, Table(rated, columns), language("Lost orders and lost sales by design")))
  }

  /// A metric with the product to which it is limited, if any.
  private struct ExpectedMetric: Hashable {
    var metric: Metric
    var product: Int?
  }

  /// A chart for every bounded metric without a chart of its own, in the order of the format; nil
  /// without any.
  var metrics: Section? {
    let expectedMetrics = findings.claims.map(\.expectation).compactMap { expectation in
      expectation.claim.metric.map { ExpectedMetric(metric: $0, product: expectation.productIndex) }
    }
    // Sorting is stable, so products of one metric keep the order of the expectations.
    let figures = expectedMetrics.filter { $0 != compared }.uniqued
      .sorted { Metric.comesBefore($0.metric, $1.metric) }.compactMap(figure)
    guard !figures.isEmpty else { return nil }
    return Section(
      name: "metrics", title: language("Other metrics with expectations"),
      note: language(
        "All other metrics for which the scenario sets a minimum or maximum, for each design, with"
          + " {0} intervals.", NumberFormat.percent(findings.confidence)) + " " + wordsOnLimits,
      body: figures.joined())
  }

  private var wordsOnLimits: String {
    language("A red tick is the minimum or maximum that an expectation allows.")
  }

  /// The metric that ``rates`` shows.
  private var compared: ExpectedMetric {
    ExpectedMetric(metric: .share(findings.scenario.comparedShare), product: nil)
  }

  /// Bounds of a metric in expectations, by design.
  private func limits(_ metric: Metric, of product: Int?) -> [String: [Double]] {
    findings.claims.reduce(into: [:]) { limits, claim in
      guard case .range(metric, let design, let min, let max) = claim.expectation.claim,
        claim.expectation.productIndex == product
      else { return }
      limits[design, default: []] += [min, max].compactMap(\.self)
    }
  }

  /// Chart of a bounded metric under all designs; nil if no design has a value.
  private func figure(_ expected: ExpectedMetric) -> String? {
    let (metric, product) = (expected.metric, expected.product)
    let limits = limits(metric, of: product)
    let currency = findings.scenario.currency
    let rows = designs.compactMap { design -> ForestPlot.Row? in
      guard let place = place(of: design.name) else { return nil }
      let found = findings.results.estimate(metric, of: place, product: product)
      return ForestPlot.Row(
        name: design.name, mark: mark(design.name), value: found,
        words: found.map { ClaimText.words($0, currency, language) }
          ?? language("nothing to measure"), limits: limits[design.name] ?? [])
    }
    guard rows.contains(where: { $0.value != nil }) else { return nil }
    let title = ClaimText.name(
      metric, product: product.map { findings.catalog.products[$0].name }, language)
    let unit =
      switch metric.unit {
      case .share: title + " ‰"
      case .money: language("{0} in {1}", title, NumberFormat.unit(of: currency, language))
      case .time: title
      }
    let meaning = language.translated(metric.row.meaning)
    let plot = ForestPlot(
      rows: rows, title: unit, label: language("{0}, by design, with intervals", title),
      currency: currency, language: language)
    let table = Table(
      rows,
      [
        .markup(language("design")) { marked($0.name) },
        .cells(unit) { Table.Cell(text: $0.words, key: $0.value?.value ?? -1) },
      ])
    return "<h3>\(title.escapingMarkup)</h3>\n<p class=\"note\">\(meaning.escapingMarkup)</p>\n"
      + figure(plot.svg, table, language("{0} by design", title))
  }
}
