internal import EventEngine

/// What a good receipt leads to (B4–B7).
extension World {
  /// Judges a verify request whose receipt the store has confirmed.
  @inline(__always)
  mutating func verify(_ index: RequestID) -> Request.Answer {
    if design.server.entry == .all {
      requests[index].alsoDelivered = deliverOthers(than: index)
    }
    guard let entry = entry(of: index) else { return .rejected }
    let charged = charges[entry]
    if isProductWrong(transactions[charged].product, for: index) { return .rejected }
    if isKnownAsRefunded(charged) { return .rejected }
    customer = recipient(of: index)
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
    let receipt = requests[index].receipt
    switch design.server.entry {
    case .first: return receipt.newest
    case .matching, .all:
      guard let named = transactions[named(by: index)].number, receipt.lists(named) else {
        return nil
      }
      return named
    }
  }

  /// The transaction that a verify request names.
  @inline(__always)
  private mutating func named(by index: RequestID) -> TransactionID {
    guard let transaction = requests[index].transaction else {
      preconditionFailure("a verification names its transaction")
    }
    return transaction
  }

  /// Whether an entry is of another product than the order or item named (B4).
  private mutating func isProductWrong(_ product: ProductID, for index: RequestID) -> Bool {
    guard design.server.checksProduct else { return false }
    let item = requests[index].order.id.map { orders[$0].item } ?? requests[index].item
    guard let item else {
      return requests[index].order == .latest && product != requests[index].product
    }
    return shelf.items[item].product != product
  }

  /// Whether the request is the same delivery as an earlier one (B5).
  private mutating func isDuplicate(_ entry: TransactionID, _ index: RequestID) -> Bool {
    switch design.server.dedupe {
    case .none: false
    case .receipt: isServed(requests[index].receipt)
    case .order: requests[index].order.id.map { orders[$0].isDelivered } ?? false
    case .transaction: transactions[entry].isServed
    }
  }

  /// Whether something was delivered from the same receipt (B5).
  private mutating func isServed(_ receipt: Receipt) -> Bool {
    for place in servedReceipts.indices where servedReceipts[place] == receipt { return true }
    return false
  }

  /// The account for which a request asks (B7).
  private mutating func recipient(of index: RequestID) -> AccountID {
    if let order = requests[index].order.id { return orders[order].account }
    return requests[index].account ?? requests[index].session
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
    let account = requests[index].account ?? requests[index].session
    switch requests[index].order {
    case .one(let order): return .order(order)
    case .none: break
    case .latest:
      return newestOpenOrder(of: account, product: transactions[named(by: index)].product).map {
        .order($0)
      }
        ?? .none
    }
    if let item = requests[index].item { return makeOrder(item: item, account: account) }
    return lateOrder(of: account, product: transactions[entry].product)
  }

  /// The late order of an account for a product, if the backend has such orders (B6). [002]
  mutating func lateOrder(of account: AccountID, product: ProductID) -> OrderFound {
    guard design.server.lateOrder else { return .none }
    if let order = newestOpenOrder(of: account, product: product) { return .order(order) }
    return makeOrder(item: shelf.products[product].firstItem, account: account)
  }

  mutating func makeOrder(item: ItemID, account: AccountID) -> OrderFound {
    order(item: item, account: account).map { .order($0) } ?? .offTheShelf
  }

  /// The newest undelivered order of an account for a product (B6, C5).
  mutating func newestOpenOrder(of account: AccountID, product: ProductID) -> OrderID? {
    for index in orders.indices.reversed()
    where !orders[index].isDelivered && orders[index].account == account
      && shelf.items[orders[index].item].product == product
    {
      return index
    }
    return nil
  }

  /// Delivers an order for an entry of the receipt (B6, B7).
  @inline(__always)
  private mutating func deliver(_ order: OrderID, entry: TransactionID, for request: RequestID) {
    let named = named(by: request)
    let intent = transactions[entry].intent
    let isOfNamed =
      transactions[named].intent == intent && isFirstRight(goods(of: order), for: named)
    fire(.delivery, of: intent, isOfNamed ? named : entry)
    orders[order].isDelivered = true
    transactions[entry].isServed = true
    if design.server.dedupe == .receipt { servedReceipts.append(requests[request].receipt) }
    credit(goods(of: order), entry: entry, named: named, by: request)
  }

  /// What an order hands out (B6, B7).
  mutating func goods(of order: OrderID) -> Goods {
    Goods(item: orders[order].item, account: orders[order].account)
  }

  /// Delivers every other open entry its product's only item, unless that is off the shelf (B4 `all`,
  /// B1); returns them.
  private mutating func deliverOthers(than index: RequestID) -> Receipt {
    let request = requests[index]
    var delivered = Receipt()
    for place in charges.indices {
      let charge = charges[place]
      guard charge != request.transaction, request.receipt.lists(place),
        !transactions[charge].isServed, !isKnownAsRefunded(charge)
      else { continue }
      let account = request.account ?? request.session
      guard let item = shelf.products[transactions[charge].product].onlyItem,
        case .order(let order) = makeOrder(item: item, account: account)
      else {
        continue
      }
      fire(.delivery, of: transactions[charge].intent, charge)
      orders[order].isDelivered = true
      transactions[charge].isServed = true
      delivered.enter(place)
      credit(Goods(item: item, account: account), entry: charge, named: charge, by: index)
    }
    return delivered
  }
}
