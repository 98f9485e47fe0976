/// The backend's copy of a record; the client's copy has the same index (axis `records.in`).
struct StoredRecord {
  /// The product; nil until it is stored.
  var product: ProductID?
  /// The account of the session in which it was written; a guest's changes at the login (C10).
  var owner: AccountID?
  var transaction: TransactionID?
  /// The receipt that was kept before an early finish (C6).
  var receipt: Receipt?
  /// The number of handled events when the backend stored it.
  var storedAt: Int32?
  /// Whether it exists: it is stored and not wiped.
  var exists = false
  /// The newest process that has asked to wipe it.
  var wipedBy: ProcessID?

  /// Whether its transaction is not delivered as far as the backend was notified.
  var isWaiting: Bool { exists && transaction != nil }

  func isHeld(for account: AccountID?) -> Bool { exists && owner == account }
}

/// The backend's handling of the records that it stores (C3–C5, C7).
extension BackendHost where Self: ~Copyable {
  /// Applies a change of records that reaches the backend, unless it is lost (B2, D1, D3).
  mutating func changeRecords(_ index: RequestID, _ request: Request) {
    endWork(on: index)
    guard request.process == livingProcess, !isLost(index), !isOut(.backend),
      now >= backend.state.tokenExpiredUntil || request.session.isDevice
    else {
      if request.process == livingProcess, !isLost(index) { noteOutage(.backend, of: index) }
      return lostChange(request.call)
    }
    switch request.call.asker {
    case .writing(let record):
      if backend.storedRecords[record].storedAt == nil {
        store(record, by: request.call)
      } else {
        change(record, by: request.call)
      }
    case .clearing: clearStored(by: request.call)
    case .settling(let record):
      if design.ledger { enterStored(by: request.call) }
      removeStored(record, by: request.call)
    case .wiping(let record): removeStored(record, by: request.call)
    case .flow, .order, .verification, .reading, .listing, .named:
      preconditionFailure("only writes and wipes change records")
    }
  }

  /// Stores a new record; one of the same transaction stays, one in the same slot goes (C3, C5).
  private mutating func store(_ index: RecordID, by call: BackendCall) {
    let isKnown = backend.storedRecords.indices.contains {
      backend.storedRecords[$0].isHeld(for: call.account)
        && backend.storedRecords[$0].transaction == call.transaction
    }
    if call.transaction != nil, isKnown { return }
    backend.storedRecords[index].owner = call.account
    backend.storedRecords[index].product = call.product
    backend.storedRecords[index].storedAt = Int32(events)
    backend.storedRecords[index].exists = true
    keepIdentifier(index, by: call)
    if design.records.key == .single { emptySlot(for: index) }
    storedRecord(index)
  }

  /// Adds an identifier to a record; a lost record, or another account's, stays as it is (C3).
  private mutating func change(_ index: RecordID, by call: BackendCall) {
    guard backend.storedRecords[index].isHeld(for: call.account) else { return }
    keepIdentifier(index, by: call)
    storedChange(of: index)
  }

  /// Takes over the identifier of a change, and the receipt if the design keeps one (C6).
  private mutating func keepIdentifier(_ index: RecordID, by call: BackendCall) {
    let old = backend.storedRecords[index].transaction
    backend.storedRecords[index].transaction = call.transaction
    if design.finish == .onCallback { backend.storedRecords[index].receipt = call.receipt }
    if let old, old != call.transaction { noteEnd(of: old, at: .recordOverwritten) }
  }

  /// Overwrites what the owner of a new record has in the only slot (C5).
  private mutating func emptySlot(for newest: RecordID) {
    for index in backend.storedRecords.indices
    where index != newest
      && backend.storedRecords[index].isHeld(for: backend.storedRecords[newest].owner)
    {
      let old = backend.storedRecords[index]
      backend.storedRecords[index].exists = false
      overwroteRecord(index, for: .record(newest), losing: old.transaction, waits: old.isWaiting)
    }
  }

  /// Wipes the newest record of a product without a transaction (C4).
  private mutating func clearStored(by call: BackendCall) {
    for index in backend.storedRecords.indices.reversed()
    where backend.storedRecords[index].isHeld(for: call.account)
      && backend.storedRecords[index].product == call.product
      && backend.storedRecords[index].transaction == nil
    {
      backend.storedRecords[index].exists = false
      lostRecord(index, holding: nil, .recordCleared)
      return
    }
  }

  /// Wipes the records of a transaction that the client has handled (C7).
  private mutating func removeStored(_ bound: RecordID?, by call: BackendCall) {
    for index in backend.storedRecords.indices
    where backend.storedRecords[index].isHeld(for: call.account)
      && (index == bound || backend.storedRecords[index].transaction == call.transaction)
    {
      backend.storedRecords[index].exists = false
      forgotRecord(index)
      if let transaction = call.transaction {
        noteWipedIdentifier(backend.storedRecords[index].transaction, with: transaction)
      }
    }
  }

  /// Adds a delivered transaction to the ledger of an account (C5).
  private mutating func enterStored(by call: BackendCall) {
    guard let account = call.account, let transaction = call.transaction,
      let charge = number(of: transaction)
    else { preconditionFailure("a ledger entry needs a charge and an account") }
    while backend.storedLedgers.next <= account { backend.storedLedgers.append(ChargeSet()) }
    backend.storedLedgers[account].enter(charge)
  }

  // Queries and notes of the client's process.

  mutating func expectRecord() { backend.storedRecords.append(StoredRecord()) }

  /// The backend's copy of a record, which may differ from the client's.
  func stored(_ record: RecordID) -> StoredRecord { backend.storedRecords[record] }

  /// Whether a reply lists a record that the current process has not asked to wipe.
  ///
  /// All other changes since then came from this process, so the client has them.
  func isListed(_ index: RecordID, by request: RequestID) -> Bool {
    let request = self.request(request)
    return backend.storedRecords[index].isHeld(for: request.call.account)
      && (backend.storedRecords[index].storedAt ?? .max) <= request.answeredAt
      && backend.storedRecords[index].wipedBy != process
  }

  func storedLedger(by request: RequestID) -> ChargeSet? {
    guard let account = self.request(request).call.account, account < backend.storedLedgers.next
    else { return nil }
    return backend.storedLedgers[account]
  }

  /// Notes that the current process has asked to wipe a record, or what holds a payment.
  mutating func expectWipe(of index: RecordID, _ transaction: TransactionID, bound: RecordID?) {
    if index == bound || backend.storedRecords[index].transaction == transaction {
      backend.storedRecords[index].wipedBy = process
    }
  }

  func isOnServer(_ transaction: TransactionID) -> Bool {
    backend.storedRecords.indices.contains {
      backend.storedRecords[$0].isWaiting && backend.storedRecords[$0].transaction == transaction
        && backend.storedRecords[$0].wipedBy != livingProcess
    } || writesUnderWay(of: transaction) { backend.storedRecords[$0].wipedBy != livingProcess }
  }
}
