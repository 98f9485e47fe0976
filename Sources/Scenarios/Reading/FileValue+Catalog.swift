import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the catalog: products with their items; all names are different.
  func catalog() -> Catalog? {
    guard let elements = list(.other("a list of products")) else { return nil }
    let before = log.count
    if elements.isEmpty { report("an empty catalog", expected: "at least one product") }
    var products: [Catalog.Product] = []
    var items: [Catalog.Item] = []
    var itemNames: Set<String> = []
    var productNames: Set<String> = []
    for element in elements {
      var draft = ProductDraft()
      element.read(ProductDraft.fields, into: &draft)
      if !productNames.insert(draft.name.text).inserted {
        draft.name.value?.report(
          meaning: "product \(draft.name.text.quoted) is there twice", expected: "a name of its own"
        )
      }
      let names = draft.items ?? [draft.name]
      for item in names where !itemNames.insert(item.text).inserted {
        item.value?.report(
          meaning: "item \(item.text.quoted) is there twice", expected: "a name of its own")
      }
      let indices = items.count..<(items.count + names.count)
      items += names.map { Catalog.Item(name: $0.text, product: products.count) }
      products.append(
        Catalog.Product(
          name: draft.name.text, type: draft.type, price: draft.price,
          storePrice: draft.storePrice, items: Array(indices)))
    }
    return log.count == before ? Catalog(products: products, items: items) : nil
  }
}

extension Catalog {
  /// What is for sale when a file has no catalog: one consumable product with one item.
  static let standard = Catalog(
    products: [Product(name: "product", type: .consumable, price: 600, items: [0])],
    items: [Item(name: "item", product: 0)])
}

/// A product while it is read.
struct ProductDraft {
  /// A name and where it stands.
  struct Label {
    var text = ""
    var value: FileValue?
  }

  var name = Label()
  var type = Catalog.ProductType.consumable
  var price = 600
  var storePrice: Int?
  var items: [Label]?

  private static let prices = 0...100_000_000

  /// What a product looks like.
  static let shape = ValueShape.named("product", .object(KeySet(fields, ProductDraft())))

  /// The keys of a product.
  static let fields: [Field<ProductDraft>] = [
    Field("product", .label, "the name of the product (`iap_product_id`)") { value, draft in
      draft.name = Label(text: value.label() ?? "", value: value)
    }.required,
    .choice(
      "type", \.type, "whether a finished transaction leaves the receipt (S6)", word: \.rawValue),
    .integer("price", prices, \.price, "the price at which it is listed, in minor units"),
    Field(
      "storePrice", .integer(prices),
      "what the store takes for it, in minor units; without it, the price"
    ) { value, draft in draft.storePrice = value.integer(prices) },
    Field(
      "items", .list(of: .text), "what the product stands for; without it, one item of its name",
      shape: { _ in .list(.value(.label), 1...FileValue.longestList) }
    ) { value, draft in
      guard let list = value.list(.list(of: .text)) else { return }
      if list.isEmpty { value.report("an empty list of items", expected: "at least one item") }
      draft.items = list.compactMap { element in
        element.label().map { Label(text: $0, value: element) }
      }
    },
  ]
}
