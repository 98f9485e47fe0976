import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the catalog: products with their items; all names are different.
  /// - Parameter currency: that of the prices; nil where they are minor units.
  func catalog(in currency: Currency?) -> Catalog? {
    guard let elements = list(.other("a list of products")) else { return nil }
    let before = log.count
    if elements.isEmpty { report("an empty catalog", expected: "at least one product") }
    var (products, items): ([Catalog.Product], [Catalog.Item]) = ([], [])
    var (productNames, itemNames): (Set<String>, Set<String>) = ([], [])
    func name(_ given: Given<String>?, of what: Phrase, in names: inout Set<String>) -> String {
      let name = given?.value ?? ""
      if !names.insert(name).inserted {
        given?.place?.report(
          meaning: "\(what) \(name.quoted) is there twice", expected: "a name of its own")
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
  /// What is for sale when a file has no catalog: one consumable product with one item.
  static let standard = Catalog(
    products: [Product(name: "product", type: .consumable, price: 600, items: [0])],
    items: [Item(name: "item", product: 0)])

  /// The products as the format writes them; what is as by default is left out.
  func output(in currency: Currency?) -> JSONOutput {
    .array(
      products.map { product in
        let own = product.items.map { items[$0] }
        var draft = ProductDraft(currency: currency, type: product.type)
        draft.name = Given(value: product.name)
        if product.price != ProductDraft.usualPrice { draft.price = product.price }
        if product.storePrice != product.price { draft.storePrice = product.storePrice }
        if own.map(\.name) != [product.name] || own[0].weight != 1 {
          draft.items = own.map { ItemDraft(name: Given(value: $0.name), weight: $0.weight) }
        }
        return .object(ProductDraft.fields.members(of: draft, unlike: ProductDraft()))
      })
  }
}

/// A product while it is read.
struct ProductDraft {
  /// The currency of its prices; nil where they are minor units.
  var currency: Currency?
  var name: Given<String>?
  var type = Catalog.ProductType.consumable
  var price: Int?
  var storePrice: Int?
  var items: [ItemDraft]?

  /// The price of what says none, in minor units.
  static let usualPrice = 600

  static let shape = ValueShape.named("product", .object(KeySet(fields, ProductDraft())))

  static let fields: [Field<ProductDraft>] = [
    Field("product", .label, given: \.name, "the name of the product (`iap_product_id`)").required,
    Field("type", .word, \.type, "whether a finished transaction leaves the receipt (S6)"),
    price("price", \.price, "the price at which it is listed: in the currency, or in minor units")
      .otherwise("600 minor units"),
    price(
      "storePrice", \.storePrice,
      "what the store takes for it, written alike; without it, the price"),
    Field(
      "items", .items, \.items, "what the product stands for; without it, one item of its name"),
  ]

  private static func price(
    _ name: String, _ place: Place<ProductDraft, Int?>, _ summary: String
  ) -> Field<ProductDraft> {
    let prices = 0...100_000_000
    let kind = ValueKind.number(0...Double(prices.upperBound))
    return Field(
      name, kind, summary,
      write: { draft in draft[keyPath: place].map { .amount($0, in: draft.currency) } }
    ) { value, draft in
      if let units = value.amount(prices, in: draft.currency) { draft[keyPath: place] = units }
    }
  }
}

/// An item while it is read: a name, or an object.
struct ItemDraft {
  var name: Given<String>?
  var weight = 1

  static let fields: [Field<ItemDraft>] = [
    Field("item", .label, given: \.name, "the name of the item").required,
    .integer(
      "weight", 1...1_000_000, \.weight,
      "how often it is wanted: with 3, three times as often as an item with 1"
    ).withoutCases(wanting: "taps in 'plan'"),
  ]
}

extension Form<[ItemDraft]> {
  /// The items of a product, with where their names stand.
  fileprivate static var items: Form {
    let kind = ValueKind.other("a list of items")
    let item = ValueShape.any(of: [
      .value(.label), .object(KeySet(ItemDraft.fields, ItemDraft())),
    ])
    return Form(
      kind, shape: .list(item, 1...FileValue.longestList),
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
      if list.isEmpty { value.report("an empty list of items", expected: "at least one item") }
      return list.compactMap { place in
        var draft = ItemDraft()
        guard place.json.members != nil else {
          draft.name = place.label().map { Given(value: $0, place: place) }
          return draft.name == nil ? nil : draft
        }
        return place.read(ItemDraft.fields, into: &draft) ? draft : nil
      }
    }
  }
}
