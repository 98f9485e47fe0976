internal import EventEngine

/// What a good receipt leads to (B4–B7).
extension World {
  /// Judges a verify request whose receipt the store has confirmed.
  @inline(__always)
  mutating func verify(_ index: Int) -> Request.Answer {
    if design.server.entry == .all {
      requests[index].alsoDelivered = deliverOthers(than: index)
    }
    let named = transactions[Int(requests[index].transaction)].number
    let entry: Int32
    switch design.server.entry {
    case .first: entry = requests[index].receipt.newest
    case .matching, .all: entry = requests[index].receipt.lists(named) ? named : -1
    }
    guard entry >= 0 else { return .rejected }
    let charged = Int(charges[Int(entry)])
    if isProductWrong(transactions[charged].product, for: index) { return .rejected }
    if isKnownAsRefunded(charged) { return .rejected }
    customer = account(of: index)
    if isDuplicate(charged, index) { return .duplicate }
    switch orderToDeliver(for: index, entry: charged) {
    case .order(let order):
      deliver(order, entry: charged, for: index)
      return .delivered
    case .none: return .rejected
    case .offTheShelf: return .notForSale
    }
  }

  /// Whether an entry is of another product than the order or item named (B4).
  private mutating func isProductWrong(_ product: Int32, for index: Int) -> Bool {
    guard design.server.checksProduct else { return false }
    let item =
      requests[index].order >= 0 ? orders[Int(requests[index].order)].item : requests[index].item
    guard item >= 0 else {
      return requests[index].order == Order.latest && product != requests[index].product
    }
    return shelf.items[Int(item)].product != product
  }

  /// Whether the request is the same delivery as an earlier one (B5).
  private mutating func isDuplicate(_ entry: Int, _ index: Int) -> Bool {
    switch design.server.dedupe {
    case .none: false
    case .receipt: isServed(requests[index].receipt)
    case .order: requests[index].order >= 0 && orders[Int(requests[index].order)].isDelivered
    case .transaction: transactions[entry].isServed
    }
  }

  /// Whether something was delivered from the same receipt (B5).
  private mutating func isServed(_ receipt: Receipt) -> Bool {
    for place in servedReceipts.indices where servedReceipts[place] == receipt { return true }
    return false
  }

  /// The account for which a request asks (B7).
  private mutating func account(of index: Int) -> Int32 {
    if requests[index].order >= 0 { return orders[Int(requests[index].order)].account }
    return requests[index].account >= 0 ? requests[index].account : requests[index].session
  }

  /// What B6 finds.
  enum OrderFound {
    case order(Int32)
    case none
    case offTheShelf
  }

  /// The order to deliver (B6); an order made now is subject to the shelf (B1).
  @inline(__always)
  private mutating func orderToDeliver(for index: Int, entry: Int) -> OrderFound {
    let account = requests[index].account >= 0 ? requests[index].account : requests[index].session
    if requests[index].order >= 0 { return .order(requests[index].order) }
    if requests[index].order == Order.latest {
      return newestOpenOrder(of: account, product: requests[index].product).map { .order($0) }
        ?? .none
    }
    if requests[index].item >= 0 { return makeOrder(item: requests[index].item, account: account) }
    return lateOrder(of: account, product: transactions[entry].product)
  }

  /// The late order of an account for a product, if the backend has such orders (B6). [002]
  mutating func lateOrder(of account: Int32, product: Int32) -> OrderFound {
    guard design.server.lateOrder else { return .none }
    if let order = newestOpenOrder(of: account, product: product) { return .order(order) }
    return makeOrder(item: shelf.products[Int(product)].firstItem, account: account)
  }

  mutating func makeOrder(item: Int32, account: Int32) -> OrderFound {
    order(item: item, account: account).map { .order($0) } ?? .offTheShelf
  }

  /// The newest undelivered order of an account for a product (B6, C5).
  mutating func newestOpenOrder(of account: Int32, product: Int32) -> Int32? {
    for index in orders.indices.reversed()
    where !orders[index].isDelivered && orders[index].account == account
      && shelf.items[Int(orders[index].item)].product == product
    {
      return Int32(index)
    }
    return nil
  }

  /// Delivers an order for an entry of the receipt (B6, B7).
  @inline(__always)
  private mutating func deliver(_ order: Int32, entry: Int, for request: Int) {
    let named = Int(requests[request].transaction)
    let intent = transactions[entry].intent
    let isOfNamed =
      transactions[named].intent == intent && isFirstRight(goods(of: order), for: named)
    fire(.delivery, of: Int(intent), isOfNamed ? named : entry)
    orders[Int(order)].isDelivered = true
    transactions[entry].isServed = true
    if design.server.dedupe == .receipt { servedReceipts.append(requests[request].receipt) }
    credit(goods(of: order), entry: entry, named: named, by: request)
  }

  /// What an order hands out (B6, B7).
  mutating func goods(of order: Int32) -> Goods {
    Goods(item: orders[Int(order)].item, account: orders[Int(order)].account)
  }

  /// Delivers every other open entry its product's only item, unless that is off the shelf (B4 `all`,
  /// B1); returns them.
  private mutating func deliverOthers(than index: Int) -> Receipt {
    let request = requests[index]
    var delivered = Receipt()
    for place in charges.indices {
      let charge = Int(charges[place])
      let number = transactions[charge].number
      guard charge != Int(request.transaction), request.receipt.lists(number),
        !transactions[charge].isServed, !isKnownAsRefunded(charge)
      else { continue }
      let item = shelf.products[Int(transactions[charge].product)].onlyItem
      let account = request.account >= 0 ? request.account : request.session
      guard item >= 0, case .order(let order) = makeOrder(item: item, account: account) else {
        continue
      }
      fire(.delivery, of: Int(transactions[charge].intent), charge)
      orders[Int(order)].isDelivered = true
      transactions[charge].isServed = true
      delivered.enter(number)
      credit(Goods(item: item, account: account), entry: charge, named: charge, by: index)
    }
    return delivered
  }
}
