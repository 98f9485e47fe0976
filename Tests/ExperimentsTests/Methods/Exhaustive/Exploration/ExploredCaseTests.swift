import ExhaustiveSearch
import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// The 28 cases of the matrix and the stories: what was written there is found by exploration.
@Suite("Explored cases") struct ExploredCaseTests {
  static let names = [
    "F0", "F0m", "F1", "F2", "F3", "F3m", "F4", "F4m", "F5", "F5m", "F6", "F7", "F7b", "F8", "F9",
    "F10", "F11", "F12", "F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22",
    "crossed-order", "shared-device", "stale-receipt", "account-never-back",
    "switched-while-closed", "stale-for-two",
  ]

  @Test("An exploration finds every loss of a case, with the same drop point", arguments: names)
  func found(name: String) throws {
    let scenario = try Explored.read("cases/" + name)
    let script = try #require(scenario.population.script)
    let kinds = FaultKind.allCases.filter { kind in
      script.plannedFaults.contains { $0.fault.kind == kind }
    }
    for design in scenario.designs {
      let written = try Explored.losses(design, script, scenario)
      if written.isEmpty { continue }
      let explored = Explorer(design, .planned, in: scenario, kinds: kinds)
        .explore(faults: script.plannedFaults.count)
      let lossOutcomes = Explored.lossOutcomes(explored)
      for lossOutcome in written.allLossOutcomes {
        #expect(lossOutcomes[lossOutcome] != nil, "\(name) under \(design.name): \(lossOutcome)")
      }
    }
  }

  @Test("Without faults, an exploration finds the losses of the taps alone", arguments: names)
  func faultFree(name: String) throws {
    let scenario = try Explored.read("cases/" + name)
    var script = try #require(scenario.population.script)
    let hadFaults = !script.plannedFaults.isEmpty
    script.plannedFaults = []
    for design in scenario.designs {
      let explored = Explorer(design, .planned, in: scenario, kinds: FaultKind.allCases)
        .explore(faults: 0)
      #expect(try explored.lossesWithoutFaults == Explored.losses(design, script, scenario))
      #expect(explored.resultsByFaultCount.isEmpty && explored.groups.isEmpty)
      expectEqual(explored.losesNothing, explored.lossesWithoutFaults.isEmpty)
      if hadFaults, !explored.lossesWithoutFaults.isEmpty {
        // Without a fault, an order is lost only if a product stands for several items.
        #expect(
          scenario.population.conditions.catalog.products.contains { $0.itemIndices.count > 1 })
      }
    }
  }
}
