import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the catalog: products with their items; all names are different.
  func catalog() -> Catalog? {
    guard let elements = list(.other("a list of products")) else { return nil }
    let before = log.count
    if elements.isEmpty { report("an empty catalog", expected: "at least one product") }
    var (products, items): ([Catalog.Product], [Catalog.Item]) = ([], [])
    var (productNames, itemNames): (Set<String>, Set<String>) = ([], [])
    func name(_ given: Given<String>?, of what: String, in names: inout Set<String>) -> String {
      let name = given?.value ?? ""
      if !names.insert(name).inserted {
        given?.place?.report(
          meaning: "\(what) \(name.quoted) is there twice", expected: "a name of its own")
      }
      return name
    }
    for element in elements {
      var draft = ProductDraft()
      element.read(ProductDraft.fields, into: &draft)
      let product = name(draft.name, of: "product", in: &productNames)
      let names = (draft.items ?? [draft.name]).map { name($0, of: "item", in: &itemNames) }
      let first = items.count
      items += names.map { Catalog.Item(name: $0, product: products.count) }
      products.append(
        Catalog.Product(
          name: product, type: draft.type, price: draft.price, storePrice: draft.storePrice,
          items: Array(first..<items.count)))
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
  var output: JSONOutput {
    .array(
      products.map { product in
        let names = product.items.map { items[$0].name }
        var draft = ProductDraft(type: product.type, price: product.price)
        draft.name = Given(value: product.name)
        if product.storePrice != product.price { draft.storePrice = product.storePrice }
        if names != [product.name] { draft.items = names.map { Given(value: $0) } }
        return .object(ProductDraft.fields.members(of: draft, unlike: ProductDraft()))
      })
  }
}

/// A product while it is read.
struct ProductDraft {
  var name: Given<String>?
  var type = Catalog.ProductType.consumable
  var price = 600
  var storePrice: Int?
  var items: [Given<String>?]?

  private static let prices = 0...100_000_000

  static let shape = ValueShape.named("product", .object(KeySet(fields, ProductDraft())))

  static let fields: [Field<ProductDraft>] = [
    Field("product", .label, given: \.name, "the name of the product (`iap_product_id`)").required,
    Field("type", .word, \.type, "whether a finished transaction leaves the receipt (S6)"),
    .integer("price", prices, \.price, "the price at which it is listed, in minor units"),
    Field(
      "storePrice", .integer(prices), \.storePrice,
      "what the store takes for it, in minor units; without it, the price"),
    Field(
      "items", .items, \.items, "what the product stands for; without it, one item of its name"),
  ]
}

extension Form<[Given<String>?]> {
  /// The names of a product's items, with where they stand.
  fileprivate static var items: Form {
    Form(
      .list(of: .text), shape: .list(.value(.label), 1...FileValue.longestList),
      write: { .array($0.compactMap { $0?.value.map { .string($0) } }) }
    ) { value in
      guard let list = value.list(.list(of: .text)) else { return nil }
      if list.isEmpty { value.report("an empty list of items", expected: "at least one item") }
      return list.compactMap { place in place.label().map { Given(value: $0, place: place) } }
    }
  }
}
