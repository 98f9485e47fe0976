package import PurchaseWorld

/// Explored states by fingerprint and number of remaining faults.
package struct KnownStates: Sendable {
  /// Result of a state with a number of remaining faults.
  package struct StateResult: Hashable, Sendable {
    /// The keys of the faults before the state.
    var keys: [UInt64]
    /// The results of the placements that continue from the state.
    package var continuationResults: Exploration.FaultCountResult

    /// Whether the following placements can be skipped in a run with other faults: either none of
    /// them loses an order, or the state was reached with a subset of these faults. Then the other
    /// faults have no effect, and a losing set with them is not minimal.
    package func canBeReused(with others: [UInt64]) -> Bool {
      let results = continuationResults
      if results.losingPlacementCount == 0, results.prunedBranchCount == 0 { return true }
      var place = keys.startIndex
      for key in others where place < keys.endIndex && keys[place] == key { place += 1 }
      return place == keys.endIndex
    }
  }

  private var states: [[Fingerprint: StateResult]] = []

  /// The result of a state after which `remainingFaults` faults can still be placed; nil if none is
  /// stored.
  package func result(for fingerprint: Fingerprint, remainingFaults: Int) -> StateResult? {
    remainingFaults < states.count ? states[remainingFaults][fingerprint] : nil
  }

  /// Stores a state; the first of several results for a state is kept.
  package mutating func insert(
    _ known: StateResult, for fingerprint: Fingerprint, remainingFaults: Int
  ) {
    while states.count <= remainingFaults { states.append([:]) }
    if states[remainingFaults][fingerprint] == nil { states[remainingFaults][fingerprint] = known }
  }

  /// Adds later results.
  mutating func merge(_ other: KnownStates) {
    while states.count < other.states.count { states.append([:]) }
    for (left, found) in other.states.enumerated() { states[left].merge(found) { old, _ in old } }
  }
}
