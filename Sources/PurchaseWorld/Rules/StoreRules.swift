extension Design.StoreKind {
  /// Whether the store automatically refunds unacknowledged charges (G10).
  package var refundsAutomatically: Bool { self == .playBilling }

  /// The rule of this store that replaces one of StoreKit 1: K5 or G5 for S5. Numbers without a
  /// rule of the store apply everywhere: S4, and S10 for a refund at the user's request.
  package func rule(_ code: String) -> String {
    guard self != .storeKit1, code.first == "S", let number = Int(code.dropFirst()),
      ![4, 10].contains(number)
    else { return code }
    return (self == .storeKit2 ? "K" : "G") + "\(number)"
  }
}
