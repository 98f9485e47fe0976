import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// Invariants of every simulation with an update, for any designs, faults and behaviour.
@Suite("Random updates") struct RandomUpdateTests {
  private static let count: UInt64 = 3_000

  /// A random design that is updated to another, with a user and conditions.
  private func forEachSimulation(
    _ check: (_ number: UInt64, _ design: Design, _ user: VirtualUser, _ conditions: Conditions)
      throws -> Void
  ) rethrows {
    for number in 0..<Self.count {
      var random = RandomSimulation(label: 0x0DD, number: number)
      var conditions = random.conditions()
      // Purchases of Play belong to the account on every device.
      if number % 5 == 4 { conditions.store.unfinishedSurviveNewDevice = true }
      var (old, new) = (random.design(), random.design())
      let sources = Routes(rawValue: UInt8(1 + number % 15))
      (old.routes, new.routes) = (sources, Routes(rawValue: 16 - sources.rawValue))
      (old.store, new.store) =
        [
          (.storeKit1, .storeKit1), (.storeKit1, .storeKit2), (.storeKit1, .storeKit2),
          (.storeKit2, .storeKit2), (.playBilling, .playBilling),
        ][Int(number % 5)]
      let isOneWay = (old.records.place == .server) != (new.records.place == .server)
      let design = old.updating(
        to: new, at: 2 + Int(number / 5 % 3), readsRecords: !isOneWay && number % 3 != 0,
        payloadIsUUID: number % 2 == 0)
      try check(number, design, random.user(number, in: conditions), conditions)
    }
  }

  @Test("M1: a simulation that stops early has the outcome of the whole simulation")
  func stoppingEarly() throws {
    var (differing, updated) = ([UInt64](), 0)
    try forEachSimulation { number, design, user, conditions in
      var early = try simulateToEnd(design, user, in: conditions)
      let run = simulateToHorizon(design, user, in: conditions)
      updated += run.count(.updated)
      early.eventCount = run.outcome.eventCount
      if early != run.outcome { differing.append(number) }
    }
    expectEqual(differing, [], "the simulations with another outcome")
    #expect(updated > Int(Self.count) / 2)
  }

  @Test("M1: an app is updated at most once, at a launch in its visit or later")
  func once() {
    forEachSimulation { number, design, user, conditions in
      let run = simulateToHorizon(design, user, in: conditions)
      let updates = run.times(.updated)
      #expect(updates.count <= 1, "simulation \(number)")
      #expect(run.outcome.charges.allSatisfy { $0.deliveredAfter.map { $0 >= .zero } ?? true })
      if let update = updates.first {
        #expect(run.times(.launched).contains(update), "simulation \(number)")
      }
    }
  }

  @Test("M1: a reused simulator and one built for the design give the same result")
  func replay() throws {
    var differing: [UInt64] = []
    try forEachSimulation { number, design, user, conditions in
      let first = try simulateToEnd(design, user, in: conditions)
      var simulator = Simulator(conditions: conditions, designs: [.naive, design])
      var again = UserOutcome()
      simulator.setUser(user)
      for place in [1, 0, 1] {
        try simulator.simulate(designAt: place, into: &again)
        if place == 1, again != first { differing.append(number) }
      }
    }
    expectEqual(differing, [], "the simulations with another outcome")
  }

  @Test("M1: a simulation copied at any event ends like the original")
  func copied() throws {
    var differing: [UInt64] = []
    try forEachSimulation { number, design, user, conditions in
      guard number % 7 == 0 else { return }
      var user = user
      user.plannedFaults = []
      var run = PurchaseWorld.StepwiseRun(design, of: user, conditions: conditions)
      var other = PurchaseWorld.StepwiseRun(design, of: user, conditions: conditions)
      var steps = Int(number % 150)
      while steps > 0, try run.advance() != nil { steps -= 1 }
      // The other is behind or beyond the update, or has been there.
      _ = try other.advance()
      if number % 2 == 0 { _ = try other.finish() }
      other.restore(from: run)
      if try run.finish() != other.finish() { differing.append(number) }
    }
    expectEqual(differing, [], "the simulations with another outcome")
  }
}
