internal import EventEngine

/// The backend's handling of charges that the store reports (B8, B9).
extension BackendHost where Self: ~Copyable {
  /// Handles a notification, which proves a charge; its payload may name the recipient (B8).
  mutating func receiveNotification(of transaction: TransactionID, _ payload: Payload) {
    learnName(of: transaction)
    guard let account = payload.order.map({ backend.orders[$0].account }) ?? payload.account else {
      return
    }
    if backend.state.customer == nil { backend.state.customer = account }
    if !isDuplicate(transaction, order: payload.order, nil) {
      deliverUnasked(transaction, payload, account: account)
    }
  }

  func isServed(_ transaction: TransactionID) -> Bool {
    number(of: transaction).map { backend.state.served.lists($0) } ?? false
  }

  /// Delivers a charge: the payload's goods, the product's only item, or the late order (B8, B9).
  @inline(never) private mutating func deliverUnasked(
    _ transaction: TransactionID, _ payload: Payload, account: AccountID
  ) {
    guard !isRefunded(transaction) else { return }
    let found = orderToDeliver(unaskedFor: transaction, payload, account: account)
    guard case .order(let order) = found else { return }
    deliver(order, entry: transaction, named: transaction, by: nil)
  }

  /// The order to deliver when no request names one (B8, then B6).
  private mutating func orderToDeliver(
    unaskedFor transaction: TransactionID, _ payload: Payload, account: AccountID
  ) -> OrderMatch {
    if let order = payload.order { return .order(order) }
    let product = product(of: transaction)
    if let item = payload.item ?? onlyItem(of: product) {
      return makeOrder(item: item, account: account)
    }
    return lateOrder(of: account, product: product)
  }

  /// Fetches the charges of a known customer, and delivers what is missing (B9).
  ///
  /// The backend knows a customer after a receipt or a notification that named an account. The
  /// account that last verified a receipt receives charges without a payload. During an outage of
  /// the backend or of the store's check nothing is fetched; the next period tries again.
  mutating func reconcile() {
    // An update may have removed reconciliation from the backend (M1).
    guard let period = design.backend.reconciliation else { return }
    calendar.schedule(.reconcile, after: period)
    guard let customer = backend.state.customer else { return }
    let fetched = !isOut(.backend) && !isOut(.storeCheck)
    note(.reconciled(fetched: fetched))
    guard fetched else { return }
    for number in charges {
      let charge = charge(number)
      guard isMissing(charge), canFetch(number) else { continue }
      let payload = paidPayload(of: charge)
      let owner = payload.order.map { backend.orders[$0].account } ?? payload.account
      deliverUnasked(charge, payload, account: owner ?? customer)
    }
  }

  /// Whether the backend has delivered nothing for a charge that is not refunded.
  private func isMissing(_ transaction: TransactionID) -> Bool {
    !isServed(transaction) && !isRefunded(transaction)
  }

  /// Stores the token of a charge, by which the backend may fetch it again (B9).
  @inline(__always) mutating func learnName(of transaction: TransactionID) {
    guard design.store == .playBilling, let charge = number(of: transaction) else { return }
    backend.state.named.enter(charge)
  }

  /// Whether a charge can be fetched: Play has no purchase history, only queries by token (B9).
  private func canFetch(_ charge: ChargeID) -> Bool {
    design.store != .playBilling || backend.state.named.lists(charge)
  }

  /// Whether a reconciliation can still deliver something.
  var expectsCharges: Bool {
    design.everReconciles && charges.contains { isMissing(charge($0)) && canFetch($0) }
  }

  /// Whether the backend was notified that a charge was refunded (B8).
  func isKnownAsRefunded(_ transaction: TransactionID) -> Bool {
    // A query of a purchase by its token reports a refund as well (G6).
    isRefunded(transaction)
      && (design.backend.receivesNotifications || design.store == .playBilling)
  }
}
