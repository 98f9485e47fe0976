package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What a sweep has found, as text for people.
package struct SweepReport {
  private let findings: SweepFindings
  private static let columns = 4
  /// Whether automatic refunds count like lost orders (`Scenario.comparedShare`).
  private var isOfRefunds: Bool { findings.share != .lost }

  package init(_ findings: SweepFindings) { self.findings = findings }

  /// The whole report: what ran, the rates, the charges, the differences, the break-evens.
  package var text: String {
    let path = findings.path.escapingControls
    var parts = [
      [findings.heading, findings.subtitle(.en, " at each of \(findings.points.count) values")]
    ]
    parts += table(
      "\(isOfRefunds ? "lost or auto-refunded orders" : "lost orders") per mille of charges by"
        + " \(path), with their 95 % intervals", findings.designs
    ) { SweepReport.cell($0.designs[$1].lost, "–", Numerals.perMille) }
    parts += charges(path)
    if !findings.comparisons.isEmpty {
      let pairs = findings.comparisons.map { names($0).joined(separator: "\n") }
      parts += table(
        "differences by \(path), per mille: the second design of a pair minus the first", pairs
      ) { SweepReport.cell($0.differences[$1], " to ") { Numerals.fixed($0 * 1_000, digits: 2) } }
      parts += [breakEvens, findings.scale == .choices ? [] : legend]
    }
    return parts.page
  }

  package var shortText: String {
    let name = findings.name.escapingControls
    if findings.comparisons.isEmpty { return "\(name): one design, and nothing to compare\n" }
    return name + ": " + breakEvens.joined(separator: "\n") + "\n"
  }

  /// What makes the sweep say less than it seems to, a line each, for the reader of errors.
  package var troubles: [String] {
    findings.troubles.map { trouble in
      switch trouble {
      case .cut(let cut): CutText.line(cut, users: nil, designs: findings.designs)
      case .noCharge(let point):
        "no design charged any user with \(findings.path) at \(words(findings.points[point].value))"
      case .neverStruck(let declaration, let kind):
        "fault '\(kind.rawValue)' (faults[\(declaration)]) struck no user at any value;"
          + " expected at least one strike"
      }
    }
  }

  /// A number with its interval; a dash where there is nothing to measure.
  private static func cell(
    _ estimate: Estimate?, _ to: String, _ text: (Double) -> String
  ) -> String {
    guard let estimate else { return "–" }
    let (low, high) = (text(estimate.interval.low), text(estimate.interval.high))
    return "\(text(estimate.value)) (\(low)\(to)\(high))"
  }

  /// A line if every design charged as often at every value, else a table.
  private func charges(_ path: String) -> [[String]] {
    let counts = findings.points.flatMap { $0.designs.map(\.charges) }
    if let first = counts.first, counts.allSatisfy({ $0 == first }) {
      return [["charges: \(Numerals.count(first)) under every design at every value"]]
    }
    return table("charges by \(path)", findings.designs) { Numerals.count($0.designs[$1].charges) }
  }

  private func names(_ comparison: SweepFindings.Comparison) -> [String] {
    [comparison.pair.first, comparison.pair.second].map { findings.designs[$0].escapingControls }
  }

  /// Under a heading a row a value, with a column for each header, in blocks that fit a page.
  private func table(
    _ heading: String, _ headers: [String], _ cell: @escaping (SweepFindings.Point, Int) -> String
  ) -> [[String]] {
    let columns = headers.enumerated().map { index, header in
      Column<SweepFindings.Point>.numbers(header) { cell($0, index) }
    }
    return [[heading]]
      + columns.blocks(of: SweepReport.columns).map { block in
        Table(findings.points, [.numbers("value") { words($0.value) }] + block).lines
      }
  }

  /// The value as a user would write it, texts without quotes; what is long is cut.
  private func words(_ value: JSONOutput) -> String {
    var words = value.line
    if case .string(let text) = value { words = text.escapingControls }
    let isLong = words.unicodeScalars.dropFirst(40).first != nil
    return isLong ? String(words.unicodeScalars.prefix(39)) + "…" : words
  }

  // Where designs change places, in words.
  private var legend: [String] {
    [
      "Between two values a straight line joins the differences"
        + (findings.isLogarithmic ? ", over the logarithm of the value." : "."),
      "A break-even is where it crosses 0; its interval holds every value at which that of the",
      "difference contains 0 (Fieller 1954), and may be open towards an end of the sweep.",
    ]
  }

  /// A heading and a line for each pair, or more where a pair has several break-evens.
  private var breakEvens: [String] {
    [
      "which design loses fewer orders\(isOfRefunds ? ", auto-refunded ones included" : ""), by \(findings.path.escapingControls)"
    ]
      + findings.comparisons.flatMap { comparison in
        let pair = names(comparison)
        return lines(comparison, pair).map { "  \(pair[0]), \(pair[1]): \($0)" }
      }
  }

  private func lines(_ comparison: SweepFindings.Comparison, _ pair: [String]) -> [String] {
    guard let curve = comparison.curve else { return [choices(comparison, pair)] }
    if curve.breakEvens.isEmpty { return [throughout(curve, pair)] }
    return curve.breakEvens.map { breakEven in
      let (below, above) = breakEven.firstIsBetterBelow ? (pair[0], pair[1]) : (pair[1], pair[0])
      let places = findings.points.map(\.place)
      let low = breakEven.low.map(number) ?? "below " + number(places[0])
      let high = breakEven.high.map(number) ?? "above " + number(places[places.count - 1])
      return "break-even \(number(breakEven.place)) (\(low) to \(high));"
        + (breakEven.low == nil ? " below it undecided," : " below it \(below),")
        + (breakEven.high == nil ? " above it undecided" : " above it \(above)")
    }
  }

  private func throughout(_ curve: DifferenceCurve, _ pair: [String]) -> String {
    let decided = curve.stretches.filter { $0.order != .undecided }
    guard let order = decided.first?.order else { return "no break-even; undecided throughout" }
    let better = order == .first ? pair[0] : pair[1]
    if curve.stretches.count == 1 { return "no break-even; \(better) throughout" }
    let ranges = decided.map { "\(number($0.from)) to \(number($0.to))" }
    return "no break-even; \(better) from \(ranges.joined(separator: " and from ")),"
      + " undecided elsewhere"
  }

  /// What holds at each of some values between which nothing lies.
  private func choices(_ comparison: SweepFindings.Comparison, _ pair: [String]) -> String {
    let orders: [(DifferenceCurve.Order, String)] = [
      (.first, pair[0]), (.second, pair[1]), (.undecided, "undecided"),
    ]
    return orders.compactMap { order, word in
      let values = comparison.orders.indices.filter { comparison.orders[$0] == order }
      if values.isEmpty { return nil }
      return word + " at " + values.map { words(findings.points[$0].value) }.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// A place with three digits that count, durations in the unit in which they read best.
  private func number(_ place: Double) -> String {
    guard findings.scale == .durations else {
      return JSONOutput.number(place.rounded(digits: 3)).line
    }
    let units: [(name: String, seconds: Double, upTo: Double)] = [
      ("us", 1e-6, 1e-3), ("ms", 1e-3, 1), ("s", 1, 120), ("min", 60, 7_200),
      ("h", 3_600, 172_800), ("d", 86_400, .infinity),
    ]
    let unit = units.first { place < $0.upTo } ?? units[units.count - 1]
    return JSONOutput.number((place / unit.seconds).rounded(digits: 3)).line + " " + unit.name
  }
}
