import EventEngine
import Experiments
import Scenarios
import TestSupport
import Testing

@testable import PurchaseWorld

@Suite("Users proven to lose no order") struct LossFreeUsersTests {
  /// A scenario in which most users have no fault, and many delays vary.
  private func scenario(_ designs: [Design]) throws -> Scenario {
    let text = """
      { "name": "calm", "seed": 5, "users": 9000, "sampling": "stratified",
        "catalog": [
          { "product": "many", "type": "nonRenewing", "price": 50000, "items": ["a", "b", "c"] },
          { "product": "one", "type": "consumable", "price": 600 } ],
        "backend": {
          "order": { "lognormal": { "median": "300ms", "sigma": 0.5 } },
          "verify": { "lognormal": { "median": "2s", "sigma": 0.8 } },
          "storeCheck": { "lognormal": { "median": "400ms", "sigma": 0.8 } } },
        "behavior": {
          "starts": { "uniform": { "from": "0s", "to": "2d" } },
          "cancels": 0.5, "reconsiders": 0.5, "neverReturns": 0.05, "guests": 0.1,
          "guestLogin": { "lognormal": { "median": "10m", "sigma": 2.0 } },
          "notices": { "lognormal": { "median": "2m", "sigma": 1.0 } },
          "reacts": { "retap": 0.5, "relaunch": 0.5 } },
        "faults": [
          { "fault": "appKill", "probability": 0.05, "at": "tap",
            "after": { "uniform": { "from": "0s", "to": "2m" } } },
          { "fault": "duplicateCallback", "probability": 0.05 },
          { "fault": "weakNetwork", "probability": 0.05, "at": "tap",
            "lasts": { "exponential": { "mean": "2m" } } },
          { "fault": "doubleTap", "probability": 0.05 },
          { "fault": "refund", "probability": 0.05, "at": "delivery",
            "after": { "exponential": { "mean": "3d" } } } ],
        "outages": [ { "of": "backend", "from": "1d", "lasts": "2h" } ],
        "designs": ["keep-3"] }
      """
    var scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    scenario.designs = designs
    scenario.population.stratify()
    scenario.population.proveLossFreeUsers(under: designs)
    return scenario
  }

  private func design(_ name: String) throws -> Design {
    try #require(BuiltInDesign.all.map(\.design).first { $0.name == name })
  }

  /// The results of the first users of each stratum: how many were simulated, how many are safe,
  /// and the numbers of safe users who lost an order.
  private func simulate(
    _ scenario: Scenario, users: Int
  ) throws -> [(share: Double, users: Int, safe: Int, losingUsers: [UInt64])] {
    let population = scenario.population
    let lossFreeDraws = try #require(population.lossFreeUsers)
    let strata = try #require(population.strata).all
    var simulator = Simulator(conditions: population.conditions, designs: scenario.designs)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    return try strata.indices.compactMap { index in
      guard lossFreeDraws.share(of: index) > 0 else { return nil }
      var (safe, losingUsers) = (0, [UInt64]())
      for place in 0..<UInt64(users) {
        let number = UserNumber.of(place, in: index)
        guard lossFreeDraws.contains(number, seed: scenario.seed) else { continue }
        safe += 1
        population.draw(number, seed: scenario.seed, into: &user)
        simulator.setUser(user)
        for design in scenario.designs.indices {
          try simulator.simulate(designAt: design, into: &outcome)
          if outcome.charges.contains(where: { $0.status.countsAsLost }) {
            losingUsers.append(number)
          }
        }
      }
      return (lossFreeDraws.share(of: index), users, safe, losingUsers)
    }
  }

  @Test(
    "Proven users lose no order under a built-in design, and their share is as computed",
    arguments: BuiltInDesign.all.map(\.design.name).filter {
      Nightly.isOn || ["naive", "keep-3", "zero-loss-1.2", "ledger"].contains($0)
    })
  func loseNothing(name: String) throws {
    for found in try simulate(scenario([design(name)]), users: 1_200) {
      #expect(found.losingUsers.isEmpty)
      let expected = found.share * Double(found.users)
      let deviation = (expected * (1 - found.share)).squareRoot()
      #expect(abs(Double(found.safe) - expected) < 4.5 * deviation + 1)
    }
  }

