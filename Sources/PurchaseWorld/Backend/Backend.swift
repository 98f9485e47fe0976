internal import EventEngine

/// The team's backend: orders, deliveries, stored records, and outages.
struct Backend: ~Copyable {
  var state = State()
  /// Every order that was created, delivered or open (B1).
  var orders = Table<EntityKind.Order, Order>()
  /// The stored records with `records.in` `server`, by the identity of the client's copy.
  var storedRecords = Table<EntityKind.Record, StoredRecord>()
  var storedLedgers = Table<EntityKind.Account, ChargeSet>()
  /// Receipts for which something was delivered (dedupe key `receipt`).
  var servedReceipts = List<Receipt>()
  /// The catalog of the backend (B1).
  var availableCatalog: AvailableCatalog
  /// Outages that start for all users at the same instant.
  private(set) var outages = List<Outage>()

  struct State: BitwiseCopyable {
    /// The account that the backend has for the buyer's Apple ID; nil before the first receipt or
    /// notification with an account (B9).
    var customer: AccountID?
    /// The end of the time in which requests time out (fault `backendOutage`).
    var outUntil = Instant.start
    /// The end of the time in which the store's check fails (fault `storeCheckOutage`, B3).
    var checkOutUntil = Instant.start
    /// The end of the time in which the session's token is refused; a login also ends it (B2).
    var tokenExpiredUntil = Instant.start
    /// The charges that count as delivered (B5).
    var served = ChargeSet()
    /// The charges that a notification or a `verify` has named (B9).
    var named = ChargeSet()
  }

  init(_ conditions: Conditions) {
    availableCatalog = AvailableCatalog(conditions.catalog)
    outages.replaceAll(with: conditions.outages)
  }

  @inline(__always) mutating func reset() {
    state = State()
    orders.removeAll()
    storedRecords.removeAll()
    storedLedgers.removeAll()
    servedReceipts.removeAll()
    availableCatalog.reset()
  }

  mutating func restore(_ other: borrowing Backend) {
    state = other.state
    orders.replaceAll(with: other.orders)
    storedRecords.replaceAll(with: other.storedRecords)
    storedLedgers.replaceAll(with: other.storedLedgers)
    servedReceipts.replaceAll(with: other.servedReceipts)
    availableCatalog.restore(other.availableCatalog)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&state)
    bytes.transcode(&orders)
    bytes.transcode(&storedRecords)
    bytes.transcode(&storedLedgers)
    bytes.transcode(&servedReceipts)
    availableCatalog.transcode(by: &bytes)
  }

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(Int32(storedRecords.count), Int32(storedLedgers.count))
    for index in storedRecords.indices { storedRecords[index].add(to: &print) }
    for index in storedLedgers.indices { print.add(storedLedgers[index]) }
    print.add(Int32(servedReceipts.count), state.customer)
    for index in servedReceipts.indices { print.add(servedReceipts[index]) }
    for index in availableCatalog.items.indices {
      print.add(availableCatalog.items[index].isDelisted ? 1 : 0)
    }
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

  /// Replaces an account by another in all names (C10).
  mutating func rename(_ old: AccountID, _ new: AccountID) {
    if state.customer == old { state.customer = new }
    for index in storedRecords.indices where storedRecords[index].owner == old {
      storedRecords[index].owner = new
    }
    for index in orders.indices where orders[index].account == old { orders[index].account = new }
  }

  @inline(__always) var isWaiting: Bool {
    storedRecords.indices.contains { storedRecords[$0].isWaiting }
  }
}

/// The backend's record that an account wants an item.
struct Order {
  let item: ItemID
  /// The recipient (B7); the device's own account is replaced at the login (C10).
  var account: AccountID
  /// Whether its goods were delivered, for any charge (B5 `order`).
  var isDelivered = false
}

/// A reference to an order in a binding, a record or a request.
enum OrderReference: Equatable, BitwiseCopyable {
  /// No order is named: the backend may find or create one (B6).
  case none
  /// An order by its identity, delivered or not.
  case one(OrderID)
  /// The newest undelivered order of account and product (C5).
  case latest

  @inline(__always) var id: OrderID? { if case .one(let order) = self { order } else { nil } }

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
