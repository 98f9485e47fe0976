internal import EventEngine

/// What the client remembers about one intent (vocabulary, C3).
struct Record {
  /// The intent that wrote it, as only the omniscient world knows.
  let intent: IntentID
  let product: ProductID
  /// What it names.
  let item: ItemID?
  let order: OrderName
  var account: AccountID
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
extension World {
  /// Writes what a flow holds, unless its record from an earlier moment is still there (C3).
  mutating func writeRecord(of index: FlowID) {
    let flow = client.flows[index]
    if let record = flow.record, client.records[record].exists { return }
    let record = write(
      Record(
        intent: flow.intent, product: flow.product, item: flow.item,
        order: OrderName(flow.order),
        account: flow.account, madeAt: now))
    client.flows[index].record = record
  }

  /// Enters a record; with one slot it takes the place of whatever was there (C5).
  @discardableResult
  mutating func write(_ record: Record) -> RecordID {
    if design.records.place == .server { return sendRecord(record) }
    if design.records.key == .single {
      for index in client.records.indices where client.records[index].exists {
        let isOther = client.records[index].intent != record.intent
        let waits =
          client.records[index].isWaiting && client.records[index].transaction != record.transaction
        if isOther || waits {
          lose(index, .recordOverwritten)
        } else {
          client.records[index].exists = false
        }
      }
    }
    user.intents[record.intent].recordLoss = nil
    note(.recordWritten(intent: record.intent))
    return client.records.append(record)
  }

  /// Adds a transaction's identifier, and a receipt that is kept, to a record (C3, C6).
  mutating func identify(_ index: RecordID, as transaction: TransactionID, _ receipt: Receipt?) {
    let old = client.records[index].transaction
    client.records[index].transaction = transaction
    if let receipt { client.records[index].receipt = receipt }
    guard old != transaction else { return }
    if design.records.place == .server {
      sendIdentifier(of: index)
    } else {
      noteLostIdentifier(old, .recordOverwritten)
    }
  }

  /// A record no longer holds the identifier of a transaction, which is dropped if it is finished and
  /// nothing tries it again (section 8).
  mutating func noteLostIdentifier(_ transaction: TransactionID?, _ reason: DropPoint) {
    guard let transaction, store.transactions[transaction].isFinished, !canTryAgain(transaction)
    else { return }
    noteDrop(of: transaction, at: reason)
  }

