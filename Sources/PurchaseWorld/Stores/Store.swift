internal import EventEngine

/// The store: the books of its payments and charges, and its sheets, which every store has. The
/// rules of a single store are in its folder.
struct Store: ~Copyable {
  var state = State()
  /// Every payment of this Apple ID; a removed one keeps its index.
  var transactions = Table<EntityKind.Transaction, Transaction>()
  /// Charged transactions, in the order of charging.
  var charges = Table<EntityKind.Charge, TransactionID>()
  var sheetQueue = List<TransactionID>()
  /// The calls of the stores after StoreKit 1, by payment; empty in a run with StoreKit 1.
  var calls = Table<EntityKind.Transaction, PurchaseCall>()

  struct State: BitwiseCopyable {
    var sheet: TransactionID?
    /// The number of interrupted purchases that the user still handles (S7).
    var openInterruptions = 0
    /// Whether the app's observer is attached (S3).
    var isObserving = false
    /// Whether `updates` has emitted the unfinished transactions to the current process (K3).
    var hasReplayed = false
    /// The number of pending echoes of live calls (K3).
    var echoesToCome: Int32 = 0
    /// The end of the outage of Play's service (G12).
    var serviceOutUntil = Instant.start
    /// Whether the current process has lost the service and does not connect again (G12).
    var lacksService = false
  }

  mutating func reset() {
    state = State()
    transactions.removeAll()
    charges.removeAll()
    sheetQueue.removeAll()
    calls.removeAll()
  }

  mutating func restore(_ other: borrowing Store) {
    state = other.state
    transactions.replaceAll(with: other.transactions)
    charges.replaceAll(with: other.charges)
    sheetQueue.replaceAll(with: other.sheetQueue)
    calls.replaceAll(with: other.calls)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&state)
    bytes.transcode(&transactions)
    bytes.transcode(&charges)
    bytes.transcode(&sheetQueue)
    bytes.transcode(&calls)
  }

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(Int32(transactions.count), Int32(charges.count))
    for index in transactions.indices { transactions[index].add(to: &print, at: now) }
    for place in charges.indices { print.add(charges[place], Int32(-2)) }
    print.add(Int32(sheetQueue.count), state.sheet)
    for place in sheetQueue.indices { print.add(sheetQueue[place], Int32(-3)) }
    print.add(state.openInterruptions)
    for index in calls.indices { calls[index].add(to: &print) }
    print.add(state.serviceOutUntil, ifAfter: now)
    print.add(
      StateHasher.byte(state.hasReplayed) | StateHasher.byte(state.lacksService) << 8
        | UInt64(UInt32(bitPattern: state.echoesToCome)) << 16)
  }

  /// Replaces an account by another in all names (C10).
  mutating func rename(_ old: AccountID, _ new: AccountID) {
    for index in transactions.indices where transactions[index].payload.account == old {
      transactions[index].payload.account = new
    }
  }
}

/// Queries, which change nothing.
extension Store {
  /// Whether a payment of a product is charged and unfinished, or awaits approval (K5, G5, C1).
  /// - Parameter pending: whether a waiting one counts.
  func owns(_ product: ProductID, orPending pending: Bool) -> Bool {
    transactions.indices.contains {
      transactions[$0].product == product
        && (transactions[$0].state == .charged || pending && transactions[$0].state == .deferred)
    }
  }

  func isUnsettled(_ product: ProductID) -> Bool {
    transactions.indices.contains {
      transactions[$0].product == product && transactions[$0].state != .gone
    }
  }

  /// The oldest charged, unfinished transaction of a product (S5).
  func unfinishedCharge(of product: ProductID) -> TransactionID? {
    for place in charges.indices where transactions[charges[place]].product == product {
      if transactions[charges[place]].state == .charged { return charges[place] }
    }
    return nil
  }

  /// Whether the store will still post a charge to the backend (B8).
  @inline(__always) var hasPosts: Bool {
    charges.indices.contains { transactions[charges[$0]].isPosted }
  }

  /// Whether any transaction can still change, or a callback is pending.
  @inline(__always) var isOpen: Bool {
    transactions.indices.contains {
      transactions[$0].state.isOpen
        || transactions[$0].state == .failed && transactions[$0].queued.waits
    }
  }

  @inline(__always) var mayCharge: Bool {
    transactions.indices.contains {
      transactions[$0].number == nil && transactions[$0].state.isOpen
    }
  }
}
