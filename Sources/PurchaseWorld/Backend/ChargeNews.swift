internal import EventEngine

/// What the backend does when the store tells it of charges (B8, B9).
extension BackendHost where Self: ~Copyable {
  /// A notification proves a charge; its payload says for whom, and an empty one says nothing (B8).
  mutating func receiveNotification(of transaction: TransactionID, _ payload: Payload) {
    learnName(of: transaction)
    guard !payload.isEmpty else { return }
    guard let account = payload.order.map({ backend.orders[$0].account }) ?? payload.account else {
      return
    }
    if backend.state.customer == nil { backend.state.customer = account }
    if !isDuplicate(transaction, order: payload.order, nil) {
      deliverUnasked(transaction, payload, account: account)
    }
  }

  /// Whether a charge counts as delivered (B5).
  func isServed(_ transaction: TransactionID) -> Bool {
    number(of: transaction).map { backend.state.served.lists($0) } ?? false
  }

  /// Delivers a charge of which the store has told: what the payload names, else the product's only
  /// item, else the late order (B8, B9).
  @inline(never) private mutating func deliverUnasked(
    _ transaction: TransactionID, _ payload: Payload, account: AccountID
  ) {
    guard !isRefunded(transaction) else { return }
    let found = orderToDeliver(unaskedFor: transaction, payload, account: account)
    guard case .order(let order) = found else { return }
    deliver(order, entry: transaction, named: transaction, by: nil)
  }

  /// What to hand out when no request names it (B8, then B6).
  private mutating func orderToDeliver(
    unaskedFor transaction: TransactionID, _ payload: Payload, account: AccountID
  ) -> OrderFound {
    if let order = payload.order { return .order(order) }
    if let item = payload.item { return makeOrder(item: item, account: account) }
    let product = product(of: transaction)
    if let item = backend.shelf.products[product].onlyItem {
      return makeOrder(item: item, account: account)
    }
    return lateOrder(of: account, product: product)
  }

  /// The backend fetches the charges of a customer it knows, and delivers what is missing (B9).
  ///
  /// It knows the customer from a receipt or a notification that named an account, and takes the
  /// account that verified a receipt last for the buyer of whatever comes without a payload. While it,
  /// or the store's check, is out, nothing is fetched; the next period tries again.
  mutating func reconcile() {
    // Since an update the backend may do without (M1).
    guard let period = design.server.reconciliation else { return }
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

  /// Whether the backend has delivered nothing for a charge that still stands.
  private func isMissing(_ transaction: TransactionID) -> Bool {
    !isServed(transaction) && !isRefunded(transaction)
  }

  /// The backend has heard of a charge by its name, and may fetch it again (B9).
  @inline(__always) mutating func learnName(of transaction: TransactionID) {
    guard design.store == .playBilling, let charge = number(of: transaction) else { return }
    backend.state.named.enter(charge)
  }

  /// Whether a charge can be fetched: Play has no history of a customer, only purchases by name (B9).
  private func canFetch(_ charge: ChargeID) -> Bool {
    design.store != .playBilling || backend.state.named.lists(charge)
  }

  /// Whether a reconciliation can still deliver something.
  var expectsCharges: Bool {
    guard design.everReconciles else { return false }
    for number in charges where isMissing(charge(number)) && canFetch(number) { return true }
    return false
  }

  /// Whether the backend was told that a charge was refunded (B8).
  func isKnownAsRefunded(_ transaction: TransactionID) -> Bool {
    // Where a purchase is asked for by its name, the store says that it was refunded (G6).
    isRefunded(transaction) && (design.server.notifications || design.store == .playBilling)
  }
}
