/// A record as the backend has it; the client's copy has the same index (axis `records.in`).
struct StoredRecord {
  /// The account in whose session it was written; that of a guest moves at the login (C10).
  var owner: AccountID?
  /// The transaction whose identifier it holds.
  var transaction: TransactionID?
  /// The receipt that was kept before an early finish (C6).
  var receipt: Receipt?
  /// How many events had been handled when the backend stored it.
  var storedAt: Int32?
  var exists = false
  /// The newest process that has asked to wipe it.
  var wipedBy: ProcessID?

  /// Whether its transaction is not delivered so far as the backend was told (vocabulary).
  var isWaiting: Bool { exists && transaction != nil }
}

/// What the backend does with the records that it keeps (C3–C5, C7).
extension World {
  /// A change of records reaches the backend and takes effect, unless it is lost (B2, D1, D3).
  mutating func changeRecords(_ index: RequestID) {
    link.requests[index].isAtWork = false
    let request = link.requests[index]
    guard request.process == livingProcess, !isLost(index), !isOut(.backend),
      now >= backend.state.tokenExpiredUntil || request.session.isDevice
    else {
      loseChange(request)
      return
    }
    switch request.asker {
    case .writing(let record):
      if backend.storedRecords[record].storedAt == nil {
        store(record, by: request)
      } else {
        change(record, by: request)
      }
    case .clearing: clearStored(by: request)
    case .settling(let record):
      if design.ledger { enterStored(by: request) }
      removeStored(record, by: request)
    case .wiping(let record): removeStored(record, by: request)
    case .flow, .order, .verification, .reading, .listing:
      preconditionFailure("only writes and wipes change records")
    }
  }

  /// A change is lost; what had hoped for the record has nothing that tries again (section 8).
  private mutating func loseChange(_ request: Request) {
    note(.recordChangeLost(intent: intent(of: request)))
    guard case .writing = request.asker, let transaction = request.transaction else { return }
    if store.transactions[transaction].isFinished, !hasTask(for: transaction),
      !canTryAgain(transaction)
    {
      noteDrop(of: transaction, at: .triesUsedUp)
    }
  }

  /// Stores a new record; one of the same transaction stays, one in the same slot goes (C3, C5).
  private mutating func store(_ index: RecordID, by request: Request) {
    if request.transaction != nil {
      for other in backend.storedRecords.indices
      where backend.storedRecords[other].exists
        && backend.storedRecords[other].owner == request.account
        && backend.storedRecords[other].transaction == request.transaction
      {
        return
      }
    }
    backend.storedRecords[index].owner = request.account
    backend.storedRecords[index].storedAt = Int32(events)
    backend.storedRecords[index].exists = true
    keepIdentifier(index, by: request)
    if design.records.key == .single { emptySlot(for: index) }
    user.intents[client.records[index].intent].recordLoss = nil
    note(.recordStored(intent: client.records[index].intent))
  }

  /// Adds an identifier to a record; one that is gone, or of another account, stays as it is (C3).
  private mutating func change(_ index: RecordID, by request: Request) {
    guard backend.storedRecords[index].exists, backend.storedRecords[index].owner == request.account
    else {
      return
    }
    keepIdentifier(index, by: request)
    note(.recordStored(intent: client.records[index].intent))
  }

  private mutating func keepIdentifier(_ index: RecordID, by request: Request) {
    let old = backend.storedRecords[index].transaction
    backend.storedRecords[index].transaction = request.transaction
    if design.finish == .onCallback { backend.storedRecords[index].receipt = request.receipt }
    if old != request.transaction { noteLostIdentifier(old, .recordOverwritten) }
  }

  /// Whatever else the owner of a record has in the one slot is overwritten (C5).
  private mutating func emptySlot(for newest: RecordID) {
    for index in backend.storedRecords.indices
    where index != newest && backend.storedRecords[index].exists
      && backend.storedRecords[index].owner == backend.storedRecords[newest].owner
    {
      let isOther = client.records[index].intent != client.records[newest].intent
      if isOther || backend.storedRecords[index].isWaiting {
        lose(index, .recordOverwritten)
      } else {
        backend.storedRecords[index].exists = false
      }
    }
  }

  /// Wipes the newest record of a product without a transaction (C4).
  private mutating func clearStored(by request: Request) {
    for index in backend.storedRecords.indices.reversed()
    where backend.storedRecords[index].exists
      && backend.storedRecords[index].owner == request.account
      && client.records[index].product == request.product
      && backend.storedRecords[index].transaction == nil
    {
      lose(index, .recordCleared)
      return
    }
  }

  /// Wipes the records of a transaction that the client has dealt with (C7).
  private mutating func removeStored(_ bound: RecordID?, by request: Request) {
    for index in backend.storedRecords.indices
    where backend.storedRecords[index].exists
      && backend.storedRecords[index].owner == request.account
      && (index == bound || backend.storedRecords[index].transaction == request.transaction)
    {
      backend.storedRecords[index].exists = false
      note(.recordForgotten(intent: client.records[index].intent))
      if let transaction = request.transaction {
        noteWipedIdentifier(backend.storedRecords[index].transaction, with: transaction)
      }
    }
  }

  /// Enters a delivered transaction into the ledger of an account (C5).
  private mutating func enterStored(by request: Request) {
    guard let account = request.account, let transaction = request.transaction,
      let charge = store.transactions[transaction].number
    else { preconditionFailure("what is entered was charged, for somebody") }
    while backend.storedLedgers.next <= account { backend.storedLedgers.append(Receipt()) }
    backend.storedLedgers[account].enter(charge)
  }

  /// The intent whose record a change is about.
  private mutating func intent(of request: Request) -> IntentID {
    if case .writing(let record) = request.asker { return client.records[record].intent }
    guard let transaction = request.transaction else {
      preconditionFailure("a wipe is about a transaction")
    }
    return store.transactions[transaction].intent
  }
}