  @Test("M1: the proof holds before an update, and no update takes goods back")
  func updated() throws {
    let old = try design("keep-1")
    for next in ["naive", "sk2-naive"] {
      let new = try design(next)
      var updating = old
      updating.update = AppUpdate(from: old, at: 2, to: new)
      for found in try simulate(scenario([updating]), users: 1_200) {
        #expect(found.share > 0 && found.safe > 0 && found.losingUsers.isEmpty)
      }
    }
  }

  @Test("C7: nothing is proven about a wait with jitter, and other proofs hold")
  func jittered() throws {
    let design = try design("keep-3")
    var jittered = design
    jittered.retry.jitter = .full
    for found in try simulate(scenario([jittered]), users: 600) {
      #expect(found.losingUsers.isEmpty)
    }
    // Every user's first try fails, so that every user waits.
    let text = """
      { "name": "out", "users": 9000, "sampling": "stratified", "designs": ["keep-3"],
        "faults": [ { "fault": "crash", "probability": 0.01 } ],
        "outages": [ { "of": "storeCheck", "from": "0s", "lasts": "33s" } ] }
      """
    var waiting = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    waiting.population.conditions.behavior.sheet = .constant(.seconds(8))
    waiting.population.conditions.store.processing = .constant(.seconds(2))
    var shares: [Double] = []
    for design in [design, jittered] {
      waiting.population.stratify()
      waiting.population.proveLossFreeUsers(under: [design])
      let strata = try #require(waiting.population.strata).all
      let calm = try #require(strata.indices.first { strata[$0].faultCount == .none })
      shares.append(try #require(waiting.population.lossFreeUsers).share(of: calm))
    }
    #expect(shares[0] > 0.9 && shares[1] == 0)
  }

  @Test("A backend that guesses the item is proven right only for the first item of a product")
  func guessedItem() throws {
    var guessing = try design("keep-3")
    guessing.timing = .purchaseFirst
    guessing.payload = .none
    guessing.binding.itemSources = []
    guessing.binding.unbound = .submit
    guessing.backend.allowsLateOrder = true
    let found = try simulate(scenario([guessing]), users: 1_200)
    #expect(found.contains { $0.safe > 200 && $0.share < 0.8 })
    #expect(found.allSatisfy { $0.losingUsers.isEmpty })
  }

  @Test("Nothing is proven of an intent with two charges: an earlier check may find goods missing")
  func chargedTwice() throws {
    func known(pays: Probability) throws -> Double {
      var scenario = try scenario([design("keep-3")])
      let conditions = scenario.population.conditions
      // Only the times at which users check for their goods vary.
      scenario.population.conditions = Conditions(catalog: conditions.catalog)
      scenario.population.conditions.store.processing = .constant(.seconds(1))
      scenario.population.conditions.behavior.sheet = .constant(.seconds(1))
      scenario.population.conditions.behavior.noticeDelay = conditions.behavior.noticeDelay
      scenario.population.conditions.behavior.reactions = conditions.behavior.reactions
      var tap = try #require(scenario.population.faults.first { $0.kind == .doubleTap })
      tap.parameters.pays = pays
      tap.parameters.gap = .constant(.seconds(25))
      scenario.population.faults = [tap]
      scenario.population.stratify()
      scenario.population.proveLossFreeUsers(under: scenario.designs)
      let strata = try #require(scenario.population.strata).all
      let occurredFaults = try #require(
        strata.firstIndex { $0.faultCount == .one(declaration: 0) && $0.paymentTrait == .buys })
      return try #require(scenario.population.lossFreeUsers).share(of: occurredFaults)
    }
    #expect(try known(pays: .never) > 0.1)
    #expect(try known(pays: .always) == 0)
  }

