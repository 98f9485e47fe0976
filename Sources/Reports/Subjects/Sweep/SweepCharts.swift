import Methods
import CLibrary
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Charts of a sweep, each with the table of its numbers.
struct SweepCharts {
  /// A chart with its title, note and table.
  struct Figure {
    /// Id, the target of links.
    var name: String
    var title: String
    /// Note on how to read the chart.
    var note: String
    var chart: any Chart
    var table: Table
  }

  private let findings: SweepFindings
  private let language: Language
  private let report: SweepReport

  init(_ findings: SweepFindings, _ language: Language) {
    (self.findings, self.language) = (findings, language)
    report = SweepReport(findings, language)
  }

  /// Charts of one value, or the map of two.
  var figures: [Figure] {
    if findings.hasTwoDimensions { return [map] }
    return [losses] + (sellsAll ? [] : [lostSales]) + (findings.hasRecoveries ? [metastable] : [])
      + (findings.comparisons.isEmpty ? [] : [differences])
  }

  private var path: String { findings.path() }

  private var sellsAll: Bool { findings.isNever(\.lostSales) }

  private func title(_ what: String) -> String { language("The sweep: {0}", what) }

  /// Whether the values are separate choices.
  private var isOfChoices: Bool { findings.dimensions[0].scale == .choices }
}

/// One value.
extension SweepCharts {
  private var losses: Figure {
    figure(
      "sweep", title(findings.losses(language).orders),
      findings.losses(language).axis, breakEvens, \.comparedEstimate)
  }

  private var lostSales: Figure {
    figure(
      "sweep-lost-sales", title(language("lost sales")),
      language("lost sales per mille of intents whose user wanted to pay"), [], \.lostSales)
  }

  private var metastable: Figure {
    let columns = findings.designNames.indices.map { design in
      Column<SweepFindings.Point>.words(findings.name(design)) {
        findings.recovery($0.designs[design], language)
      }
    }
    var chart = figure(
      "sweep-storms", title(language("metastable overload")),
      language("metastable replications, per mille"), [], hasBands: false, \.metastableShare)
    chart.table = table(columns)
    chart.note = language.sentences([
      language(
        "Share of replications in which the queue never returned to normal; the hover text of a"
          + " mark has the exact interval."),
      language(
        "The table shows the median time from the end of an outage until the queue is back to"
          + " normal, or the number of replications that never recovered or are undecided."),
    ])
    return chart
  }

  private func figure(
    _ name: String, _ title: String, _ unit: String, _ marks: [LineChart.Mark],
    hasBands: Bool = true, _ share: @escaping (SweepFindings.DesignFindings) -> Estimate?
  ) -> Figure {
    let series = findings.designNames.indices.map { design in
      var series = self.series(findings.name(design)) { share($0.designs[design]) }
      series.colour = design
      if !hasBands { series.band = [] }
      return series
    }
    let all = findings.points.flatMap { $0.designs.compactMap(share) }
    let columns = findings.designNames.indices.map { design in
      Column<SweepFindings.Point>.cells(findings.name(design)) { point in
        .estimate(share(point.designs[design])) { NumberFormat.estimate($0, language) }
      }
    }
    return Figure(
      name: name, title: title,
      note: language.sentences(
        [reading(marks)] + (sellsAll ? [language("No design loses a sale at any value.")] : [])),
      chart: chart(series, LineChart.Axis.perMille(all, unit), marks, title), table: table(columns))
  }

  private var differences: Figure {
    let title = self.title(language("differences"))
    let series = findings.comparisons.enumerated().map { index, comparison in
      var series = self.series(name(comparison), in: NumberFormat.signedEstimate) {
        $0.differences[index]
      }
      (series.colour, series.dash) = (comparison.pair.second, comparison.pair.first)
      return series
    }
    let columns = findings.comparisons.enumerated().map { index, comparison in
      Column<SweepFindings.Point>.cells(name(comparison)) { point in
        .estimate(point.differences[index]) { NumberFormat.signedEstimate($0, language) }
      }
    }
    let all = findings.comparisons.indices.map { index in
      findings.points.compactMap { $0.differences[index] }
    }
    let note = language(
      "Rate of one design minus that of another for the same users; above 0, the first design loses"
        + " more.")
    return Figure(
      name: "sweep-differences", title: title,
      note: language.sentences([note, reading(breakEvens)].filter { !$0.isEmpty }),
      chart: chart(
        series, .signedPerMille(all, language("difference, per mille")), breakEvens, title),
      table: table(columns))
  }

