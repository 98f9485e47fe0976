internal import EventEngine

/// The client's requests to a backend that keeps its records (C1, C3–C8, D1, D3).
extension ClientHost where Self: ~Copyable {
  /// Sends a new record; with one slot the client drops the previous one (C3).
  mutating func sendRecord(_ record: Record, for origin: RecordOrigin) -> RecordID {
    if design.records.key == .single {
      for index in client.records.indices { client.records[index].exists = false }
    }
    let index = client.records.append(record)
    madeRecord(for: origin)
    expectRecord()
    sendIdentifier(of: index)
    return index
  }

  /// Sends the current contents of a record: all, or the identifier and the receipt (C3, C6).
  mutating func sendIdentifier(of index: RecordID) {
    let record = client.records[index]
    var call = BackendCall(.writing(record: index), product: record.product, account: session)
    call.transaction = record.transaction
    call.receipt = record.receipt ?? Receipt()
    send(call)
  }

  /// Asks to wipe the newest record of a failed product that has no transaction (C4).
  mutating func sendClearing(after failed: TransactionID) {
    guard !design.records.at.isEmpty else { return }
    var call = BackendCall(.clearing, product: product(of: failed), account: session)
    call.transaction = failed
    send(call)
  }

  /// Asks to wipe a transaction's records, and, if delivered, to add it to the ledger (C5, C7).
  mutating func sendWipe(of transaction: TransactionID, boundBy bound: RecordID?, isDelivered: Bool)
  {
    for index in client.records.indices {
      let isOwn = client.records[index].transaction == transaction
      expectWipe(of: index, transaction, bound: isOwn ? index : bound)
    }
    let hasRecord = bound != nil || design.records.at.contains(.purchased)
    guard hasRecord || (isDelivered && design.ledger) else { return }
    var call = BackendCall(
      isDelivered ? .settling(record: bound) : .wiping(record: bound),
      product: product(of: transaction), account: session)
    call.transaction = transaction
    send(call)
  }

  /// Requests the records of the session's account for a delivery task (C5).
  mutating func readRecords(for index: TaskID) {
    client.tasks[index].state = .reading
    let task = client.tasks[index]
    var call = BackendCall(.reading(task: index), of: task, product: product(of: task.transaction))
    call.account = session
    guard let request = askIfLinked(call) else { return failRead(.error, for: index) }
    client.tasks[index].request = request
  }

  /// Requests the waiting records of the session's account, if there can be any (C8).
  mutating func listRecords() {
    guard design.records.at.contains(.purchased) || design.ledger, !isLinkDown else { return }
    _ = ask(BackendCall(.listing, product: nil, account: session))
  }

  /// Binds a delivery task by the records in the answer, and continues (C5).
  mutating func receiveRecords(_ answer: BackendAnswer, of request: RequestID, for task: TaskID) {
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
      closeSpinner(of: product(of: transaction))
      return
    }
    let bound = bind(transaction, reply: request)
    guard let kept = keep(transaction, bound) else {
      client.tasks[task].state = .ended
      return
    }
    client.tasks[task].bound = bound
    client.tasks[task].record = kept.record
    client.tasks[task].receipt = kept.receipt
    if !putOff(task) { tryNow(task) }
  }

  /// Counts a failed read as a failed try of its task (C7, B2).
  private mutating func failRead(_ answer: BackendAnswer, for task: TaskID) {
    countTry(task)
    receive(answer, for: task)
  }

  /// Starts tasks for the waiting records in an answer (C8, B2).
  mutating func receiveList(_ answer: BackendAnswer, of request: RequestID) {
    if case .list = answer {
      learn(from: request)
      for index in client.records.indices
      where isListed(index, by: request) && client.records[index].isWaiting {
        restartUnlessTried(index)
      }
    } else if case .unauthorised = answer, design.recognisesExpiry {
      client.state.listsAfterLogin = true
      askForLogin()
    }
  }

  /// Takes over the records that a reply lists, and the account's ledger.
  private mutating func learn(from request: RequestID) {
    for index in client.records.indices
    where !client.records[index].exists && isListed(index, by: request) {
      let stored = stored(index)
      client.records[index].exists = true
      client.records[index].transaction = stored.transaction
      client.records[index].receipt = stored.receipt
    }
    if let ledger = storedLedger(by: request) { client.state.ledger.formUnion(ledger) }
  }

  /// Drops what the process has read of the backend's records (D1).
  mutating func forgetServer() {
    for index in client.records.indices { client.records[index].exists = false }
    client.state.ledger = ChargeSet()
    client.state.listsAfterLogin = false
  }
}
