import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the catalog: products with their items, with unique names.
  /// - Parameter currency: the currency of the prices; nil if they are minor units.
  func catalog(in currency: Currency?) -> Catalog? {
    guard let elements = list(.other("a list of products")) else { return nil }
    let before = log.count
    if elements.isEmpty { report("the catalog is empty", expected: "at least one product") }
    var (products, items): ([Catalog.Product], [Catalog.Item]) = ([], [])
    var (productNames, itemNames): (Set<String>, Set<String>) = ([], [])
    func name(_ given: ReadValue<String>?, of message: Phrase, in names: inout Set<String>)
      -> String
    {
      let name = given?.value ?? ""
      if !names.insert(name).inserted {
        given?.place?.reportSemanticProblem(
          "\(message) \(name.quoted) appears twice", expected: "a unique name")
      }
      return name
    }
    for element in elements {
      var draft = ProductDraft(currency: currency)
      element.read(ProductDraft.fields, into: &draft)
      let product = name(draft.name, of: "product", in: &productNames)
      let first = items.count
      items += (draft.items ?? [ItemDraft(name: draft.name)]).map { item in
        let name = name(item.name, of: "item", in: &itemNames)
        return Catalog.Item(name: name, product: products.count, weight: item.weight)
      }
      products.append(
        Catalog.Product(
          name: product, type: draft.type, price: draft.price ?? ProductDraft.usualPrice,
          storePrice: draft.storePrice, items: Array(first..<items.count)))
    }
    return log.count == before ? Catalog(products: products, items: items) : nil
  }
}

extension Catalog {
  /// The default catalog: one consumable product with one item.
  static let standard = Catalog(
    products: [Product(name: "product", type: .consumable, price: 600, items: [0])],
    items: [Item(name: "item", product: 0)])

  /// The products as the format writes them, without defaults.
  func output(in currency: Currency?) -> JSONOutput {
    .array(
      products.map { product in
        let sold = product.itemIndices.map { items[$0] }
        var draft = ProductDraft(currency: currency, type: product.type)
        draft.name = ReadValue(value: product.name)
        if product.price != ProductDraft.usualPrice { draft.price = product.price }
        if product.storePrice != product.price { draft.storePrice = product.storePrice }
        if sold.map(\.name) != [product.name] || sold[0].weight != 1 {
          draft.items = sold.map { ItemDraft(name: ReadValue(value: $0.name), weight: $0.weight) }
        }
        return .object(ProductDraft.fields.members(of: draft, unlike: ProductDraft()))
      })
  }
}

/// A product during reading.
struct ProductDraft {
  /// The currency of the prices; nil if they are minor units.
  var currency: Currency?
  var name: ReadValue<String>?
  var type = Catalog.ProductType.consumable
  var price, storePrice: Int?
  var items: [ItemDraft]?

  /// The default price, in minor units.
  static let usualPrice = 600

  static let shape = ValueShape.named("product", .object(KeySet(fields, ProductDraft())))

  static let fields: [Field<ProductDraft>] = [
    Field("product", .label, given: \.name, "the name of the product (`iap_product_id`)").required,
    Field(
      "type", .word, \.type,
      "the product type: whether a finished transaction leaves the receipt (S6)"),
    price("price", \.price, "the listed price, in the currency or in minor units")
      .otherwise("600 minor units"),
    price(
      "storePrice", \.storePrice,
      "the price that the store charges, in the same unit; by default the listed price"),
    Field(
      "items", .items, \.items,
      "the items that the product stands for; by default one item with the product's name"),
  ]

  private static func price(
    _ name: String, _ place: FieldKeyPath<ProductDraft, Int?>, _ summary: String
  ) -> Field<ProductDraft> {
    let prices = 0...100_000_000
    return Field(
      name, .number(0...Double(prices.upperBound)), summary,
      write: { draft in draft[keyPath: place].map { .amount($0, in: draft.currency) } }
    ) { value, draft in
      if let units = value.amount(prices, in: draft.currency) { draft[keyPath: place] = units }
    }
  }
}

/// An item during reading: a name, or an object.
struct ItemDraft {
  var name: ReadValue<String>?
  var weight = 1

  static let fields: [Field<ItemDraft>] = [
    Field("item", .label, given: \.name, "the name of the item").required,
    .integer(
      "weight", 1...1_000_000, \.weight,
      "the relative demand for the item: 3 is three times the demand of 1"
    ).withoutCases(expecting: "taps in 'plan'"),
  ]
}

extension ValueFormat<[ItemDraft]> {
  /// The items of a product, with the places of their names.
  fileprivate static var items: ValueFormat {
    let kind = ValueKind.other("a list of items")
    let item = ValueShape.any(of: [.value(.label), .object(KeySet(ItemDraft.fields, ItemDraft()))])
    return ValueFormat(
      kind, shape: .list(item, 1...FileValue.maxListLength),
      write: { items in
        .array(
          items.compactMap { item in
            item.weight == 1
              ? item.name?.value.map { .string($0) }
              : .object(ItemDraft.fields.members(of: item, unlike: ItemDraft()))
          })
      }
    ) { value in
      guard let list = value.list(kind) else { return nil }
      if list.isEmpty { value.report("the list of items is empty", expected: "at least one item") }
      return list.compactMap { place in
        place.json.members == nil
          ? place.catalogName().map { ItemDraft(name: ReadValue(value: $0, place: place)) }
          : place.read(ItemDraft.fields, ItemDraft())
      }
    }
  }
}
