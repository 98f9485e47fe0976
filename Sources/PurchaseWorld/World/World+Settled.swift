/// The early end of a run: nothing can change any more.
extension World {
  /// Whether a tap, a notice, an interruption or a spinner is still pending.
  @inline(__always) var isKeptOpen: Bool {
    user.state.tapsToCome | user.state.noticesToCome | store.state.openInterruptions != 0
      || client.state.spinner != nil
  }

  /// Whether the likeliest candidate is still open: the newest or first payment, or flow.
  @inline(__always) var isLikelyOpen: Bool {
    guard !store.transactions.isEmpty else {
      return !client.flows.isEmpty && client.flows[client.flows.last].state == .ordering
    }
    return store.transactions[store.transactions.last].state.isOpen
      || store.transactions[TransactionID(0)].state.isOpen
  }

  /// Whether no charge, flag or count can change any more, if nothing ``isKeptOpen``.
  func isSettled() -> Bool {
    !store.isOpen && store.state.echoesToCome == 0 && user.state.ticketsToResolve == 0
      && !faultInjector.canStillInject && !link.isAtWork && !client.isWaiting
      && !(design.backend.receivesNotifications && store.hasPosts) && !backend.isWaiting
      && !mayOwnClientAct
      && (charges.isEmpty || !isJudgedByOpening && !expectsCharges && !mayLapse)
  }
}