  @Test("Proven users lose no order in random scenarios under random designs")
  func random() throws {
    var proven = 0
    for number in 0..<(Nightly.isOn ? 1_200 : 120) {
      var random = RandomScenarios(number: number)
      var scenario = random.next().scenario
      guard scenario.population.script == nil, scenario.population.purchasesPerUser == 1 else {
        continue
      }
      // Nothing is proven on Play: a charge that is delivered at once may still be refunded.
      for design in scenario.designs.filter({ $0.store != .playBilling }).prefix(3) {
        scenario.designs = [design]
        scenario.population.stratify()
        scenario.population.proveLossFreeUsers(under: [design])
        for found in try simulate(scenario, users: 150) {
          #expect(found.losingUsers.isEmpty, "scenario \(number), \(design.name)")
          proven += found.safe
        }
      }
    }
    #expect(proven > (Nightly.isOn ? 10_000 : 1_000))
  }

  @Test("Most users without a fault are proven, and users whose fault comes too late to matter")
  func provesMost() throws {
    let scenario = try scenario([design("keep-3")])
    let lossFreeDraws = try #require(scenario.population.lossFreeUsers)
    let strata = try #require(scenario.population.strata).all
    var known: [Stratum.FaultCount: Double] = [:]
    for (index, stratum) in strata.enumerated() where stratum.trait == .ordinary {
      known[stratum.faultCount] = lossFreeDraws.share(of: index)
    }
    #expect(try #require(known[.none]) > 0.8)
    #expect(try #require(known[.one(declaration: 0)]) > 0.1)
    #expect(try #require(known[.one(declaration: 4)]) > 0.1)
    #expect(known[.two] == 0 && known[.threeOrMore] == 0)
    for (index, stratum) in strata.enumerated()
    where stratum.trait == .hasOutage || stratum.paymentTrait == .cancelsAll {
      expectEqual(lossFreeDraws.share(of: index), 0)
    }
  }

  @Test("Users proven under several designs are proven under each design")
  func designs() throws {
    let (one, other) = (try design("keep-3"), try design("zero-loss-1.1"))
    let both = try simulate(scenario([one, other]), users: 1_200)
    #expect(!both.isEmpty && both.allSatisfy { $0.safe > 0 && $0.losingUsers.isEmpty })
    let shares = try [[one], [other], [one, other]].map {
      try #require(scenario($0).population.lossFreeUsers).share(of: 0)
    }
    #expect(shares[2] <= min(shares[0], shares[1]) && shares[2] > 0)
  }

