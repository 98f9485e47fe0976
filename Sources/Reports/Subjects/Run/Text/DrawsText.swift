package import Methods
import JSONText
import Scenarios
import Statistics

/// What the draws of a scenario leave open, in words.
package struct DrawsText {
  private let draws: DrawsFindings, findings: Findings, language: Language

  package init(_ draws: DrawsFindings, _ findings: Findings, _ language: Language = .en) {
    (self.draws, self.findings, self.language) = (draws, findings, language)
  }

  /// What the two ranges of a rate mean, which draws are missing, and the pairs.
  var lines: [String] {
    LineBreaking.lines(of: meaning, atMost: 100) + [missing].compactMap(\.self)
      + draws.pairs.map { "  " + words($0) }
  }

  /// What the range of the draws is, and what the interval beside it.
  var meaning: String {
    let range =
      draws.played < 40
      ? language("from the least of {0} draws to the greatest", Numerals.count(draws.played))
      : language("the middle 95 % of {0} draws", Numerals.count(draws.played))
    return language(
      "Open: what the data leave open, {0}, each met by {1} users whose luck is taken off; the {2}"
        + " interval: the luck of the users, if all is as likely as the scenario says.", range,
      Numerals.count(draws.users), Numerals.percent(findings.level))
  }

  /// Why not all draws were played; nil: they were.
  package var missing: String? {
    guard let cut = draws.cut else { return nil }
    return language(
      "{0} of {1} draws were played: {2}", Numerals.count(draws.played), Numerals.count(draws.sets),
      CutText.line(cut, users: nil, designs: findings.designs.map(\.name), language))
  }

  /// Which design of a pair loses fewer in how many draws, and by how much.
  func words(_ pair: DrawsFindings.PairFindings) -> String {
    let names = [pair.first, pair.second].map(\.escapingControls)
    let isTurned = pair.more > pair.fewer
    let (better, worse) = isTurned ? (names[0], names[1]) : (names[1], names[0])
    let (most, least) = (max(pair.fewer, pair.more), min(pair.fewer, pair.more))
    guard let range = pair.difference?.range, most > 0 else {
      return language("{0} and {1}: no draw tells them apart", names[0], names[1])
    }
    let order =
      most == draws.played
      ? language("{0} loses fewer than {1} in all {2} draws", better, worse, Numerals.count(most))
      : language(
        "{0} loses fewer than {1} in {2} of {3} draws, more in {4}", better, worse,
        Numerals.count(most), Numerals.count(draws.played), Numerals.count(least))
    return language(
      "{0}; {1} − {2}: {3} ‰", order, names[1], names[0], Numerals.signedRange(range, language))
  }
}
