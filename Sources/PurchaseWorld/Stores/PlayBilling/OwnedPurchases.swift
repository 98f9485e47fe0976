internal import EventEngine

/// Owned purchases: consumed, acknowledged, or refunded by the store (G10, G11).
extension StoreHost where Self: ~Copyable {
  /// Ends a pending purchase without an approval, or a charge not acknowledged in time (G9, G10).
  @inline(never) mutating func lapse(_ transaction: TransactionID) {
    guard store.transactions[transaction].number != nil else {
      store.transactions[transaction].state = .gone
      return
    }
    guard !store.calls[transaction].isAcknowledged, !isRefunded(transaction) else { return }
    willLapse(transaction)
    note(.lapsed(transaction: transaction))
    refund(transaction)
  }

  /// Whether the store will refund a charge, perhaps one that no device sees any more (G3, G10).
  @inline(__always) var mayLapse: Bool { design.store == .playBilling && hasUnacknowledged() }

  @inline(never) private func hasUnacknowledged() -> Bool {
    charges.contains { !store.calls[charge($0)].isAcknowledged && !isRefunded(charge($0)) }
  }

  /// Whether the client's calls reach the store (G11, G12).
  var reachesStore: Bool { !isLinkDown && isConnectedToPlay }

  /// Acknowledges or consumes a purchase that the backend delivered, unless consumed or refunded
  /// (B10); also one that no device sees any more (D2).
  @inline(never) mutating func complete(_ transaction: TransactionID) {
    guard !isSettled(transaction), !isRefunded(transaction) else { return }
    switch design.backend.completion {
    case .nothing: break
    case .acknowledge:
      guard !store.calls[transaction].isAcknowledged else { return }
      store.calls[transaction].isAcknowledged = true
      note(.acknowledgedByServer(transaction: transaction))
    case .consume:
      store.transactions[transaction].state = .gone
      store.transactions[transaction].isFinished = true
      store.calls[transaction].isAcknowledged = true
      note(.consumedByServer(transaction: transaction))
    }
  }
}
