import PurchaseClientKit
import PurchaseWorld

/// The event for which a task of a client waits.
enum WaitKey: Hashable {
  case request(RequestID)
  /// The end of the purchase call of a payment.
  case call(TransactionID)
  case timer(Int32)
  /// The next transaction of a sequence of updates, by its number.
  case update(Int)
  /// The service of Play.
  case service
}

/// The result with which a waiting task is resumed.
enum WaitAnswer {
  case answer(BackendAnswer)
  case purchase(Result<PurchaseResult, StoreError>)
  case transaction(VerificationResult)
  case time
}

/// A payment that a query has returned.
struct QueriedPayment {
  let transaction: TransactionID
  /// Whether the device could check its signature (K12).
  let isVerified: Bool
}

/// A suspended task.
struct Waiter {
  let key: WaitKey
  let continuation: UnsafeContinuation<WaitAnswer, any Error>
}
