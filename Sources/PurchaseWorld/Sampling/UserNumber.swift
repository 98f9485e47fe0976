/// The number of a user in results: an index among all users, or in a stratum.
package enum UserNumber {
  /// The first bit of the stratum; the index is below it.
  private static let shift = UInt64(40)
  /// The maximum number of strata in user numbers.
  package static let maxStrata = 1 << 20

  /// The first index of users who are drawn only to plan a sample.
  package static let firstPilotIndex = UInt64(1) << 39

  /// The number of a user of a stratum.
  /// - Parameter index: from 0, below 2⁴⁰.
  /// - Parameter stratum: the index of the stratum in the population.
  package static func of(_ index: UInt64, in stratum: Int) -> UInt64 {
    precondition(index >> shift == 0, "an index leaves room for the stratum")
    return UInt64(stratum + 1) << shift | index
  }

  /// The index of a user's stratum; nil for a user who is drawn from all.
  package static func stratum(of number: UInt64) -> Int? {
    number >> shift == 0 ? nil : Int(number >> shift) - 1
  }

  /// The index of a user, among all or in their stratum.
  package static func index(of number: UInt64) -> UInt64 { number & (1 << shift - 1) }

  /// A number as text: `17` of all users, `3:17` of the stratum with index 3.
  package static func text(_ number: UInt64) -> String {
    stratum(of: number).map { "\($0):\(index(of: number))" } ?? String(number)
  }

  /// Parses the output of ``text(_:)``; nil for anything else.
  package static func parse(_ text: String) -> UInt64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let index = parts.last.flatMap({ UInt64($0) }), index >> shift == 0
    else { return nil }
    guard parts.count == 2 else { return index }
    guard let stratum = Int(parts[0]), stratum < maxStrata else { return nil }
    return of(index, in: stratum)
  }
}
