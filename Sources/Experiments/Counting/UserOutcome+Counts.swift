package import PurchaseWorld
package import Scenarios

extension UserOutcome {
  func concerns(_ product: Int) -> Bool {
    intents.contains { $0.product == product } || charges.contains { $0.product == product }
  }

  /// The only product of a user's charges and intents; nil if there are several products.
  var onlyProduct: Int? {
    guard let product = intents.first?.product else { return nil }
    for place in intents.indices where intents[place].product != product { return nil }
    for place in charges.indices where charges[place].product != product { return nil }
    return product
  }
}

extension ShareMetric {
  package init(_ kind: LossKind) {
    switch kind {
    case .undelivered: self = .undelivered
    case .crossed: self = .crossed
    case .misdelivered: self = .misdelivered
    }
  }
}
