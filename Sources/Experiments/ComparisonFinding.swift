import PurchaseWorld
import Scenarios
import Statistics

/// What a run says of two designs over the same users, by their lost orders.
package struct ComparisonFinding: Hashable, Sendable {
  /// How many users lost an order under which of the two designs.
  package struct Users: Hashable, Sendable {
    /// Under both.
    package var both: Int
    /// Under the first design alone.
    package var onlyFirst: Int
    /// Under the second design alone.
    package var onlySecond: Int
    /// Under neither.
    package var neither: Int

    package init(both: Int, onlyFirst: Int, onlySecond: Int, neither: Int) {
      self.both = both
      self.onlyFirst = onlyFirst
      self.onlySecond = onlySecond
      self.neither = neither
    }
  }

  /// The name of the first design.
  package var first: String
  /// The name of the second design.
  package var second: String
  /// The lost rate of the second design minus that of the first; nil when one charged nobody.
  package var difference: Estimate?
  /// The users by where they lost an order; of a stratified sample, as many as plainly drawn ones
  /// would have been.
  package var users: Users
  /// The probability of users at least as unlike, if both designs were equally likely to be the one
  /// that loses, in every stratum: the exact test of McNemar on the users who were drawn and lost
  /// under one alone.
  package var pValue: Double
  /// The same, adjusted by Holm for the number of pairs that were compared.
  package var adjustedPValue: Double
  /// The first users, by number, who lost an order under the first design alone.
  package var flipsOfFirst: [Flip]
  /// The first users, by number, who lost an order under the second design alone.
  package var flipsOfSecond: [Flip]

  /// The design under which fewer users lost an order; nil when it is not decided.
  ///
  /// All names together are wrong with a probability of at most 1 minus the confidence. In a
  /// stratified sample the test says only that some stratum tells the designs apart; so there the
  /// interval of the difference must leave out 0 as well, and names the design.
  package var fewer: String?

  /// The findings for all pairs of a scenario, in their order.
  static func all(_ results: Results) -> [ComparisonFinding] {
    let indices = results.books[0].comparison.pairs.indices
    let counts = indices.map { index in results.sampled { $0.comparison.pairs[index] } }
    let pValues = counts.map { pair in
      McNemar(onlyFirst: pair.sum(\.onlyFirst), onlySecond: pair.sum(\.onlySecond)).pValue
    }
    let adjusted = Holm.adjusted(pValues)
    return indices.map { index in
      let pair = results.books[0].comparison.pairs[index].pair
      let moments = results.sampled { $0.comparison.moments(ofPair: index, $0.ledgers) }.ofLosses
      var finding = ComparisonFinding(
        first: results.scenario.designs[pair.first].name,
        second: results.scenario.designs[pair.second].name,
        difference: moments.shareDifference(1), users: Users(counts[index]),
        pValue: pValues[index], adjustedPValue: adjusted[index],
        flipsOfFirst: counts[index].flips(\.flipsOfFirst),
        flipsOfSecond: counts[index].flips(\.flipsOfSecond))
      finding.decide(results.certainty, isPlain: moments.isPlain)
      return finding
    }
  }

  /// Names the design that loses fewer, if that is decided.
  private mutating func decide(_ certainty: Certainty, isPlain: Bool) {
    guard adjustedPValue <= certainty.confidence.error else { return }
    if isPlain {
      fewer = users.onlyFirst < users.onlySecond ? first : second
    } else if let interval = difference?.interval, interval.low > 0 || interval.high < 0 {
      fewer = interval.low > 0 ? first : second
    }
  }
}

extension ComparisonFinding.Users {
  /// Counts the users of a sample.
  fileprivate init(_ counts: Sampled<PairCounts>) {
    let (both, first) = (counts.count(\.both), counts.count(\.onlyFirst))
    let second = counts.count(\.onlySecond)
    self.init(
      both: both, onlyFirst: first, onlySecond: second,
      neither: counts.users - both - first - second)
  }
}

extension Sampled<PairCounts> {
  /// The first flips of all parts, by number.
  fileprivate func flips(_ list: (PairCounts) -> FlipList) -> [Flip] {
    var all = FlipList()
    for (_, counts) in parts { all += list(counts) }
    return all.flips
  }
}
