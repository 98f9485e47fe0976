internal import EventEngine

/// The products that the store sells and the items for which they stand.
package struct Catalog: Hashable, Sendable {
  /// How long a finished transaction stays in the receipt (S6).
  package enum ProductType: String, CaseIterable, BitwiseCopyable, Sendable {
    /// Leaves the receipt when finished.
    case consumable
    /// Stays in the receipt for good.
    case nonRenewing
  }

  /// What the store sells (`iap_product_id`); with several items it is *many-to-one*.
  package struct Product: Hashable, Sendable {
    package var name: String
    package var type: ProductType
    /// The price at which the company lists and books it, in minor units.
    package var price: Int
    /// What the store takes for it, in minor units; the same unless somebody changed one of the two.
    package var storePrice: Int
    /// The indices of its items in ``Catalog/items``, at least one.
    package var items: [Int]
    package init(name: String, type: ProductType, price: Int, storePrice: Int? = nil, items: [Int])
    {
      (self.name, self.type, self.items) = (name, type, items)
      (self.price, self.storePrice) = (price, storePrice ?? price)
    }
  }

  /// What a user wants (业务 id).
  package struct Item: Hashable, Sendable {
    package var name: String
    /// The index of its product in ``Catalog/products``.
    package var product: Int
    /// How often it is wanted, beside the weights of the others; at least 1.
    package var weight: Int
    package init(name: String, product: Int, weight: Int = 1) {
      (self.name, self.product, self.weight) = (name, product, weight)
    }
  }

  package var products: [Product]
  package var items: [Item] { didSet { sums = Catalog.sums(of: items) } }
  /// Of every item the weights of it and of those before it; empty where all are wanted alike.
  private(set) var sums: [Int]

  package init(products: [Product], items: [Item]) {
    precondition(!items.isEmpty, "a catalog has an item")
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
}

/// Which items are wanted how often.
extension Catalog {
  /// The catalog with all items wanted alike.
  package var unweighted: Catalog {
    sums.isEmpty
      ? self
      : Catalog(products: products, items: items.map { Item(name: $0.name, product: $0.product) })
  }

  /// The weights of all items together.
  var weight: Int { sums.last ?? items.count }

  /// The weights of some items together.
  func weight(of some: [Int]) -> Int {
    sums.isEmpty ? some.count : some.reduce(0) { $0 + items[$1].weight }
  }

  /// The other items of an item's product, in their order.
  func others(than item: Int) -> [Int] { products[items[item].product].items.filter { $0 != item } }

  /// Draws an item, each as often as it is wanted.
  @inline(__always) func item(_ draws: Draws, _ purchase: Int) -> Int {
    let place = draws.choice(of: weight, .item, purchase)
    return sums.isEmpty ? place : item(at: place)
  }

  /// The item at a place from 0 and below the weights of all: each has as many places as it weighs.
  func item(at place: Int) -> Int {
    // The first item up to which more is weighed than the place.
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Draws the item of a second thought, each of some as often as it is wanted.
  func item(among some: [Int], _ draws: Draws, _ intent: Int) -> Int {
    var left = draws.choice(of: weight(of: some), .otherItem, intent)
    if sums.isEmpty { return some[left] }
    for item in some {
      left -= items[item].weight
      if left < 0 { return item }
    }
    preconditionFailure("a place below the weights of all items is one of theirs")
  }
}
