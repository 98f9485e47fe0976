import Foundation
import Statistics

/// The exact coverage of an interval of binomial counts, summed over all counts.
struct BinomialCoverage {
  let total: Int
  /// The intervals by count, from 0 to the largest that is summed.
  let intervals: [Interval]

  /// Finds the intervals of the counts up to `largest`, of all when nil.
  init(total: Int, largest: Int? = nil, _ interval: (Proportion) -> Interval) {
    self.total = total
    intervals = (0...min(total, largest ?? total)).map {
      interval(Proportion(count: $0, of: total))
    }
  }

  /// The probability that the interval covers a share.
  func callAsFunction(_ share: Double) -> Double {
    intervals.enumerated().reduce(0.0) { sum, element in
      let (count, interval) = (Double(element.offset), element.element)
      guard interval.low <= share && share <= interval.high else { return sum }
      let ways = lgamma(Double(total) + 1) - lgamma(count + 1) - lgamma(Double(total) - count + 1)
      return sum + exp(ways + count * log(share) + (Double(total) - count) * log1p(-share))
    }
  }

  /// The least coverage of all shares up to `largest`: it falls to its dips only beside limits.
  func least(upTo largest: Double = 1) -> (coverage: Double, share: Double) {
    var least = (coverage: 1.0, share: 0.0)
    for limit in intervals.map(\.low) + intervals.map(\.high) where limit > 0 && limit < 1 {
      for share in [limit * (1 - 1e-9), limit * (1 + 1e-9)] where share <= largest && share < 1 {
        let coverage = self(share)
        if coverage < least.coverage { least = (coverage, share) }
      }
    }
    return least
  }
}
