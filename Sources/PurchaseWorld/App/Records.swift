internal import EventEngine

/// The client's stored data about one intent (C3).
struct Record {
  /// The product by which it is found (C5 `key`).
  let product: ProductID
  /// The item; a record that names neither item nor order never binds (C5).
  let item: ItemID?
  let order: OrderReference
  /// The buyer; the device's own account is replaced at the login (C10).
  var account: AccountID
  /// The time of the first write, from which `recordWindow` counts (C5).
  let madeAt: Instant
  var transaction: TransactionID?
  /// The receipt that was kept before an early finish (C6).
  var receipt: Receipt?
  /// Whether it exists; on a server: whether this process has written or read it, and not wiped it.
  var exists = true

  /// Whether its transaction is not delivered as far as the client can see.
  var isWaiting: Bool { exists && transaction != nil }
}

/// Writing, finding and losing records (C3, C4, C5, D1, D2).
extension ClientHost where Self: ~Copyable {
  /// Writes the record of a flow, unless its earlier record still exists (C3).
  mutating func writeRecord(of index: FlowID) {
    let flow = client.flows[index]
    if let record = flow.record, client.records[record].exists { return }
    let record = write(
      Record(
        product: flow.product, item: flow.item, order: OrderReference(flow.order),
        account: flow.account, madeAt: now), for: .flow(index))
    client.flows[index].record = record
  }

  /// Adds a record; with one slot it overwrites the previous record (C5).
  @discardableResult mutating func write(_ record: Record, for origin: RecordOrigin) -> RecordID {
    if design.records.place == .server { return sendRecord(record, for: origin) }
    if design.records.key == .single {
      for index in client.records.indices where client.records[index].exists {
        let old = client.records[index]
        client.records[index].exists = false
        overwroteRecord(
          index, for: origin, losing: old.transaction,
          waits: old.isWaiting && old.transaction != record.transaction)
      }
    }
    let index = client.records.append(record)
    madeRecord(for: origin)
    wroteRecord(index, for: origin)
    return index
  }

  /// Adds a transaction's identifier, and a receipt that is kept, to a record (C3, C6).
  mutating func identify(_ index: RecordID, as transaction: TransactionID, _ receipt: Receipt?) {
    let old = client.records[index].transaction
    client.records[index].transaction = transaction
    if let receipt { client.records[index].receipt = receipt }
    guard old != transaction else { return }
    if design.records.place == .server { return sendIdentifier(of: index) }
    if let old { noteEnd(of: old, at: .recordOverwritten) }
  }

  /// The record that binds a transaction, by C5.
  /// - Parameter reply: the request that read the backend's records; nil if they are on the device.
  func record(for transaction: TransactionID, in reply: RequestID?) -> RecordID? {
    if let index = record(withIdentifierOf: transaction, in: reply), client.records[index].names {
      return index
    }
    let isNamed = design.records.key == .payload
    let payload = isNamed ? self.payload(of: transaction) ?? Payload() : Payload()
    var found: RecordID?
    for index in client.records.indices
    where isAtHand(index, in: reply) && fits(index, transaction, payload) {
      if design.records.match == .unanimous, let found,
        !client.records[found].agrees(with: client.records[index])
      {
        return nil
      }
      found = index
      if design.records.match == .oldest { break }
    }
    return found
  }

  /// Whether an accessible record without the transaction's identifier may bind it (C5).
  private func fits(_ index: RecordID, _ transaction: TransactionID, _ payload: Payload) -> Bool {
    guard client.records[index].names else { return false }
    if design.records.key != .single {
      guard client.records[index].product == product(of: transaction),
        client.records[index].transaction == nil, client.records[index].isNamed(by: payload)
      else { return false }
    }
    guard let window = design.binding.recordWindow else { return true }
    return client.records[index].madeAt + window >= chargedAt(transaction)
  }

  func record(withIdentifierOf transaction: TransactionID, in reply: RequestID? = nil) -> RecordID?
  {
    client.records.indices.first {
      client.records[$0].transaction == transaction && isAtHand($0, in: reply)
    }
  }

  /// Whether a record is accessible: here, or in the reply of the backend.
  @inline(__always) private func isAtHand(_ index: RecordID, in reply: RequestID?) -> Bool {
    guard let reply else { return client.records[index].exists }
    return isListed(index, by: reply)
  }