  @Test("Proven users of one stratum and intent have the same sequence of events")
  func sameCourse() throws {
    let scenario = try scenario([design("keep-3")])
    let lossFreeDraws = try #require(scenario.population.lossFreeUsers)
    let strata = try #require(scenario.population.strata)
    var simulator = Simulator(conditions: scenario.population.conditions)
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    var outcome = UserOutcome()
    var courses: [[Int]: [Trace.Occurrence]] = [:]
    for index in strata.all.indices where lossFreeDraws.share(of: index) > 0 {
      var lengths: [DrawnIntent: Int] = [:]
      for number in UserNumber.of(0, in: index)..<UserNumber.of(500, in: index)
      where lossFreeDraws.contains(number, seed: 5) {
        scenario.population.draw(number, seed: 5, into: &user)
        let trace = simulator.trace(scenario.designs[0], of: user, into: &outcome)
        let moments = trace.entries.map(\.occurrence)
        // After the delivery nothing can be lost, in any order of the later events.
        let last = try #require(
          moments.lastIndex { if case .goodsDelivered = $0 { true } else { false } })
        let course = Array(moments[...last])
        let drawnIntent = strata.drawnIntent(user.draws, in: strata.all[index])
        let person = [index] + user.intents.map(\.itemIndex) + [strata.place(of: drawnIntent)]
        expectEqual(courses[person, default: course], course)
        // Which item of a product it is has no part in it.
        expectEqual(lengths[drawnIntent, default: course.count], course.count)
        courses[person] = course
        lengths[drawnIntent] = course.count
      }
    }
    #expect(courses.count > 40)
  }

  @Test("The table of intents gives each user the intent that the draws give")
  func intentKinds() throws {
    let scenario = try scenario([design("keep-3")])
    let strata = try #require(scenario.population.strata)
    for (index, stratum) in strata.all.enumerated() {
      let table = IntentTable(strata, stratum)
      var counts: [DrawnIntent: Int] = [:]
      for number in 0..<UInt64(2_000) {
        let draws = KeyedDraws(seed: 5, user: UserNumber.of(number, in: index))
        let drawnIntent = strata.drawnIntent(draws, in: stratum)
        expectEqual(table.place(draws, isGuest: drawnIntent.isGuest), strata.place(of: drawnIntent))
        counts[drawnIntent, default: 0] += 1
      }
      let shares = strata.eachIntent(in: stratum)
      #expect(abs(shares.reduce(0) { $0 + $1.share } - 1) < 1e-12)
      for (drawnIntent, share) in shares {
        let deviation = (2_000 * share * (1 - share)).squareRoot()
        #expect(abs(Double(counts[drawnIntent] ?? 0) - 2_000 * share) < 4.5 * deviation + 1)
      }
    }
  }

  @Test("Nothing is proven where the outcome depends on more than delays")
  func provesNothing() throws {
    func share(_ change: (inout Scenario) -> Void) throws -> Double {
      var scenario = try scenario([design("keep-3")])
      change(&scenario)
      scenario.population.stratify()
      scenario.population.proveLossFreeUsers(under: scenario.designs)
      return try #require(scenario.population.lossFreeUsers).share(of: 0)
    }
    #expect(try share { _ in } > 0.8)
    #expect(try share { $0.population.purchasesPerUser = 2 } == 0)
    #expect(try share { $0.designs[0].backend.reconciliation = .seconds(86_400) } == 0)
    #expect(try share { $0.population.conditions.horizon = .seconds(172_800) } == 0)
    // Nothing is delivered when the backend is out forever.
    #expect(
      try share {
        $0.population.conditions.outages = [
          Outage(of: .backend, from: .start, lasts: .seconds(10_000_000))
        ]
      } == 0)
  }

  @Test("A box without a smaller box is split into disjoint boxes that complete it")
  func boxes() {
    let whole = DrawBox(questions: 3)
    var smaller = whole
    smaller.ranges[0] = 1 << 50..<3 << 50
    smaller.ranges[2] = 0..<1 << 51
    let rest = whole.without(smaller)
    expectEqual(rest.count, 3)
    #expect(abs(rest.reduce(smaller.share) { $0 + $1.share } - 1) < 1e-15)
    for (index, box) in rest.enumerated() {
      for other in rest[(index + 1)...] + [smaller] {
        #expect(zip(box.ranges, other.ranges).contains { !$0.overlaps($1) })
      }
    }
    #expect(whole.without(whole).isEmpty)
  }

  @Test("A wait is cut at its lower end only, and cuts widen and narrow within limits")
  func cuts() {
    var cuts = DrawBoxCuts(waits: [false, true])
    let whole = DrawBox(questions: 2)
    expectEqual(cuts.ends.map(\.isUpper), [false, true, false])
    let end: UInt64 = 1 << 52
    let (quarter, half) = (end >> 2, end >> 1)
    expectEqual(cuts.cut(whole).ranges, [quarter..<quarter + half, half..<end])
    while cuts.widen(1) {}
    expectEqual(cuts.cut(whole).ranges[0], quarter..<end - end >> 16)
    cuts.narrow(1)
    expectEqual(cuts.cut(whole).ranges[0], quarter..<end - end >> 13)
    while cuts.narrow() {}
    expectEqual(cuts.cut(whole).ranges, [quarter..<quarter + half, half..<end])
  }
}

extension Strata {
  /// The intent of a user of a stratum.
  ///
  /// - Precondition: users make one purchase.
  fileprivate func drawnIntent(_ draws: KeyedDraws, in stratum: Stratum) -> DrawnIntent {
    let isGuest = draws.happens(guests, .guests, 0)
    let drawn = future.draw(
      1, stratum.paymentTrait.goal, stratum.faultCount.goal, level: draws.level(.intentKind, 0))
    let item = intentKinds.item(drawn.kind, level: draws.level(.item, 0))
    let canPayForFirst = drawn.kind == .paysForOther && !intentKinds.isFirst[item]
    return DrawnIntent(
      isGuest: isGuest, kind: drawn.kind, item: intentKinds.standIns[item],
      paysForFirst: canPayForFirst
        && draws.choice(of: intentKinds.others[item], .otherItem, 0) < intentKinds.firsts[item])
  }
}
