/// Rounding of fractions to whole numbers with a given total: the method of the largest remainder.
///
/// Each number is first rounded down. The missing units go, one each, to the largest remainders, in
/// case of a tie to the first (A. Hamilton 1792; M. L. Balinski and H. P. Young, Fair
/// Representation, 2nd ed. 2001, chapter 2).
package enum Apportionment {
  /// Rounds fractions with a common divisor, exactly.
  /// - Precondition: `divisor` is above 0.
  package static func shares(_ scaled: [Int128], over divisor: Int, total: Int) -> [Int] {
    precondition(divisor > 0, "a divisor is above 0")
    let divisor = Int128(divisor)
    let floors = scaled.map { Int($0 / divisor) - ($0 % divisor < 0 ? 1 : 0) }
    let remainders = zip(scaled, floors).map { Double($0 - Int128($1) * divisor) }
    return handOut(floors, remainders, total)
  }

  /// Rounds fractions whose sum is the total, up to rounding errors of both.
  package static func shares(_ values: [Double], total: Int) -> [Int] {
    let floors = values.map { Int($0.rounded(.down)) }
    return handOut(floors, zip(values, floors).map { $0 - Double($1) }, total)
  }

  private static func handOut(_ floors: [Int], _ remainders: [Double], _ total: Int) -> [Int] {
    guard !floors.isEmpty else { return [] }
    var (shares, missing) = (floors, total - floors.reduce(0, +))
    let order = remainders.indices.sorted {
      remainders[$0] == remainders[$1] ? $0 < $1 : remainders[$0] > remainders[$1]
    }
    // The rounded total can be one too high or too low.
    while missing != 0 {
      let step = missing > 0 ? 1 : -1
      for place in step > 0 ? order : order.reversed() where missing != 0 {
        shares[place] += step
        missing -= step
      }
    }
    return shares
  }
}
