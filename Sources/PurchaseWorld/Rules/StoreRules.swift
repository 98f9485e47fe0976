extension Design.StoreKind {
  /// Whether the store refunds by itself what nobody acknowledges (G10).
  package var refundsItself: Bool { self == .playBilling }

  /// The rule of this store that stands in the place of one of StoreKit 1: K5 for S5, G5 for S5. A number
  /// that the store's own rules do not have is the same everywhere: S4, and S10 for a refund as asked.
  package func rule(_ code: String) -> String {
    guard self != .storeKit1, code.first == "S", let number = Int(code.dropFirst()),
      ![4, 10].contains(number)
    else { return code }
    return (self == .storeKit2 ? "K" : "G") + "\(number)"
  }
}
