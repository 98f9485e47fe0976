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
      listings += 1
      return (listings - 1) << 2 | 3
    }
    let (count, kind): (Int, Int)
    switch asker {
    case .reading:
      (count, kind) = (Int(intents[intent].recordRequests.reads), 0)
      intents[intent].recordRequests.reads &+= 1
    case .writing:
      (count, kind) = (Int(intents[intent].recordRequests.writes), 1)
      intents[intent].recordRequests.writes &+= 1
    case .clearing, .settling, .wiping:
      (count, kind) = (Int(intents[intent].recordRequests.wipes), 2)
      intents[intent].recordRequests.wipes &+= 1
    case .flow, .order, .verification, .listing:
      preconditionFailure("only requests about records of an intent are counted here")
    }
    return (intent.place << 8 | count) << 2 | kind
  }

  /// Sends a new record; with one slot the client forgets what was in it (C3).
  mutating func sendRecord(_ record: Record) -> RecordID {
    if design.records.key == .single {
      for index in records.indices { records[index].exists = false }
    }
    let index = records.append(record)
    storedRecords.append(StoredRecord())
    sendIdentifier(of: index)
    return index
  }

  /// Sends what a record holds now: all of it, or the identifier and the receipt (C3, C6).
  mutating func sendIdentifier(of index: RecordID) {
    let record = records[index]
    note(.recordSent(intent: record.intent))
    sendChange(
      .writing(record: index), of: record.intent, transaction: record.transaction,
      receipt: record.receipt ?? Receipt())
  }

  /// Asks to wipe the newest record of a failed product that has no transaction (C4).
  mutating func sendClearing(after failed: TransactionID) {
    guard !design.records.at.isEmpty else { return }
    let intent = transactions[failed].intent
    note(.wipeSent(intent: intent))
    sendChange(.clearing, of: intent, transaction: failed, receipt: Receipt())
  }

  /// Asks to wipe the records of a transaction, and to enter it into the ledger if it is delivered
  /// (C5, C7).
  mutating func sendWipe(of transaction: TransactionID, boundBy bound: RecordID?, isDelivered: Bool)
  {
    for index in records.indices
    where index == bound || records[index].transaction == transaction
      || storedRecords[index].transaction == transaction
    {
      storedRecords[index].wipedBy = process
    }
    let hasRecord = bound != nil || design.records.at.contains(.purchased)
    guard hasRecord || (isDelivered && design.ledger) else { return }
    let intent = transactions[transaction].intent
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
      asker, intent: intent, transaction: transaction, bound: Bound(), account: session,
      receipt: receipt, task: nil)
    request.isAwaited = false
    _ = post(request)
  }

  /// A delivery task asks for the records of the session's account (C5).
  mutating func readRecords(for index: TaskID) {
    tasks[index].state = .reading
    let task = tasks[index]
    guard !isLinkDown else {
      note(.unreachable(.records, transaction: task.transaction))
      return failRead(.error, for: index)
    }
    let request = newRequest(
      .reading(task: index), intent: transactions[task.transaction].intent,
      transaction: task.transaction, bound: task.bound, account: session, receipt: Receipt(),
      task: task)
    tasks[index].request = send(request)
  }

  /// A trigger asks for the waiting records of the session's account, if there can be any (C8).
  mutating func listRecords() {
    guard design.records.at.contains(.purchased) || design.ledger, !isLinkDown else { return }
    send(
      newRequest(
        .listing, intent: nil, transaction: nil, bound: Bound(), account: session,
        receipt: Receipt(), task: nil))
  }

  /// A delivery task is answered: it binds by what was read, and goes on (C5).
  mutating func receiveRecords(_ answer: Request.Answer, of request: RequestID, for task: TaskID) {
    if case .list = answer { learn(from: request) }
    guard tasks[task].request == request, tasks[task].state == .reading else { return }
    guard case .list = answer else { return failRead(answer, for: task) }
    tasks[task].request = nil
    let transaction = tasks[task].transaction
    if isInLedger(transaction) {
      tasks[task].state = .ended
      finish(transaction)
      closeSpinner(of: transactions[transaction].product)
      return
    }
    let bound = bind(transaction, reply: request)
    guard let kept = keep(transaction, bound) else {
      tasks[task].state = .ended
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
      for index in records.indices
      where isListed(index, by: request) && records[index].isWaiting {
        restartUnlessTried(index)
      }
    case .unauthorised where design.recognisesExpiry:
      listsAfterLogin = true
      askForLogin()
    default: break
    }
  }

  /// Whether a reply lists a record that the client has not asked to wipe.
  ///
  /// What else has changed since then was this process's own doing, so the client knows of it.
  mutating func isListed(_ index: RecordID, by request: RequestID) -> Bool {
    storedRecords[index].exists && storedRecords[index].owner == requests[request].account
      && (storedRecords[index].storedAt ?? .max) <= requests[request].answeredAt
      && storedRecords[index].wipedBy != process
  }

  /// The process knows from now on what a reply lists, and the account's ledger.
  private mutating func learn(from request: RequestID) {
    for index in records.indices where !records[index].exists && isListed(index, by: request) {
      records[index].exists = true
      records[index].transaction = storedRecords[index].transaction
      records[index].receipt = storedRecords[index].receipt
    }
    if let account = requests[request].account, account < storedLedgers.next {
      ledger.formUnion(storedLedgers[account])
    }
  }

  /// Whatever the process knew of the backend's records is gone with it (D1).
  mutating func forgetServer() {
    for index in records.indices { records[index].exists = false }
    ledger = Receipt()
    listsAfterLogin = false
  }

  /// Whether a waiting record of a transaction is on the backend, or on its way there.
  mutating func isOnServer(_ transaction: TransactionID) -> Bool {
    for index in storedRecords.indices
    where storedRecords[index].isWaiting
      && storedRecords[index].transaction == transaction
      && storedRecords[index].wipedBy != livingProcess
    {
      return true
    }
    for index in requests.indices
    where requests[index].transaction == transaction && requests[index].isAtWork {
      if case .writing(let record) = requests[index].asker,
        requests[index].process == livingProcess, !isLost(index),
        storedRecords[record].wipedBy != livingProcess
      {
        return true
      }
    }
    return false
  }
}
