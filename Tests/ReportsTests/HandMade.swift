import EventEngine
import Experiments
import Methods
import Scenarios
import Statistics

@testable import PurchaseWorld

/// Findings made by hand, so that no change of the simulator changes a test of rendering.
enum HandMade {
  static var catalog: Catalog {
    Catalog(
      products: [
        Catalog.Product(name: "coins.60", type: .consumable, price: 600, items: [0]),
        Catalog.Product(name: "tier.500", type: .consumable, price: 50_000, items: [1, 2]),
      ],
      items: [
        Catalog.Item(name: "coins", product: 0), Catalog.Item(name: "shameless", product: 1),
        Catalog.Item(name: "breaking-bad", product: 1),
      ])
  }

  static func charge(_ status: ChargeStatus, product: Int = 0, after: Delay?) -> ChargeOutcome {
    ChargeOutcome(
      intentIndex: 0, product: product, price: catalog.products[product].price, chargedAt: .start,
      status: status, deliveredAfter: after)
  }

  static func outcome(_ charges: [ChargeOutcome], product: Int = 0) -> UserOutcome {
    var outcome = UserOutcome()
    outcome.charges = charges
    var intent = IntentOutcome(product: product, wantsToPay: true)
    intent.chargeCount = charges.count
    outcome.intents = [intent]
    outcome.eventCount = 12
    return outcome
  }

  /// The outcome of a user: alternating products; the first design loses every hundredth.
  static func outcome(design: Int, user: Int) -> UserOutcome {
    var outcome = ending(design: design, user: user)
    if design == 0 && user % 50 == 1 {
      for rung in 0...user / 50 % 5 { outcome.log.addFailure(tryIndex: rung) }
    }
    return outcome
  }

  private static func ending(design: Int, user: Int) -> UserOutcome {
    let product = user % 2
    let plain = outcome(
      [charge(.delivered, product: product, after: .milliseconds(850))], product: product)
    guard user % 50 == 1 else { return plain }
    switch (design, user / 50 % 5) {
    case (0, 0):
      return outcome(
        [charge(.lost(.crossed, .wrongRecord), product: product, after: nil)], product: product)
    case (0, 1):
      return outcome([charge(.rescued, product: product, after: .seconds(9_000))], product: product)
    case (0, _):
      return outcome(
        [charge(.lost(.undelivered, .recordCleared), product: product, after: nil)],
        product: product)
    case (1, 0): return outcome([], product: product)
    case (1, 1):
      let twice = charge(.recovered, product: product, after: .seconds(100_000))
      return outcome([twice, twice], product: product)
    default:
      return outcome([charge(.recovered, product: product, after: .seconds(30))], product: product)
    }
  }

  /// A user with every event that is a rate, each with its own frequency.
  static func eventful(_ user: Int) -> UserOutcome {
    let hits = { (turn: Int) in user % turn == turn - 1 }
    var relaunched = charge(.recovered, after: .seconds(9_000))
    relaunched.isDeliveredAfterRelaunch = true
    var twice = charge(.delivered, after: .seconds(1))
    twice.hasDuplicateDelivery = hits(11)
    let kinds: [(Int, ChargeStatus)] = [
      (13, .lost(.undelivered, .recordCleared)), (17, .lost(.crossed, .wrongRecord)),
      (19, .lost(.misdelivered, .wrongAccount)), (23, .rescued), (29, .recovered),
    ]
    var charges = kinds.filter { hits($0.0) }.map { charge($0.1, after: .seconds(9_000)) }
    if hits(31) { charges.append(relaunched) }
    if !hits(37) { charges.append(twice) }
    var outcome = outcome(charges)
    let flags: [(Int, IntentFlags)] = [(41, .hung), (43, .refused), (47, .blocked), (53, .ticket)]
    for (turn, flag) in flags where hits(turn) { outcome.intents[0].flags.insert(flag) }
    return outcome
  }

  static func scenario(_ claims: [Scenarios.Expectation.Claim], product: Int? = nil) -> Scenario {
    var conditions = Conditions(catalog: catalog)
    conditions.deadlines = [.seconds(3_600)]
    var scenario = Scenario(name: "hand-made", population: Population(conditions: conditions))
    scenario.title = "Two designs by hand"
    scenario.seed = 7
    scenario.userCount = 10_000
    scenario.designs = [Design(name: "zero-loss-1.0"), Design(name: "zero-loss-1.2")]
    scenario.expectations = claims.enumerated().map { index, claim in
      Scenarios.Expectation(claim, product: product, line: 1, column: 1, path: "expect[\(index)]")
    }
    return scenario
  }

  static func findings(
    _ claims: [Scenarios.Expectation.Claim] = [], product: Int? = nil
  ) -> RunFindings {
    let scenario = scenario(claims, product: product)
    var totals = RunAccumulator(scenario)
    for user in 0..<scenario.userCount {
      for design in 0..<2 {
        totals.add(outcome(design: design, user: user), design: design, of: UInt64(user))
      }
      totals.completeUser()
    }
    return RunFindings(RunResults(scenario: scenario, totals: totals, endings: []))
  }

  /// A case that one design passes and another design fails.
  static func caseFindings() -> RunFindings {
    var first = outcome([
      charge(.lost(.undelivered, .recordCleared), after: nil), charge(.recovered, after: .zero),
    ])
    first.intents[0].flags = .hung
    let second = outcome([charge(.delivered, after: .milliseconds(850))])
    var scenario = scenario([
      .ending(
        design: "zero-loss-1.0", charges: [CaseChargeResult(.lost, kind: .crossed)], flags: []),
      .ending(design: "zero-loss-1.2", charges: [CaseChargeResult(.delivered)], flags: []),
      .range(.lostRate, design: "zero-loss-1.2", min: nil, max: 0),
    ])
    scenario.population.script = Population.Script(intents: [], taps: [], plan: [])
    var totals = RunAccumulator(scenario)
    totals.add(first, design: 0, of: 0)
    totals.add(second, design: 1, of: 0)
    totals.completeUser()
    return RunFindings(RunResults(scenario: scenario, totals: totals, endings: [first, second]))
  }
}
