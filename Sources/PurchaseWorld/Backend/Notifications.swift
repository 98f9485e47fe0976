internal import EventEngine

/// What the store tells the backend by itself (B8).
extension World {
  /// From the charge to the first post: about 10 s.
  private static let firstPost = Delay.seconds(10)
  /// From one unanswered post to the next, in hours; after the last the store gives up. [A]
  private static let postAgain: [Int64] = [1, 12, 24, 48, 72]

  /// A charge will be posted to the backend.
  mutating func postLater(_ transaction: TransactionID) {
    store.transactions[transaction].isPosted = true
    calendar.schedule(.notify(transaction), after: World.firstPost)
  }

  /// The store posts a charge; a backend that is out does not answer.
  mutating func notify(_ transaction: TransactionID) {
    let answers = !isOut(.backend)
    note(.notified(transaction: transaction, answered: answers))
    if answers {
      store.transactions[transaction].isPosted = false
      receiveNotification(of: transaction)
      return
    }
    let done = Int(store.transactions[transaction].unansweredPosts)
    store.transactions[transaction].unansweredPosts += 1
    if done < World.postAgain.count {
      let hours = World.postAgain[done]
      calendar.schedule(.notify(transaction), after: .seconds(hours * 3_600))
    } else {
      store.transactions[transaction].isPosted = false
    }
  }

  /// A notification proves a charge; its payload says for whom, and an empty one says nothing (B8).
  private mutating func receiveNotification(of transaction: TransactionID) {
    let payload = store.transactions[transaction].payload
    guard !payload.isEmpty else { return }
    guard let account = payload.order.map({ backend.orders[$0].account }) ?? payload.account else {
      return
    }
    if backend.state.customer == nil { backend.state.customer = account }
    if !isKnownAsDelivered(transaction, order: payload.order) {
      deliverUnasked(transaction, account: account)
    }
  }

  /// Whether the dedupe key says that a charge was delivered (B5); no receipt comes with the news.
  private mutating func isKnownAsDelivered(_ transaction: TransactionID, order: OrderID?) -> Bool {
    switch design.server.dedupe {
    case .none, .receipt: false
    case .order: order.map { backend.orders[$0].isDelivered } ?? false
    case .transaction: store.transactions[transaction].isServed
    }
  }

  /// Delivers a charge of which the store has told: what the payload names, else the product's only
  /// item, else the late order (B8, B9).
  mutating func deliverUnasked(_ transaction: TransactionID, account: AccountID) {
    guard !store.transactions[transaction].isRefunded else { return }
    let found = orderToDeliver(unaskedFor: transaction, account: account)
    guard case .order(let order) = found else { return }
    fire(.delivery, of: store.transactions[transaction].intent, transaction)
    backend.orders[order].isDelivered = true
    store.transactions[transaction].isServed = true
    credit(goods(of: order), entry: transaction, named: transaction, by: nil)
  }

  private mutating func orderToDeliver(unaskedFor transaction: TransactionID, account: AccountID)
    -> OrderFound
  {
    let payload = store.transactions[transaction].payload
    if let order = payload.order { return .order(order) }
    if let item = payload.item { return makeOrder(item: item, account: account) }
    let product = store.transactions[transaction].product
    if let item = backend.shelf.products[product].onlyItem {
      return makeOrder(item: item, account: account)
    }
    return lateOrder(of: account, product: product)
  }

  /// Whether the backend hears of charges from the store itself.
  var isToldByStore: Bool {
    design.server.notifications || design.server.reconciliation != nil
  }

  /// Whether the store or a reconciliation can still make the backend deliver something.
  mutating func expectsNews() -> Bool {
    for place in store.charges.indices {
      let charge = store.charges[place]
      if store.transactions[charge].isPosted { return true }
      if design.server.reconciliation != nil, isMissing(charge) { return true }
    }
    return false
  }
}

extension Transaction.Payload {
  /// Whether nothing came back.
  var isEmpty: Bool { order == nil && item == nil && account == nil }
}
