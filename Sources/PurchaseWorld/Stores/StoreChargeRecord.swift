package import EventEngine

/// The store's entry for one charge at the horizon, for exports of the store's records.
package struct StoreChargeRecord: Hashable, Sendable {
  package var transaction: TransactionID
  /// The index of the product in the catalog.
  package var product: Int
  package var chargedAt: Instant
  /// The payload that the client attached and the store kept (S8, K8, G8).
  package var payload = PayloadParts()
  /// Whether the client or the backend finished it; on Play, consumed it (S11, K11, G11).
  package var isFinished = false
  /// Whether it was acknowledged or consumed (G10); StoreKit requires neither.
  package var isAcknowledged = false
  /// The time of the refund, automatic or at the user's request (S10, G10); nil if never.
  package var refundedAt: Instant?
  /// Whether the receipt of StoreKit 1 lists it (S6); the other stores have none.
  package var isInReceipt = false

  /// The parts of a payload, by the numbers that the backend gave them.
  package struct PayloadParts: Hashable, Sendable {
    package var order: OrderID?
    /// The item, if the payload names one.
    package var item: ItemID?
    package var account: AccountID?

    package init(order: OrderID? = nil, item: ItemID? = nil, account: AccountID? = nil) {
      (self.order, self.item, self.account) = (order, item, account)
    }

    /// Whether there was no payload, or the store kept nothing of it.
    package var isEmpty: Bool { order == nil && item == nil && account == nil }
  }
}

extension StoreHost where Self: ~Copyable {
  /// The books at the horizon of a run that has ended.
  /// - Parameter refunds: the time of each refund; the books only record whether there was one.
  func booked(refunds: [TransactionID: Instant]) -> [StoreChargeRecord] {
    let receipt = receipt(at: .start + conditions.horizon)
    return charges.map { number in
      let id = charge(number)
      let paid = store.transactions[id]
      return StoreChargeRecord(
        transaction: id, product: paid.product.index, chargedAt: paid.chargedAt,
        payload: .init(
          order: paid.payload.order, item: paid.payload.item, account: paid.payload.account),
        isFinished: paid.isFinished,
        isAcknowledged: design.store == .playBilling && store.calls[id].isAcknowledged,
        refundedAt: refunds[id], isInReceipt: design.store == .storeKit1 && receipt.lists(number))
    }
  }
}
