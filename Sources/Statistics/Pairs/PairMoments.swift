/// The integer sums over users simulated under two designs: the moments of both, and the cross
/// sums.
package struct PairMoments: Hashable, Sendable {
  /// The moments under either design.
  package var first = RatioMoments(), second = RatioMoments()
  /// Σn₁n₂, Σn₁d₂, Σd₁n₂ and Σd₁d₂.
  package var sumN1N2: Int128 = 0, sumN1D2: Int128 = 0
  package var sumD1N2: Int128 = 0, sumD1D2: Int128 = 0

  package init() {}

  /// Adds one user, who contributed n of d under each design.
  package mutating func add(_ n1: Int, of d1: Int, and n2: Int, of d2: Int) {
    first.add(n1, of: d1)
    second.add(n2, of: d2)
    sumD1D2 += Int128(d1) * Int128(d2)
    if n1 == 0 && n2 == 0 { return }
    sumN1N2 += Int128(n1) * Int128(n2)
    sumN1D2 += Int128(n1) * Int128(d2)
    sumD1N2 += Int128(d1) * Int128(n2)
  }

  package static func += (left: inout PairMoments, right: PairMoments) {
    left.first += right.first
    left.second += right.second
    left.sumN1N2 += right.sumN1N2
    left.sumN1D2 += right.sumN1D2
    left.sumD1N2 += right.sumD1N2
    left.sumD1D2 += right.sumD1D2
  }

  /// The correlation of the two ratios, from -1 to 1; 0 if one of them does not vary. By the delta
  /// method the error of a ratio is the mean of n − rd over D, and the correlation is that of these
  /// residuals; both designs' residuals are exact integers after scaling.
  package var correlation: Double {
    let (n1, d1) = (Int128(first.numeratorSum), Int128(first.denominatorSum))
    let (n2, d2) = (Int128(second.numeratorSum), Int128(second.denominatorSum))
    let shared = d1 * d2 * sumN1N2 - d1 * n2 * sumN1D2 - n1 * d2 * sumD1N2 + n1 * n2 * sumD1D2
    let spread = (first.scaledResidualSumOfSquares * second.scaledResidualSumOfSquares).squareRoot()
    return spread == 0 ? 0 : min(1, max(-1, Double(shared) / spread))
  }
}