  private func name(_ comparison: SweepFindings.Comparison) -> String {
    findings.name(comparison.pair.second) + " − " + findings.name(comparison.pair.first)
  }

  /// How to read the intervals and break-evens of a chart.
  private func reading(_ marks: [LineChart.Mark]) -> String {
    let band =
      isOfChoices
      ? language("A line through a mark is its 95 % interval.")
      : language("The band around a curve is its 95 % interval.")
    if marks.isEmpty { return band }
    return language.sentences([
      band,
      language(
        "A dashed line marks a break-even, where the ranking of two designs changes; the area"
          + " behind it is its interval."),
    ])
  }

  /// Results of one curve from value to value.
  private func series(
    _ name: String, in words: (Estimate, Language) -> String = NumberFormat.estimate,
    _ estimate: (SweepFindings.Point) -> Estimate?
  ) -> LineChart.Series {
    let known = findings.points.compactMap { point in estimate(point).map { (point, $0) } }
    return LineChart.Series(
      name: name, points: known.map { (findings.value(of: $0).scalePosition, $1.value * 1_000) },
      band: known.map { $1.interval.low * 1_000...$1.interval.high * 1_000 },
      titles: known.map { point, estimate in
        let (value, share) = (findings.words(of: point), words(estimate, language))
        return language("{0}, {1} at {2}: {3} ‰", name, path, value, share)
      })
  }

  private func chart(
    _ series: [LineChart.Series], _ y: LineChart.Axis, _ marks: [LineChart.Mark], _ label: String
  ) -> LineChart {
    LineChart(
      series: series, x: .values(of: findings.dimensions[0]), y: y, isInterpolated: true,
      isOfChoices: isOfChoices, marks: marks, label: label)
  }

  private var breakEvens: [LineChart.Mark] {
    findings.comparisons.flatMap { comparison -> [LineChart.Mark] in
      let pair = [comparison.pair.first, comparison.pair.second].map(findings.name)
      return (comparison.curve?.breakEvens ?? []).map { breakEven in
        LineChart.Mark(
          place: breakEven.value, low: breakEven.low, high: breakEven.high,
          label: findings.words(place: breakEven.value, language),
          title: language("{0}, {1}: {2}", pair[0], pair[1], report.line(breakEven, pair)))
      }
    }
  }

  private func table(_ columns: [Column<SweepFindings.Point>]) -> Table {
    let values = Column<SweepFindings.Point>.words(path) { findings.words(of: $0) }
    return Table(findings.points, [values] + columns)
  }
}

/// Two values.
extension SweepCharts {
  private var map: Figure {
    let (across, up) = (findings.dimensions[0].values, findings.dimensions[1].values)
    let title = self.title(language("fewest {0}", findings.losses(language).orders))
    let chart = DesignMap(
      columns: across.map(SweepFindings.words), rows: up.map(SweepFindings.words),
      cells: up.indices.map { row in across.indices.map { findings.point(at: [$0, row]).map(cell) }
      },
      across: path, up: findings.path(1),
      designs: findings.designNames.indices.map { (SweepFindings.letter($0), findings.name($0)) },
      split: language("not separated"), open: language("no two designs are separated"),
      empty: language("no user is charged"), label: title)
    return Figure(
      name: "sweep", title: title,
      note: language.sentences([
        language("A cell has the colour of the design that loses fewest orders there."),
        language("A split cell shows designs that are not separated, the lowest on the left."),
        language("All differences at one point hold jointly with 95 % confidence."),
      ]), chart: chart, table: points)
  }

  /// Map cell of a point: its designs with the fewest losses, and the hover text.
  private func cell(_ point: SweepFindings.Point) -> DesignMap.Cell {
    let place = [0, 1].map { "\(findings.path($0)) \(findings.words(of: point, in: $0))" }
    let names = point.leastLosingDesignIndices.map { design in
      let lost =
        point.designs[design].comparedEstimate.map { NumberFormat.estimate($0, language) } ?? "–"
      return "\(findings.name(design)) \(lost) ‰"
    }
    let found = names.isEmpty ? language("no user is charged") : language.clauses(names)
    return DesignMap.Cell(
      designs: point.leastLosingDesignIndices, isOpen: findings.isOpen(point),
      title: language("{0}: {1}", language.list(place), found))
  }

