internal import EventEngine

/// The team's backend: orders, what was served, what it keeps, and when it is out.
struct Backend: ~Copyable {
  var state = State()
  var orders = Table<Kind.Order, Order>()
  /// With `records.in` `server`: as the backend has them, by the identity of the client's copy.
  var storedRecords = Table<Kind.Record, StoredRecord>()
  /// The ledgers that the backend keeps, by account.
  var storedLedgers = Table<Kind.Account, ChargeSet>()
  /// Receipts from which something was delivered (dedupe key `receipt`).
  var servedReceipts = List<Receipt>()
  var shelf: Shelf
  /// Outages that strike all users at the same instant.
  private(set) var outages = List<Outage>()

  struct State: BitwiseCopyable {
    /// The account by which the backend knows the buyer's Apple ID; nil before it has seen a receipt
    /// or a notification that says so (B9).
    var customer: AccountID?
    var outUntil = Instant.start
    var checkOutUntil = Instant.start
    var tokenExpiredUntil = Instant.start
    /// The charges that count as delivered (B5).
    var served = ChargeSet()
  }

  init(_ conditions: Conditions) {
    shelf = Shelf(conditions.catalog)
    outages.replaceAll(with: conditions.outages)
  }

  mutating func reset() {
    state = State()
    orders.removeAll()
    storedRecords.removeAll()
    storedLedgers.removeAll()
    servedReceipts.removeAll()
    shelf.reset()
  }

  mutating func become(_ other: borrowing Backend) {
    state = other.state
    orders.replaceAll(with: other.orders)
    storedRecords.replaceAll(with: other.storedRecords)
    storedLedgers.replaceAll(with: other.storedLedgers)
    servedReceipts.replaceAll(with: other.servedReceipts)
    shelf.become(other.shelf)
  }

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(Int32(storedRecords.count), Int32(storedLedgers.count))
    for index in storedRecords.indices { storedRecords[index].add(to: &print) }
    for index in storedLedgers.indices { print.add(storedLedgers[index]) }
    print.add(Int32(servedReceipts.count), state.customer)
    for index in servedReceipts.indices { print.add(servedReceipts[index]) }
    for index in shelf.items.indices { print.add(shelf.items[index].isDelisted ? 1 : 0) }
    print.add(state.outUntil, ifAfter: now)
    print.add(state.checkOutUntil, ifAfter: now)
    print.add(state.tokenExpiredUntil, ifAfter: now)
    print.add(state.served)
  }

  func addOrders(to print: inout StateHasher) {
    print.add(orders.count)
    for index in orders.indices {
      print.add(orders[index].item, orders[index].account)
      print.add(orders[index].isDelivered ? 1 : 0)
    }
  }

  /// What names an account from now on names another (C10).
  mutating func rename(_ old: AccountID, _ new: AccountID) {
    if state.customer == old { state.customer = new }
    for index in storedRecords.indices where storedRecords[index].owner == old {
      storedRecords[index].owner = new
    }
    for index in orders.indices where orders[index].account == old { orders[index].account = new }
  }
}

/// What strikes it.
extension Backend {
  /// Something is out until then, at least.
  mutating func takeOut(_ target: Outage.Target, until end: Instant) {
    switch target {
    case .backend: state.outUntil = max(state.outUntil, end)
    case .storeCheck: state.checkOutUntil = max(state.checkOutUntil, end)
    }
  }

  /// The session's token is expired until then, at least, or until a login (B2).
  mutating func expireToken(until end: Instant) {
    state.tokenExpiredUntil = max(state.tokenExpiredUntil, end)
  }
}

/// What can be asked without changing anything.
extension Backend {
  /// Whether something is out now, for this user or for all (section 7, `outages`).
  @inline(__always)
  func isOut(_ target: Outage.Target, at now: Instant) -> Bool {
    if now < (target == .backend ? state.outUntil : state.checkOutUntil) { return true }
    for index in outages.indices where outages[index].target == target {
      if now >= outages[index].from && now < outages[index].from + outages[index].lasts {
        return true
      }
    }
    return false
  }

  /// The newest undelivered order of an account for a product (B6, C5).
  @inline(__always)
  func newestOpenOrder(of account: AccountID, product: ProductID) -> OrderID? {
    for index in orders.indices.reversed()
    where !orders[index].isDelivered && orders[index].account == account
      && shelf.items[orders[index].item].product == product
    {
      return index
    }
    return nil
  }

  /// What an order hands out (B6, B7).
  @inline(__always)
  func goods(of order: OrderID) -> Goods {
    Goods(item: orders[order].item, account: orders[order].account)
  }

  /// Whether something was delivered from the same receipt (B5).
  @inline(__always)
  func isServed(_ receipt: Receipt) -> Bool {
    for place in servedReceipts.indices where servedReceipts[place] == receipt { return true }
    return false
  }

  /// Whether a waiting record of a payment is kept that no wish of a process's own has wiped.
  @inline(__always)
  func keepsWaiting(_ transaction: TransactionID, for process: ProcessID?) -> Bool {
    for index in storedRecords.indices
    where storedRecords[index].isWaiting && storedRecords[index].transaction == transaction
      && storedRecords[index].wipedBy != process
    {
      return true
    }
    return false
  }

  /// Whether any record waits for its delivery.
  @inline(__always)
  var isWaiting: Bool {
    for index in storedRecords.indices where storedRecords[index].isWaiting { return true }
    return false
  }
}

/// The backend's record that an account wants an item (vocabulary).
struct Order {
  let item: ItemID
  var account: AccountID
  var isDelivered = false
}

/// Which order is meant by whoever binds, remembers or asks.
enum OrderName: Equatable, BitwiseCopyable {
  case none
  case one(OrderID)
  /// The newest undelivered order of account and product, whichever that is (C5).
  case latest

  /// The order, if it is named.
  @inline(__always)
  var id: OrderID? { if case .one(let order) = self { order } else { nil } }

  /// One order, or none.
  @inline(__always)
  init(_ order: OrderID?) { self = order.map { .one($0) } ?? .none }
}

extension StoredRecord {
  func add(to print: inout StateHasher) {
    print.add(owner, transaction)
    print.add(receipt)
    print.add(storedAt, wipedBy)
    print.add(product, Int32(exists ? 1 : 0))
  }
}
