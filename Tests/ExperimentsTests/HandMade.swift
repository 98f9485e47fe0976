import EventEngine
import Experiments
import Scenarios

@testable import PurchaseWorld

/// Hand-made outcomes, users and scenarios.
enum HandMade {
  /// Two products: the first with one item (0), the second with two (1 and 2).
  static var catalog: Catalog {
    Catalog(
      products: [
        Catalog.Product(name: "coins", type: .consumable, price: 600, items: [0]),
        Catalog.Product(name: "tier", type: .consumable, price: 50_000, items: [1, 2]),
      ],
      items: [
        Catalog.Item(name: "coins.60", product: 0), Catalog.Item(name: "one", product: 1),
        Catalog.Item(name: "two", product: 1),
      ])
  }

  static func conditions(deadlines: [Delay] = []) -> Conditions {
    var conditions = Conditions(catalog: catalog)
    conditions.deadlines = deadlines
    return conditions
  }

  static func scenario(
    designs: [String] = ["a", "b"], expect claims: [Scenarios.Expectation.Claim] = [],
    product: Int? = nil, deadlines: [Delay] = []
  ) -> Scenario {
    var scenario = Scenario(
      name: "hand-made", population: Population(conditions: conditions(deadlines: deadlines)))
    scenario.designs = designs.map { Design(name: $0) }
    scenario.expectations = claims.enumerated().map { index, claim in
      Scenarios.Expectation(claim, product: product, line: 1, column: 1, path: "expect[\(index)]")
    }
    return scenario
  }

  static func charge(
    _ status: ChargeStatus, of intent: Int = 0, product: Int = 0, after seconds: Int64? = nil
  ) -> ChargeOutcome {
    ChargeOutcome(
      intentIndex: intent, product: product, price: catalog.products[product].price,
      chargedAt: .start, status: status, deliveredAfter: seconds.map { .seconds($0) })
  }

  /// The outcome of a user with one intent and a list of charges.
  static func outcome(_ charges: [ChargeOutcome], intents: Int = 1, events: Int = 10) -> UserOutcome
  {
    var outcome = UserOutcome()
    outcome.charges = charges
    outcome.intents = (0..<intents).map { index in
      var intent = IntentOutcome(product: 0, wantsToPay: true)
      intent.chargeCount = charges.count { $0.intentIndex == index }
      return intent
    }
    outcome.eventCount = events
    return outcome
  }

  /// The totals of users, each with an outcome under every design.
  static func totals(_ scenario: Scenario, _ runs: ArraySlice<[UserOutcome]>) -> RunAccumulator {
    var totals = RunAccumulator(scenario)
    for (user, run) in zip(runs.indices, runs) {
      for (design, outcome) in run.enumerated() {
        totals.add(outcome, design: design, of: UInt64(user))
      }
      totals.completeUser()
    }
    return totals
  }

  static var plain: UserOutcome { outcome([charge(.delivered, after: 1)]) }
  static func lost(
    _ kind: LossKind = .undelivered, _ point: DropPoint = .recordDied
  ) -> UserOutcome { outcome([charge(.lost(kind, point))]) }
}

/// Repeatable random bits for tests.
struct TestRandom {
  private let draws: KeyedDraws
  private var turn: UInt32 = 0

  init(seed: UInt64) { draws = KeyedDraws(seed: seed, user: 0) }

  mutating func next(_ bound: Int) -> Int {
    turn += 1
    return Int(draws.bits(site: 0, occurrence: turn) % UInt64(bound))
  }

  /// A user with up to three intents, each charged up to twice, with any outcome and flags.
  mutating func run(_ number: UInt64) -> (user: UInt64, outcome: UserOutcome) {
    var outcome = UserOutcome()
    for index in 0..<1 + next(3) {
      var found = IntentOutcome(product: next(2), wantsToPay: next(10) > 0)
      found.chargeCount = next(3)
      found.flags = IntentFlags(rawValue: next(4) == 0 ? UInt8(next(32)) : 0)
      for _ in 0..<found.chargeCount {
        outcome.charges.append(charge(index, product: found.product))
      }
      outcome.intents.append(found)
    }
    outcome.occurredFaults = 1 << UInt64(next(64))
    outcome.eventCount = next(100)
    for rung in 0..<next(4) { outcome.log.addFailure(tryIndex: rung) }
    return (number, outcome)
  }

  private mutating func charge(_ intent: Int, product: Int) -> ChargeOutcome {
    let lossOutcome = LossTable.lossOutcomes[next(LossTable.count)]
    let status: ChargeStatus = [
      .delivered, .recovered, .rescued, .lost(lossOutcome.kind, lossOutcome.point),
    ][next(4)]
    var charge = HandMade.charge(status, of: intent, product: product)
    if case .lost = status {} else { charge.deliveredAfter = .milliseconds(Int64(next(1_000_000))) }
    charge.hasDuplicateDelivery = next(5) == 0
    charge.hasAdditionalWrongDelivery = next(5) == 0
    charge.isDeliveredAfterRelaunch = next(2) == 0
    return charge
  }
}
