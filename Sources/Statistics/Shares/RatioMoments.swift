/// The integer sums over users from which a ratio and its interval follow.
///
/// A user contributes a numerator (such as lost charges) and a denominator (such as charges). Users
/// are independent, but the charges of one user are not: the squares measure this effect.
package struct RatioMoments: Hashable, Sendable {
  /// Σn and Σd; Σn², Σnd and Σd².
  package var numeratorSum, denominatorSum: Int
  package var numeratorSquareSum, productSum: Int128
  package var denominatorSquareSum: Int128

  package init(
    numerators: Int = 0, denominators: Int = 0, numeratorSquares: Int128 = 0, products: Int128 = 0,
    denominatorSquares: Int128 = 0
  ) {
    (self.numeratorSum, self.denominatorSum) = (numerators, denominators)
    (self.numeratorSquareSum, self.productSum) = (numeratorSquares, products)
    self.denominatorSquareSum = denominatorSquares
  }

  /// Creates the moments of `count` users of `of`, with a denominator of 1 each.
  package init(count: Int, of users: Int) {
    self.init(
      numerators: count, denominators: users, numeratorSquares: Int128(count),
      products: Int128(count), denominatorSquares: Int128(users))
  }

  package mutating func add(_ numerator: Int, of denominator: Int) {
    denominatorSum += denominator
    denominatorSquareSum += Int128(denominator) * Int128(denominator)
    if numerator == 0 { return }
    numeratorSum += numerator
    numeratorSquareSum += Int128(numerator) * Int128(numerator)
    productSum += Int128(numerator) * Int128(denominator)
  }

  package static func += (left: inout RatioMoments, right: RatioMoments) {
    left.numeratorSum += right.numeratorSum
    left.denominatorSum += right.denominatorSum
    left.numeratorSquareSum += right.numeratorSquareSum
    left.productSum += right.productSum
    left.denominatorSquareSum += right.denominatorSquareSum
  }

  /// The moments of the users on the left that are not on the right.
  package static func - (left: RatioMoments, right: RatioMoments) -> RatioMoments {
    RatioMoments(
      numerators: left.numeratorSum - right.numeratorSum,
      denominators: left.denominatorSum - right.denominatorSum,
      numeratorSquares: left.numeratorSquareSum - right.numeratorSquareSum,
      products: left.productSum - right.productSum,
      denominatorSquares: left.denominatorSquareSum - right.denominatorSquareSum)
  }

  /// Σn / Σd; nil without a denominator.
  package var ratio: Double? {
    denominatorSum == 0 ? nil : Double(numeratorSum) / Double(denominatorSum)
  }

  /// D²·Σ(n − rd)²: the squared residuals of the ratio, scaled by D = Σd; an exact integer for sums
  /// of realistic size.
  package var scaledResidualSumOfSquares: Double {
    if let exact = exactResiduals { return Double(exact) }
    let (n, d) = (Double(numeratorSum), Double(denominatorSum))
    return Double(numeratorSquareSum) * d * d - 2 * n * d * Double(productSum)
      + n * n * Double(denominatorSquareSum)
  }

  /// The exact scaled residuals; nil if 128 bits are not enough.
  private var exactResiduals: Int128? {
    let (n, d) = (Int128(numeratorSum), Int128(denominatorSum))
    guard let first = Int128.product(numeratorSquareSum, d, d),
      let second = Int128.product(2 * n, d, productSum),
      let third = Int128.product(n, n, denominatorSquareSum)
    else { return nil }
    let (difference, isLarge) = first.subtractingReportingOverflow(second)
    let (sum, isLarger) = difference.addingReportingOverflow(third)
    return isLarge || isLarger ? nil : sum
  }

  /// The variance of the ratio by the delta method; requires a denominator.
  var ratioVariance: Double {
    let d = Double(denominatorSum)
    return scaledResidualSumOfSquares / (d * d * d * d)
  }
}

extension Int128 {
  /// The product of three numbers; nil on overflow.
  static func product(_ first: Int128, _ second: Int128, _ third: Int128) -> Int128? {
    let (two, isLarge) = first.multipliedReportingOverflow(by: second)
    let (three, isLarger) = two.multipliedReportingOverflow(by: third)
    return isLarge || isLarger ? nil : three
  }
}
