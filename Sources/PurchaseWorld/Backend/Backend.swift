internal import EventEngine

/// The team's backend: orders, what was served, what it keeps, and when it is out.
struct Backend: ~Copyable {
  var state = State()
  /// Every order that was made, delivered or open (B1).
  var orders = Table<Kind.Order, Order>()
  /// With `records.in` `server`: as the backend has them, by the identity of the client's copy.
  var storedRecords = Table<Kind.Record, StoredRecord>()
  /// The ledgers that the backend keeps, by account.
  var storedLedgers = Table<Kind.Account, ChargeSet>()
  /// Receipts from which something was delivered (dedupe key `receipt`).
  var servedReceipts = List<Receipt>()
  /// What is sold, as far as the backend is concerned (B1).
  var shelf: Shelf
  /// Outages that strike all users at the same instant.
  private(set) var outages = List<Outage>()

  struct State: BitwiseCopyable {
    /// The account by which the backend knows the buyer's Apple ID; nil before it has seen a receipt
    /// or a notification that says so (B9).
    var customer: AccountID?
    /// Until when requests time out (fault `backendOutage`).
    var outUntil = Instant.start
    /// Until when the store's check fails (fault `storeCheckOutage`, B3).
    var checkOutUntil = Instant.start
    /// Until when the session's token is refused; a login ends it (B2).
    var tokenExpiredUntil = Instant.start
    /// The charges that count as delivered (B5).
    var served = ChargeSet()
    /// The charges that a notification or a `verify` has named (B9).
    var named = ChargeSet()
  }

  init(_ conditions: Conditions) {
    shelf = Shelf(conditions.catalog)
    outages.replaceAll(with: conditions.outages)
  }

  @inline(__always) mutating func reset() {
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

  /// Goes into bytes, or comes out of them.
  mutating func carry(by bytes: inout StateBytes) {
    bytes.carry(&state)
    bytes.carry(&orders)
    bytes.carry(&storedRecords)
    bytes.carry(&storedLedgers)
    bytes.carry(&servedReceipts)
    shelf.carry(by: &bytes)
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
    print.add(state.named)
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

  /// Whether any record waits for its delivery.
  @inline(__always) var isWaiting: Bool {
    for index in storedRecords.indices where storedRecords[index].isWaiting { return true }
    return false
  }
}

/// The backend's record that an account wants an item (vocabulary).
struct Order {
  let item: ItemID
  /// Whom it is for (B7); the device's own account moves at the login (C10).
  var account: AccountID
  /// Whether its goods were handed out, for whichever charge (B5 `order`).
  var isDelivered = false
}

/// Which order is meant by whoever binds, remembers or asks.
enum OrderName: Equatable, BitwiseCopyable {
  /// None is named: the backend may look for one or make one (B6).
  case none
  /// This one, delivered or not.
  case one(OrderID)
  /// The newest undelivered order of account and product, whichever that is (C5).
  case latest

  /// The order, if it is named.
  @inline(__always) var id: OrderID? { if case .one(let order) = self { order } else { nil } }

  /// One order, or none.
  @inline(__always) init(_ order: OrderID?) { self = order.map { .one($0) } ?? .none }
}

extension StoredRecord {
  func add(to print: inout StateHasher) {
    print.add(owner, transaction)
    print.add(receipt)
    print.add(storedAt, wipedBy)
    print.add(product, Int32(exists ? 1 : 0))
  }
}
