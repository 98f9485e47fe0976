internal import EventEngine

/// How many requests about the records of one intent were made; they wrap, because they key draws.
struct RecordRequestCounts {
  var reads: UInt8 = 0
  var writes: UInt8 = 0
  var wipes: UInt8 = 0
}

/// What the client asks of the backend that keeps its records (C1, C3–C8, D1, D3).
extension World {
  /// The question that the next request about records asks of its luck.
  ///
  /// Each kind counts for itself, so that the n-th write of an intent is as fast in every design.
  mutating func nextRecordRequest(_ asker: Request.Asker, intent: IntentID?) -> Int {
    guard let intent else {
      client.state.listings += 1
      return (client.state.listings - 1) << 2 | 3
    }
    let (count, kind): (Int, Int)
    switch asker {
    case .reading:
      (count, kind) = (Int(user.intents[intent].recordRequests.reads), 0)
      user.intents[intent].recordRequests.reads &+= 1
    case .writing:
      (count, kind) = (Int(user.intents[intent].recordRequests.writes), 1)
      user.intents[intent].recordRequests.writes &+= 1
    case .clearing, .settling, .wiping:
      (count, kind) = (Int(user.intents[intent].recordRequests.wipes), 2)
      user.intents[intent].recordRequests.wipes &+= 1
    case .flow, .order, .verification, .listing:
      preconditionFailure("only requests about records of an intent are counted here")
    }
    return (intent.place << 8 | count) << 2 | kind
  }

  /// Sends a new record; with one slot the client forgets what was in it (C3).
  mutating func sendRecord(_ record: Record) -> RecordID {
    if design.records.key == .single {
      for index in client.records.indices { client.records[index].exists = false }
    }
    let index = client.records.append(record)
    backend.storedRecords.append(StoredRecord())
    sendIdentifier(of: index)
    return index
  }

  /// Sends what a record holds now: all of it, or the identifier and the receipt (C3, C6).
  mutating func sendIdentifier(of index: RecordID) {
    let record = client.records[index]
    note(.recordSent(intent: record.intent))
    sendChange(
      .writing(record: index), of: record.intent, transaction: record.transaction,
      receipt: record.receipt ?? Receipt())
  }

  /// Asks to wipe the newest record of a failed product that has no transaction (C4).
  mutating func sendClearing(after failed: TransactionID) {
    guard !design.records.at.isEmpty else { return }
    let intent = store.transactions[failed].intent
    note(.wipeSent(intent: intent))
    sendChange(.clearing, of: intent, transaction: failed, receipt: Receipt())
  }

  /// Asks to wipe the records of a transaction, and to enter it into the ledger if it is delivered
  /// (C5, C7).
  mutating func sendWipe(of transaction: TransactionID, boundBy bound: RecordID?, isDelivered: Bool)
  {
    for index in client.records.indices
    where index == bound || client.records[index].transaction == transaction
      || backend.storedRecords[index].transaction == transaction
    {
      backend.storedRecords[index].wipedBy = device.state.process
    }
    let hasRecord = bound != nil || design.records.at.contains(.purchased)
    guard hasRecord || (isDelivered && design.ledger) else { return }
    let intent = store.transactions[transaction].intent
    note(.wipeSent(intent: intent))
    sendChange(
      isDelivered ? .settling(record: bound) : .wiping(record: bound), of: intent,
      transaction: transaction, receipt: Receipt())
  }

  /// Sends a change of records; it is not repeated, and nobody waits for it.
  private mutating func sendChange(
    _ asker: Request.Asker, of intent: IntentID, transaction: TransactionID?, receipt: Receipt
  ) {
    guard !isLinkDown else {
      note(.recordChangeLost(intent: intent))
      return
    }
    var request = newRequest(
      asker, intent: intent, transaction: transaction, bound: Bound(),
      account: device.state.session,
      receipt: receipt, task: nil)
    request.isAwaited = false
    _ = post(request)
  }

