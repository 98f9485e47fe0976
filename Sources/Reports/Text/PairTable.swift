import Experiments
import JSONText
import Statistics

/// The tables of the designs that are compared in pairs, a line a pair.
///
/// Pairs with the same first design stand in one table, whose head names it.
enum PairTable {
  /// What the columns count.
  static func legend(_ findings: Findings) -> [String] {
    let pairs = findings.comparisons.count
    let level = Numerals.short(findings.certainty.confidence.error)
    return [
      "B compared with A over the same users: B's lost orders per mille of charges less A's; users"
        + " who",
      "lost an order under both, under one alone, under neither; p: the exact McNemar test of"
        + " 'only A'",
      "against 'only B', and adjusted by Holm for \(Numerals.count(pairs))"
        + " \(pairs == 1 ? "pair" : "pairs"). A design is named if fewer users lose",
      findings.isPlain
        ? "an order under it and the adjusted p is at most \(level)."
        : "an order under it, the adjusted p is at most \(level), and the interval leaves out 0.",
    ]
  }

  /// The lines of the tables, without an empty one at the end.
  static func lines(_ findings: Findings) -> [String] {
    let comparisons = findings.comparisons
    var first: [String] = []
    for comparison in comparisons where !first.contains(comparison.first) {
      first.append(comparison.first)
    }
    return Array(
      first.map { name in
        table(name, comparisons.filter { $0.first == name }, SampleText.percent(findings.level))
      }
      .joined(separator: [""]))
  }

  private static func table(
    _ first: String, _ comparisons: [ComparisonFinding], _ level: String
  ) -> [String] {
    var table = TextTable([
      .words("A: " + first.escapingControls, "B"), .numbers("B − A", "lost", "‰"),
      .numbers(level, "interval", "‰"), .numbers("both", "", "users"),
      .numbers("only A", "", "users"), .numbers("only B", "", "users"),
      .numbers("neither", "", "users"), .numbers("p"), .numbers("p", "(Holm)"),
      .words("fewer", "lose under"),
    ])
    for comparison in comparisons { table.add(cells(comparison)) }
    return table.lines
  }

  private static func cells(_ comparison: ComparisonFinding) -> [String] {
    let users = comparison.users
    let difference = comparison.difference
    return [
      comparison.second.escapingControls,
      difference.map { Numerals.signedPerMille($0.value) } ?? "–",
      difference.map { interval($0.interval) } ?? "–", Numerals.count(users.both),
      Numerals.count(users.onlyFirst), Numerals.count(users.onlySecond),
      Numerals.count(users.neither), Numerals.probability(comparison.pValue),
      Numerals.probability(comparison.adjustedPValue),
      comparison.fewer?.escapingControls ?? "undecided",
    ]
  }

  private static func interval(_ interval: Interval) -> String {
    Numerals.signedPerMille(interval.low) + " to " + Numerals.signedPerMille(interval.high)
  }
}
