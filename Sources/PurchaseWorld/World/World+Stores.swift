/// The seam of a store: what the client says to it and asks of it, whichever it is. Books and sheets are
/// the same of all; what a store does of its own stands in its folder, and is plugged in here, behind the
/// confirmation on a sheet, and behind a charge, by the design's ``Design/StoreKind``.
extension World {
  @inline(__always) mutating func pay(_ payment: Payment) {
    switch design.store {
    case .storeKit1: addPayment(payment)
    }
  }

  @inline(__always) mutating func settle(paid transaction: TransactionID) -> Bool {
    switch design.store {
    case .storeKit1: finish(charged: transaction)
    }
  }

  mutating func settle(failed transaction: TransactionID) {
    switch design.store {
    case .storeKit1: finish(failed: transaction)
    }
  }

  mutating func listen() {
    switch design.store {
    case .storeKit1: attach()
    }
  }

  /// The account is another one, and a design that listens for a session begins anew (C10).
  mutating func listenAgain() {
    switch design.store {
    case .storeKit1: attachAgain()
    }
  }

  @inline(__always) func proof() -> Receipt {
    switch design.store {
    case .storeKit1: readReceipt()
    }
  }

  func payload(of transaction: TransactionID) -> Payload? {
    switch design.store {
    case .storeKit1: visiblePayload(of: transaction)
    }
  }

  func unsettled(_ transaction: TransactionID) -> Unsettled? { store.unsettled(transaction) }
  func isUnsettled(_ product: ProductID) -> Bool { store.isUnsettled(product) }
}
