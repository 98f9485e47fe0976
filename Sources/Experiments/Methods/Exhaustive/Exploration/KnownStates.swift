package import PurchaseWorld

/// States whose continuations were explored, by the number of faults that were left there.
package struct KnownStates: Sendable {
  /// What came of a state with a number of faults.
  package struct Known: Hashable, Sendable {
    /// The faults with which the state was reached, by their keys.
    var keys: [UInt64]
    /// What follows it.
    package var size: Exploration.Size

    /// Whether what follows need not be explored for the sake of a life with other faults. Either
    /// nothing that follows loses. Or the state was reached with some of the same faults, so the
    /// others have left no trace, and a set with them that loses is not minimal.
    package func serves(_ others: [UInt64]) -> Bool {
      if size.lost == 0 && size.leftOut == 0 { return true }
      var place = keys.startIndex
      for key in others where place < keys.endIndex && keys[place] == key { place += 1 }
      return place == keys.endIndex
    }
  }

  private var states: [[Fingerprint: Known]] = []

  package init() {}

  package func known(_ fingerprint: Fingerprint, left: Int) -> Known? {
    left < states.count ? states[left][fingerprint] : nil
  }

  /// Remembers a state; of two ways to reach it, the one that was found first.
  package mutating func insert(_ known: Known, at fingerprint: Fingerprint, left: Int) {
    while states.count <= left { states.append([:]) }
    if states[left][fingerprint] == nil { states[left][fingerprint] = known }
  }

  /// Remembers what was found later.
  mutating func merge(_ other: KnownStates) {
    while states.count < other.states.count { states.append([:]) }
    for (left, found) in other.states.enumerated() { states[left].merge(found) { mine, _ in mine } }
  }
}
