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
    -> KnownStates.ExploredState
  {
    var size = Exploration.FaultCountResult(faults: 1, placements: placements)
    (size.losingPlacements, size.prunedBranches) = (lost, prunedBranches)
    return KnownStates.ExploredState(keys: keys, size: size)
  }

  @Test("A known state is reused if nothing is lost from it or if the same faults led to it")
  func canReuse() {
    #expect(KnownStatesTests.known([9], 5).canReuse([1, 2]))
    let losing = KnownStatesTests.known([1, 3], 5, lost: 1)
    for known in [losing, KnownStatesTests.known([1, 3], 5, prunedBranches: 1)] {
      #expect(known.canReuse([1, 2, 3]) && known.canReuse([1, 3, 4]))
      #expect(!known.canReuse([1, 2]) && !known.canReuse([3, 1, 2]) && !known.canReuse([]))
    }
    #expect(KnownStatesTests.known([], 1, lost: 1).canReuse([4]))
  }

  @Test("The first path to a state is stored, for each number of remaining faults")
  func first() {
    var states = KnownStates()
    states.insert(KnownStatesTests.known([1], 1), at: Fingerprint(), left: 2)
    states.insert(KnownStatesTests.known([1], 9), at: Fingerprint(), left: 2)
    expectEqual(states.known(Fingerprint(), left: 2)?.size.placements, 1)
    #expect(states.known(Fingerprint(), left: 1) == nil)
    #expect(states.known(Fingerprint(), left: 3) == nil)
  }
}
