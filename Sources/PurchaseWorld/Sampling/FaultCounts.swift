internal import EventEngine

/// The number of faults for one intent: the Poisson binomial distribution, and conditional draws.
///
/// Declarations are independent, each with its own probability. The probabilities are sums of
/// products of at most 64 factors, exact to a few units in the last place.
struct FaultCounts: Sendable {
  /// `suffix[d][k]`: the probability of exactly k faults among the declarations from d on.
  private let suffix: [[Double]]
  private let probabilities: [Double]
  /// The probability of exactly k faults for two intents together.
  let pairs: [Double]

  init(_ faults: [FaultDeclaration]) {
    probabilities = faults.map { $0.probability.probability }
    var suffix = [[1.0]]
    for probability in probabilities.reversed() {
      let rest = suffix[0]
      var counts = Array(repeating: 0.0, count: rest.count + 1)
      for (count, share) in rest.enumerated() {
        counts[count] += share * (1 - probability)
        counts[count + 1] += share * probability
      }
      suffix.insert(counts, at: 0)
    }
    self.suffix = suffix
    let single = suffix[0]
    var pairs = Array(repeating: 0.0, count: 2 * single.count - 1)
    for (first, share) in single.enumerated() {
      for (second, other) in single.enumerated() { pairs[first + second] += share * other }
    }
    self.pairs = pairs
  }

  /// The probability of exactly k faults, for every k from 0 on.
  var exactly: [Double] { suffix[0] }

  /// The share of a declaration among the intents with exactly one fault.
  func shareOfSingles(_ declaration: Int) -> Double {
    guard exactly.count > 1, exactly[1] > 0 else { return 0 }
    let alone = probabilities.indices.reduce(probabilities[declaration]) { share, other in
      other == declaration ? share : share * (1 - probabilities[other])
    }
    return alone / exactly[1]
  }

  /// Draws how many of the faults of two intents belong to the first, at a uniform level.
  func split(_ count: Int, level: Double) -> Int {
    var left = level * pairs[count]
    let single = exactly
    for first in max(0, count - single.count + 1)...min(count, single.count - 1) {
      left -= single[first] * single[count - first]
      if left < 0 { return first }
    }
    return min(count, single.count - 1)
  }

  /// Draws the declarations whose faults occur, given their number.
  /// - Parameter count: the number of faults; it must be possible.
  /// - Parameter level: a uniform draw from 0 to 1 for a declaration.
  /// - Parameter onFault: called with every drawn declaration, in order.
  func draw(_ count: Int, level: (_ declaration: Int) -> Double, onFault: (Int) -> Void) {
    var left = count
    for declaration in probabilities.indices where left > 0 {
      let whole = suffix[declaration][left]
      let share = probabilities[declaration] * suffix[declaration + 1][left - 1]
      guard level(declaration) * whole < share else { continue }
      onFault(declaration)
      left -= 1
    }
    assert(left == 0, "the requested number of faults is drawn")
  }
}
