internal import EventEngine

/// The stores through which a design can sell.
enum StoreKind { case storeKit1 }

/// The seam of a store: what the client says to it and asks of it, whichever it is. A store's folder
/// answers; this is where it is plugged in.
extension World {
  /// The store of the design.
  private var store: StoreKind { .storeKit1 }

  @inline(__always) mutating func pay(_ payment: Payment) {
    switch store {
    case .storeKit1: addPayment(payment)
    }
  }

  @inline(__always) mutating func settle(paid transaction: TransactionID) -> Bool {
    switch store {
    case .storeKit1: finish(charged: transaction)
    }
  }

  mutating func settle(failed transaction: TransactionID) {
    switch store {
    case .storeKit1: finish(failed: transaction)
    }
  }

  mutating func listen() {
    switch store {
    case .storeKit1: attach()
    }
  }

  mutating func listenAgain() {
    switch store {
    case .storeKit1: attachAgain()
    }
  }

  @inline(__always) func proof() -> Receipt {
    switch store {
    case .storeKit1: readReceipt()
    }
  }

  func unsettled(_ transaction: TransactionID) -> Unsettled? {
    switch store {
    case .storeKit1: storeKit1.unsettled(transaction)
    }
  }

  func isUnsettled(_ product: ProductID) -> Bool {
    switch store {
    case .storeKit1: storeKit1.isUnsettled(product)
    }
  }

  func payload(of transaction: TransactionID) -> Payload? {
    switch store {
    case .storeKit1: visiblePayload(of: transaction)
    }
  }
}
