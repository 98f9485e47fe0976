/// The integer sums over users from which a ratio and its interval follow.
///
/// A user contributes a numerator (such as lost charges) and a denominator (such as charges). Users
/// are independent of each other, the charges of one user are not: the squares hold what it costs.
package struct RatioMoments: Hashable, Sendable {
  /// Σn and Σd; Σn², Σnd and Σd².
  package var numerators, denominators: Int
  package var numeratorSquares, products: Int128
  package var denominatorSquares: Int128

  package init(
    numerators: Int = 0, denominators: Int = 0, numeratorSquares: Int128 = 0, products: Int128 = 0,
    denominatorSquares: Int128 = 0
  ) {
    (self.numerators, self.denominators) = (numerators, denominators)
    (self.numeratorSquares, self.products) = (numeratorSquares, products)
    self.denominatorSquares = denominatorSquares
  }

  /// Makes the moments of `count` users of `of`, who have a denominator of 1 each.
  package init(count: Int, of users: Int) {
    self.init(
      numerators: count, denominators: users, numeratorSquares: Int128(count),
      products: Int128(count), denominatorSquares: Int128(users))
  }

  package mutating func add(_ numerator: Int, of denominator: Int) {
    denominators += denominator
    denominatorSquares += Int128(denominator) * Int128(denominator)
    if numerator == 0 { return }
    numerators += numerator
    numeratorSquares += Int128(numerator) * Int128(numerator)
    products += Int128(numerator) * Int128(denominator)
  }

  package static func += (left: inout RatioMoments, right: RatioMoments) {
    left.numerators += right.numerators
    left.denominators += right.denominators
    left.numeratorSquares += right.numeratorSquares
    left.products += right.products
    left.denominatorSquares += right.denominatorSquares
  }

  /// The users of the left moments who are not among those of the right.
  package static func - (left: RatioMoments, right: RatioMoments) -> RatioMoments {
    RatioMoments(
      numerators: left.numerators - right.numerators,
      denominators: left.denominators - right.denominators,
      numeratorSquares: left.numeratorSquares - right.numeratorSquares,
      products: left.products - right.products,
      denominatorSquares: left.denominatorSquares - right.denominatorSquares)
  }

  /// Σn / Σd; nil without a denominator.
  package var ratio: Double? { denominators == 0 ? nil : Double(numerators) / Double(denominators) }

  /// D²·Σ(n − rd)², an exact integer: the squared residuals of the ratio, scaled by D = Σd.
  package var scaledResiduals: Int128 {
    let (n, d) = (Int128(numerators), Int128(denominators))
    return numeratorSquares * d * d - 2 * n * d * products + n * n * denominatorSquares
  }

  /// The variance of the ratio by the delta method; there are denominators.
  var ratioVariance: Double {
    let d = Double(denominators)
    return Double(scaledResiduals) / (d * d * d * d)
  }
}
