import PurchaseWorld
package import Scenarios
import Statistics

/// Comparison of two designs over the same users, by lost orders, or by lost and automatically
/// refunded orders if the store refunds automatically (`Scenario.comparedShare`).
package struct ComparisonFinding: Hashable, Sendable {
  /// Numbers of users by the designs under which they lost an order.
  package struct UserCounts: Hashable, Sendable {
    package var both, onlyFirst, onlySecond, neither: Int
  }

  /// The names of the two designs; differences are second minus first.
  package var first, second: String
  /// The share by which the designs are compared.
  package var share = ShareMetric.lost
  /// The share of the second design minus that of the first; nil if either design charged no user.
  package var difference: Estimate?
  /// The users by the designs under which they lost an order; scaled to a plain sample.
  package var users: UserCounts
  /// The simulated users, for each part of a stratified sample; empty for a plain sample.
  package var simulatedUsersByStratum: [UserCounts]
  /// The weighted share of users who lost an order under the second design minus the share of those
  /// who did under the first; nil for a plain sample.
  package var losingUserDifference: Estimate?
  /// The probability of a difference at least as large if equally many users lose an order under
  /// both designs: McNemar's exact test for a plain sample, the test of
  /// ``losingUserDifference`` for strata.
  package var pValue: Double
  /// The p-value after Holm's adjustment for the number of compared pairs.
  package var adjustedPValue: Double
  /// The first users, by number, who lost an order under the first design only, or the second only.
  package var losersUnderFirstOnly, losersUnderSecondOnly: [DiscordantUser]

  /// The design under which fewer users lost an order; nil if undecided. The probability that any
  /// of the decided pairs of a run is wrong is at most 1 minus the confidence.
  package var betterDesign: String?
  /// Whether no design is named and the difference is shown to be within the margin of the
  /// `precision`; always false without a margin. The probability that any tie of a run is wrong is
  /// at most 1 minus the confidence.
  package var isTied = false

  /// Whether a run with a `precision` needs more users to decide the pair.
  package var isOpen: Bool { betterDesign == nil && !isTied }

  /// The simulated users of all parts together, without scaling.
  package var simulatedUsers: UserCounts {
    guard !simulatedUsersByStratum.isEmpty else { return users }
    let sum = { (part: KeyPath<UserCounts, Int>) in
      simulatedUsersByStratum.reduce(0) { $0 + $1[keyPath: part] }
    }
    return UserCounts(
      both: sum(\.both), onlyFirst: sum(\.onlyFirst), onlySecond: sum(\.onlySecond),
      neither: sum(\.neither))
  }

  /// The findings for all pairs of a scenario, in their order.
  package static func all(_ results: RunResults) -> [ComparisonFinding] {
    let indices = results.totals[0].discordantUsersByPair.counts.indices
    let counts = indices.map { index in
      results.stratifiedCounts { $0.discordantUsersByPair.counts[index] }
    }
    let tests = counts.map(\.test)
    let adjusted = HolmAdjustment.adjusted(tests.map(\.pValue))
    return indices.map { index in
      let (pair, test) = (results.totals[0].discordantUsersByPair.counts[index].pair, tests[index])
      guard let moments = results.moments(0, of: pair)?.ofLosses else {
        preconditionFailure("compared designs have joint sums")
      }
      var finding = ComparisonFinding(
        first: results.scenario.designs[pair.first].name,
        second: results.scenario.designs[pair.second].name,
        share: results.scenario.comparedShare, difference: moments.shareDifference(1),
        users: UserCounts(counts[index]), simulatedUsersByStratum: counts[index].drawn,
        losingUserDifference: test.losingUsers,
        pValue: test.pValue, adjustedPValue: adjusted[index],
        losersUnderFirstOnly: counts[index].discordantUsers(\.losersUnderFirstOnly),
        losersUnderSecondOnly: counts[index].discordantUsers(\.losersUnderSecondOnly))
      if finding.adjustedPValue <= results.intervalSettings.confidence.error {
        finding.betterDesign = test.difference > 0 ? finding.first : finding.second
      } else if let margin = results.scenario.precision?.goal.decision?.margin {
        // A wider interval, so that the intervals of all pairs hold together.
        var together = moments
        together.intervalSettings.confidence = results.intervalSettings.confidence.shared(
          by: indices.count)
        finding.isTied = together.shareDifference(1)?.interval.isWithin(margin, of: 0) ?? false
      }
      return finding
    }
  }
}

extension ComparisonFinding.UserCounts {
  fileprivate init(_ counts: StratifiedCounts<PairCounts>) {
    let known = counts.countsWithRemainder([\.both, \.onlyFirst, \.onlySecond], of: counts.users)
    self.init(both: known[0], onlyFirst: known[1], onlySecond: known[2], neither: known[3])
  }
}

extension StratifiedCounts<PairCounts> {
  /// Test of the hypothesis that equally many users lose an order under both designs. The
  /// (weighted) difference is above 0 if more users lose an order under the second design.
  fileprivate var test: (pValue: Double, difference: Double, losingUsers: Estimate?) {
    let tests = ofLosses.map { McNemarTest(onlyFirst: $0.onlyFirst, onlySecond: $0.onlySecond) }
    if isPlain {
      let test = tests.parts[0].part
      return (test.pValue, Double(test.onlySecond - test.onlyFirst), nil)
    }
    guard let test = StratifiedMcNemarTest(tests.strata) else { return (1, 0, nil) }
    let interval = test.interval(confidence: intervalSettings.confidence)
    return (test.pValue, test.value, Estimate(test.value, interval, .share))
  }

  /// The simulated users, part by part; empty for a plain sample.
  fileprivate var drawn: [ComparisonFinding.UserCounts] {
    guard !isPlain else { return [] }
    return parts.map { stratum, counts in
      ComparisonFinding.UserCounts(
        both: counts.both, onlyFirst: counts.onlyFirst, onlySecond: counts.onlySecond,
        neither: stratum.users - counts.both - counts.onlyFirst - counts.onlySecond)
    }
  }

  /// The first discordant users of all parts, by number.
  fileprivate func discordantUsers(_ list: (PairCounts) -> DiscordantUsers) -> [DiscordantUser] {
    parts.reduce(into: DiscordantUsers()) { $0 += list($1.part) }.values
  }
}
