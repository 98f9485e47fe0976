import EventEngine
import PurchaseWorld
import TestSupport
import Testing

@Suite("Strata of users") struct StrataTests {
  /// A population with every property by which strata differ.
  private func population(purchases: Int = 1) -> Population {
    var conditions = Conditions(
      catalog: Catalog(
        products: [
          .init(name: "one", type: .consumable, price: 600, items: [0]),
          .init(name: "many", type: .nonRenewing, price: 50_000, items: [1, 2, 3]),
        ],
        items: [("a", 0), ("b", 1), ("c", 1), ("d", 1)].map { .init(name: $0, product: $1) }))
    conditions.behavior.startDelay = .uniform(from: .zero, to: .seconds(86_400))
    conditions.behavior.cancelProbability = Probability(0.6)
    conditions.behavior.retapProbability = Probability(0.3)
    conditions.behavior.neverReturningShare = Probability(0.1)
    conditions.outages = [
      Outage(of: .backend, from: .start + .seconds(7_200), lasts: .seconds(1_200)),
      Outage(of: .storeCheck, from: .start + .seconds(7_800), lasts: .seconds(3_600)),
    ]
    var population = Population(conditions: conditions)
    population.purchasesPerUser = purchases
    population.faults = [(FaultKind.crash, 0.2), (.appKill, 0.05), (.missedCallback, 0.1)].map {
      FaultDeclaration(
        kind: $0, probability: Probability($1), at: .tap, after: .constant(.seconds(5)),
        parameters: FaultParameters(reopens: .constant(.seconds(60))))
    }
    population.stratify()
    return population
  }

  private func strata(_ population: Population) -> [Stratum] {
    guard let strata = population.strata else { return [] }
    return strata.all
  }

  private func drawn(_ number: UInt64, _ population: Population, seed: UInt64 = 7) -> VirtualUser {
    var user = VirtualUser(number: number, draws: KeyedDraws(seed: seed, user: number))
    population.draw(number, seed: seed, into: &user)
    return user
  }

  /// Whether a user is in a stratum, from the user's intents and faults.
  private func isOf(_ stratum: Stratum, _ user: VirtualUser) -> Bool {
    let buys = user.intents.contains { $0.pays || $0.retapIntentIndex != nil }
    guard buys == (stratum.paymentTrait == .buys) else { return false }
    let opens = user.startDelay.seconds
    let hasOutage = opens >= 6_600 && opens < 11_400
    switch stratum.trait {
    case .any: break
    case .neverReturns: if !user.neverReturns { return false }
    case .ordinary: if user.neverReturns || hasOutage { return false }
    case .hasOutage: if user.neverReturns || !hasOutage { return false }
    }
    switch stratum.faultCount {
    case .none: return user.plannedFaults.isEmpty
    case .one(let declaration): return user.plannedFaults.map(\.declarationIndex) == [declaration]
    case .two: return user.plannedFaults.count == 2
    case .threeOrMore: return user.plannedFaults.count >= 3
    case .oneOrMore: return !user.plannedFaults.isEmpty
    }
  }

  @Test("The shares of all strata add up to 1", arguments: [1, 2, 5, 10])
  func partition(purchases: Int) {
    let all = strata(population(purchases: purchases))
    #expect(abs(all.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
    expectEqual(all.count, 3 * 6 + 2)
  }

  @Test("With one purchase the shares are products of the probabilities")
  func closedForm() {
    let none = 0.8 * 0.95 * 0.9
    // 6,600 s to 11,400 s of a day that is drawn in whole microseconds.
    let affected = 4_800_000_000.0 / 86_400_000_001
    let buys = 0.4 + 0.6 * 0.3
    for stratum in strata(population()) where stratum.faultCount == .none {
      let expected =
        switch stratum.trait {
        case .ordinary: buys * none * 0.9 * (1 - affected)
        case .hasOutage: buys * none * 0.9 * affected
        case .neverReturns, .any: 0.0
        }
      // A second thought for another item doubles the chances of the faults.
      let other = 0.6 * 0.3 * (0.25 * 0 + 0.75 * 2 / 3)
      let traits = expected / (buys * none)
      if expected > 0 {
        let exact = traits * ((buys - other) * none + other * none * none)
        #expect(abs(stratum.weight - exact) < 1e-9)
      }
    }
    let cancels = strata(population()).first {
      $0.paymentTrait == .cancelsAll && $0.faultCount == .none
    }
    #expect(abs((cancels?.weight ?? 0) - 0.6 * 0.7 * none) < 1e-12)
    expectEqual(cancels?.canCharge, false)
  }

