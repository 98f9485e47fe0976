import Experiments
package import Fitting
import CLibrary
import JSONText
import Scenarios

/// Results of a fit, as sections of a page.
package struct FitSections {
  private let findings: FitFindings
  private let language: Language
  private let report: FitReport

  package init(_ findings: FitFindings, _ language: Language) {
    (self.findings, self.language) = (findings, language)
    report = FitReport(findings, language)
  }

  /// The results as a separate page: `fit.html`.
  /// - Parameter source: text of the scenario file.
  /// - Parameter command: the command that ran.
  package func page(source: String, command: String) -> HTMLPage {
    let verdict = report.verdictLines.map(\.escapingMarkup).joined(separator: "<br>")
    return HTMLPage(
      language: language, heading: findings.heading, subtitle: findings.subtitle(language),
      verdict: (style, verdict),
      sections: sections
        + HTMLPage.Section.origin(
          source: source, command: command, title: findings.title, language))
  }

  private var style: String {
    findings.interruption != nil || !findings.hasConverged
      ? "inconclusive" : findings.isConsistentWithTable ? "pass" : "fail"
  }

  package var sections: [HTMLPage.Section] {
    if findings.interruption != nil { return [reached] }
    return [rows, values] + findings.unidentifiedParameters.enumerated().compactMap(spot) + [
      profiles
    ]
  }

  private var reached: HTMLPage.Section {
    HTMLPage.Section(
      name: "values", title: language("Current point of the search"), note: report.reachedLegend,
      body: report.reachedTable.html(language("The free values")))
  }

  // MARK: Observed against fitted

  private var rows: HTMLPage.Section {
    let shown = 6.0
    let rows = findings.rows.map { row in
      SpanChart.Row(
        name: report.label(row.row.count),
        words: language(
          "{0}, expected {1}", NumberFormat.count(row.row.observed), report.range(of: row)),
        range: -1.96...1.96, place: min(max(row.score, -shown), shown), isOff: row.isUnexplained)
    }
    let chart = SpanChart(
      rows: rows, domain: -shown...shown,
      marks: [-6, -4, -2, 0, 2, 4, 6].map { ($0, NumberFormat.short($0)) },
      title: language("observed minus expected, in standard deviations"),
      label: language("Each row of the table beside the expectation of the fitted model"))
    return HTMLPage.Section(
      name: "rows", title: language("Observed and expected counts"),
      note: language(
        "The bar shows where 95 of 100 such rows are if the model is right; the dot is the observed"
          + " count. A row that is too far off, among as many rows, has another colour."),
      body: HTMLPage.Section.figure(
        chart.svg, report.rowTable, language("Rows of the table beside the fitted model"), language)
    )
  }

  // MARK: The values

  private var values: HTMLPage.Section {
    let rows = findings.values.enumerated().map { index, value in
      SpanChart.Row(
        name: report.name(of: value.parameter),
        words: language(
          "{0} ({1})", report.words(value.best, value.parameter), report.interval(of: value)),
        range: share(value.low, value.parameter)...share(value.high, value.parameter),
        place: share(value.best, value.parameter),
        ticks: findings.posteriorDraws.map { share($0[index], value.parameter) })
    }
    let chart = SpanChart(
      rows: rows, domain: 0...1,
      marks: [(0, language("least")), (0.5, language("middle")), (1, language("most"))],
      title: language("position of each value in its range"),
      label: language("Estimates of the free values with their intervals and draws"))
    return HTMLPage.Section(
      name: "values", title: language("Estimates"),
      note: language(
        "A dot is the estimate, its bar the 95 % interval. Each small line below it is one of the"
          + " draws in the fitted scenario. The axis is the range in which the value was free."),
      body: HTMLPage.Section.figure(
        chart.svg, report.valueTable, language("The free values"), language))
  }

  /// Position of a value in its range, from 0 to 1.
  private func share(_ value: Double, _ free: Fit.Parameter) -> Double {
    let place = { (value: Double) in free.isLogarithmic ? log(max(value, 1e-300)) : value }
    let (low, high) = (place(free.range.lowerBound), place(free.range.upperBound))
    return min(1, max(0, (place(value) - low) / (high - low)))
  }

  // MARK: What the table does not determine

  private func spot(_ index: Int, _ spot: UnidentifiedParameters) -> HTMLPage.Section? {
    let paths = spot.values.map { report.name(of: findings.values[$0].parameter) }
    var body = HTMLPage.Section.list(report.lines(spot))
    if let first = spot.curve.first, let last = spot.curve.last, first.first < last.first {
      let heights = spot.curve.map(\.second)
      let (low, high) = (heights.min() ?? 0, heights.max() ?? 1)
      let room = max(0.05 * (high - low), 1e-9)
      let chart = LineChart(
        series: [
          LineChart.Series(
            name: language("as good as the best"),
            points: spot.curve.map { (x: $0.first, y: $0.second) })
        ],
        x: LineChart.Axis(kind: .linear, domain: first.first...last.first, title: paths[0]),
        y: LineChart.Axis(kind: .linear, domain: low - room...high + room, title: paths[1]),
        label: language(
          "Combinations of {0} and {1} that agree with the table", paths[0], paths[1]))
      let table = Table(
        spot.curve,
        [
          .numbers(paths[0]) { JSONOutput.number($0.first.rounded(digits: 4)).line },
          .numbers(paths[1]) { JSONOutput.number($0.second.rounded(digits: 4)).line },
        ])
      body += HTMLPage.Section.figure(
        chart.svg, table, language("Values that the table does not separate"), language)
    }
    return HTMLPage.Section(
      name: "blind\(index + 1)",
      title: language("Not determined by the table: {0}", language.list(paths)), note: "",
      body: body)
  }

  // MARK: Profiles

  private var profiles: HTMLPage.Section {
    HTMLPage.Section(
      name: "profiles", title: language("Precision of each value"),
      note: language(
        "For each value: the increase of the objective if the value is changed and all others are"
          + " optimal. The objective is the table's distance from the model plus the term of the"
          + " covariance. The interval contains the values below the line at 3.84."),
      body: findings.values.map(profile).joined())
  }

  private func profile(_ value: FitFindings.Value) -> String {
    let points = value.profile
    guard let first = points.first, let last = points.last, first.value < last.value else {
      return ""
    }
    let top = 10.0
    let words = { (place: Double) in self.report.words(place, value.parameter) }
    let ticks = (0...4).map { step in
      let place = first.value + (last.value - first.value) * Double(step) / 4
      return (value: place, label: words(place))
    }
    let chart = LineChart(
      series: [
        LineChart.Series(
          name: language("increase of the objective"),
          points: points.map { (x: $0.value, y: min(top, $0.rise)) }),
        LineChart.Series(
          name: language("95 %: 3.84"),
          points: [(x: first.value, y: 3.84), (x: last.value, y: 3.84)], isReference: true),
      ],
      x: LineChart.Axis(
        kind: .linear, domain: first.value...last.value, title: value.parameter.path, ticks: ticks),
      y: LineChart.Axis(
        kind: .linear, domain: 0...top, title: language("increase of the objective")),
      marks: [
        LineChart.Mark(
          place: value.best, low: value.isUnboundedBelow ? nil : value.low,
          high: value.isUnboundedAbove ? nil : value.high, label: words(value.best),
          title: language("{0}: {1}", report.name(of: value.parameter), report.interval(of: value)))
      ],
      label: language("Increase of the objective with {0}", report.name(of: value.parameter)))
    let table = Table(
      points,
      [
        .numbers(value.parameter.path) { words($0.value) },
        .numbers(language("increase of the objective")) { NumberFormat.fixed($0.rise, digits: 2) },
      ])
    return HTMLPage.Section.figure(
      chart.svg, table, language("Profile of {0}", report.name(of: value.parameter)), language)
  }
}
