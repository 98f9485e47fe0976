import EventEngine
import ExhaustiveSearch
import Experiments
import Foundation
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Cases as input of explorations: the taps without the written faults.
enum Explored {
  static func read(_ path: String) throws -> Scenario {
    try ScenarioFileReader.read(PackageFiles.path("scenarios/\(path).json"))
  }

  static func design(_ name: String) throws -> Design {
    try #require(BuiltInDesign.named(name)).design
  }

  /// The kinds of loss, with the smallest number of faults for each.
  static func lossOutcomes(_ found: Exploration) -> [LossSet.LossOutcome: Int] {
    var lossOutcomes: [LossSet.LossOutcome: Int] = [:]
    for lossOutcome in found.lossesWithoutFaults.allLossOutcomes { lossOutcomes[lossOutcome] = 0 }
    for group in found.groups {
      for lossOutcome in group.losses.allLossOutcomes {
        lossOutcomes[lossOutcome] = min(lossOutcomes[lossOutcome] ?? .max, group.kinds.count)
      }
    }
    return lossOutcomes
  }

  /// The losses that the simulator gives for a plan.
  static func losses(
    _ design: Design, _ script: Population.Script, _ scenario: Scenario
  ) throws -> LossSet {
    let population = scenario.deterministicCase(script).population
    let user = population.user(0, seed: scenario.seed)
    var simulator = Simulator(conditions: population.conditions)
    var outcome = UserOutcome()
    try simulator.simulate(design, of: user, into: &outcome)
    var losses = LossSet()
    for charge in outcome.charges { losses.add(charge.status) }
    return losses
  }
}

@Suite("Exploration") struct ExplorerTests {
  @Test(
    "With one fault, an exploration finds the loss that each article describes",
    arguments: [
      ("zero-loss-1.0", FaultKind.spuriousCancel, DropPoint.recordCleared),
      ("zero-loss-1.1", .spuriousFailure, .recordCleared),
      ("keep-1", .payloadLoss, .finishedUnbound), ("zero-loss-legacy", .crash, .recordDied),
    ])
  func stories(name: String, kind: FaultKind, point: DropPoint) throws {
    let scenario = try Explored.read("field")
    let found = Explorer(try Explored.design(name), .one, in: scenario, kinds: FaultKind.allCases)
      .explore(faults: 1)
    let group = found.groups.first {
      $0.kinds == [kind] && $0.losses.contains(.lost(.undelivered, point))
    }
    #expect(group != nil)
    #expect(found.lossesWithoutFaults.isEmpty && found.resultsByFaultCount.map(\.faultCount) == [1])
  }

