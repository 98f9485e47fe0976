internal import EventEngine

/// The course of one purchase that a user plans to make.
enum IntentKind: Int, CaseIterable {
  case cancels
  case pays
  /// The user cancels, reconsiders and pays for the same item.
  case paysLater
  /// The user cancels, reconsiders and pays for another item of the product.
  case paysForOther
}

/// The probability of each kind of intent, and the distribution of its items.
struct IntentKinds: Sendable {
  private let shares: [Double]
  /// The cumulative probabilities of the items, by kind.
  private let items: [[Double]]
  /// The representative of each item: the first of its product, or the second for all others.
  let standIns: [Int]
  /// Whether each item is the first of its product.
  let isFirst: [Bool]
  /// The total weight of the other items of each item's product.
  let others: [Int]
  /// The weight of the first item of each item's product.
  let firsts: [Int]

  init(_ behavior: Behavior, _ catalog: Catalog) {
    let products = catalog.items.map { catalog.products[$0.productIndex] }
    standIns = products.enumerated().map { item, product in
      item == product.itemIndices[0] ? item : product.itemIndices[1]
    }
    isFirst = products.enumerated().map { item, product in item == product.itemIndices[0] }
    let weights = catalog.items.map { $0.weight }
    let productWeights = catalog.products.map { catalog.weight(of: $0.itemIndices) }
    let siblings = catalog.items.map { productWeights[$0.productIndex] }
    others = zip(siblings, weights).map { $0 - $1 }
    firsts = products.map { catalog.items[$0.itemIndices[0]].weight }
    let alike = weights.map { Double($0) }
    let same = zip(alike, siblings).map { $0 * $0 / Double($1) }
    let other = zip(alike, zip(others, siblings)).map { $0 * Double($1.0) / Double($1.1) }
    let count = Double(catalog.weight)
    let cancels = behavior.cancelProbability.probability
    let reconsiders = behavior.retapProbability.probability
    shares = [
      cancels * (1 - reconsiders), 1 - cancels, cancels * reconsiders * same.reduce(0, +) / count,
      cancels * reconsiders * other.reduce(0, +) / count,
    ]
    items = [alike, alike, same, other].map { weights in
      let whole = weights.reduce(0, +)
      var sum = 0.0
      return weights.map { weight in
        sum += weight
        return whole > 0 ? sum / whole : 1
      }
    }
  }

  func share(_ kind: IntentKind) -> Double { shares[kind.rawValue] }

  /// The item of an intent of a kind, at a uniform level from 0 to 1.
  func item(_ kind: IntentKind, level: Double) -> Int {
    let sums = items[kind.rawValue]
    return sums.firstIndex { level < $0 } ?? sums.count - 1
  }

  func share(of item: Int, _ kind: IntentKind) -> Double {
    let sums = items[kind.rawValue]
    return item == 0 ? sums[0] : sums[item] - sums[item - 1]
  }
}
