internal import EventEngine

/// What a client hands to the store with a payment, and gets back if nothing is lost (S8).
struct Payload {
  var order: OrderID?
  var item: ItemID?
  var account: AccountID?
  /// A word of a team's own client, by a number that it keeps.
  var custom: Int32?

  /// Whether nothing came back.
  var isEmpty: Bool { order == nil && item == nil && account == nil && custom == nil }
}

/// What a client asks a store to take money for.
struct Payment {
  /// What the client will know it by.
  let flow: FlowID
  let product: ProductID
  let payload: Payload
}

/// What a store tells the client about a payment, whichever store it is.
package enum StoreNews: Sendable {
  /// The store has taken the payment up.
  case started
  /// Somebody has yet to allow it.
  case pending
  /// It is paid, and its proof can be asked for.
  case paid
  /// It is paid, and the device cannot check its signature (K12).
  case unverified
  /// Nothing was taken; the code says no more about why than the client sees (S2, S7).
  case failed(FailureCode)
  /// Nothing was taken, because the product is owned already (G5); for the designs that is an error (C4).
  case alreadyOwned
}

/// How a payment stands so far as a client can ask.
enum Unsettled {
  /// Paid and not settled.
  case paid
  /// Failed, and the client has not been told yet.
  case failed
  /// Open in another way.
  case other
}