  @Test("zero-loss-1.1 survives the cancel and zero-loss-1.2 both interruptions (article 000)")
  func repaired() throws {
    let scenario = try Explored.read("field")
    for (name, kinds) in [
      ("zero-loss-1.1", [FaultKind.spuriousCancel]),
      ("zero-loss-1.2", [.spuriousCancel, .spuriousFailure]),
    ] {
      let found = Explorer(try Explored.design(name), .one, in: scenario, kinds: kinds)
        .explore(faults: 2)
      #expect(
        found.losesNothing && found.resultsByFaultCount.count == 2 && found.placementCount > 1_000)
    }
  }

  @Test("zero-loss-1.2 crosses orders if a second item is cancelled during an interruption")
  func crossed() throws {
    let scenario = try Explored.read("field")
    let found = Explorer(
      try Explored.design("zero-loss-1.2"), .cancelled, in: scenario, kinds: FaultKind.allCases
    ).explore(faults: 1)
    let group = try #require(
      found.groups.first { $0.losses.contains(.lost(.crossed, .wrongRecord)) })
    expectEqual(group.kinds, [.spuriousCancel])
  }

  /// An app that is updated to StoreKit 2 at its second visit, and remembers nothing.
  private func updating() throws -> Design {
    var old = try Explored.design("zero-loss-1.2")
    old.update = AppUpdate(from: old, at: 2, to: try Explored.design("sk2-rn-iap"))
    old.update?.readsRecords = false
    return old
  }

  @Test("M1: an update to a client without a listener loses an unfinished transaction")
  func updated() throws {
    let found = Explorer(try updating(), .one, in: try Explored.read("field"), kinds: [.appKill])
      .explore(faults: 1)
    #expect(found.lossesWithoutFaults.isEmpty)
    #expect(found.groups.contains { $0.losses.contains(.lost(.undelivered, .observerMissing)) })
  }

  @Test("Every placement of one fault ends as the simulator ends with the same plan")
  func replay() throws {
    let scenario = try Explored.read("field")
    var placements = 0
    for design in scenario.designs + [try updating()] {
      for journey in [Journey.one, .cancelled] {
        let script = journey.script(in: scenario)
        let population = scenario.deterministicCase(script).population
        let user = population.user(0, seed: scenario.seed)
        let choices = ExploredFault.all(
          of: FaultKind.allCases.filter { $0.applies(to: design) },
          ExploredFaultValues(design, population.conditions), script, population.conditions)
        let root = Branch(StepwiseRun(design, of: user, conditions: population.conditions))
        let end = Branch(StepwiseRun(design, of: user, conditions: population.conditions))
        while try root.advance() {
          // Every third choice, another third before each event: a debug build is slow.
          for (number, choice) in choices.enumerated()
          where (number + root.placedFault(of: 0).eventNumber) % 3 == 0 {
            let losses = try end.runToEnd(from: root, injecting: choice, faultNumber: number)
            var planned = script
            planned.plannedFaults = [
              PlannedFault(
                choice.fault, intent: choice.intent,
                at: .step(root.placedFault(of: number).eventNumber), after: .zero, declaration: 0)
            ]
            #expect(
              try losses == Explored.losses(design, planned, scenario),
              "\(design.name) \(planned.plannedFaults)")
            placements += 1
          }
        }
      }
    }
    #expect(placements > 5_000)
  }

  @Test("Every minimal set ends as in the simulator, and loses nothing without one of its faults")
  func minimal() throws {
    var scenario = try Explored.read("field")
    scenario.population.conditions.horizon = .seconds(4 * 86_400)
    var pairs = 0
    for name in ["zero-loss-1.2", "keep-2", "ledger"] {
      let design = try Explored.design(name)
      let found = Explorer(
        design, .one, in: scenario,
        kinds: [.crash, .networkLoss, .payloadLoss, .spuriousFailure, .reinstall, .refund]
      ).explore(faults: 2)
      for group in found.groups {
        var script = Journey.one.script(in: scenario)
        script.plannedFaults = found.plannedFaults(of: group.example)
        let ended = {
          try Explored.losses(design, script, scenario).subtracting(found.lossesWithoutFaults)
        }
        #expect(try ended() == group.losses)
        if script.plannedFaults.count > 1 {
          pairs += 1
          // The first fault alone keeps its event; the second may come before another one.
          script.plannedFaults.removeLast()
          #expect(try ended().isEmpty)
        }
      }
    }
    #expect(pairs > 3)
  }

  @Test("An exploration finds the same minimal sets with and without pruning")
  func pruning() throws {
    var scenario = try Explored.read("field")
    // Half a day after the purchase: a losing branch that is not pruned continues to the horizon.
    scenario.population.conditions.horizon = .seconds(4 * 86_400)
    var equivalent = 0
    for (name, kinds, faults) in [
      ("zero-loss-1.2", [FaultKind.crash, .networkLoss, .newDevice, .accountSwitch], 2),
      ("keep-3", [.missedCallback, .tokenExpiry, .staleReceipt], 2),
      ("naive", [.missedCallback, .payloadLoss, .delisting], 3),
      ("keep-3", [.payloadLoss, .refund], 3),
      ("zero-loss-1.3", [.duplicateCallback, .delisting], 3),
    ] {
      let explorer = Explorer(try Explored.design(name), .one, in: scenario, kinds: kinds)
      let pruned = explorer.explore(faults: faults)
      let whole = explorer.explore(faults: faults, prunes: false)
      for group in pruned.groups {
        let same = whole.groups.first { $0.losses == group.losses && $0.kinds == group.kinds }
        #expect(group.count <= same?.count ?? 0, "\(name): \(group)")
      }
      for group in whole.groups where !pruned.groups.contains(group) {
        // A fault without a lasting effect shifts the number of the event before the last fault.
        #expect(
          pruned.groups.contains {
            $0.losses == group.losses && $0.kinds.count < group.kinds.count
              && $0.kinds.isPart(of: group.kinds)
          }, "\(name): \(group)")
      }
      expectEqual(pruned.losesNothing, whole.losesNothing)
      #expect(
        whole.resultsByFaultCount.allSatisfy {
          $0.equivalentPlacementCount == 0 && $0.prunedBranchCount == 0
        })
      if whole.losesNothing {
        expectEqual(
          pruned.resultsByFaultCount.map(\.placementCount),
          whole.resultsByFaultCount.map(\.placementCount))
      }
      equivalent += pruned.resultsByFaultCount.reduce(0) { $0 + $1.equivalentPlacementCount }
    }
    #expect(equivalent > 0)
  }

  @Test("Any number of workers finds the same sets")
  func workers() throws {
    let scenario = try Explored.read("field")
    let explorer = Explorer(
      try Explored.design("keep-2"), .two, in: scenario,
      kinds: [.crash, .spuriousCancel, .networkLoss, .refund])
    let one = explorer.explore(faults: 2, workers: 1)
    let many = explorer.explore(faults: 2, workers: 3)
    #expect(
      one.groups == many.groups && one.resultsByFaultCount == many.resultsByFaultCount
        && !one.groups.isEmpty)
  }

  @Test("Without a loss, the placements are every choice before every event, and every pair")
  func counts() throws {
    let scenario = try Explored.read("field")
    let explorer = Explorer(
      try Explored.design("zero-loss-1.2"), .one, in: scenario, kinds: [.payloadLoss])
    let found = explorer.explore(faults: 2)
    expectEqual(found.exploredFaults.count, 2)
    expectEqual(found.resultsByFaultCount[0].placementCount, 2 * found.eventCount)
    // A lost payload adds no event to this design: pairs before two events, or both before one.
    let pairs = found.eventCount * (found.eventCount - 1) / 2 * 4 + found.eventCount
    expectEqual(found.resultsByFaultCount[1].placementCount, pairs)
  }
}

extension [FaultKind] {
  /// Whether these kinds are a subsequence of others.
  fileprivate func isPart(of others: [FaultKind]) -> Bool {
    var place = startIndex
    for kind in others where place < endIndex && self[place] == kind { place += 1 }
    return place == endIndex
  }
}
