import Experiments
package import Methods
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a sweep, as text for people.
package struct SweepReport {
  let findings: SweepFindings
  let language: Language
  private static let columns = 4
  private static let width = 92

  package init(_ findings: SweepFindings, _ language: Language = .en) {
    (self.findings, self.language) = (findings, language)
  }

  /// The full report: heading; rates, charges, differences and break-evens of one value, or the
  /// maps of two.
  package var text: String {
    ([[findings.heading, subtitle]] + (findings.hasTwoDimensions ? maps : curves)).page
  }

  /// Line about the run.
  var subtitle: String {
    let count = "\(findings.points.count)"
    let replications =
      findings.scenario.hasSharedBackend
      ? language(" in each of {0} replications", "\(findings.scenario.replicationCount)") : ""
    let points =
      findings.hasTwoDimensions
      ? language(" at each of {0} points", count) : language(" at each of {0} values", count)
    return findings.subtitle(language, replications + points)
  }

  package var shortText: String {
    let name = findings.name.escapingControls
    if findings.designNames.count < 2 {
      return language("{0}: one design, nothing to compare", name) + "\n"
    }
    return name + ": " + ([question] + indented(answers)).joined(separator: "\n") + "\n"
  }

  /// One line per pair, or more for several break-evens; on a map, one line per design.
  var answers: [String] {
    if findings.hasTwoDimensions { return findings.leads(language) }
    return findings.comparisons.flatMap { comparison in
      let pair = names(comparison)
      return lines(comparison, pair).map { language("{0}, {1}: {2}", pair[0], pair[1], $0) }
    }
  }

  /// Warnings about the sweep, one per line, for standard error.
  package var warnings: [String] {
    findings.warnings.map { warning in
      switch warning {
      case .interruption(let interruption):
        InterruptionText.line(interruption, users: nil, designs: findings.designNames, language)
      case .noCharge(let index): noCharge(findings.points[index])
      case .neverOccurred(let declaration, let kind):
        language(
          "fault '{0}' (faults[{1}]) did not occur at any value; expected at least one occurrence",
          kind.rawValue, "\(declaration)")
      }
    }
  }

  /// Warning about a point without charges.
  private func noCharge(_ point: SweepFindings.Point) -> String {
    let (path, value) = (findings.path(), findings.words(of: point))
    if !findings.hasTwoDimensions {
      return language("no charge occurred in any design when {0} = {1}", path, value)
    }
    return language(
      "no charge occurred in any design when {0} = {1} and {2} = {3}", path, value,
      findings.path(1), findings.words(of: point, in: 1))
  }

  /// The question that ``answers`` answers.
  private var question: String {
    let path = findings.path()
    switch (findings.hasTwoDimensions, findings.losses(language).includeRefunds) {
    case (false, false): return language("which design loses fewer orders, by {0}", path)
    case (false, true):
      return language("which design loses fewer orders, including auto-refunded ones, by {0}", path)
    case (true, false):
      return language(
        "which design loses fewest orders, by {0} (across) and {1} (up)", path, findings.path(1))
    case (true, true):
      return language(
        "which design loses fewest orders, including auto-refunded ones, by {0} (across) and {1}"
          + " (up)", path, findings.path(1))
    }
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }

  private func lines(_ sentences: [String]) -> [String] {
    LineBreaking.lines(of: language.sentences(sentences), atMost: SweepReport.width)
  }
}

/// One value: losses of each design, and break-evens of pairs.
extension SweepReport {
  private var curves: [[String]] {
    let (path, losses) = (findings.path(), findings.losses(language).orders)
    var parts = table(
      language("{0} per mille of charges by {1}, with their 95 % intervals", losses, path),
      findings.designNames
    ) { SweepReport.cell($0.designs[$1].comparedEstimate) { "\($0)–\($1)" } }
    parts += costs(
      language("lost sales by {0}, per mille of intents whose user wanted to pay", path),
      language("No design loses a sale at any value."), \.lostSales)
    parts += costs(
      language("double charges by {0}, per mille of intents", path),
      language("No design charges twice at any value."), \.doubleCharges)
    parts += charges(path) + recoveries(path)
    if findings.comparisons.isEmpty { return parts }
    let pairs = findings.comparisons.map { names($0).joined(separator: "\n") }
    parts += table(
      language(
        "differences by {0}, per mille: the second design of a pair minus the first", path), pairs
    ) { point, index in
      SweepReport.cell(point.differences[index], { NumberFormat.fixed($0 * 1_000, digits: 2) }) {
        language("{0} to {1}", $0, $1)
      }
    }
    return parts + [
      [question] + indented(answers), findings.dimensions[0].scale == .choices ? [] : legend,
    ]
  }