  @Test("Every user is in exactly one stratum, and strata have the size that they state")
  func sizes() {
    let population = population(purchases: 2)
    let all = strata(population)
    var counts = Array(repeating: 0, count: all.count)
    let users = 60_000
    for number in 0..<users {
      let user = drawn(UInt64(number), population)
      let own = all.indices.filter { isOf(all[$0], user) }
      expectEqual(own.count, 1)
      for index in own { counts[index] += 1 }
    }
    for (stratum, count) in zip(all, counts) {
      let expected = stratum.weight * Double(users)
      let noise = (expected * (1 - stratum.weight)).squareRoot()
      #expect(abs(Double(count) - expected) < 4.5 * noise + 1, "\(stratum)")
    }
  }

  @Test("A user drawn from a stratum is in that stratum", arguments: [1, 3])
  func conditional(purchases: Int) {
    let population = population(purchases: purchases)
    for (index, stratum) in strata(population).enumerated() {
      for number in 0..<300 {
        let user = drawn(UserNumber.of(UInt64(number), in: index), population)
        #expect(isOf(stratum, user), "\(stratum)")
        #expect(user.intents.count >= purchases && user.pendingFaultCounts.isEmpty)
      }
    }
  }

  /// The properties of a user, as numbers with means that can be compared.
  private func features(_ user: VirtualUser) -> [Double] {
    let kinds = user.intents.map { intent in
      intent.retapIntentIndex == nil ? (intent.pays ? 1.0 : 0) : 2
    }
    let faults = (0..<3).map { declaration in
      Double(user.plannedFaults.count { $0.declarationIndex == declaration })
    }
    let items = (0..<4).map { item in Double(user.intents.count { $0.itemIndex == item }) }
    return [
      Double(user.intents.count), kinds.reduce(0, +), user.startDelay.seconds / 86_400,
      user.neverReturns ? 1 : 0, Double(user.plannedFaults.count { $0.intentIndex >= 2 }),
      Double(user.plannedFaults.count * user.plannedFaults.count),
    ] + faults + items
  }

  @Test("Means over strata, weighted by the shares, equal the means over all users")
  func mixture() {
    let population = population(purchases: 2)
    var plain = Array(repeating: 0.0, count: 13)
    var squares = plain
    let users = 40_000
    for number in 0..<users {
      for (index, value) in features(drawn(UInt64(number), population)).enumerated() {
        plain[index] += value / Double(users)
        squares[index] += value * value / Double(users)
      }
    }
    var weighted = Array(repeating: 0.0, count: 13)
    var variance = weighted
    let each = 2_000
    for (stratum, share) in strata(population).map(\.weight).enumerated() {
      var sums = Array(repeating: 0.0, count: 13)
      var second = sums
      for number in 0..<each {
        let user = drawn(UserNumber.of(UInt64(number), in: stratum), population)
        for (index, value) in features(user).enumerated() {
          sums[index] += value / Double(each)
          second[index] += value * value / Double(each)
        }
      }
      for index in sums.indices {
        weighted[index] += share * sums[index]
        variance[index] +=
          share * share * (second[index] - sums[index] * sums[index]) / Double(each)
      }
    }
    for index in plain.indices {
      let own = (squares[index] - plain[index] * plain[index]) / Double(users)
      let noise = (own + variance[index]).squareRoot()
      #expect(abs(plain[index] - weighted[index]) < 4.5 * noise, "feature \(index)")
    }
  }

  @Test("Numbers of users are read as they are written, and other texts are rejected")
  func numbers() {
    for number in [UInt64(0), 17, UserNumber.of(0, in: 0), UserNumber.of(123, in: 76)] {
      expectEqual(UserNumber.parse(UserNumber.text(number)), number)
    }
    expectEqual(UserNumber.text(UserNumber.of(123, in: 76)), "76:123")
    for text in ["", ":", "1:", ":1", "1:2:3", "-1", "+1", "a", "1099511627776", "9999999:1"] {
      #expect(UserNumber.parse(text) == nil, "\(text)")
    }
  }
}
