internal import EventEngine

/// The data that a client attaches to a payment, and receives back if nothing is lost (S8).
struct Payload {
  var order: OrderID?
  var item: ItemID?
  var account: AccountID?
  /// A word of a team's own client, by its number.
  var custom: Int32?
}

struct Payment {
  /// The client's reference to the payment.
  let flow: FlowID
  let product: ProductID
  let payload: Payload
}

/// A callback of a store about a payment, for every store.
package enum StoreCallback: Sendable {
  /// The store has accepted the payment.
  case started
  /// The payment waits for an approval.
  case pending
  /// It is paid, and its proof is available.
  case paid
  /// It is paid, and the device cannot check its signature (K12).
  case unverified
  /// There is no charge; the code has only the reason that a client sees (S2, S7).
  case failed(FailureCode)
  /// There is no charge, because the product is owned (G5); for designs this is an error (C4).
  case alreadyOwned
}

/// The state of a payment as a client can query it.
enum PendingState {
  case paid
  /// Failed, and the client is not notified yet.
  case failed
  case other
}