  /// A number with its interval; a dash if there is nothing to measure.
  private static func cell(
    _ estimate: Estimate?, _ text: (Double) -> String = NumberFormat.perMille,
    _ ends: (String, String) -> String
  ) -> String {
    guard let estimate else { return "–" }
    let interval = ends(text(estimate.interval.low), text(estimate.interval.high))
    return "\(text(estimate.value)) (\(interval))"
  }

  /// Costs of few lost orders: one line if there are none, otherwise a table.
  private func costs(
    _ heading: String, _ none: String,
    _ share: @escaping (SweepFindings.DesignFindings) -> Estimate?
  ) -> [[String]] {
    if findings.isNever(share) { return [[none]] }
    return table(heading, findings.designNames) { point, design in
      share(point.designs[design]).map { NumberFormat.perMille($0.value) } ?? "–"
    }
  }

  /// One line if all designs have equally many charges at every value, otherwise a table.
  private func charges(_ path: String) -> [[String]] {
    let counts = findings.points.flatMap { $0.designs.map(\.chargeCount) }
    if let first = counts.first, counts.allSatisfy({ $0 == first }) {
      return [
        [language("charges: {0} under every design at every value", NumberFormat.count(first))]
      ]
    }
    return table(language("charges by {0}", path), findings.designNames) {
      NumberFormat.count($0.designs[$1].chargeCount)
    }
  }

  /// Recovery of a shared backend after its outages; empty without outages.
  private func recoveries(_ path: String) -> [[String]] {
    if !findings.hasRecoveries { return [] }
    return table(
      language("time from the end of an outage until the queue is back to normal, by {0}", path),
      findings.designNames
    ) { findings.recovery($0.designs[$1], language) } + [
      [
        language(
          "Median over the replications. never: replications that the outage left metastable."
            + " undecided: replications observed too briefly. draining: replications not yet normal"
            + " when most users had come.")
      ]
    ]
  }

  private func names(_ comparison: SweepFindings.Comparison) -> [String] {
    [comparison.pair.first, comparison.pair.second].map(findings.name)
  }

  /// Table under a heading: one row per value, one column per header, in blocks that fit a page.
  private func table(
    _ heading: String, _ headers: [String], _ cell: @escaping (SweepFindings.Point, Int) -> String
  ) -> [[String]] {
    let columns = headers.enumerated().map { index, header in
      Column<SweepFindings.Point>.numbers(header) { cell($0, index) }
    }
    return [[heading]]
      + columns.blocks(of: SweepReport.columns).map { block in
        let values = Column<SweepFindings.Point>.numbers(language("value")) {
          findings.words(of: $0)
        }
        return Table(findings.points, [values] + block).lines
      }
  }

  // Break-evens in words.
  private var legend: [String] {
    lines([
      findings.dimensions[0].isLogarithmic
        ? language(
          "Between two values, differences are interpolated linearly over the logarithm of the"
            + " value.")
        : language("Between two values, differences are interpolated linearly."),
      language(
        "A break-even is where the line crosses 0. Its interval contains every value at which the"
          + " interval of the difference contains 0 (Fieller 1954), and may be open towards an end"
          + " of the sweep."),
    ])
  }

  /// One line per break-even of a pair, or one line if it has none.
  private func lines(_ comparison: SweepFindings.Comparison, _ pair: [String]) -> [String] {
    guard let curve = comparison.curve else { return [choices(comparison, pair)] }
    if curve.breakEvens.isEmpty { return [throughout(curve, pair)] }
    return curve.breakEvens.map { line($0, pair) }
  }

