import ExhaustiveSearch
import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Explorations that replay simulations find the same as explorations that copy simulations.
@Suite struct ReplayedPlacementSearchTests {
  private static func found(
    _ name: String, _ kinds: [FaultKind], faults: Int, prunes: Bool, replays: Bool, workers: Int = 2
  ) throws -> Exploration {
    let scenario = try Explored.read("field")
    let journey = Journey.one
    let deterministic = scenario.deterministicCase(journey.script(in: scenario)).population
    let design = try Explored.design(name)
    let choices = ExploredFault.all(
      of: kinds, ExploredFaultValues(design, deterministic.conditions),
      journey.script(in: scenario), deterministic.conditions
    ).filter { $0.fault.kind.applies(to: design) }
    return Explorer(
      design, of: deterministic.user(0, seed: scenario.seed), deterministic.conditions, choices,
      replays: replays
    ).explore(faults: faults, prunes: prunes, workers: workers)
  }

  @Test(arguments: ["zero-loss-1.0", "keep-1", "sk2-token", "play-revenuecat"], [false, true])
  func `replay and copy agree on every single fault`(name: String, prunes: Bool) throws {
    let kinds = FaultKind.allCases
    let copied = try Self.found(name, kinds, faults: 1, prunes: prunes, replays: false)
    let replayed = try Self.found(name, kinds, faults: 1, prunes: prunes, replays: true)
    expectSame(copied, replayed)
    #expect(copied.placementCount > 100)
  }

  @Test(arguments: ["zero-loss-1.0", "keep-1"])
  func `replay and copy agree on every two faults, pruned or not`(name: String) throws {
    let kinds: [FaultKind] = [.crash, .spuriousCancel, .accountSwitch]
    let copied = try Self.found(name, kinds, faults: 2, prunes: false, replays: false)
    let replayed = try Self.found(name, kinds, faults: 2, prunes: false, replays: true)
    expectSame(copied, replayed)
    let pruned = try Self.found(name, kinds, faults: 2, prunes: true, replays: true, workers: 1)
    expectEqual(pruned.groups.map(\.losses), copied.groups.map(\.losses))
    expectEqual(pruned.groups.map(\.count), copied.groups.map(\.count))
  }

  private func expectSame(_ copied: Exploration, _ replayed: Exploration) {
    #expect(copied.interruption == nil && replayed.interruption == nil)
    #expect(
      copied.lossesWithoutFaults == replayed.lossesWithoutFaults
        && copied.eventCount == replayed.eventCount)
    expectEqual(
      copied.resultsByFaultCount.map(\.placementCount),
      replayed.resultsByFaultCount.map(\.placementCount))
    expectEqual(
      copied.resultsByFaultCount.map(\.losingPlacementCount),
      replayed.resultsByFaultCount.map(\.losingPlacementCount))
    expectEqual(copied.groups, replayed.groups)
    #expect(
      copied.hasCharge == replayed.hasCharge && copied.faultsChangeRuns == replayed.faultsChangeRuns
    )
  }
}
