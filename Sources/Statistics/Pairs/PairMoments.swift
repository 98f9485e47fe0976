/// The integer sums over users simulated under two designs: the moments of both, and the cross
/// sums.
package struct PairMoments: Hashable, Sendable {
  /// The moments under either design.
  package var first = RatioMoments(), second = RatioMoments()
  /// Σn₁n₂, Σn₁d₂, Σd₁n₂ and Σd₁d₂.
  package var numerators: Int128 = 0, firstNumerators: Int128 = 0
  package var secondNumerators: Int128 = 0, denominators: Int128 = 0

  package init() {}

  /// Adds one user, who contributed n of d under each design.
  package mutating func add(_ n1: Int, of d1: Int, and n2: Int, of d2: Int) {
    first.add(n1, of: d1)
    second.add(n2, of: d2)
    denominators += Int128(d1) * Int128(d2)
    if n1 == 0 && n2 == 0 { return }
    numerators += Int128(n1) * Int128(n2)
    firstNumerators += Int128(n1) * Int128(d2)
    secondNumerators += Int128(d1) * Int128(n2)
  }

  package static func += (left: inout PairMoments, right: PairMoments) {
    left.first += right.first
    left.second += right.second
    left.numerators += right.numerators
    left.firstNumerators += right.firstNumerators
    left.secondNumerators += right.secondNumerators
    left.denominators += right.denominators
  }

  /// The correlation of the two ratios, from -1 to 1; 0 if one of them does not vary. By the delta
  /// method the error of a ratio is the mean of n − rd over D, and the correlation is that of these
  /// residuals; both designs' residuals are exact integers after scaling.
  package var correlation: Double {
    let (n1, d1) = (Int128(first.numerators), Int128(first.denominators))
    let (n2, d2) = (Int128(second.numerators), Int128(second.denominators))
    let shared =
      d1 * d2 * numerators - d1 * n2 * firstNumerators - n1 * d2 * secondNumerators
      + n1 * n2 * denominators
    let spread = (first.scaledResiduals * second.scaledResiduals).squareRoot()
    return spread == 0 ? 0 : min(1, max(-1, Double(shared) / spread))
  }
}
