/// The payment queue of StoreKit 1, modelled on Apple's interface. [D SKPaymentQueue]
public protocol PaymentQueue: Sendable {
  /// Adds an observer, which at once receives all unfinished payments, and later every change. The
  /// queue does not retain the observer. [D addTransactionObserver]
  func add(_ observer: any PaymentQueueObserver)
  /// Requests a payment; the observer receives its result.
  func add(_ payment: Payment)
  /// Removes a purchased or failed payment from the queue. Finishing a payment that is
  /// ``PaymentTransaction/State/purchasing`` stops the process. [D finishTransaction]
  func finish(_ transaction: PaymentTransaction)
  /// The current receipt, which proves the payments of the device. [D appStoreReceiptURL]
  func receipt() -> Proof
}

/// A receiver of payment changes. [D SKPaymentTransactionObserver]
public protocol PaymentQueueObserver: AnyObject, Sendable {
  /// Called when payments have changed their state. Start a task for long work.
  func paymentQueue(updated transactions: [PaymentTransaction])
}

/// A payment request. [D SKPayment]
public struct Payment: Hashable, Sendable {
  public let product: String
  /// A text that usually comes back with the transaction.
  public var applicationUsername: String?

  public init(product: String, applicationUsername: String? = nil) {
    (self.product, self.applicationUsername) = (product, applicationUsername)
  }
}

/// A payment in the queue. [D SKPaymentTransaction]
public struct PaymentTransaction: Hashable, Sendable {
  /// The state of a payment. [D SKPaymentTransactionState]
  public enum State: Hashable, Sendable {
    case purchasing, purchased, deferred
    case failed(StoreError)
  }

  /// The number of the payment on the device, the same in every state; -1 for an unknown product.
  public let number: Int
  public let payment: Payment
  public let state: State
  /// The store's identifier; nil before the charge.
  public let transactionIdentifier: String?
  /// The time of the charge since an epoch of the device's clock; nil before the charge.
  public let transactionDate: Duration?

  public init(
    number: Int, payment: Payment, state: State, transactionIdentifier: String?,
    transactionDate: Duration?
  ) {
    (self.number, self.payment, self.state) = (number, payment, state)
    (self.transactionIdentifier, self.transactionDate) = (transactionIdentifier, transactionDate)
  }
}