  /// One row per point: the designs with the fewest losses, the rate of the lowest, and its costs.
  private var points: Table {
    let lowest = { (title: String, share: @escaping (SweepFindings.DesignFindings) -> Estimate?) in
      Column<SweepFindings.Point>.cells(title) { point in
        .estimate(point.leastLosingDesignIndices.first.flatMap { share(point.designs[$0]) }) {
          NumberFormat.estimate($0, language)
        }
      }
    }
    let values = [0, 1].map { dimension in
      Column<SweepFindings.Point>.words(findings.path(dimension)) {
        findings.words(of: $0, in: dimension)
      }
    }
    return Table(
      findings.points,
      values + [
        .words(language("fewest {0}", findings.losses(language).orders)) {
          language.list($0.leastLosingDesignIndices.map(findings.name))
        },
        lowest(language("{0}, ‰", findings.losses(language).orders), \.comparedEstimate),
        lowest(language("{0}, ‰", language("lost sales")), \.lostSales),
        lowest(language("{0}, ‰", language("double charges")), \.doubleCharges),
      ])
  }
}

extension LineChart.Axis {
  /// Ratio of shares from which an axis is logarithmic.
  private static let span = 20.0

  /// The varied values, each with its tick.
  fileprivate static func values(of dimension: Sweep.Dimension) -> LineChart.Axis {
    let places = dimension.values.map(\.scalePosition)
    let (first, last) = (places[0], places[places.count - 1])
    let isLogarithmic = dimension.isLogarithmic && first > 0
    let domain =
      dimension.scale == .choices
      ? -0.5...Double(places.count) - 0.5
      : first < last ? first...last : isLogarithmic ? first / 2...first * 2 : first - 1...first + 1
    return LineChart.Axis(
      kind: isLogarithmic ? .logarithmic : .linear, domain: domain,
      title: dimension.path.escapingControls,
      ticks: dimension.values.map { ($0.scalePosition, SweepFindings.words($0)) })
  }

  /// Axis for shares: from 0, or logarithmic if they differ by more than the ``span``; 0 then has a
  /// power of ten of its own at the lower end.
  static func perMille(_ estimates: [Estimate], _ title: String) -> LineChart.Axis {
    let values = estimates.map { $0.value * 1_000 }
    let maximum = estimates.map { $0.interval.high * 1_000 }.max() ?? 0
    let positive = values.filter { $0 > 0 }
    guard let least = positive.min(), let greatest = positive.max(), greatest > span * least else {
      return LineChart.Axis(
        kind: .linear, domain: 0...(maximum > 0 ? maximum * 1.04 : 1), title: title)
    }
    let top = maximum * 1.1
    let high = Int(log10(top).rounded(.down))
    let low = max(Int(log10(least).rounded(.down)), high - 6)
    let power = { (exponent: Int) in pow(10, Double(exponent)) }
    let ticks = (low...high).map { (value: power($0), label: ForestPlot.tick(power($0))) }
    let zero = values.contains(0) ? [(value: power(low - 1), label: "0")] : []
    return LineChart.Axis(
      kind: .logarithmic, domain: power(zero.isEmpty ? low : low - 1)...top, title: title,
      ticks: zero + ticks)
  }

  /// Axis for differences on both sides of 0, logarithmic if those of some pair are smaller than
  /// those of another by more than the ``span``.
  static func signedPerMille(_ pairs: [[Estimate]], _ title: String) -> LineChart.Axis {
    let ends = pairs.joined().flatMap { [$0.interval.low * 1_000, $0.interval.high * 1_000] }
    let sizes = pairs.compactMap { $0.map { $0.value.magnitude * 1_000 }.max() }.filter { $0 > 0 }
    let (low, high) = (min(0, ends.min() ?? 0), max(0, ends.max() ?? 0))
    guard let least = sizes.min(), let greatest = sizes.max(), greatest > span * least else {
      let room = high > low ? (high - low) * 0.04 : 1
      return LineChart.Axis(kind: .linear, domain: low - room...high + room, title: title)
    }
    let scale = Scale.signed(around: sizes + [max(-low, high)], from: 0, to: 1)
    return LineChart.Axis(kind: scale.kind, domain: scale.domain, title: title)
  }
}
