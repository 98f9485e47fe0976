import Experiments
package import Fitting
import CLibrary
import JSONText
import Scenarios

/// What a fit found out, as sections of a page.
package struct FitSections {
  private let findings: FitFindings
  private let language: Language
  private let report: FitReport

  package init(_ findings: FitFindings, _ language: Language) {
    (self.findings, self.language) = (findings, language)
    report = FitReport(findings, language)
  }

  /// The whole of it as a page of its own: `fit.html`.
  /// - Parameter source: the text of the scenario's file.
  /// - Parameter command: the command that ran.
  package func page(source: String, command: String) -> HTMLPage {
    let lines = report.verdict.map(\.escapingMarkup)
    return HTMLPage(
      language: language, heading: findings.heading, subtitle: findings.subtitle(language),
      verdict: (style, lines.joined(separator: "<br>")),
      sections: sections
        + HTMLPage.Section.origin(
          source: source, command: command, title: findings.title, language))
  }

  private var style: String {
    findings.cut != nil || !findings.isAtRest ? "inconclusive" : findings.fits ? "pass" : "fail"
  }

  package var sections: [HTMLPage.Section] {
    if findings.cut != nil { return [reached] }
    return [rows, values] + findings.blindSpots.enumerated().compactMap(spot) + [profiles]
  }

  private var reached: HTMLPage.Section {
    HTMLPage.Section(
      name: "values", title: language("Where the search stood"), note: report.reachedLegend,
      body: report.reachedTable.html(language("The free values")))
  }

  // MARK: Observed against fitted

  private var rows: HTMLPage.Section {
    let shown = 6.0
    let rows = findings.rows.map { row in
      SpanChart.Row(
        name: report.label(row.row),
        words: language("{0}, expected {1}", Numerals.count(row.row.seen), report.range(of: row)),
        range: -1.96...1.96, place: min(max(row.score, -shown), shown), isOff: row.isOff)
    }
    let chart = SpanChart(
      rows: rows, domain: -shown...shown,
      marks: [-6, -4, -2, 0, 2, 4, 6].map { ($0, Numerals.short($0)) },
      title: language("seen minus expected, in standard deviations"),
      label: language("Each row of the table beside what the fitted model expects"))
    return HTMLPage.Section(
      name: "rows", title: language("What was seen, and what the fitted model expects"),
      note: language(
        "The bar is where 95 of 100 such rows lie if the model is right, the dot what was seen; a row that is"
          + " too far off for one of so many has another colour."),
      body: HTMLPage.Section.figure(
        chart.svg, report.rowTable, language("Rows of the table beside the fitted model"), language)
    )
  }

  // MARK: The values

  private var values: HTMLPage.Section {
    let rows = findings.values.enumerated().map { index, value in
      SpanChart.Row(
        name: report.name(of: value.free),
        words: language(
          "{0} ({1})", report.words(value.best, value.free), report.interval(of: value)),
        range: share(value.low, value.free)...share(value.high, value.free),
        place: share(value.best, value.free),
        ticks: findings.draws.map { share($0[index], value.free) })
    }
    let chart = SpanChart(
      rows: rows, domain: 0...1,
      marks: [(0, language("least")), (0.5, language("middle")), (1, language("most"))],
      title: language("where in its range each value lies"),
      label: language("Estimates of the free values with their intervals and draws"))
    return HTMLPage.Section(
      name: "values", title: language("What the values are"),
      note: language(
        "A dot is the estimate, its bar the 95 % interval, each small line under it one of the draws that go"
          + " on in the fitted scenario. The axis is the range in which the value was free."),
      body: HTMLPage.Section.figure(
        chart.svg, report.valueTable, language("The free values"), language))
  }

  /// Where in its range a value lies, from 0 to 1.
  private func share(_ value: Double, _ free: Fit.Free) -> Double {
    let place = { (value: Double) in free.isLogarithmic ? log(max(value, 1e-300)) : value }
    let (low, high) = (place(free.range.lowerBound), place(free.range.upperBound))
    return min(1, max(0, (place(value) - low) / (high - low)))
  }

  // MARK: What is not told

  private func spot(_ index: Int, _ spot: BlindSpot) -> HTMLPage.Section? {
    let paths = spot.values.map { report.name(of: findings.values[$0].free) }
    var body = list(report.lines(spot))
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
        label: language("Which values of {0} and {1} go together", paths[0], paths[1]))
      let table = Table(
        spot.curve,
        [
          .numbers(paths[0]) { JSONOutput.number($0.first.rounded(digits: 4)).line },
          .numbers(paths[1]) { JSONOutput.number($0.second.rounded(digits: 4)).line },
        ])
      body += HTMLPage.Section.figure(
        chart.svg, table, language("Values that the table does not tell apart"), language)
    }
    return HTMLPage.Section(
      name: "blind\(index + 1)",
      title: language("What the table cannot tell: {0}", language.list(paths)), note: "",
      body: body)
  }

  // MARK: Profiles

  private var profiles: HTMLPage.Section {
    HTMLPage.Section(
      name: "profiles", title: language("How sure each value is"),
      note: language(
        "For each value by how much the objective rises, which is the table's distance from the model with what"
          + " the covariance gains, if the value is another and all others are the best then. The interval"
          + " holds what stays below the line at 3.84."),
      body: findings.values.map(profile).joined())
  }

  private func profile(_ value: FitFindings.Value) -> String {
    let points = value.profile
    guard let first = points.first, let last = points.last, first.value < last.value else {
      return ""
    }
    let top = 10.0
    let words = { (place: Double) in self.report.words(place, value.free) }
    let ticks = (0...4).map { step in
      let place = first.value + (last.value - first.value) * Double(step) / 4
      return (value: place, label: words(place))
    }
    let chart = LineChart(
      series: [
        LineChart.Series(
          name: language("rise of the objective"),
          points: points.map { (x: $0.value, y: min(top, $0.rise)) }),
        LineChart.Series(
          name: language("95 %: 3.84"),
          points: [(x: first.value, y: 3.84), (x: last.value, y: 3.84)], isReference: true),
      ],
      x: LineChart.Axis(
        kind: .linear, domain: first.value...last.value, title: value.free.path, ticks: ticks),
      y: LineChart.Axis(kind: .linear, domain: 0...top, title: language("rise of the objective")),
      marks: [
        LineChart.Mark(
          place: value.best, low: value.isOpenBelow ? nil : value.low,
          high: value.isOpenAbove ? nil : value.high, label: words(value.best),
          title: language("{0}: {1}", report.name(of: value.free), report.interval(of: value)))
      ],
      label: language("How the objective rises with {0}", report.name(of: value.free)))
    let table = Table(
      points,
      [
        .numbers(value.free.path) { words($0.value) },
        .numbers(language("rise of the objective")) { Numerals.fixed($0.rise, digits: 2) },
      ])
    return HTMLPage.Section.figure(
      chart.svg, table, language("Profile of {0}", report.name(of: value.free)), language)
  }

  private func list(_ lines: [String]) -> String {
    "<ul>\n\(lines.map { "<li>\($0.escapingMarkup)</li>\n" }.joined())</ul>\n"
  }
}
