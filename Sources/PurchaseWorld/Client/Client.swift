internal import EventEngine

/// The client: what its process and its stores of records hold.
struct Client: ~Copyable {
  var state = State()
  var flows = Table<Kind.Flow, Flow>()
  var records = Table<Kind.Record, Record>()
  var tasks = Table<Kind.Task, DeliveryTask>()

  struct State: BitwiseCopyable {
    /// Whether a tap has been made in this process.
    var hasTapped = false
    /// The tasks at the front that have ended: a long life need not look at them again.
    var endedTasks = TaskID(0)
    /// Which transactions the client's ledger knows as delivered.
    var ledger = Receipt()
    /// How often waiting records were asked for; keys the draws of the next (C8).
    var listings = 0
    /// Whether waiting records are asked for once the user has logged in (B2).
    var listsAfterLogin = false
    var spinner = Spinner()
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

  func add(to print: inout StateHasher) {
    print.add(
      StateHasher.byte(state.hasTapped) | StateHasher.byte(state.listsAfterLogin) << 8
        | StateHasher.byte(state.asksForLogin) << 16 | StateHasher.byte(state.spinner.isOpen) << 24)
    print.add(state.spinner.serial, state.spinner.product)
    print.add(state.spinner.intent)
    print.add(state.spinner.patience)
    print.add(flows.count)
    for index in flows.indices { flows[index].add(to: &print) }
    print.add(Int32(records.count), Int32(tasks.count))
    for index in records.indices { records[index].add(to: &print) }
    for index in tasks.indices { tasks[index].add(to: &print) }
    print.add(state.ledger)
    print.add(state.listings)
  }
}

extension Flow {
  func add(to print: inout StateHasher) {
    print.add(intent, item)
    print.add(product, account)
    print.add(process, order)
    print.add(record)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(state) << 8 | StateHasher.byte(waitsForLogin) << 16)
  }
}

extension Record {
  func add(to print: inout StateHasher) {
    print.add(intent, product)
    print.add(item, order)
    print.add(account, transaction)
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
    print.add(
      StateHasher.byte(isManual) | StateHasher.byte(state) << 8 | StateHasher.byte(isRetry) << 16)
    print.add(retries)
    print.add(tryNumber, request)
  }
}
