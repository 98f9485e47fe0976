import EventEngine
import Foundation
import TestSupport
import Testing

@testable import ExhaustiveSearch
@testable import Experiments
@testable import PurchaseWorld

/// The branches that an exploration may prune.
@Suite("Pruning of explorations") struct KnownStatesTests {
  @Test("A set with a losing subset is recognised by its last fault and some of the others")
  func losingParts() {
    var losing = LosingSets()
    losing.insert([7])
    losing.insert([1, 2])
    losing.insert([1, 3, 5])
    #expect(
      losing.containsProperSubset(of: [], with: 7) && losing.containsProperSubset(of: [4], with: 7))
    #expect(!losing.containsProperSubset(of: [1], with: 2), "that is the set itself")
    #expect(
      losing.containsProperSubset(of: [1, 4], with: 2)
        && losing.containsProperSubset(of: [4, 1], with: 2))
    #expect(!losing.containsProperSubset(of: [2, 4], with: 1), "faults occur in their order")
    #expect(
      losing.containsProperSubset(of: [1, 3, 4], with: 5)
        && !losing.containsProperSubset(of: [1, 3], with: 5))
    #expect(losing.contains([7]) && losing.contains([1, 2]) && losing.contains([1, 3, 5]))
    #expect(!losing.contains([2]) && !losing.contains([1, 5]) && !losing.contains([1, 3, 4]))
  }

  static func known(_ keys: [UInt64], _ placements: Int, lost: Int = 0, prunedBranches: Int = 0)
    -> KnownStates.StateResult
  {
    var size = Exploration.FaultCountResult(faultCount: 1, placementCount: placements)
    (size.losingPlacementCount, size.prunedBranchCount) = (lost, prunedBranches)
    return KnownStates.StateResult(keys: keys, continuationResults: size)
  }

  @Test("A known state is reused if nothing is lost from it or if the same faults led to it")
  func canReuse() {
    #expect(Self.known([9], 5).canBeReused(with: [1, 2]))
    let losing = Self.known([1, 3], 5, lost: 1)
    for known in [losing, Self.known([1, 3], 5, prunedBranches: 1)] {
      #expect(known.canBeReused(with: [1, 2, 3]) && known.canBeReused(with: [1, 3, 4]))
      #expect(
        !known.canBeReused(with: [1, 2]) && !known.canBeReused(with: [3, 1, 2])
          && !known.canBeReused(with: []))
    }
    #expect(Self.known([], 1, lost: 1).canBeReused(with: [4]))
  }

  @Test("The first path to a state is stored, for each number of remaining faults")
  func first() {
    var states = KnownStates()
    states.insert(Self.known([1], 1), for: Fingerprint(), remainingFaults: 2)
    states.insert(Self.known([1], 9), for: Fingerprint(), remainingFaults: 2)
    expectEqual(
      states.result(for: Fingerprint(), remainingFaults: 2)?.continuationResults.placementCount, 1)
    #expect(states.result(for: Fingerprint(), remainingFaults: 1) == nil)
    #expect(states.result(for: Fingerprint(), remainingFaults: 3) == nil)
  }
}
