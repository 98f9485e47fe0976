import Foundation
import TestSupport
import Testing

@testable import Statistics

/// The limits of quantiles against the sums of binomial chances that define them.
@Suite struct QuantileRankSearchTests {
  @Test(arguments: [1, 7, 60, 999, 20_000], [0.01, 0.5, 0.95, 0.99])
  func `the lower rank is the largest with too few observations below it`(
    count: Int, level: Double
  ) {
    let ranks = QuantileRanks(level: level, count: count, effective: Double(count))
    let tail = Confidence.standard.error / 2
    var (below, largest) = (0.0, 0)
    for k in 0..<count {
      let ways = lgamma(Double(count) + 1) - lgamma(Double(k) + 1) - lgamma(Double(count - k) + 1)
      below += exp(ways + Double(k) * log(level) + Double(count - k) * log(1 - level))
      if below > tail { break }
      largest = k + 1
    }
    expectEqual(ranks.low, min(ranks.rank, largest))
  }
}
