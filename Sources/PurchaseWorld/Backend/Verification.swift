internal import EventEngine

/// The handling of a valid receipt (B4–B7).
extension BackendHost where Self: ~Copyable {
  /// Handles the transaction that a request with a confirmed receipt names.
  @inline(__always)
  mutating func verify(_ request: Request, _ index: RequestID) -> BackendAnswer {
    guard let named = request.call.transaction else {
      preconditionFailure("a verification names its transaction")
    }
    guard let entry = entry(of: request, named) else { return .rejected }
    let charged = charge(entry)
    if isProductWrong(product(of: charged), for: request) || isKnownAsRefunded(charged) {
      return .rejected
    }
    backend.state.customer = recipient(of: request)
    if isDuplicate(charged, order: request.call.order.id, request.call.receipt) {
      return .duplicate
    }
    switch orderToDeliver(for: request, named, entry: charged) {
    case .order(let order):
      if design.backend.dedupe == .receipt { backend.servedReceipts.append(request.call.receipt) }
      deliver(order, entry: charged, named: named, by: index)
      return .delivered
    case .none: return .rejected
    case .offTheShelf: return .notForSale
    }
  }

  /// The entry of the receipt that a request uses (B4).
  @inline(__always) private func entry(of request: Request, _ named: TransactionID) -> ChargeID? {
    switch (design.store, design.backend.entry) {
    case (.storeKit1, .first): return request.call.receipt.newest
    // The store's history lists every charge, finished or not (K6).
    case (.storeKit2, .first): return charges.last.map { ChargeID($0.index) }
    case (.storeKit1, .matching), (.storeKit1, .all), (.storeKit2, _), (.playBilling, _):
      guard let number = number(of: named) else { return nil }
      // A design sends the proof of the named charge; a team's own client may send anything.
      let isProven = design.store != .storeKit1 && !design.isOwn
      return isProven || request.call.receipt.lists(number) ? number : nil
    }
  }

  /// Whether an entry has another product than the order or item named (B4).
  private func isProductWrong(_ product: ProductID, for request: Request) -> Bool {
    guard design.backend.checksProduct else { return false }
    guard let item = request.call.order.id.map({ backend.orders[$0].item }) ?? request.call.item
    else { return request.call.order == .latest && product != request.call.product }
    return backend.availableCatalog.items[item].product != product
  }

  /// Whether the dedupe key treats a delivery as a duplicate (B5).
  /// - Parameter receipt: nil if the report of the charge had none.
  func isDuplicate(_ entry: TransactionID, order: OrderID?, _ receipt: Receipt?) -> Bool {
    switch design.backend.dedupe {
    case .none: false
    // In the other stores the transaction itself is the proof (K6, G6).
    case .receipt where design.store != .storeKit1: isServed(entry)
    case .receipt: backend.servedReceipts.indices.contains { backend.servedReceipts[$0] == receipt }
    case .order: order.map { backend.orders[$0].isDelivered } ?? false
    case .transaction: isServed(entry)
    }
  }

  /// The account that a request names as recipient (B7).
  private func recipient(of request: Request) -> AccountID {
    if let order = request.call.order.id { return backend.orders[order].account }
    return request.call.account ?? request.session
  }

  /// The order to deliver (B6); an order created now requires an item that is for sale (B1).
  @inline(__always) private mutating func orderToDeliver(
    for request: Request, _ named: TransactionID, entry: TransactionID
  ) -> OrderMatch {
    let account = request.call.account ?? request.session
    switch request.call.order {
    case .one(let order): return .order(order)
    case .none: break
    case .latest:
      let order = newestOpenOrder(of: account, product: product(of: named))
      return order.map { .order($0) } ?? .none
    }
    if let item = request.call.item { return makeOrder(item: item, account: account) }
    return lateOrder(of: account, product: product(of: entry))
  }

  /// The late order of an account for a product, if the backend has such orders (B6). [002]
  mutating func lateOrder(of account: AccountID, product: ProductID) -> OrderMatch {
    guard design.backend.allowsLateOrder else { return .none }
    if let order = newestOpenOrder(of: account, product: product) { return .order(order) }
    return makeOrder(item: backend.availableCatalog.products[product].firstItem, account: account)
  }

  /// Creates an order now, if the item is for sale (B1, B6).
  mutating func makeOrder(item: ItemID, account: AccountID) -> OrderMatch {
    order(item: item, account: account).map { .order($0) } ?? .offTheShelf
  }

  /// Delivers an order for a charge and notifies the judge (B6, B7).
  /// - Parameter entry: the charge whose receipt entry is used, or that the store reported.
  /// - Parameter named: the charge that the request names, or the entry if none is named.
  /// - Parameter request: the request; nil if the backend acts by itself (B8, B9).
  @inline(never) mutating func deliver(
    _ order: OrderID, entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    passDelivery(of: goods(of: order), entry: entry, named: named)
    backend.orders[order].isDelivered = true
    enterServed(entry)
    if design.backend.completion != .nothing { complete(entry) }
    // A fault at the delivery may have replaced the account of the order's owner (C10).
    credit(goods(of: order), entry: entry, named: named, by: request)
  }

  /// Marks a charge as delivered (B5).
  mutating func enterServed(_ transaction: TransactionID) {
    guard let charge = number(of: transaction) else {
      preconditionFailure("a delivery needs a charge")
    }
    backend.state.served.enter(charge)
  }

  /// Delivers all other open entries with an only item that is for sale (B4 `all`, B1).
  mutating func deliverOthers(for request: Request, _ index: RequestID) -> ChargeSet {
    var delivered = ChargeSet()
    for place in charges {
      let charge = charge(place)
      guard charge != request.call.transaction,
        design.store != .storeKit1 || request.call.receipt.lists(place),
        !backend.state.served.lists(place), !isKnownAsRefunded(charge)
      else { continue }
      let account = request.call.account ?? request.session
      guard let item = backend.availableCatalog.products[product(of: charge)].onlyItem,
        case .order(let order) = makeOrder(item: item, account: account)
      else { continue }
      deliver(order, entry: charge, named: charge, by: index)
      delivered.enter(place)
    }
    return delivered
  }
}

enum OrderMatch {
  /// To be delivered, or delivered again if the dedupe key allows it (B5).
  case order(OrderID)
  /// The request is rejected (B6).
  case none
  /// An order would be created now, but the item is not for sale any more (B1).
  case offTheShelf
}