  /// The record that binds a transaction, by C5.
  ///
  /// - Parameter reply: the request that read the records of the backend; nil if they are here.
  mutating func record(for transaction: TransactionID, in reply: RequestID?) -> RecordID? {
    if let index = record(withIdentifierOf: transaction, in: reply), client.records[index].names {
      return index
    }
    var payload = Transaction.Payload()
    if design.records.key == .payload { payload = visiblePayload(of: transaction) ?? payload }
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
  private mutating func fits(
    _ index: RecordID, _ transaction: TransactionID, _ payload: Transaction.Payload
  ) -> Bool {
    guard client.records[index].names else { return false }
    if design.records.key != .single {
      guard client.records[index].product == store.transactions[transaction].product,
        client.records[index].transaction == nil, client.records[index].isNamed(by: payload)
      else { return false }
    }
    guard let window = design.binding.recordWindow else { return true }
    return client.records[index].madeAt + window >= store.transactions[transaction].chargedAt
  }

  /// The record that holds a transaction's identifier, if any.
  mutating func record(withIdentifierOf transaction: TransactionID, in reply: RequestID? = nil)
    -> RecordID?
  {
    for index in client.records.indices
    where client.records[index].transaction == transaction && isAtHand(index, in: reply) {
      return index
    }
    return nil
  }

  /// Whether a record can be looked at: here, or in the reply of the backend.
  @inline(__always)
  private mutating func isAtHand(_ index: RecordID, in reply: RequestID?) -> Bool {
    guard let reply else { return client.records[index].exists }
    return isListed(index, by: reply)
  }

  /// Wipes the newest record of a failed transaction's product that has no transaction (C4).
  mutating func clearRecord(after failed: TransactionID) {
    if design.records.place == .server {
      sendClearing(after: failed)
      return
    }
    let product = store.transactions[failed].product
    for index in client.records.indices.reversed()
    where client.records[index].exists && client.records[index].product == product
      && client.records[index].transaction == nil
    {
      lose(index, .recordCleared)
      return
    }
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

  /// What was wiped with a transaction may by then hold the identifier of a later one: the one slot.
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID) {
    guard let held, held != transaction, !hasTask(for: held) else { return }
    noteLostIdentifier(held, .finishedEarly)
  }

  /// A record is destroyed before its delivery.
  mutating func lose(_ index: RecordID, _ reason: DropPoint) {
    precondition(isKept(index), "a record is destroyed once")
    let intent = client.records[index].intent
    var identifier = client.records[index].transaction
    if design.records.place == .server {
      backend.storedRecords[index].exists = false
      identifier = backend.storedRecords[index].transaction
    } else {
      client.records[index].exists = false
    }
    note(.recordLost(intent: intent, reason))
    if !hasRecord(of: intent) { user.intents[intent].recordLoss = reason }
    noteLostIdentifier(identifier, reason)
  }

  /// Whether a record is in its place.
  private mutating func isKept(_ index: RecordID) -> Bool {
    design.records.place == .server
      ? backend.storedRecords[index].exists : client.records[index].exists
  }

  /// Whether an intent has a record in its place.
  private mutating func hasRecord(of intent: IntentID) -> Bool {
    for index in client.records.indices
    where client.records[index].intent == intent && isKept(index) {
      return true
    }
    return false
  }

  /// All records of the place are destroyed, and the ledger with them (D1, D2).
  mutating func loseRecords(_ reason: DropPoint) {
    for index in client.records.indices where client.records[index].exists { lose(index, reason) }
    client.state.ledger = Receipt()
  }

  /// The process is gone: tasks, flows and whatever the memory held (D1).
  mutating func loseMemory() {
    if design.records.place == .memory { loseRecords(.recordDied) }
    for index in client.flows.indices where client.flows[index].state != .ended { loseFlow(index) }
    for index in openTasks where client.tasks[index].isActive { loseTask(index) }
    if design.records.place == .server { forgetServer() }
  }

  /// A flow from which a record would still have been written dies like a record.
  private mutating func loseFlow(_ index: FlowID) {
    let flow = client.flows[index]
    client.flows[index].state = .ended
    guard flow.state == .paying, design.records.at.contains(.purchasing) else { return }
    if let record = flow.record, client.records[record].exists { return }
    if !hasRecord(of: flow.intent) { user.intents[flow.intent].recordLoss = .recordDied }
  }

  /// A delivery that was under way dies; a finished transaction may have nothing else (section 8).
  private mutating func loseTask(_ index: TaskID) {
    let task = client.tasks[index]
    client.tasks[index].state = .ended
    let transaction = task.transaction
    guard store.transactions[transaction].isFinished, !canTryAgain(transaction) else { return }
    let wasInMemory = design.records.place == .memory && task.record != nil
    noteDrop(of: transaction, at: wasInMemory ? .recordDied : .finishedEarly)
  }

  /// Whether a finished transaction has a record that will be tried again (C8).
  mutating func canTryAgain(_ transaction: TransactionID) -> Bool {
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

  /// Notes the earliest moment after which a charge could not come right (section 8).
  mutating func noteDrop(of transaction: TransactionID, at point: DropPoint) {
    guard store.transactions[transaction].right == nil, store.transactions[transaction].drop == nil
    else {
      return
    }
    store.transactions[transaction].drop = point
    note(.dropped(transaction: transaction, point))
  }
}

extension Record {
  /// Whether it names an item or an order; a record that names neither never binds (C5).
  var names: Bool { item != nil || order != .none }

  /// Whether two records name one item and one account.
  func agrees(with other: Record) -> Bool { item == other.item && account == other.account }

  /// Whether it is what a payload names; a payload that names nothing fits all.
  func isNamed(by payload: Transaction.Payload) -> Bool {
    (payload.order == nil || payload.order == order.id)
      && (payload.item == nil || payload.item == item)
      && (payload.account == nil || payload.account == account)
  }
}
