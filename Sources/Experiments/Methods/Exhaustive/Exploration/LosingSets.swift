/// Minimal sets of placements that lose an order, by their keys.
package struct LosingSets: Sendable {
  private var singles: Set<UInt64> = [], pairs: Set<UInt128> = [], larger: Set<[UInt64]> = []

  private static func pair(_ first: UInt64, _ second: UInt64) -> UInt128 {
    UInt128(first) << 64 | UInt128(second)
  }

  /// Adds a set, in the order in which its faults occur.
  package mutating func insert(_ keys: [UInt64]) {
    switch keys.count {
    case 1: singles.insert(keys[0])
    case 2: pairs.insert(LosingSets.pair(keys[0], keys[1]))
    default: larger.insert(keys)
    }
  }

  mutating func formUnion(_ other: LosingSets) {
    singles.formUnion(other.singles)
    pairs.formUnion(other.pairs)
    larger.formUnion(other.larger)
  }

  package func contains(_ keys: [UInt64]) -> Bool {
    switch keys.count {
    case 1: singles.contains(keys[0])
    case 2: pairs.contains(LosingSets.pair(keys[0], keys[1]))
    default: larger.contains(keys)
    }
  }

  /// Whether the last placement loses an order alone, or with some but not all of the others.
  /// - Parameter path: the other placements, of which no part loses an order.
  package func containsProperSubset(of path: [UInt64], with last: UInt64) -> Bool {
    if singles.contains(last) { return true }
    guard path.count > 1 else { return false }
    for first in path where pairs.contains(LosingSets.pair(first, last)) { return true }
    guard path.count > 2, !larger.isEmpty else { return false }
    // Every subset of two or more of the other placements, as bits.
    for chosen in 1..<(1 << path.count) - 1 where chosen.nonzeroBitCount > 1 {
      let part = path.indices.filter { chosen >> $0 & 1 == 1 }.map { path[$0] }
      if larger.contains(part + [last]) { return true }
    }
    return false
  }
}
