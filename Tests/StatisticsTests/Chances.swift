import Foundation

/// The probabilities of counts, for sums over all possible outcomes.
enum Chances {
  /// The binomial probabilities of the counts that are not rarer than 1e-9, in order.
  static func binomial(_ total: Int, _ share: Double) -> [(count: Int, chance: Double)] {
    if share == 0 { return [(0, 1)] }
    let n = Double(total)
    let reach = 7 * (n * share * (1 - share)).squareRoot() + 7
    let counts = max(0, Int(n * share - reach))...min(total, Int(n * share + reach))
    return counts.map { count -> (count: Int, chance: Double) in
      let k = Double(count)
      let ways: Double = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      let chosen: Double = k * log(share) + (n - k) * log1p(-share)
      return (count, exp(ways + chosen))
    }.filter { $0.chance > 1e-9 }
  }

  /// All combinations of independent counts that are not rarer than 1e-8.
  static func combinations(
    _ counts: [[(count: Int, chance: Double)]]
  ) -> [(counts: [Int], chance: Double)] {
    counts.reduce([([], 1)]) { known, each in
      known.flatMap { known in
        each.map { one -> (counts: [Int], chance: Double) in
          (known.counts + [one.count], known.chance * one.chance)
        }
      }.filter { $0.chance > 1e-8 }
    }
  }

  /// Sums over all combinations of independent counts that are not rarer than 1e-8.
  static func sum(
    _ counts: [[(count: Int, chance: Double)]], _ value: ([Int]) throws -> Double
  ) rethrows -> Double {
    try combinations(counts).reduce(0.0) { try $0 + $1.chance * value($1.counts) }
  }
}
