import Experiments
import JSONText
import Statistics

/// The tables of the designs that are compared in pairs, a line a pair.
///
/// Pairs with the same first design stand in one table, whose head names it.
enum PairTable {
  /// What the columns count.
  static func legend(_ findings: Findings, _ language: Language = .en) -> [String] {
    let count = findings.comparisons.count
    let pairs = count == 1 ? language("1 pair") : language("{0} pairs", Numerals.count(count))
    let level = Numerals.short(findings.certainty.confidence.error)
    guard findings.isPlain else {
      return language(
        "B compared with A over the same users: B's lost orders per mille of charges less A's; users,\n"
          + "as drawn, who lost an order under both and under one alone. Strata weigh them unequally, so\n"
          + "these counts do not tell the difference, which is: the share of users who lose an order\n"
          + "under B alone less that under A alone. p: that this is 0, by its interval; adjusted by\n"
          + "Holm for {0}. A design is named if fewer users lose an order under it and the adjusted\n"
          + "p is at most {1}.", pairs, level
      ).lines
    }
    return language(
      "B compared with A over the same users: B's lost orders per mille of charges less A's; users"
        + " who\n"
        + "lost an order under both, under one alone, under neither; p: the exact McNemar test of"
        + " 'only A'\n"
        + "against 'only B', and adjusted by Holm for {0}. A design is named if fewer users lose\n"
        + "an order under it and the adjusted p is at most {1}.", pairs, level
    ).lines
  }

  /// The lines of the tables, without an empty one at the end.
  static func lines(_ findings: Findings, _ language: Language = .en) -> [String] {
    let comparisons = findings.comparisons
    var first: [String] = []
    for comparison in comparisons where !first.contains(comparison.first) {
      first.append(comparison.first)
    }
    let level = SampleText.percent(findings.level)
    return Array(
      first.map { name in
        table(
          name, comparisons.filter { $0.first == name }, level, isPlain: findings.isPlain, language)
      }.joined(separator: [""]))
  }

  private static func table(
    _ first: String, _ comparisons: [ComparisonFinding], _ level: String,
    isPlain: Bool, _ language: Language
  ) -> [String] {
    let fourth = isPlain ? language("neither\n\nusers") : language("B − A\nusers\n‰")
    var table = TextTable([
      .words("A: " + first.escapingControls, "B"), .numbers(language("B − A\nlost\n‰")),
      .numbers(language("{0}\ninterval\n‰", level)), .numbers(language("both\n\nusers")),
      .numbers(language("only A\n\nusers")), .numbers(language("only B\n\nusers")),
      .numbers(fourth), .numbers("p"), .numbers("p", "(Holm)"),
      .words(language("fewer\nlose under")),
    ])
    for comparison in comparisons { table.add(cells(comparison, language)) }
    return table.lines
  }

  private static func cells(_ comparison: ComparisonFinding, _ language: Language) -> [String] {
    let users = comparison.counted
    let difference = comparison.difference
    return [
      comparison.second.escapingControls,
      difference.map { Numerals.signedPerMille($0.value) } ?? "–",
      difference.map { Numerals.signedInterval($0.interval, language) } ?? "–",
      Numerals.count(users.both), Numerals.count(users.onlyFirst), Numerals.count(users.onlySecond),
      comparison.losers.map { Numerals.signedPerMille($0.value) } ?? Numerals.count(users.neither),
      Numerals.probability(comparison.pValue), Numerals.probability(comparison.adjustedPValue),
      comparison.fewer?.escapingControls ?? language("undecided"),
    ]
  }
}
