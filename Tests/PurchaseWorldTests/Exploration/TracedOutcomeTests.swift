import EventEngine
import PurchaseWorld
import TestSupport
import Testing

/// Simulations that are stopped, changed by faults, and copied.
@Suite("Explored simulations") struct TracedOutcomeTests {
  private func run(_ design: Design = Design(name: "a")) -> PurchaseWorld.StepwiseRun {
    var conditions = Conditions(
      catalog: Catalog(
        products: [Catalog.Product(name: "p", type: .consumable, price: 600, items: [0])],
        items: [Catalog.Item(name: "i", product: 0)]))
    conditions.behavior.evictionProbability = .always
    var population = Population(conditions: conditions)
    population.script = Population.Script(
      intents: [Intent(item: 0, pays: true)],
      taps: [PlannedTap(intent: 0, visit: 0, after: .zero, pays: true)], plan: [])
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 1, user: 0))
    population.draw(0, seed: 1, into: &user)
    return PurchaseWorld.StepwiseRun(design, of: user, conditions: conditions)
  }

  @Test("Every event has its own fingerprint, and equal simulations have equal fingerprints")
  func moments() throws {
    var first = run()
    var second = run()
    var seen: Set<Fingerprint> = []
    while try first.advance() != nil {
      #expect(try second.advance() != nil)
      expectEqual(first.fingerprint(), second.fingerprint())
      #expect(seen.insert(first.fingerprint()).inserted)
    }
    #expect(seen.count > 8)
  }

  @Test("A fault changes the fingerprint until its effects are over")
  func traces() throws {
    var plain = run()
    var faulted = run()
    _ = try plain.advance()
    _ = try faulted.advance()
    faulted.inject(.backendOutage(lasts: .seconds(5)), intentIndex: 0, faultNumber: 1)
    #expect(plain.fingerprint() != faulted.fingerprint())
    while plain.time < .start + .seconds(5) {
      _ = try plain.advance()
      _ = try faulted.advance()
    }
    expectEqual(plain.fingerprint(), faulted.fingerprint())
  }

  @Test("A copied simulation continues like the original and leaves it unchanged")
  func restored() throws {
    for stop in 1...9 {
      var original = run()
      for _ in 0..<stop { _ = try original.advance() }
      var branch = run()
      branch.restore(from: original)
      expectEqual(branch.fingerprint(), original.fingerprint())
      branch.inject(.crash(reopens: .seconds(60)), intentIndex: 0, faultNumber: 0)
      _ = try branch.finish()
      var untouched = run()
      for _ in 0..<stop { _ = try untouched.advance() }
      expectEqual(untouched.fingerprint(), original.fingerprint())
      #expect(try original.finish() == untouched.finish())
    }
  }
}
