internal import EventEngine

/// Owned purchases: consumed, acknowledged, or refunded by the store (G10, G11).
extension StoreHost where Self: ~Copyable {
  /// Schedules the refund of a charge that is not acknowledged or consumed in time (G10).
  mutating func lapseLater(_ transaction: TransactionID) {
    calendar.schedule(.lapse(transaction), after: conditions.store.acknowledgeWithin)
  }

  /// Ends a pending purchase without an approval, or a charge not acknowledged in time (G9, G10).
  @inline(never) mutating func lapse(_ transaction: TransactionID) {
    guard store.transactions[transaction].number != nil else {
      store.transactions[transaction].state = .gone
      return
    }
    guard !store.calls[transaction].isAcknowledged, !store.transactions[transaction].isRefunded
    else { return }
    willLapse(transaction)
    note(.lapsed(transaction: transaction))
    refund(transaction)
  }

  /// Whether the store will refund a charge, perhaps one that no device sees any more (G3, G10).
  @inline(__always) var mayLapse: Bool { design.store == .playBilling && hasUnacknowledged() }

  @inline(never) private func hasUnacknowledged() -> Bool {
    for number in store.charges.indices {
      let transaction = store.charges[number]
      if !store.calls[transaction].isAcknowledged, !store.transactions[transaction].isRefunded {
        return true
      }
    }
    return false
  }

  /// Removes a refunded purchase: no query returns it, and `verify` rejects it (G6, G10).
  mutating func forgetRefunded(_ transaction: TransactionID) {
    if store.transactions[transaction].state == .charged {
      store.transactions[transaction].state = .gone
    }
  }

  /// Consumes a purchase for the client; returns false without the link or the service (G11).
  @inline(never) mutating func consume(_ transaction: TransactionID) -> Bool {
    guard store.transactions[transaction].state == .charged else { return false }
    guard reachesStore else {
      note(.consumptionFailed(transaction: transaction))
      return false
    }
    enterConsumed(transaction)
    note(.finished(transaction: transaction))
    return true
  }

  /// Whether the client's calls reach the store (G11, G12).
  var reachesStore: Bool { !isLinkDown && isConnectedToPlay }

  private mutating func enterConsumed(_ transaction: TransactionID) {
    store.transactions[transaction].state = .gone
    store.transactions[transaction].isFinished = true
    store.calls[transaction].isAcknowledged = true
  }

  /// Acknowledges a purchase that the client has received (C5, G10).
  @inline(never) mutating func acknowledgeFromApp(_ transaction: TransactionID) {
    guard reachesStore, !store.calls[transaction].isAcknowledged else { return }
    store.calls[transaction].isAcknowledged = true
    note(.acknowledged(transaction: transaction))
  }

  /// Acknowledges or consumes a purchase that the backend delivered, unless consumed or refunded
  /// (B10); also one that no device sees any more (D2).
  @inline(never) mutating func complete(_ transaction: TransactionID) {
    guard !store.transactions[transaction].isFinished, !store.transactions[transaction].isRefunded
    else { return }
    switch design.backend.completion {
    case .nothing: break
    case .acknowledge:
      guard !store.calls[transaction].isAcknowledged else { return }
      store.calls[transaction].isAcknowledged = true
      note(.acknowledgedByServer(transaction: transaction))
    case .consume:
      enterConsumed(transaction)
      note(.consumedByServer(transaction: transaction))
    }
  }

  /// Listens for the client, and queries its owned purchases (G3).
  @inline(never) mutating func listenToPurchases() {
    guard !store.state.isObserving else { return }
    store.state.isObserving = true
    note(.attached)
    if design.sources.haveQuery { query(by: .launchQuery) }
  }
}
