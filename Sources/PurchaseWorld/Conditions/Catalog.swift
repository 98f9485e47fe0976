internal import EventEngine

/// The store's products and the items for which they stand.
package struct Catalog: Hashable, Sendable {
  /// The type of a product, which decides how long a finished transaction stays in the receipt (S6).
  package enum ProductType: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Leaves the receipt when finished.
    case consumable
    /// Stays in the receipt for good.
    case nonRenewing
  }

  /// A product of the store (`iap_product_id`); with several items it is *many-to-one*.
  package struct Product: Hashable, Sendable {
    package var name: String
    package var type: ProductType
    /// The list price that the company records, in minor units.
    package var price: Int
    /// The price in the store, in minor units; the same unless one of the two was changed.
    package var storePrice: Int
    /// The indices of its items in ``Catalog/items``, at least one.
    package var itemIndices: [Int]
    package init(name: String, type: ProductType, price: Int, storePrice: Int? = nil, items: [Int])
    {
      (self.name, self.type, self.itemIndices) = (name, type, items)
      (self.price, self.storePrice) = (price, storePrice ?? price)
    }
  }

  /// The content that a user wants (业务 id).
  package struct Item: Hashable, Sendable {
    package var name: String
    /// The index of its product in ``Catalog/products``.
    package var productIndex: Int
    /// The frequency relative to the weights of other items; at least 1.
    package var weight: Int
    package init(name: String, product: Int, weight: Int = 1) {
      (self.name, self.productIndex, self.weight) = (name, product, weight)
    }
  }

  package var products: [Product]
  package var items: [Item] { didSet { sums = Catalog.sums(of: items) } }
  /// The cumulative weights of the items; empty if all weights are equal.
  private(set) var sums: [Int]

  package init(products: [Product], items: [Item]) {
    precondition(!items.isEmpty, "a catalog needs an item")
    (self.products, self.items, sums) = (products, items, Catalog.sums(of: items))
  }

  private static func sums(of items: [Item]) -> [Int] {
    guard items.contains(where: { $0.weight != 1 }) else { return [] }
    var sum = 0
    return items.map { item in
      sum += item.weight
      return sum
    }
  }

  /// The catalog with equal weights.
  package var unweighted: Catalog {
    var other = self
    other.items = items.map { Item(name: $0.name, product: $0.productIndex) }
    return other
  }

  var weight: Int { sums.last ?? items.count }

  func weight(of some: [Int]) -> Int {
    sums.isEmpty ? some.count : some.reduce(0) { $0 + items[$1].weight }
  }

  func others(than item: Int) -> [Int] {
    products[items[item].productIndex].itemIndices.filter { $0 != item }
  }

  /// Draws an item by weight.
  @inline(__always) func item(_ draws: KeyedDraws, _ purchase: Int) -> Int {
    let place = draws.choice(of: weight, .item, purchase)
    return sums.isEmpty ? place : item(at: place)
  }

  /// The item at a position below the total weight; each has as many positions as its weight.
  func item(at place: Int) -> Int {
    // Finds the first item whose cumulative weight exceeds the position.
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Draws the item of a second thought among some, by weight.
  func item(among some: [Int], _ draws: KeyedDraws, _ intent: Int) -> Int {
    var left = draws.choice(of: weight(of: some), .otherItem, intent)
    if sums.isEmpty { return some[left] }
    for item in some {
      left -= items[item].weight
      if left < 0 { return item }
    }
    preconditionFailure("a position below the total weight belongs to an item")
  }
}
