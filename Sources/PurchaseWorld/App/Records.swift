internal import EventEngine

/// What the client remembers about one intent (vocabulary, C3).
struct Record {
  /// The product by which it is found (C5 `key`).
  let product: ProductID
  /// What it names; a record that names neither item nor order never binds (C5).
  let item: ItemID?
  let order: OrderName
  /// For whom it was bought; the device's own account moves at the login (C10).
  var account: AccountID
  /// When it was first written, from which `recordWindow` counts (C5).
  let madeAt: Instant
  /// The transaction whose identifier it holds.
  var transaction: TransactionID?
  /// The receipt that was kept before an early finish (C6).
  var receipt: Receipt?
  /// Whether it is there; on a server: whether this process has written or read it, and not wiped it.
  var exists = true

  /// Whether its transaction is not delivered so far as the client knows (vocabulary).
  var isWaiting: Bool { exists && transaction != nil }
}

/// Writing, finding and losing records (C3, C4, C5, D1, D2).
extension ClientHost where Self: ~Copyable {
  /// Writes what a flow holds, unless its record from an earlier moment is still there (C3).
  mutating func writeRecord(of index: FlowID) {
    let flow = client.flows[index]
    if let record = flow.record, client.records[record].exists { return }
    let record = write(
      Record(
        product: flow.product, item: flow.item, order: OrderName(flow.order), account: flow.account,
        madeAt: now), for: .flow(index))
    client.flows[index].record = record
  }

  /// Enters a record; with one slot it takes the place of whatever was there (C5).
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
    wroteRecord(index)
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
  /// - Parameter reply: the request that read the records of the backend; nil if they are here.
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

  /// Whether a record at hand without the transaction's identifier may bind it (C5).
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

  /// The record that holds a transaction's identifier, if any.
  func record(withIdentifierOf transaction: TransactionID, in reply: RequestID? = nil) -> RecordID?
  {
    client.records.indices.first {
      client.records[$0].transaction == transaction && isAtHand($0, in: reply)
    }
  }

  /// Whether a record can be looked at: here, or in the reply of the backend.
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

  /// A record is destroyed before its delivery.
  private mutating func lose(_ index: RecordID, _ reason: DropPoint) {
    client.records[index].exists = false
    lostRecord(index, holding: client.records[index].transaction, reason)
  }

  /// All records of the place are destroyed, and the ledger with them (D1, D2).
  private mutating func loseRecords(_ reason: DropPoint) {
    for index in client.records.indices where client.records[index].exists { lose(index, reason) }
    client.state.ledger = ChargeSet()
  }

  /// The process is gone: tasks, flows and whatever the memory held (D1).
  mutating func loseMemory() {
    client.state.asksForLogin = false
    client.state.spinner = nil
    if design.isOwn { return loseOwnProcess() }
    if design.records.place == .memory { loseRecords(.recordDied) }
    for index in client.flows.indices where client.flows[index].state != .ended { loseFlow(index) }
    for index in client.openTasks where client.tasks[index].isActive { loseTask(index) }
    if design.records.place == .server { forgetServer() }
  }

  /// The installation is gone, and with a new device the keychain too (D2).
  mutating func wipe(keychain: Bool) {
    if design.isOwn { return meet(.wiped(keychain: keychain)) }
    switch design.records.place {
    case .memory, .server: break
    case .sandbox: loseRecords(.recordWiped)
    case .keychain: if keychain { loseRecords(.recordWiped) }
    }
  }

  /// A flow from which a record would still have been written dies like a record.
  private mutating func loseFlow(_ index: FlowID) {
    let flow = client.flows[index]
    client.flows[index].state = .ended
    guard flow.state == .paying, design.records.at.contains(.purchasing) else { return }
    if let record = flow.record, client.records[record].exists { return }
    lostFlow(index)
  }

  /// A delivery that was under way dies; a finished transaction may have nothing else (section 8).
  private mutating func loseTask(_ index: TaskID) {
    let task = client.tasks[index]
    client.tasks[index].state = .ended
    let wasInMemory = design.records.place == .memory && task.record != nil
    noteEnd(of: task.transaction, at: wasInMemory ? .recordDied : .finishedEarly)
  }

  /// Whether a settled payment has a record that will be tried again (C8).
  func canTryAgain(_ transaction: TransactionID) -> Bool {
    // What a team's own client means to do nobody knows: it is judged by what comes of it.
    if design.isOwn { return false }
    let isRemembered =
      design.records.place == .server
      ? isOnServer(transaction) : record(withIdentifierOf: transaction) != nil
    guard isRemembered else { return false }
    // What a guest bought is tried at the login, without any trigger (C10).
    if isGuest { return true }
    var triggers = design.retry.resumeOn
    if design.records.place == .memory { triggers.remove(.launch) }
    return !triggers.isEmpty
  }
}

extension Record {
  /// Whether it names an item or an order; a record that names neither never binds (C5).
  var names: Bool { item != nil || order != .none }

  /// Whether two records name one item and one account.
  func agrees(with other: Record) -> Bool { item == other.item && account == other.account }

  /// Whether it is what a payload names; a payload that names nothing fits all. Not inlined: what asks it
  /// would become too long to be.
  @inline(never) func isNamed(by payload: Payload) -> Bool {
    (payload.order == nil || payload.order == order.id)
      && (payload.item == nil || payload.item == item)
      && (payload.account == nil || payload.account == account)
  }
}
