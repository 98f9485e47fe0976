/// The payment queue of StoreKit 1, in the shape of Apple's interface. [D SKPaymentQueue]
public protocol PaymentQueue: Sendable {
  /// From now on an observer is told what becomes of payments, and at once of what nobody has finished. The queue
  /// does not keep it: whoever adds it does. [D addTransactionObserver]
  func add(_ observer: any PaymentQueueObserver)
  /// Asks for money; what comes of it is told to the observer.
  func add(_ payment: Payment)
  /// Takes a payment that was bought or has failed out of the queue. One that is
  /// ``PaymentTransaction/State/purchasing`` stops the process. [D finishTransaction]
  func finish(_ transaction: PaymentTransaction)
  /// The receipt of the moment: what proves payments of the device. [D appStoreReceiptURL]
  func receipt() -> Proof
}

/// Who is told what becomes of payments. [D SKPaymentTransactionObserver]
public protocol PaymentQueueObserver: AnyObject, Sendable {
  /// Payments have come to another state. Called on whatever runs; long work belongs in a task.
  func paymentQueue(updated transactions: [PaymentTransaction])
}

/// What is asked of the queue. [D SKPayment]
public struct Payment: Hashable, Sendable {
  public let product: String
  /// Comes back with the transaction, mostly.
  public var applicationUsername: String?

  public init(product: String, applicationUsername: String? = nil) {
    (self.product, self.applicationUsername) = (product, applicationUsername)
  }
}

/// A payment in the queue. [D SKPaymentTransaction]
public struct PaymentTransaction: Hashable, Sendable {
  /// What can be told of a payment. [D SKPaymentTransactionState]
  public enum State: Hashable, Sendable {
    case purchasing, purchased, deferred
    case failed(StoreError)
  }

  /// Which payment of the device it is, whatever its state; -1 for one of a product that is not sold.
  public let number: Int
  public let payment: Payment
  public let state: State
  /// The store's identifier, once the money was taken.
  public let transactionIdentifier: String?
  /// When the money was taken, since an epoch of the device's clock.
  public let transactionDate: Duration?

  public init(
    number: Int, payment: Payment, state: State, transactionIdentifier: String?,
    transactionDate: Duration?
  ) {
    (self.number, self.payment, self.state) = (number, payment, state)
    (self.transactionIdentifier, self.transactionDate) = (transactionIdentifier, transactionDate)
  }
}
