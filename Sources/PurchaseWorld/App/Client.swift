internal import EventEngine

/// The client: what its process and its stores of records hold.
struct Client: ~Copyable {
  var state = State()
  /// From taps to payments, in the order of the taps of all processes.
  var flows = Table<Kind.Flow, Flow>()
  /// What was ever written; a record that is gone keeps its place.
  var records = Table<Kind.Record, Record>()
  /// The deliveries of all processes; those of a dead one have ended (D1).
  var tasks = Table<Kind.Task, DeliveryTask>()

  struct State: BitwiseCopyable {
    /// Whether the app has been updated (M1).
    var isUpdated = false
    /// Whether a tap has been made in this process.
    var hasTapped = false
    /// How many thousandths of a token of its budget for retries the process has used up (C7).
    var spentTokens: Int32 = 0
    /// The tasks at the front that have ended: a long life need not look at them again.
    var endedTasks = TaskID(0)
    /// Which transactions the client's ledger knows as delivered.
    var ledger = ChargeSet()
    /// Which transactions are listed for manual recovery, because they have no item (C5).
    var collected = ChargeSet()
    /// Whether waiting records are asked for once the user has logged in (B2).
    var listsAfterLogin = false
    /// The product for which the spinner is up, if it is (P2).
    var spinner: ProductID?
    /// Whether the user has been asked to log in (B2).
    var asksForLogin = false
  }

  mutating func reset() {
    state = State()
    flows.removeAll()
    records.removeAll()
    tasks.removeAll()
  }

  mutating func become(_ other: borrowing Client) {
    state = other.state
    flows.replaceAll(with: other.flows)
    records.replaceAll(with: other.records)
    tasks.replaceAll(with: other.tasks)
  }

  /// Goes into bytes, or comes out of them.
  mutating func carry(by bytes: inout StateBytes) {
    bytes.carry(&state)
    bytes.carry(&flows)
    bytes.carry(&records)
    bytes.carry(&tasks)
  }

  /// What is listed for manual recovery is left out: it shows when the user tries it.
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

  /// What names an account from now on names another (C10).
  mutating func rename(_ old: AccountID, _ new: AccountID) {
    for index in records.indices where records[index].account == old {
      records[index].account = new
    }
    for index in flows.indices where flows[index].account == old { flows[index].account = new }
    for index in tasks.indices where tasks[index].bound.account == old {
      tasks[index].bound.account = new
    }
  }

  /// The places of all tasks that may still be active; one that has ended never is again.
  @inline(__always) var openTasks: Range<TaskID> { state.endedTasks..<tasks.next }

  /// Whether a flow waits for its order.
  @inline(__always) var isOrdering: Bool {
    for index in flows.indices where flows[index].state == .ordering { return true }
    return false
  }

  /// Whether a flow, a delivery or a record still waits for something.
  @inline(__always) var isWaiting: Bool {
    if isOrdering { return true }
    for index in openTasks where tasks[index].isActive { return true }
    for index in records.indices where records[index].isWaiting { return true }
    return false
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
