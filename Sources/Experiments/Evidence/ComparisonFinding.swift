import PurchaseWorld
package import Scenarios
import Statistics

/// What a run says of two designs over the same users, by their lost orders; where a store refunds by
/// itself, by those that it refunded before the right goods came too (`Scenario.comparedShare`).
package struct ComparisonFinding: Hashable, Sendable {
  /// How many users lost an order under which of the two designs.
  package struct Users: Hashable, Sendable { package var both, onlyFirst, onlySecond, neither: Int }

  // The names of the designs.
  package var first, second: String
  /// By what they are compared.
  package var share = Share.lost
  /// The share of the second design minus that of the first; nil when one charged nobody.
  package var difference: Estimate?
  /// The users by where they lost an order; of a stratified sample, scaled to plainly drawn ones.
  package var users: Users
  /// The users who were drawn, by where they lost an order, for each part of a stratified sample; none
  /// of a plain one, whose ``users`` these are.
  package var drawn: [Users]
  /// The share of users who lost an order under the second design less that of those who did under the
  /// first, as the strata weigh them; nil of a plain sample.
  package var losers: Estimate?
  /// The probability of users at least as unlike, if equally many lost an order under both designs: of
  /// a plain sample by the exact test of McNemar, of strata by that of ``losers``.
  package var pValue: Double
  /// The same, adjusted by Holm for the number of pairs that were compared.
  package var adjustedPValue: Double
  /// The first users, by number, who lost an order under the first design alone, or the second.
  package var flipsOfFirst, flipsOfSecond: [Flip]

  /// The design under which fewer users lost an order; nil when it is not decided. All names
  /// together are wrong with a probability of at most 1 minus the confidence.
  package var fewer: String?
  /// Whether no design is named, and the difference is known to lie within the margin that the precision
  /// asks for; without a margin false. All ties together are wrong with a probability of at most 1 minus the
  /// confidence.
  package var isTied = false

  /// Whether a precision until all is decided wants more users for it.
  package var isOpen: Bool { fewer == nil && !isTied }

  /// The users who were drawn, of all parts together: what was counted, and scaled by nothing.
  package var counted: Users {
    guard !drawn.isEmpty else { return users }
    let sum = { (part: KeyPath<Users, Int>) in drawn.reduce(0) { $0 + $1[keyPath: part] } }
    return Users(
      both: sum(\.both), onlyFirst: sum(\.onlyFirst), onlySecond: sum(\.onlySecond),
      neither: sum(\.neither))
  }

  /// The findings for all pairs of a scenario, in their order.
  package static func all(_ results: Results) -> [ComparisonFinding] {
    let indices = results.books[0].comparison.pairs.indices
    let counts = indices.map { index in results.sampled { $0.comparison.pairs[index] } }
    let tests = counts.map(\.test)
    let adjusted = Holm.adjusted(tests.map(\.pValue))
    return indices.map { index in
      let (pair, test) = (results.books[0].comparison.pairs[index].pair, tests[index])
      guard let moments = results.moments(0, of: pair)?.ofLosses else {
        preconditionFailure("designs that are compared have joint sums")
      }
      var finding = ComparisonFinding(
        first: results.scenario.designs[pair.first].name,
        second: results.scenario.designs[pair.second].name,
        share: results.scenario.comparedShare, difference: moments.shareDifference(1),
        users: Users(counts[index]), drawn: counts[index].drawn, losers: test.losers,
        pValue: test.pValue, adjustedPValue: adjusted[index],
        flipsOfFirst: counts[index].flips(\.flipsOfFirst),
        flipsOfSecond: counts[index].flips(\.flipsOfSecond))
      if finding.adjustedPValue <= results.certainty.confidence.error {
        finding.fewer = test.difference > 0 ? finding.first : finding.second
      } else if let margin = results.scenario.precision?.goal.decision?.margin {
        // As wide as it takes for the intervals of all pairs to hold together.
        var together = moments
        together.certainty.confidence = results.certainty.confidence.shared(by: indices.count)
        finding.isTied = together.shareDifference(1)?.interval.isWithin(margin, of: 0) ?? false
      }
      return finding
    }
  }
}

extension ComparisonFinding.Users {
  fileprivate init(_ counts: Sampled<PairCounts>) {
    let known = counts.counts([\.both, \.onlyFirst, \.onlySecond], of: counts.users)
    self.init(both: known[0], onlyFirst: known[1], onlySecond: known[2], neither: known[3])
  }
}

extension Sampled<PairCounts> {
  /// Whether equally many users lose an order under both designs: the difference is above 0 where more
  /// lose under the second design, and of a stratified sample weighted.
  fileprivate var test: (pValue: Double, difference: Double, losers: Estimate?) {
    let tests = ofLosses.map { McNemar(onlyFirst: $0.onlyFirst, onlySecond: $0.onlySecond) }
    if isPlain {
      let test = tests.parts[0].part
      return (test.pValue, Double(test.onlySecond - test.onlyFirst), nil)
    }
    guard let test = StratifiedMcNemar(tests.strata) else { return (1, 0, nil) }
    let interval = test.interval(confidence: certainty.confidence)
    return (test.pValue, test.value, Estimate(test.value, interval, .share))
  }

  /// The users who were drawn, part by part; none of a plain sample.
  fileprivate var drawn: [ComparisonFinding.Users] {
    guard !isPlain else { return [] }
    return parts.map { stratum, counts in
      ComparisonFinding.Users(
        both: counts.both, onlyFirst: counts.onlyFirst, onlySecond: counts.onlySecond,
        neither: stratum.users - counts.both - counts.onlyFirst - counts.onlySecond)
    }
  }

  /// The first flips of all parts, by number.
  fileprivate func flips(_ list: (PairCounts) -> FlipList) -> [Flip] {
    parts.reduce(into: FlipList()) { $0 += list($1.part) }.values
  }
}
