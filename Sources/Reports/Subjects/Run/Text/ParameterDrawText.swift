package import Methods
import JSONText
import Scenarios
import Statistics

/// Ranges that the draws of a scenario leave open, in words.
package struct ParameterDrawText {
  private let draws: ParameterDrawFindings, findings: RunFindings, language: Language

  package init(_ draws: ParameterDrawFindings, _ findings: RunFindings, _ language: Language = .en)
  {
    (self.draws, self.findings, self.language) = (draws, findings, language)
  }

  /// Meaning of a rate's two ranges, missing draws, and the pairs.
  var lines: [String] {
    LineBreaking.lines(of: meaning, atMost: 100) + [missingDrawsReason].compactMap(\.self)
      + draws.pairs.map { "  " + words($0) }
  }

  /// Meaning of the range of draws, and of the interval beside it.
  var meaning: String {
    let count = NumberFormat.count(draws.simulatedDraws)
    let range =
      draws.simulatedDraws < 40
      ? language("from the lowest to the highest of {0} draws", count)
      : language("the middle 95 % of {0} draws", count)
    return language(
      "Open: the range that the data leave open, {0}, each simulated with {1} users, without"
        + " sampling error. {2} interval: the sampling error of the users, given the probabilities"
        + " of the scenario.", range, NumberFormat.count(draws.users),
      NumberFormat.percent(findings.confidence))
  }

  /// Why not all draws were simulated; nil if they were.
  package var missingDrawsReason: String? {
    guard let interruption = draws.interruption else { return nil }
    return language(
      "{0} of {1} draws were simulated: {2}", NumberFormat.count(draws.simulatedDraws),
      NumberFormat.count(draws.declaredDraws),
      InterruptionText.line(
        interruption, users: nil, designs: findings.designs.map(\.name), language))
  }

  /// Number of draws in which each design of a pair loses fewer, and the difference.
  func words(_ pair: ParameterDrawFindings.PairFindings) -> String {
    let names = [pair.first, pair.second].map(\.escapingControls)
    let (better, worse) = pair.more > pair.fewer ? (names[0], names[1]) : (names[1], names[0])
    let maximum = max(pair.fewer, pair.more)
    guard let range = pair.difference?.range, maximum > 0 else {
      return language("{0} and {1}: no draw separates them", names[0], names[1])
    }
    let order =
      maximum == draws.simulatedDraws
      ? language(
        "{0} loses fewer than {1} in all {2} draws", better, worse, NumberFormat.count(maximum))
      : language(
        "{0} loses fewer than {1} in {2} of {3} draws, more in {4}", better, worse,
        NumberFormat.count(maximum), NumberFormat.count(draws.simulatedDraws),
        NumberFormat.count(min(pair.fewer, pair.more)))
    return language(
      "{0}; {1} − {2}: {3} ‰", order, names[1], names[0], NumberFormat.signedRange(range, language))
  }
}