  /// Wipes the newest record of a failed transaction's product that has no transaction (C4).
  mutating func clearRecord(after failed: TransactionID) {
    if design.records.place == .server { return sendClearing(after: failed) }
    let product = product(of: failed)
    for index in client.records.indices.reversed()
    where client.records[index].exists && client.records[index].product == product
      && client.records[index].transaction == nil
    { return lose(index, .recordCleared) }
  }

  /// Wipes the records of a transaction that is delivered or given up (C7).
  mutating func forget(
    _ transaction: TransactionID, boundBy bound: RecordID?, isDelivered: Bool = false
  ) {
    if design.records.place == .server {
      sendWipe(of: transaction, boundBy: bound, isDelivered: isDelivered)
    }
    if let bound, client.records[bound].exists {
      client.records[bound].exists = false
      noteWipedIdentifier(client.records[bound].transaction, with: transaction)
    }
    for index in client.records.indices where client.records[index].transaction == transaction {
      client.records[index].exists = false
    }
  }

  private mutating func lose(_ index: RecordID, _ reason: DropPoint) {
    client.records[index].exists = false
    lostRecord(index, holding: client.records[index].transaction, reason)
  }

  /// Destroys all records of the place, and the ledger with them (D1, D2).
  private mutating func loseRecords(_ reason: DropPoint) {
    for index in client.records.indices where client.records[index].exists { lose(index, reason) }
    client.state.ledger = ChargeSet()
  }

  /// Handles the end of the process: tasks, flows and data in memory are lost (D1).
  mutating func loseMemory() {
    client.state.asksForLogin = false
    client.state.spinner = nil
    if design.isOwn { return loseOwnProcess() }
    if design.records.place == .memory { loseRecords(.recordDied) }
    for index in client.flows.indices where client.flows[index].state != .ended { loseFlow(index) }
    for index in client.openTasks where client.tasks[index].isActive { loseTask(index) }
    if design.records.place == .server { forgetServer() }
  }

  /// Handles the loss of the installation, and with a new device of the keychain (D2).
  mutating func wipe(keychain: Bool) {
    if design.isOwn { return handle(.wiped(keychain: keychain)) }
    if design.records.place == .sandbox || (keychain && design.records.place == .keychain) {
      loseRecords(.recordWiped)
    }
  }

  /// Ends a flow, which counts as a lost record if one would still have been written.
  private mutating func loseFlow(_ index: FlowID) {
    let flow = client.flows[index]
    client.flows[index].state = .ended
    guard flow.state == .paying, design.records.at.contains(.purchasing) else { return }
    if let record = flow.record, client.records[record].exists { return }
    lostFlow(index)
  }

  /// Ends a pending delivery, which may be the last one of a finished transaction.
  private mutating func loseTask(_ index: TaskID) {
    let task = client.tasks[index]
    client.tasks[index].state = .ended
    let wasInMemory = design.records.place == .memory && task.record != nil
    noteEnd(of: task.transaction, at: wasInMemory ? .recordDied : .finishedEarly)
  }

  /// Whether a settled payment has a record that will be tried again (C8).
  func canTryAgain(_ transaction: TransactionID) -> Bool {
    // The plans of a team's own client are unknown: it is judged by its effects.
    if design.isOwn { return false }
    let isRemembered =
      design.records.place == .server
      ? isOnServer(transaction) : record(withIdentifierOf: transaction) != nil
    guard isRemembered else { return false }
    // A guest's purchase is tried at the login, without any trigger (C10).
    if isGuest { return true }
    var triggers = design.retry.resumeOn
    if design.records.place == .memory { triggers.remove(.launch) }
    return !triggers.isEmpty
  }
}

extension Record {
  /// Whether it names an item or an order; a record that names neither never binds (C5).
  var names: Bool { item != nil || order != .none }

  func agrees(with other: Record) -> Bool { item == other.item && account == other.account }

  /// Whether it matches a payload; a payload without names matches all. Not inlined, because its
  /// callers would become too long to inline.
  @inline(never) func isNamed(by payload: Payload) -> Bool {
    (payload.order == nil || payload.order == order.id)
      && (payload.item == nil || payload.item == item)
      && (payload.account == nil || payload.account == account)
  }
}
