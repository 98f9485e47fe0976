internal import EventEngine

/// The sequence of updates, and the unfinished transactions (K3).
extension StoreHost where Self: ~Copyable {
  /// Makes the live call: to the process that made the purchase call, else by `updates` (K3).
  @inline(never) mutating func callBackCall(_ transaction: TransactionID) {
    guard isLiveCallMade(of: transaction) else { return }
    guard isCallerAlive(of: transaction), !store.calls[transaction].isOver else {
      return update(transaction)
    }
    if randomDraws.happens(conditions.store.echoProbability, .echo, transaction.index) {
      store.state.echoesToCome += 1
      calendar.schedule(.echo(transaction), after: conditions.store.echoAfter)
    }
    endCall(of: transaction, with: .purchased(transaction))
  }

  /// Listens for the client: `updates` emits unfinished transactions once per process, and a query
  /// returns them at every attachment (K3).
  @inline(never) mutating func listenToUpdates() {
    guard !store.state.isObserving else { return }
    store.state.isObserving = true
    note(.attached)
    let isFirst = !store.state.hasReplayed
    store.state.hasReplayed = true
    if isFirst, design.sources.contains(.updates) { reportUnfinished(by: .updates, .updates) }
    if design.sources.haveQuery { query(by: .launchQuery) }
  }
}
