import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics

/// Checks a minimal case by its file alone, without anything that made it.
struct ShrinkingCheck {
  /// The problems; empty if there are none.
  private(set) var breaches: [String] = []

  private let scenario: Scenario
  private let original: Loss

  /// Reads the text of a case again and checks it: it passes, it loses an order with the kind, and
  /// no longer does so without any one of its faults or taps.
  init(_ minimal: MinimalCase) {
    original = minimal.originalLoss
    let text = minimal.scenario.caseText
    do { scenario = try ScenarioReader.read(Array(text.utf8), file: "case.json") } catch {
      scenario = minimal.scenario
      breaches.append("it cannot be read: \(error)")
      return
    }
    guard let script = scenario.population.script else {
      breaches.append("it has no plan")
      return
    }
    if RunFindings(Runner(scenario).run(workers: 1)).verdict != .pass {
      breaches.append("it does not end as it expects")
    }
    if !isLost(script) { breaches.append("no order is lost with the kind") }
    for fault in script.plannedFaults.indices {
      var without = script
      without.plannedFaults.remove(at: fault)
      if isLost(without) { breaches.append("fault \(fault + 1) is not needed") }
    }
    for tap in script.taps.indices where script.taps.count > 1 {
      if isLost(Self.removing(tap, from: script)) {
        breaches.append("tap \(tap + 1) is not needed")
      }
    }
    if !breaches.isEmpty { breaches.append(text) }
  }

  /// The plan without a tap; an intent without a tap is removed together with its faults.
  private static func removing(_ tap: Int, from script: Population.Script) -> Population.Script {
    var without = script
    let intentIndex = without.taps.remove(at: tap).intentIndex
    if without.taps.contains(where: { $0.intentIndex == intentIndex }) { return without }
    without.intents.remove(at: intentIndex)
    without.plannedFaults.removeAll { $0.intentIndex == intentIndex }
    for index in without.plannedFaults.indices
    where without.plannedFaults[index].intentIndex > intentIndex {
      without.plannedFaults[index].intentIndex -= 1
    }
    for index in without.taps.indices where without.taps[index].intentIndex > intentIndex {
      without.taps[index].intentIndex -= 1
    }
    return without
  }

  /// Whether the user with this plan loses an order with the kind, also by a refund (G10).
  private func isLost(_ script: Population.Script) -> Bool {
    var population = scenario.population
    population.script = script
    let user = population.user(0, seed: scenario.seed)
    var simulator = Simulator(conditions: population.conditions)
    var outcome = UserOutcome()
    do { try simulator.simulate(scenario.designs[0], of: user, into: &outcome) } catch {
      return false
    }
    return outcome.charges.contains { charge in
      switch charge.status {
      case .lost(let kind, _): kind == original.kind && !original.isAutoRefunded
      case .autoRefunded(.lost(let kind, _)): kind == original.kind && original.isAutoRefunded
      case .delivered, .recovered, .rescued, .refunded, .autoRefunded(.delivered): false
      }
    }
  }
}

/// The results of shrinking many lost orders.
struct ShrinkingTally {
  var shrunk = 0
  /// How many keep the drop point.
  var atSamePoint = 0
  /// How many faults and taps each case has.
  var sizes: [Int] = []
  var simulations: [Int] = []
  var ways: [CaseConversion: Int] = [:]
  /// The lost orders without a case, by user.
  var conversionFailed: [String] = []
  /// The problems, by user.
  var breaches: [String] = []

  /// The number of lost orders so far.
  var lost: Int { shrunk + conversionFailed.count + breaches.count }

  /// Shrinks the lost orders of a scenario's users, and checks each result.
  ///
  /// - Parameters:
  ///   - users: the checked users.
  ///   - each: how many lost orders are shrunk under each design, at most.
  mutating func shrink(_ scenario: Scenario, users: some Sequence<UInt64>, each: Int) throws {
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    var left = scenario.designs.map { _ in each }
    for number in users where left.contains(where: { $0 > 0 }) {
      scenario.population.draw(number, seed: scenario.seed, into: &user)
      for (index, design) in scenario.designs.enumerated() where left[index] > 0 {
        try simulator.simulate(design, of: user, into: &outcome)
        if outcome.losses.isEmpty { continue }
        left[index] -= 1
        add(
          Shrinker(scenario, design).shrink(user: number, name: "minimal"),
          "\(scenario.name), \(design.name), user \(number), seed \(scenario.seed)")
      }
    }
  }

  private mutating func add(_ shrinking: ShrinkResult, _ who: String) {
    switch shrinking {
    case .interruption(let interruption): breaches.append("\(who): \(interruption)")
    case .shrunk(let minimal):
      let found = ShrinkingCheck(minimal).breaches
      if !found.isEmpty {
        breaches.append("\(who): " + found.joined(separator: "\n"))
        return
      }
      shrunk += 1
      if minimal.loss == minimal.originalLoss { atSamePoint += 1 }
      sizes.append(minimal.faultCount + minimal.tapCount)
      simulations.append(minimal.simulationCount)
      ways[minimal.conversion, default: 0] += 1
    case .nothingLost: breaches.append("\(who): nothing was lost")
    case .conversionFailed(let loss): conversionFailed.append("\(who): no case for \(loss)")
    }
  }

  /// The median of some numbers.
  static func median(_ numbers: [Int]) -> Int { numbers.sorted()[numbers.count / 2] }
}
