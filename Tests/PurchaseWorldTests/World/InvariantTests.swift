import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Invariants of every simulation, for any design, faults and behaviour (section 8).
@Suite struct InvariantTests {
  /// The label of the random draws.
  private static let label: UInt64 = 0x11FE
  private static let count: UInt64 = 3_000

  /// Draws random simulations, and passes each of them to `check`.
  private func forEachSimulation(
    _ check: (_ number: UInt64, _ design: Design, _ user: VirtualUser, _ conditions: Conditions)
      throws -> Void
  ) rethrows {
    for number in 0..<Self.count {
      var random = RandomSimulation(label: Self.label, number: number)
      let conditions = random.conditions()
      let design = random.design()
      let user = random.user(number, in: conditions)
      try check(number, design, user, conditions)
      let newer = random.newer(conditions)
      try check(number, random.newer(design), user, newer)
    }
  }

  @Test("section 8: each charge has one class, money adds up, no delivery precedes its charge")
  func charges() throws {
    var seen = Set<String>()
    try forEachSimulation { number, design, user, conditions in
      let outcome = try simulateToEnd(design, user, in: conditions)
      var money = [0, 0, 0, 0, 0]
      for charge in outcome.charges {
        seen.insert("\(charge.status)")
        expectEqual(charge.price, conditions.catalog.products[charge.product].storePrice)
        #expect(outcome.intents.indices.contains(charge.intentIndex), "simulation \(number)")
        if !charge.status.isRefunded {
          expectEqual((charge.deliveredAfter == nil), charge.status.isLost, "simulation \(number)")
        }
        #expect(!charge.hasAdditionalWrongDelivery || !charge.status.isLost, "simulation \(number)")
        money[charge.status.place] += charge.price
      }
      let paid: Int = outcome.charges.reduce(0) { $0 + $1.price }
      expectEqual(money.reduce(0, +), paid)
    }
    #expect(seen.count > 12, "the simulations are too similar: \(seen.sorted())")
  }

  @Test("section 8: the charges of the intents add up to the charges")
  func intents() throws {
    try forEachSimulation { number, design, user, conditions in
      let outcome = try simulateToEnd(design, user, in: conditions)
      for (index, intent) in outcome.intents.enumerated() {
        let charges = outcome.charges.filter { $0.intentIndex == index }.count
        expectEqual(intent.chargeCount, charges, "simulation \(number)")
        #expect(intent.wantsToPay || charges == 0 || user.plannedFaults.contains { $0.mayPay })
      }
      expectEqual(outcome.intents.map(\.chargeCount).reduce(0, +), outcome.charges.count)
    }
  }

  @Test("a replay on a reused simulator has the same outcome")
  func replay() throws {
    var used = Simulator(conditions: .cases)
    var last: Conditions = .cases
    var differing: [UInt64] = []
    try forEachSimulation { number, design, user, conditions in
      let first = try simulateToEnd(design, user, in: conditions)
      if conditions != last { used = Simulator(conditions: conditions) }
      last = conditions
      var again = UserOutcome()
      try used.simulate(.naive, of: user, into: &again)
      try used.simulate(design, of: user, into: &again)
      if again != first { differing.append(number) }
    }
    expectEqual(differing, [], "the simulations with another outcome")
  }

  @Test("a user loaded once has the same outcome under each design as a user loaded for each")
  func severalDesigns() throws {
    var differing: [UInt64] = []
    try forEachSimulation { number, design, user, conditions in
      var simulator = Simulator(conditions: conditions, designs: [.naive, design])
      var outcome = UserOutcome()
      simulator.setUser(user)
      for place in [1, 0, 1] { try simulator.simulate(designAt: place, into: &outcome) }
      if try outcome != simulateToEnd(design, user, in: conditions) { differing.append(number) }
    }
    expectEqual(differing, [], "the simulations with another outcome")
  }

  @Test("a simulation that stops early has the outcome of the whole simulation")
  func stoppingEarly() throws {
    var differing: [UInt64] = []
    try forEachSimulation { number, design, user, conditions in
      var early = try simulateToEnd(design, user, in: conditions)
      let whole = simulateToHorizon(design, user, in: conditions).outcome
      early.eventCount = whole.eventCount
      if early != whole { differing.append(number) }
    }
    expectEqual(differing, [], "the simulations with another outcome")
  }
}

extension ChargeStatus {
  /// The place of the class in a table of the five.
  fileprivate var place: Int {
    switch self {
    case .delivered: 0
    case .recovered: 1
    case .rescued: 2
    case .lost: 3
    case .refunded, .autoRefunded: 4
    }
  }

  fileprivate var isLost: Bool { place == 3 }
}

extension PlannedFault {
  /// Whether the fault can charge a user who cancels.
  fileprivate var mayPay: Bool {
    switch fault {
    case .doubleTap(_, let pays): pays
    case .interruption: true
    default: false
    }
  }
}
