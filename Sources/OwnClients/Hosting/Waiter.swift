import PurchaseClientKit
import PurchaseWorld

/// What a task of a client waits for.
enum WaitKey: Hashable {
  case request(RequestID)
  /// The end of the purchase call of a payment.
  case call(TransactionID)
  case timer(Int32)
  /// The next transaction of a sequence of updates, by its number.
  case update(Int)
}

/// What it is told then.
enum WaitAnswer {
  case answer(Answer)
  case purchase(Result<PurchaseResult, StoreError>)
  case transaction(VerificationResult)
  case time
}

/// A task that waits.
struct Waiter {
  let key: WaitKey
  let continuation: UnsafeContinuation<WaitAnswer, any Error>
}
