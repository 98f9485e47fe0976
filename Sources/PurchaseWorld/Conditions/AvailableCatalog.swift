internal import EventEngine

/// The catalog of a run, with the items that the backend no longer sells (B1).
struct AvailableCatalog: ~Copyable {
  struct Item: BitwiseCopyable {
    let product: ProductID
    var isDelisted = false
  }

  struct Product: BitwiseCopyable {
    let type: Catalog.ProductType
    let price: Int
    let storePrice: Int
    let firstItem: ItemID
    /// Its item if it has only one; nil if it is many-to-one.
    let onlyItem: ItemID?
  }

  var items = Table<EntityKind.Item, Item>()
  private(set) var products = Table<EntityKind.Product, Product>()
  private var hasDelisted = false

  init(_ catalog: Catalog) {
    for item in catalog.items { items.append(Item(product: ProductID(item.productIndex))) }
    for product in catalog.products {
      products.append(
        Product(
          type: product.type, price: product.price, storePrice: product.storePrice,
          firstItem: ItemID(product.itemIndices[0]),
          onlyItem: product.itemIndices.count == 1 ? ItemID(product.itemIndices[0]) : nil))
    }
  }

  mutating func delist(_ item: ItemID) {
    items[item].isDelisted = true
    hasDelisted = true
  }

  /// Copies the state of another shelf of the same catalog.
  mutating func restore(_ other: borrowing AvailableCatalog) {
    guard hasDelisted || other.hasDelisted else { return }
    items.replaceAll(with: other.items)
    hasDelisted = other.hasDelisted
  }

  /// Encodes or decodes the state, if it differs from the initial state.
  mutating func transcode(by bytes: inout StateSnapshot) {
    var isOther = hasDelisted
    bytes.transcode(&isOther)
    if isOther { bytes.transcode(&items) } else { reset() }
    hasDelisted = isOther
  }

  mutating func reset() {
    guard hasDelisted else { return }
    for item in items.indices { items[item].isDelisted = false }
    hasDelisted = false
  }
}