  /// A break-even with its interval, and the design that loses fewer orders on each side.
  func line(_ breakEven: BreakEven, _ pair: [String]) -> String {
    let places = findings.dimensions[0].values.map(\.scalePosition)
    let number = { (place: Double) in findings.words(place: place, language) }
    let (below, above) = breakEven.firstIsBetterBelow ? (pair[0], pair[1]) : (pair[1], pair[0])
    let low = breakEven.low.map(number) ?? language("below {0}", number(places[0]))
    let high = breakEven.high.map(number) ?? language("above {0}", number(places[places.count - 1]))
    return language.clauses([
      language("break-even {0} ({1} to {2})", number(breakEven.value), low, high),
      language.list([
        breakEven.low == nil ? language("below it undecided") : language("below it {0}", below),
        breakEven.high == nil ? language("above it undecided") : language("above it {0}", above),
      ]),
    ])
  }

  /// Line of a pair without a break-even.
  private func throughout(_ curve: DifferenceCurve, _ pair: [String]) -> String {
    let decided = curve.segments.filter { $0.lowerDesign != .undecided }
    guard let lowerDesign = decided.first?.lowerDesign else {
      return language("no break-even; undecided throughout")
    }
    let better = lowerDesign == .first ? pair[0] : pair[1]
    if curve.segments.count == 1 { return language("no break-even; {0} throughout", better) }
    let ranges = decided.map { stretch in
      language(
        "from {0} to {1}", findings.words(place: stretch.from, language),
        findings.words(place: stretch.to, language))
    }
    return language(
      "no break-even; {0} {1}, undecided elsewhere", better,
      ranges.joined(separator: language(" and ")))
  }

  /// Result at each of some separate choices.
  private func choices(_ comparison: SweepFindings.Comparison, _ pair: [String]) -> String {
    let lowerDesigns: [(DifferenceCurve.LowerDesign, String)] = [
      (.first, pair[0]), (.second, pair[1]), (.undecided, language("undecided")),
    ]
    return language.clauses(
      lowerDesigns.compactMap { lowerDesign, word in
        let values = zip(comparison.lowerDesigns, findings.points).filter { $0.0 == lowerDesign }
          .map { findings.words(of: $1) }
        return values.isEmpty ? nil : language("{0} at {1}", word, language.list(values))
      })
  }
}

/// Two values: the design with the fewest losses at each point, and its losses.
extension SweepReport {
  private var maps: [[String]] {
    let lowest = { (share: @escaping (SweepFindings.DesignFindings) -> Estimate?) in
      map { point in
        let design = point.leastLosingDesignIndices.first.map { point.designs[$0] }
        return design.flatMap(share).map { NumberFormat.perMille($0.value) } ?? "–"
      }
    }
    let sales = language(
      "lost sales of the same design, per mille of intents whose user wanted to pay")
    let lostSales =
      findings.isNever(\.lostSales)
      ? [[language("No design loses a sale at any value.")]] : [[sales], lowest(\.lostSales)]
    return [
      [question], map { findings.mapLetters(of: $0) }, indented(findings.leads(language)),
      lines([
        language(
          "The first letter has the lowest rate; designs after = are not separated from it."),
        language("?: no two designs are separated. –: no user is charged."),
        language("All differences at one point hold jointly with 95 % confidence."),
      ]),
      [
        language("{0} of the lowest design, per mille of charges", findings.losses(language).orders)
      ], lowest(\.comparedEstimate),
    ] + lostSales
  }

  /// One row per value of the second dimension, the last on top, and one column per value of the
  /// first.
  private func map(_ cell: (SweepFindings.Point) -> String) -> [String] {
    let (across, up) = (findings.dimensions[0].values, findings.dimensions[1].values)
    let heads = [Table.Head.numbers("")] + across.map { .numbers(SweepFindings.words($0)) }
    let rows = up.indices.reversed().map { row in
      [SweepFindings.words(up[row])]
        + across.indices.map { findings.point(at: [$0, row]).map(cell) ?? "" }
    }
    return Table(heads, rows).lines
  }
}
