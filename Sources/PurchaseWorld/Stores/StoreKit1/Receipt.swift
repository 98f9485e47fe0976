internal import EventEngine

/// A copy of the receipt: the charges that it lists (S6). It proves a payment in StoreKit 1.
typealias Receipt = ChargeSet

/// The proof of payments, and what the device sees of them (S6, S8).
extension StoreHost where Self: ~Copyable {
  /// The receipt at a time, if nothing happens until then; an earlier one while a charge makes it
  /// stale (S6).
  @inline(__always) func receipt(at time: Instant) -> Receipt {
    var receipt = Receipt()
    for place in store.charges.indices {
      let index = store.charges[place]
      if time < store.transactions[index].queued.listedFrom { break }
      let stays =
        store.transactions[index].isFinished
        && type(of: store.transactions[index].product) == .nonRenewing
      if store.transactions[index].state == .charged || stays { receipt.enter(place) }
    }
    return receipt
  }

  /// Whether the device does not see a payload, because it got lost (S8).
  @inline(__always) func hidesPayload(of transaction: TransactionID) -> Bool {
    switch store.transactions[transaction].queued.payloadLoss {
    case nil: false
    case .callback: true
    case .relaunch: process != store.transactions[transaction].queued.payloadLostIn
    }
  }

  /// Replaces the receipt of a new installation by one that lacks nothing (fault `staleReceipt`).
  mutating func renewReceipt() {
    for place in store.charges.indices {
      store.transactions[store.charges[place]].queued.listedFrom = .start
    }
    endStaleReceipts()
  }

  /// Keeps the receipt for a while as it was before a charge.
  /// - Returns: whether the charge exists.
  mutating func holdReceiptBack(before transaction: TransactionID, until end: Instant) -> Bool {
    guard store.transactions[transaction].number != nil else { return false }
    store.transactions[transaction].queued.listedFrom = max(
      store.transactions[transaction].queued.listedFrom, end)
    return true
  }
}
