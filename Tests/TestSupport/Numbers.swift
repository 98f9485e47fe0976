package import PurchaseWorld

/// Stories name by number: the first intent and the first transaction are 0.
extension ID: ExpressibleByIntegerLiteral {
  package init(integerLiteral number: Int32) { self.init(number: number) }
}
