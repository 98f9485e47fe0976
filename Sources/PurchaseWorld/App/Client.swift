internal import EventEngine

/// The client: the contents of its process and of its stored records.
struct Client: ~Copyable {
  var state = State()
  /// The flows from taps to payments, in the order of the taps of all processes.
  var flows = Table<EntityKind.Flow, Flow>()
  /// All records ever written; a lost record keeps its index.
  var records = Table<EntityKind.Record, Record>()
  /// The deliveries of all processes; those of a dead process have ended (D1).
  var tasks = Table<EntityKind.Task, DeliveryTask>()

  struct State: BitwiseCopyable {
    var isUpdated = false
    var hasTapped = false
    /// The used part of the process's budget for retries, in thousandths of a token (C7).
    var spentTokens: Int32 = 0
    /// The number of ended tasks at the front, which need no further checks.
    var endedTasks = TaskID(0)
    var ledger = ChargeSet()
    /// The transactions listed for manual recovery, because they have no item (C5).
    var collected = ChargeSet()
    /// Whether waiting records are requested after the login (B2).
    var listsAfterLogin = false
    /// The product of the open spinner, if any (P2).
    var spinner: ProductID?
    var asksForLogin = false
  }

  mutating func reset() {
    state = State()
    flows.removeAll()
    records.removeAll()
    tasks.removeAll()
  }

  mutating func restore(_ other: borrowing Client) {
    state = other.state
    flows.replaceAll(with: other.flows)
    records.replaceAll(with: other.records)
    tasks.replaceAll(with: other.tasks)
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&state)
    bytes.transcode(&flows)
    bytes.transcode(&records)
    bytes.transcode(&tasks)
  }

  /// Omits the list for manual recovery, which shows only when the user tries it.
  func add(to print: inout StateHasher) {
    print.add(
      StateHasher.byte(state.hasTapped) | StateHasher.byte(state.listsAfterLogin) << 8
        | StateHasher.byte(state.asksForLogin) << 16 | StateHasher.byte(state.isUpdated) << 24)
    print.add(state.spinner)
    if state.spentTokens != 0 { print.add(state.spentTokens, Int32(-5)) }
    print.add(flows.count)
    for index in flows.indices { flows[index].add(to: &print) }
    print.add(Int32(records.count), Int32(tasks.count))
    for index in records.indices { records[index].add(to: &print) }
    for index in tasks.indices { tasks[index].add(to: &print) }
    print.add(state.ledger)
  }

  /// Replaces an account by another in all names (C10).
  mutating func rename(_ old: AccountID, _ new: AccountID) {
    for index in records.indices where records[index].account == old {
      records[index].account = new
    }
    for index in flows.indices where flows[index].account == old { flows[index].account = new }
    for index in tasks.indices where tasks[index].bound.account == old {
      tasks[index].bound.account = new
    }
  }

  /// The tasks that may still be active; an ended task never becomes active again.
  @inline(__always) var openTasks: Range<TaskID> { state.endedTasks..<tasks.next }

  @inline(__always) var isOrdering: Bool { flows.indices.contains { flows[$0].state == .ordering } }

  @inline(__always) var isWaiting: Bool {
    isOrdering || openTasks.contains { tasks[$0].isActive }
      || records.indices.contains { records[$0].isWaiting }
  }
}

extension Flow {
  func add(to print: inout StateHasher) {
    print.add(item, product)
    print.add(account, process)
    print.add(order, record)
    print.add(StateHasher.byte(state) | StateHasher.byte(waitsForLogin) << 8)
  }
}

extension Record {
  func add(to print: inout StateHasher) {
    print.add(product, item)
    print.add(order, account)
    print.add(transaction)
    print.add(madeAt)
    print.add(receipt)
    print.add(exists ? 1 : 0)
  }
}

extension DeliveryTask {
  func add(to print: inout StateHasher) {
    print.add(transaction, record)
    print.add(bound)
    print.add(receipt)
    print.add(StateHasher.byte(isManual) | StateHasher.byte(state) << 8)
    print.add(retries)
    mark.add(to: &print)
    print.add(request)
  }
}
