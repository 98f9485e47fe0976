import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// The alternatives of declared faults and of drawn users, enumerated one by one.
@Suite("Alternatives of random draws") struct FaultAlternativesTests {
  /// A declared fault with two chances and two delays that vary.
  private static var rate: FaultDeclaration {
    var parameters = FaultParameters(reopens: .constant(.seconds(60)))
    parameters.completes = Probability(0.9)
    parameters.kills = Probability(0.25)
    parameters.resolutionDelay = .exponential(mean: .seconds(100))
    var rate = FaultDeclaration(
      kind: .spuriousCancel, probability: Probability(0.5), at: .sheet,
      after: .uniform(from: .zero, to: .seconds(10)), parameters: parameters)
    rate.cellCount = 3
    return rate
  }

  @Test("Every combination of draws occurs once, and the shares add up to 1")
  func combinations() {
    let all = FaultAlternativesTests.rate.variants()
    expectEqual(all.count, 2 * 2 * 3 * 3)
    expectEqual(Set(all).count, all.count)
    #expect(abs(all.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    let largest = all.map(\.share).max() ?? 0
    #expect(abs(largest - 0.9 * 0.75 / 9) < 1e-12)
  }

  @Test("A part of a delay is represented by its median")
  func medians() {
    let afters = Set(FaultAlternativesTests.rate.variants().map(\.after)).sorted()
    let uniform = Distribution.uniform(from: .zero, to: .seconds(10))
    let levels: [Double] = [1.0 / 6, 0.5, 5.0 / 6]
    expectEqual(afters, levels.map { uniform.quantile($0) })
  }

  @Test("Each alternative of a fault occurs as often as its share states")
  func frequencies() {
    let rate = FaultAlternativesTests.rate
    let all = rate.variants()
    var counts: [Fault: [Delay: Int]] = [:]
    let users = 20_000
    for user in 0..<users {
      let planned = rate.planned(
        for: 0, declarationIndex: 3, by: KeyedDraws(seed: 7, user: UInt64(user)))
      counts[planned.fault, default: [:]][planned.after, default: 0] += 1
    }
    for way in all {
      let expected = Double(users) * way.share
      let count = Double(counts[way.fault]?[way.after] ?? 0)
      // Five standard deviations: 36 ways, so a correct draw fails once in 50,000 seeds.
      #expect(abs(count - expected) < 5 * expected.squareRoot(), "\(way): \(count)")
    }
    expectEqual(counts.values.reduce(0) { $0 + $1.count }, all.count)
  }

  @Test("A constant delay has one alternative, with and without parts")
  func constant() {
    var rate = FaultDeclaration(
      kind: .crash, probability: Probability(0.5), at: .charge, after: .constant(.zero),
      parameters: FaultParameters(reopens: .constant(.seconds(60))))
    let only = [FaultVariant(fault: .crash(reopens: .seconds(60)), after: .zero, share: 1)]
    expectEqual(rate.variants(), only)
    rate.cellCount = 4
    expectEqual(rate.variants(), only)
  }

  /// Two items of one product and one of another, with every probability that defines a user.
  private static var population: Population {
    let catalog = Catalog(
      products: [
        Catalog.Product(name: "tier", type: .consumable, price: 100, items: [0, 1]),
        Catalog.Product(name: "coins", type: .consumable, price: 100, items: [2]),
      ],
      items: [
        Catalog.Item(name: "a", product: 0), Catalog.Item(name: "b", product: 0),
        Catalog.Item(name: "c", product: 1),
      ])
    var conditions = Conditions(catalog: catalog)
    conditions.behavior.sheet = .constant(.seconds(8))
    conditions.store.processing = .constant(.seconds(2))
    conditions.behavior.between = .constant(.seconds(30))
    conditions.behavior.cancelProbability = Probability(0.4)
    conditions.behavior.retapProbability = Probability(0.5)
    conditions.behavior.neverReturningShare = Probability(0.2)
    conditions.behavior.guestShare = Probability(0.3)
    var population = Population(conditions: conditions)
    population.purchasesPerUser = 2
    return population
  }

  /// The properties that distinguish two users.
  private struct UserKey: Hashable {
    var intents: [Intent]
    var taps: [PlannedTap]
    var neverReturns: Bool
    var isGuest: Bool
    var starts: Delay

    init(_ user: VirtualUser) {
      intents = user.intents
      taps = user.taps
      neverReturns = user.neverReturns
      isGuest = user.isGuest
      starts = user.startDelay
    }
  }

  @Test("Every possible user occurs once, with the frequency of a random draw")
  func users() {
    let population = FaultAlternativesTests.population
    let all = population.allUsers(seed: 1)
    // Of one purchase: three items paid, cancelled, paid later; two for the other item.
    #expect(population.purchaseCounts == (alone: 9, double: 2))
    #expect(Double(all.count) == population.allUserCount && all.count == 4 * 11 * 11)
    #expect(abs(all.reduce(0) { $0 + $1.share } - 1) < 1e-12)
    var counts: [UserKey: Int] = [:]
    var user = VirtualUser(number: 0, draws: KeyedDraws(seed: 0, user: 0))
    let users = 40_000
    for number in 0..<users {
      population.draw(UInt64(number), seed: 11, into: &user)
      counts[UserKey(user), default: 0] += 1
    }
    var drawn = 0
    for likely in all {
      let expected = Double(users) * likely.share
      let count = counts[UserKey(likely.user)] ?? 0
      if count > 0 { drawn += 1 }
      // Generous for rare users, because their number is far from normal.
      #expect(abs(Double(count) - expected) < 5 * expected.squareRoot() + 5)
    }
    expectEqual(drawn, counts.count, "every drawn user is a possible user")
  }
}
