import JSONText
import PurchaseWorld

extension Catalog {
  /// The products as the format writes them; what is as by default is left out.
  var output: JSONOutput { .array(products.map { output(of: $0) }) }

  private func output(of product: Product) -> JSONOutput {
    let standard = ProductDraft()
    var draft = ProductDraft()
    draft.type = product.type
    draft.price = product.price
    let names = product.items.map { items[$0].name }
    let members = ProductDraft.fields.compactMap { field -> JSONOutput.Member? in
      switch field.name {
      case "product": return .init(field.name, .string(product.name))
      case "storePrice" where product.storePrice != product.price:
        return .init(field.name, .integer(product.storePrice))
      case "items" where names != [product.name]:
        return .init(field.name, .array(names.map { .string($0) }))
      default:
        let value = field.value(in: draft)
        return value == field.value(in: standard) ? nil : value.map { .init(field.name, $0) }
      }
    }
    return .object(members)
  }
}
