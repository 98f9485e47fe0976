import TestSupport
import Testing

@testable import Statistics

/// The bounds that the counts of all replications set for an interval over replications.
@Suite("Pooled counts of replications") struct PooledCountsTests {
  @Test("a share has the exact limits of C. J. Clopper and E. S. Pearson")
  func share() {
    let none = PooledCounts(total: 5).interval(0)
    // 1 − 0.025^(1/5)
    #expect(none.low == 0 && abs(none.high - 0.521_823_75) < 1e-6)
    let all = PooledCounts(total: 5).interval(1)
    #expect(all.high == 1 && abs(all.low - 0.478_176_25) < 1e-6)
    // Users with fully correlated charges have the information of that number of users.
    #expect(PooledCounts(total: 10, effect: 2, weight: 2).interval(0).high > none.high - 1e-9)
  }

  @Test("five users who distinguish two designs decide nothing, ten decide, and none never do")
  func few() {
    let five = PooledCounts(total: 5).differenceInterval(Array(repeating: 1, count: 5))
    #expect(five.low < 0 && five.high == 1)
    let ten = PooledCounts(total: 10).differenceInterval(Array(repeating: 1, count: 10))
    #expect(ten.low > 0)
    let none = PooledCounts(total: 1_000).differenceInterval([0, 0, 0])
    #expect(none.low < 0 && none.high > 0 && none.high < 0.004)
    // A user who would lose an order under the second design counts as often as the factor.
    let twice = PooledCounts(total: 1_000).differenceInterval([0, 0, 0], factor: 2)
    #expect(abs(twice.low - 2 * none.low) < 1e-12 && twice.high == none.high)
  }

  @Test("a number of events has the exact limits of F. Garwood")
  func poisson() {
    let ten = PooledCounts.poissonInterval(10, of: 10)
    #expect(abs(ten.low - 4.795) < 1e-3 && abs(ten.high - 18.390) < 1e-3)
    expectEqual(PooledCounts.poissonInterval(1, of: 0).high, .infinity)
  }

  /// How often the interval of a mean difference over replications holds the true one, by Student's t alone and combined
  /// with the bounds of the pooled counts.
  /// - Parameter lost: how many users a replication lose an order under the first design alone, and under the second.
  private func coverage(_ replications: Int, _ lost: (Double, Double), runs: Int)
    -> (alone: Double, together: Double)
  {
    let seed = UInt64(replications) &* 1_000_003 &+ UInt64(lost.0 * 1_000 + lost.1)
    var draws = TestRandom(seed: seed)
    let users = 10_000.0, truth = (lost.1 - lost.0) / users
    var (alone, together) = (0, 0)
    for _ in 0..<runs {
      let differences = (0..<replications).map { _ in
        Double(draws.poisson(lost.1) - draws.poisson(lost.0)) / users
      }
      guard let found = ReplicatedMean(differences).interval else { continue }
      let counts = PooledCounts(total: users * Double(replications))
      let wide = found.joined(with: counts.differenceInterval(differences))
      let holds = { (interval: Interval) in
        interval.low <= truth + 1e-12 && truth - 1e-12 <= interval.high
      }
      alone += holds(found) ? 1 : 0
      together += holds(wide) ? 1 : 0
    }
    return (Double(alone) / Double(runs), Double(together) / Double(runs))
  }

  @Test("with pooled counts an interval over replications covers as often as stated")
  func coverage() {
    var least = (alone: 1.0, together: 1.0)
    for replications in [2, 3, 5, 20] {
      for (first, second) in [(0, 0.02), (0, 0.3), (0.1, 0.1), (0.3, 1), (1, 1), (1, 5), (8, 10)] {
        let found = coverage(replications, (first, second), runs: 1_000)
        least = (min(least.alone, found.alone), min(least.together, found.together))
        // In 1,000 runs at 0.95 a coverage below 0.925 has a probability of 1 in 2,000.
        #expect(found.together >= 0.925, "\(replications) replications, \(first) and \(second)")
      }
    }
    // Replications that are equal at random: Student's t is a point.
    #expect(least.alone < 0.1 && least.together >= 0.925)
  }

  /// How often an interval over replications holds the true value, by Student's t alone and combined.
  private func coverage(
    of truth: Double, runs: Int, _ replicate: () -> (values: [Double], limits: Interval)
  ) -> (alone: Double, together: Double) {
    var (alone, together) = (0, 0)
    for _ in 0..<runs {
      let (values, limits) = replicate()
      guard let found = ReplicatedMean(values).interval else { continue }
      let wide = found.joined(with: limits)
      alone += found.low <= truth && truth <= found.high ? 1 : 0
      together += wide.low <= truth && truth <= wide.high ? 1 : 0
    }
    return (Double(alone) / Double(runs), Double(together) / Double(runs))
  }

  @Test("the interval of a share over replications covers it, also with correlated charges")
  func coverageOfShares() {
    var least = 1.0
    for replications in [2, 3, 5, 20] {
      for lost in [0.02, 0.3, 1, 5, 30] {
        for charges in [1.0, 3] {
          let seed = UInt64(replications) &* 7_919 &+ UInt64(lost * 1_000 + charges)
          var draws = TestRandom(seed: seed)
          let total = 10_000.0
          let found = coverage(of: lost * charges / total, runs: 1_000) {
            let values = (0..<replications).map { _ in Double(draws.poisson(lost)) * charges / total
            }
            let counts = PooledCounts(
              total: total * Double(replications), effect: charges, weight: charges)
            return (values, counts.interval(values.reduce(0, +) / Double(replications)))
          }
          least = min(least, found.alone)
          #expect(found.together >= 0.925, "\(replications) replications, \(lost), \(charges)")
        }
      }
    }
    #expect(least < 0.1)
  }

  @Test("the interval of the number of events per charge covers it")
  func coverageOfEvents() {
    for replications in [2, 3, 5, 20] {
      for events in [0.5, 2, 10, 100] {
        var draws = TestRandom(seed: UInt64(replications) &* 104_729 &+ UInt64(events * 10))
        let found = coverage(of: events / 100, runs: 1_000) {
          let counts = (0..<replications).map { _ in draws.poisson(events) }
          let all = counts.reduce(0, +)
          let mean = Double(all) / 100 / Double(replications)
          return (counts.map { Double($0) / 100 }, PooledCounts.poissonInterval(mean, of: all))
        }
        #expect(found.together >= 0.925, "\(replications) replications, \(events)")
      }
    }
  }
}
