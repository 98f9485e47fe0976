internal import EventEngine

/// What a good receipt leads to (B4–B7).
extension World {
  /// Judges a verify request whose receipt the store has confirmed.
  @inline(__always)
  mutating func verify(_ index: RequestID) -> Request.Answer {
    if design.server.entry == .all {
      link.requests[index].alsoDelivered = deliverOthers(than: index)
    }
    guard let entry = entry(of: index) else { return .rejected }
    let charged = store.charges[entry]
    if isProductWrong(store.transactions[charged].product, for: index) { return .rejected }
    if isKnownAsRefunded(charged) { return .rejected }
    backend.state.customer = recipient(of: index)
    if isDuplicate(charged, index) { return .duplicate }
    switch orderToDeliver(for: index, entry: charged) {
    case .order(let order):
      deliver(order, entry: charged, for: index)
      return .delivered
    case .none: return .rejected
    case .offTheShelf: return .notForSale
    }
  }

  /// The entry of the receipt that a request uses (B4).
  @inline(__always)
  private mutating func entry(of index: RequestID) -> ChargeID? {
    let receipt = link.requests[index].receipt
    switch design.server.entry {
    case .first: return receipt.newest
    case .matching, .all:
      guard let named = store.transactions[named(by: index)].number, receipt.lists(named) else {
        return nil
      }
      return named
    }
  }

  /// The transaction that a verify request names.
  @inline(__always)
  private mutating func named(by index: RequestID) -> TransactionID {
    guard let transaction = link.requests[index].transaction else {
      preconditionFailure("a verification names its transaction")
    }
    return transaction
  }

  /// Whether an entry is of another product than the order or item named (B4).
  private mutating func isProductWrong(_ product: ProductID, for index: RequestID) -> Bool {
    guard design.server.checksProduct else { return false }
    let item =
      link.requests[index].order.id.map { backend.orders[$0].item } ?? link.requests[index].item
    guard let item else {
      return link.requests[index].order == .latest && product != link.requests[index].product
    }
    return backend.shelf.items[item].product != product
  }

  /// Whether the request is the same delivery as an earlier one (B5).
  private mutating func isDuplicate(_ entry: TransactionID, _ index: RequestID) -> Bool {
    switch design.server.dedupe {
    case .none: false
    case .receipt: isServed(link.requests[index].receipt)
    case .order: link.requests[index].order.id.map { backend.orders[$0].isDelivered } ?? false
    case .transaction: store.transactions[entry].isServed
    }
  }

  /// Whether something was delivered from the same receipt (B5).
  private mutating func isServed(_ receipt: Receipt) -> Bool {
    for place in backend.servedReceipts.indices where backend.servedReceipts[place] == receipt {
      return true
    }
    return false
  }

  /// The account for which a request asks (B7).
  private mutating func recipient(of index: RequestID) -> AccountID {
    if let order = link.requests[index].order.id { return backend.orders[order].account }
    return link.requests[index].account ?? link.requests[index].session
  }

  /// What B6 finds.
  enum OrderFound {
    case order(OrderID)
    case none
    case offTheShelf
  }

  /// The order to deliver (B6); an order made now is subject to the shelf (B1).
  @inline(__always)
  private mutating func orderToDeliver(for index: RequestID, entry: TransactionID) -> OrderFound {
    let account = link.requests[index].account ?? link.requests[index].session
    switch link.requests[index].order {
    case .one(let order): return .order(order)
    case .none: break
    case .latest:
      return newestOpenOrder(of: account, product: store.transactions[named(by: index)].product).map
      {
        .order($0)
      }
        ?? .none
    }
    if let item = link.requests[index].item { return makeOrder(item: item, account: account) }
    return lateOrder(of: account, product: store.transactions[entry].product)
  }

  /// The late order of an account for a product, if the backend has such orders (B6). [002]
  mutating func lateOrder(of account: AccountID, product: ProductID) -> OrderFound {
    guard design.server.lateOrder else { return .none }
    if let order = newestOpenOrder(of: account, product: product) { return .order(order) }
    return makeOrder(item: backend.shelf.products[product].firstItem, account: account)
  }

  mutating func makeOrder(item: ItemID, account: AccountID) -> OrderFound {
    order(item: item, account: account).map { .order($0) } ?? .offTheShelf
  }

  /// The newest undelivered order of an account for a product (B6, C5).
  mutating func newestOpenOrder(of account: AccountID, product: ProductID) -> OrderID? {
    for index in backend.orders.indices.reversed()
    where !backend.orders[index].isDelivered && backend.orders[index].account == account
      && backend.shelf.items[backend.orders[index].item].product == product
    {
      return index
    }
    return nil
  }

  /// Delivers an order for an entry of the receipt (B6, B7).
  @inline(__always)
  private mutating func deliver(_ order: OrderID, entry: TransactionID, for request: RequestID) {
    let named = named(by: request)
    let intent = store.transactions[entry].intent
    let isOfNamed =
      store.transactions[named].intent == intent && isFirstRight(goods(of: order), for: named)
    fire(.delivery, of: intent, isOfNamed ? named : entry)
    backend.orders[order].isDelivered = true
    store.transactions[entry].isServed = true
    if design.server.dedupe == .receipt {
      backend.servedReceipts.append(link.requests[request].receipt)
    }
    credit(goods(of: order), entry: entry, named: named, by: request)
  }

  /// What an order hands out (B6, B7).
  mutating func goods(of order: OrderID) -> Goods {
    Goods(item: backend.orders[order].item, account: backend.orders[order].account)
  }

  /// Delivers every other open entry its product's only item, unless that is off the shelf (B4 `all`,
  /// B1); returns them.
  private mutating func deliverOthers(than index: RequestID) -> Receipt {
    let request = link.requests[index]
    var delivered = Receipt()
    for place in store.charges.indices {
      let charge = store.charges[place]
      guard charge != request.transaction, request.receipt.lists(place),
        !store.transactions[charge].isServed, !isKnownAsRefunded(charge)
      else { continue }
      let account = request.account ?? request.session
      guard let item = backend.shelf.products[store.transactions[charge].product].onlyItem,
        case .order(let order) = makeOrder(item: item, account: account)
      else {
        continue
      }
      fire(.delivery, of: store.transactions[charge].intent, charge)
      backend.orders[order].isDelivered = true
      store.transactions[charge].isServed = true
      delivered.enter(place)
      credit(Goods(item: item, account: account), entry: charge, named: charge, by: index)
    }
    return delivered
  }
}
