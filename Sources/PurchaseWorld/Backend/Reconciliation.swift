internal import EventEngine

/// What the backend asks the store by itself (B9).
extension World {
  /// The backend fetches the charges of a customer it knows, and delivers what is missing.
  ///
  /// It knows the customer from a receipt or a notification that named an account, and takes the
  /// account that verified a receipt last for the buyer of whatever comes without a payload. While it, or the store's check,
  /// is out, nothing is fetched; the next period tries again.
  mutating func reconcile() {
    guard let period = design.server.reconciliation else {
      preconditionFailure("only a design that reconciles does")
    }
    calendar.schedule(.reconcile, after: period)
    guard let customer = backend.state.customer else { return }
    let fetched = !isOut(.backend) && !isOut(.storeCheck)
    note(.reconciled(fetched: fetched))
    guard fetched else { return }
    for index in store.charges.indices {
      let charge = store.charges[index]
      guard isMissing(charge) else { continue }
      let payload = store.transactions[charge].payload
      let owner = payload.order.map { backend.orders[$0].account } ?? payload.account
      deliverUnasked(charge, account: owner ?? customer)
    }
  }

  /// Whether the backend has delivered nothing for a charge that still stands.
  mutating func isMissing(_ transaction: TransactionID) -> Bool {
    !store.transactions[transaction].isServed && !store.transactions[transaction].isRefunded
  }
}
