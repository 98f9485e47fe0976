import EventEngine
package import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a run with a shared backend as a self-contained page: `report.html`.
package struct SharedBackendPage {
  private let results: SharedBackendResults
  private let language: Language
  private let report: SharedBackendReport

  package init(_ results: SharedBackendResults, _ language: Language) {
    (self.results, self.language) = (results, language)
    report = SharedBackendReport(results, language)
  }

  /// - Parameter source: text of the scenario file.
  /// - Parameter command: the command that ran.
  package func text(source: String, command: String) -> String {
    HTMLPage(
      language: language, heading: report.heading, subtitle: report.subtitle,
      verdict: HTMLPage.verdict(
        results.verdict, of: results.claims, language.sentences(sentences), language),
      sections: [conclusion, outcomes, load, recoveries].compactMap(\.self)
        + SharedBackendTables.all.sections(of: results, language) + charts + [expectations]
        + HTMLPage.Section.origin(source: source, command: command, title: results.title, language)
    ).text
  }

  private var sentences: [String] {
    let all = HTMLPage.sentences(results.claims, warnings: report.warnings, language)
    return all.isEmpty ? [language("The scenario has no expectations, so nothing can fail.")] : all
  }

  private var conclusion: HTMLPage.Section? {
    Conclusion(results).map { .conclusion($0, language) }
  }

  private var expectations: HTMLPage.Section {
    .expectations(results.claims, level: results.confidence.level, isCase: false, language)
  }

  private var outcomes: HTMLPage.Section {
    let title = language("Lost orders and lost sales")
    return HTMLPage.Section(
      name: "outcomes", title: title,
      note: language(
        "Means over the replications. Intervals are Student's t over the replications, and at least"
          + " as wide as the pooled counts of all replications require."),
      body: report.outcomes.html(title))
  }

  private var load: HTMLPage.Section {
    let title = language("Load of the backend")
    return HTMLPage.Section(
      name: "load", title: title,
      note: language("All users of a design share one queue: first come, first served."),
      body: report.load.html(title))
  }

  private var recoveries: HTMLPage.Section? {
    let lines = report.recoveries
    if lines.isEmpty { return nil }
    return HTMLPage.Section(
      name: "recoveries", title: language("After the outages"),
      note: language(
        "Metastable: the queue was normal before an outage and is not normal again while users"
          + " come, because refused and late requests are retried. Draining: the waits become"
          + " shorter; the time is an estimate."),
      body: HTMLPage.Section.list(lines))
  }

  // Charts over time.

  private var charts: [HTMLPage.Section] {
    let count = Double(results.replicationCount)
    let width = results.loadTimeline(of: 0).binWidth.seconds
    return [
      chart("arrivals", language("Requests over time"), language("requests per second")) {
        Double($0.arrived) / count / width
      },
      chart(
        "refusals", language("Refused requests over time"), language("refused requests per second")
      ) { Double($0.refused) / count / width },
      chart("queue", language("The longest queue over time"), language("waiting requests")) {
        Double($0.longestQueue)
      },
      chart("waits", language("The mean wait over time"), language("seconds")) {
        $0.served == 0 ? nil : Double($0.totalWait) / Double($0.served) / 1e6
      },
    ]
  }

  private func chart(
    _ name: String, _ title: String, _ unit: String,
    _ number: @escaping (LoadTimeline.Bin) -> Double?
  ) -> HTMLPage.Section {
    let courses = results.scenario.designs.indices.map { results.loadTimeline(of: $0) }
    let minutes = { (course: LoadTimeline, bin: Int) in
      (Double(course.from.microseconds) / 1e6 + (Double(bin) + 0.5) * course.binWidth.seconds) / 60
    }
    let series = courses.enumerated().map { design, course in
      let points = course.bins.enumerated().compactMap { place, bin in
        number(bin).map { (minutes(course, place), $0) }
      }
      return LineChart.Series(name: report.name(design), points: points, colour: design)
    }
    let maximum = series.flatMap { $0.points.map(\.y) }.max() ?? 0
    let bins = courses[0].bins.indices
    let (first, last) = (minutes(courses[0], 0), minutes(courses[0], bins.count - 1))
    let drawn = LineChart(
      series: series,
      x: LineChart.Axis(
        kind: .linear, domain: first...max(last, first + 1), title: language("minutes")),
      y: LineChart.Axis(kind: .linear, domain: 0...(maximum > 0 ? maximum * 1.04 : 1), title: unit),
      isInterpolated: true, label: title)
    let columns = courses.enumerated().map { design, course in
      Column<Int>.cells(report.name(design)) {
        number(course.bins[$0]).map { Table.Cell(text: NumberFormat.short($0), key: $0) } ?? .dash
      }
    }
    let times = Column<Int>.numbers(language("minutes")) {
      NumberFormat.fixed(minutes(courses[0], $0), digits: 1)
    }
    return HTMLPage.Section(
      name: name, title: title,
      note: language("All replications pooled, in {0} steps.", "\(bins.count)"),
      body: HTMLPage.Section.figure(drawn.svg, Table(bins, [times] + columns), title, language))
  }
}
