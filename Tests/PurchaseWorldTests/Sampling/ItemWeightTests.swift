import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// The frequencies of intents for each item of a catalog.
@Suite("Weights of items") struct ItemWeightTests {
  /// One product with one item, one with three.
  private static func catalog(_ weights: [Int]) -> Catalog {
    Catalog(
      products: [
        .init(name: "one", type: .consumable, price: 600, items: [0]),
        .init(name: "many", type: .consumable, price: 900, items: [1, 2, 3]),
      ],
      items: zip([0, 1, 1, 1], weights).map { .init(name: "\($0)", product: $0, weight: $1) })
  }

  private static let weights = [5, 1, 3, 1]

  private func population(_ weights: [Int] = weights) -> Population {
    var conditions = Conditions(catalog: ItemWeightTests.catalog(weights))
    (conditions.behavior.cancelProbability, conditions.behavior.retapProbability) = (
      Probability(0.5), Probability(0.5)
    )
    return Population(conditions: conditions)
  }

  @Test("Each item has a number of places equal to its weight")
  func places() {
    let catalog = ItemWeightTests.catalog([5, 1, 3, 1])
    expectEqual(catalog.weight, 10)
    let items = (0..<10).map { catalog.item(at: $0) }
    expectEqual(items, [0, 0, 0, 0, 0, 1, 2, 2, 2, 3])
    #expect(catalog.weight(of: [1, 3]) == 2 && catalog.weight(of: [2]) == 3)
  }

  @Test("The shares of all users equal the weights exactly")
  func allUsers() {
    let all = population().allUsers(seed: 1)
    let tapped = (0..<4).map { item in
      all.filter { $0.user.intents[0].itemIndex == item }.reduce(0) { $0 + $1.share }
    }
    for (share, exact) in zip(tapped, [0.5, 0.1, 0.3, 0.1]) { #expect(abs(share - exact) < 1e-15) }
    // A user who reconsiders item 1 pays for it in 1 of 5, for 2 in 3 of 5, for 3 in 1 of 5.
    let again = (1...3).map { item in
      all.filter { user in
        user.user.intents[0].itemIndex == 1
          && user.user.intents[0].retapIntentIndex.map { user.user.intents[$0].itemIndex } == item
      }.reduce(0) { $0 + $1.share }
    }
    for (share, exact) in zip(again, [0.2, 0.6, 0.2]) {
      #expect(abs(share - 0.1 * 0.5 * 0.5 * exact) < 1e-15)
    }
  }

  @Test("The intents of strata have the same shares")
  func strata() {
    let kinds = IntentKinds(
      population().conditions.behavior, ItemWeightTests.catalog([5, 1, 3, 1]))
    for (item, exact) in [0.5, 0.1, 0.3, 0.1].enumerated() {
      #expect(abs(kinds.share(of: item, .pays) - exact) < 1e-15)
      #expect(abs(kinds.share(of: item, .cancels) - exact) < 1e-15)
    }
    // For the same item: all of product one, and of product many 1, 9 and 1 in 25.
    let same = 0.5 + 0.5 * 11 / 25
    #expect(abs(kinds.share(.paysLater) - 0.25 * same) < 1e-15)
    #expect(abs(kinds.share(.paysForOther) - 0.25 * (1 - same)) < 1e-15)
    #expect(abs(kinds.share(of: 2, .paysLater) - 0.3 * 0.6 / same) < 1e-15)
    #expect(abs(kinds.share(of: 2, .paysForOther) - 0.3 * 0.4 / (1 - same)) < 1e-15)
    var population = population()
    population.stratify()
    let strata = population.strata
    let intents = strata?.all.flatMap { stratum in
      strata?.eachIntent(in: stratum).map { ($0.drawnIntent, $0.share * stratum.weight) } ?? []
    }
    // Users who pay for another item than 2 or 3: the first of the product is 1 of 2, or 1 of 4.
    let first = intents?.filter { $0.0.paysForFirst }.reduce(0) { $0 + $1.1 }
    #expect(abs((first ?? 0) - 0.25 * (0.3 * 0.4 / 2 + 0.1 * 0.8 / 4)) < 1e-15)
  }

  @Test("Users are drawn by the weights, from all and from strata", arguments: [false, true])
  func drawn(isStratified: Bool) {
    var population = population()
    population.stratify()
    var (counts, others) = ([0, 0, 0, 0], [0, 0, 0, 0])
    let users = 40_000
    guard let strata = population.strata else { return }
    for stratum in strata.all.indices {
      let share = strata.all[stratum].weight
      let drawn = isStratified ? Int((share * Double(users)).rounded()) : stratum == 0 ? users : 0
      for number in 0..<drawn {
        let name = isStratified ? UserNumber.of(UInt64(number), in: stratum) : UInt64(number)
        var user = VirtualUser(number: name, draws: KeyedDraws(seed: 3, user: name))
        population.draw(name, seed: 3, into: &user)
        counts[user.intents[0].itemIndex] += 1
        if user.intents.count > 1, user.intents[0].itemIndex == 1 {
          others[user.intents[1].itemIndex] += 1
        }
      }
    }
    for (count, exact) in zip(counts, [0.5, 0.1, 0.3, 0.1]) {
      let noise = (exact * (1 - exact) * Double(users)).squareRoot()
      #expect(abs(Double(count) - exact * Double(users)) < 4.5 * noise)
    }
    // Of 40,000 one in ten taps item 1, one in four of these pays later, 4 in 5 of these for another.
    for (count, exact) in zip(others, [0, 0, 0.1 * 0.25 * 0.6, 0.1 * 0.25 * 0.2]) {
      let expected = exact * Double(users)
      #expect(abs(Double(count) - expected) < 4.5 * expected.squareRoot() + 1)
    }
  }

  @Test("Equal weights give the same users as no weights")
  func alike() {
    expectEqual(
      ItemWeightTests.catalog([1, 1, 1, 1]),
      ItemWeightTests.catalog(ItemWeightTests.weights).unweighted)
    let (one, seven) = (population([1, 1, 1, 1]), population([7, 7, 7, 7]))
    for number in 0..<2_000 {
      var (user, other) = (
        VirtualUser(number: 0, draws: KeyedDraws(seed: 5, user: 0)),
        VirtualUser(number: 0, draws: KeyedDraws(seed: 5, user: 0))
      )
      one.draw(UInt64(number), seed: 5, into: &user)
      seven.draw(UInt64(number), seed: 5, into: &other)
      expectEqual(user.intents, other.intents)
      expectEqual(user.intents[0].itemIndex, user.draws.choice(of: 4, .item, 0))
    }
  }
}