  /// A delivery task asks for the records of the session's account (C5).
  mutating func readRecords(for index: TaskID) {
    client.tasks[index].state = .reading
    let task = client.tasks[index]
    guard !isLinkDown else {
      note(.unreachable(.records, transaction: task.transaction))
      return failRead(.error, for: index)
    }
    let request = newRequest(
      .reading(task: index), intent: store.transactions[task.transaction].intent,
      transaction: task.transaction, bound: task.bound, account: device.state.session,
      receipt: Receipt(),
      task: task)
    client.tasks[index].request = send(request)
  }

  /// A trigger asks for the waiting records of the session's account, if there can be any (C8).
  mutating func listRecords() {
    guard design.records.at.contains(.purchased) || design.ledger, !isLinkDown else { return }
    send(
      newRequest(
        .listing, intent: nil, transaction: nil, bound: Bound(), account: device.state.session,
        receipt: Receipt(), task: nil))
  }

  /// A delivery task is answered: it binds by what was read, and goes on (C5).
  mutating func receiveRecords(_ answer: Request.Answer, of request: RequestID, for task: TaskID) {
    if case .list = answer { learn(from: request) }
    guard client.tasks[task].request == request, client.tasks[task].state == .reading else {
      return
    }
    guard case .list = answer else { return failRead(answer, for: task) }
    client.tasks[task].request = nil
    let transaction = client.tasks[task].transaction
    if isInLedger(transaction) {
      client.tasks[task].state = .ended
      finish(transaction)
      closeSpinner(of: store.transactions[transaction].product)
      return
    }
    let bound = bind(transaction, reply: request)
    guard let kept = keep(transaction, bound) else {
      client.tasks[task].state = .ended
      return
    }
    goOn(task, bound, record: kept.record, receipt: kept.receipt)
  }

  /// A read that fails is a failed try of its task (C7, B2).
  private mutating func failRead(_ answer: Request.Answer, for task: TaskID) {
    countTry(task)
    receive(answer, for: task)
  }

  /// A trigger is answered: waiting records get a task again (C8, B2).
  mutating func receiveList(_ answer: Request.Answer, of request: RequestID) {
    switch answer {
    case .list:
      learn(from: request)
      for index in client.records.indices
      where isListed(index, by: request) && client.records[index].isWaiting {
        restartUnlessTried(index)
      }
    case .unauthorised where design.recognisesExpiry:
      client.state.listsAfterLogin = true
      askForLogin()
    default: break
    }
  }

  /// Whether a reply lists a record that the client has not asked to wipe.
  ///
  /// What else has changed since then was this process's own doing, so the client knows of it.
  mutating func isListed(_ index: RecordID, by request: RequestID) -> Bool {
    backend.storedRecords[index].exists
      && backend.storedRecords[index].owner == link.requests[request].account
      && (backend.storedRecords[index].storedAt ?? .max) <= link.requests[request].answeredAt
      && backend.storedRecords[index].wipedBy != device.state.process
  }

  /// The process knows from now on what a reply lists, and the account's ledger.
  private mutating func learn(from request: RequestID) {
    for index in client.records.indices
    where !client.records[index].exists && isListed(index, by: request) {
      client.records[index].exists = true
      client.records[index].transaction = backend.storedRecords[index].transaction
      client.records[index].receipt = backend.storedRecords[index].receipt
    }
    if let account = link.requests[request].account, account < backend.storedLedgers.next {
      client.state.ledger.formUnion(backend.storedLedgers[account])
    }
  }

  /// Whatever the process knew of the backend's records is gone with it (D1).
  mutating func forgetServer() {
    for index in client.records.indices { client.records[index].exists = false }
    client.state.ledger = Receipt()
    client.state.listsAfterLogin = false
  }

  /// Whether a waiting record of a transaction is on the backend, or on its way there.
  mutating func isOnServer(_ transaction: TransactionID) -> Bool {
    for index in backend.storedRecords.indices
    where backend.storedRecords[index].isWaiting
      && backend.storedRecords[index].transaction == transaction
      && backend.storedRecords[index].wipedBy != livingProcess
    {
      return true
    }
    for index in link.requests.indices
    where link.requests[index].transaction == transaction && link.requests[index].isAtWork {
      if case .writing(let record) = link.requests[index].asker,
        link.requests[index].process == livingProcess, !isLost(index),
        backend.storedRecords[record].wipedBy != livingProcess
      {
        return true
      }
    }
    return false
  }
}
