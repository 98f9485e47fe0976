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
  /// The users by where they lost an order.
  package var users: Users
  /// The probability of users at least as unlike, if both designs were equally likely to be the one
  /// that loses: the exact test of McNemar on the users who lost under one alone.
  package var pValue: Double
  /// The same, adjusted by Holm for the number of pairs that were compared.
  package var adjustedPValue: Double
  /// The first users, by number, who lost an order under the first design alone.
  package var flipsOfFirst: [Flip]
  /// The first users, by number, who lost an order under the second design alone.
  package var flipsOfSecond: [Flip]

  /// The design under which fewer users lost an order; nil when the test does not decide.
  ///
  /// All names together are wrong with a probability of at most 1 minus the confidence.
  package var fewer: String? {
    guard adjustedPValue <= Confidence.standard.error else { return nil }
    return users.onlyFirst < users.onlySecond ? first : second
  }

  /// The findings for all pairs of a scenario, in their order.
  static func all(_ books: Books, of scenario: Scenario) -> [ComparisonFinding] {
    let pairs = books.comparison.pairs
    let pValues = pairs.map {
      McNemar(onlyFirst: $0.onlyFirst, onlySecond: $0.onlySecond).pValue
    }
    let adjusted = Holm.adjusted(pValues)
    return pairs.indices.map { index in
      let counts = pairs[index]
      let moments = books.comparison.moments(ofPair: index, books.ledgers)
      return ComparisonFinding(
        first: scenario.designs[counts.pair.first].name,
        second: scenario.designs[counts.pair.second].name,
        difference: PairedDifference(moments).map { Estimate($0.value, $0.interval, .share) },
        users: Users(counts, of: books.ledgers[counts.pair.first].users),
        pValue: pValues[index], adjustedPValue: adjusted[index],
        flipsOfFirst: counts.flipsOfFirst.flips, flipsOfSecond: counts.flipsOfSecond.flips)
    }
  }
}

extension ComparisonFinding.Users {
  /// Counts who is left.
  fileprivate init(_ counts: PairCounts, of users: Int) {
    self.init(
      both: counts.both, onlyFirst: counts.onlyFirst, onlySecond: counts.onlySecond,
      neither: users - counts.both - counts.onlyFirst - counts.onlySecond)
  }
}
