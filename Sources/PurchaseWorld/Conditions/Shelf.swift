internal import EventEngine

/// The catalog as a life reads it, with what the backend has taken off its shelf (B1).
struct Shelf: ~Copyable {
  /// An item by its index in the catalog.
  struct Item: BitwiseCopyable {
    let product: ProductID
    /// Whether the backend sells it no longer.
    var isDelisted = false
  }

  /// A product by its index in the catalog.
  struct Product: BitwiseCopyable {
    let type: Catalog.ProductType
    let price: Int
    let storePrice: Int
    let firstItem: ItemID
    /// Its item if it has only one; nil if it is many-to-one.
    let onlyItem: ItemID?
  }

  var items = Table<Kind.Item, Item>()
  private(set) var products = Table<Kind.Product, Product>()
  private var hasDelisted = false

  init(_ catalog: Catalog) {
    for item in catalog.items { items.append(Item(product: ProductID(item.product))) }
    for product in catalog.products {
      products.append(
        Product(
          type: product.type, price: product.price, storePrice: product.storePrice,
          firstItem: ItemID(product.items[0]),
          onlyItem: product.items.count == 1 ? ItemID(product.items[0]) : nil))
    }
  }

  mutating func delist(_ item: ItemID) {
    items[item].isDelisted = true
    hasDelisted = true
  }

  /// Becomes like another shelf of the same catalog.
  mutating func become(_ other: borrowing Shelf) {
    guard hasDelisted || other.hasDelisted else { return }
    items.replaceAll(with: other.items)
    hasDelisted = other.hasDelisted
  }

  /// Goes into bytes, or comes out of them, if it is not as it began.
  mutating func carry(by bytes: inout StateBytes) {
    var isOther = hasDelisted
    bytes.carry(&isOther)
    if isOther { bytes.carry(&items) } else { reset() }
    hasDelisted = isOther
  }

  mutating func reset() {
    guard hasDelisted else { return }
    for item in items.indices { items[item].isDelisted = false }
    hasDelisted = false
  }
}
