internal import EventEngine

/// What the judge is told while a life goes on: payments, tries, records that are lost, and the moments
/// after which a charge can no longer come right (section 8).
extension JudgeHost where Self: ~Copyable {
  /// Whose wish a payment is; the user and misfortune may know.
  @inline(__always)
  func intent(of transaction: TransactionID) -> IntentID { judge.payments[transaction].intent }

  /// Whether the user means to confirm a payment.
  func confirms(_ transaction: TransactionID) -> Bool { judge.payments[transaction].pays }

  /// The store has told the user that the payment is blocked (S5).
  mutating func wasBlocked(_ transaction: TransactionID) { flag(intent(of: transaction), .blocked) }

  /// What the client knew of a payment went with its device (D2).
  mutating func losesWithDevice(_ transaction: TransactionID) {
    noteDrop(of: transaction, at: .recordWiped)
  }

  /// The client has begun a flow.
  @inline(__always) mutating func startedFlow() { judge.flows.append(judge.state.tap) }

  /// A payment was entered for a flow of the process of the moment.
  @inline(__always) mutating func judgePayment(from flow: FlowID) {
    let flow = judge.flows[flow]
    judge.payments.append(JudgedPayment(intent: flow.intent, pays: flow.pays, tapProcess: process))
  }

  /// A payment was entered in the place of another, which its user completed (S7).
  mutating func judgePayment(after first: TransactionID) {
    let first = judge.payments[first]
    judge.payments.append(
      JudgedPayment(intent: first.intent, pays: true, tapProcess: first.tapProcess))
  }

  /// An intent was charged.
  @inline(__always) mutating func openCharge(of intent: IntentID) {
    judge.intents[intent].charges += 1
    judge.intents[intent].open += 1
    judge.state.open += 1
  }

  /// The app begins to handle a tap. No other begins within it: only a first login lets taps go on that
  /// waited, and whoever taps with such a design has logged in (C10).
  @inline(__always) mutating func beginTap(of intent: IntentID, pays: Bool) {
    judge.state.tap = JudgedFlow(intent: intent, pays: pays)
  }

  /// A wish of the user got a flag.
  mutating func flag(_ intent: IntentID, _ flag: IntentFlags) {
    judge.intents[intent].flags.insert(flag)
  }

  /// A request has failed because of what is out for all.
  mutating func metOutage(_ call: Call) {
    if let intent = intent(of: call) { flag(intent, .metOutage) }
  }

  /// A request was refused by a full queue, or its answer came too late because of the queue (B11, B12).
  mutating func metOverload(_ call: Call) {
    if let intent = intent(of: call) { flag(intent, .metOverload) }
  }

  /// The client has ended a tap, or a flow, without a payment (C1, B1, C2).
  mutating func endedTap(_ flag: IntentFlags, of flow: FlowID?) {
    let intent = flow.map { judge.flows[$0].intent } ?? judge.state.tap.intent
    judge.intents[intent].flags.insert(flag)
  }

  /// A try begins; returns which it is.
  @inline(__always) mutating func beginTry(of transaction: TransactionID, isManual: Bool) -> TryMark
  {
    judge.payments[transaction].tries += 1
    let number = judge.payments[transaction].tries
    if judge.payments[transaction].standing != .notForSale {
      judge.payments[transaction].standing = nil
    }
    return TryMark(
      number: number,
      isRetry: isManual || number > 1 || process != judge.payments[transaction].tapProcess)
  }

  /// What keeps an undelivered charge where it is; nil if it is tried.
  mutating func stands(_ transaction: TransactionID, _ standing: DropPoint?) {
    judge.payments[transaction].standing = standing
  }

  /// The backend has ended an asynchronous verification, of which no client hears (B3).
  mutating func endedCheck(of transaction: TransactionID, _ failure: DropPoint?) {
    if let failure { judge.payments[transaction].failedCheck = failure }
    noteFinishedUndelivered(transaction)
  }

  /// A transaction that the client has let go of, and for which nobody works any more or will with
  /// anything new to say, is dropped.
  mutating func noteFinishedUndelivered(_ transaction: TransactionID) {
    guard judge.payments[transaction].right == nil, isSettled(transaction),
      !hasTask(for: transaction), !isWorkedOn(transaction)
    else { return }
    let point = judge.payments[transaction].failedCheck ?? .finishedEarly
    if point == .rejectedAndFinished || !canTryAgain(transaction) {
      noteDrop(of: transaction, at: point)
    }
  }

  /// Something that could have brought a payment's goods is gone: if it is settled and nothing tries
  /// again, it is dropped.
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint) {
    guard isSettled(transaction), !canTryAgain(transaction) else { return }
    noteDrop(of: transaction, at: point)
  }

  /// The backend has rejected a payment, which the client may have settled (C7).
  mutating func noteRejection(of transaction: TransactionID) {
    if isSettled(transaction) { noteDrop(of: transaction, at: .rejectedAndFinished) }
  }

  /// The client settles a paid payment without having tried to deliver it (C1).
  /// - Parameter bound: what it would have been bound to.
  mutating func noteSettledUnasked(_ transaction: TransactionID, _ bound: Bound) {
    let loss = judge.intents[judge.payments[transaction].intent].recordLoss
    noteDrop(of: transaction, at: (bound.itemNeedsRecord ? loss : nil) ?? .finishedEarly)
  }

  /// Notes the earliest moment after which a charge could not come right.
  mutating func noteDrop(of transaction: TransactionID, at point: DropPoint) {
    guard judge.payments[transaction].right == nil, judge.payments[transaction].drop == nil else {
      return
    }
    judge.payments[transaction].drop = point
    note(.dropped(transaction: transaction, point))
  }
}

/// Records that are written and lost (section 8).
extension JudgeHost where Self: ~Copyable {
  /// What a record was written for.
  private func intent(of origin: RecordOrigin) -> IntentID {
    switch origin {
    case .flow(let flow): judge.flows[flow].intent
    case .transaction(let transaction): judge.payments[transaction].intent
    case .record(let record): judge.records[record]
    }
  }

  /// The client has a new record.
  mutating func madeRecord(for origin: RecordOrigin) { judge.records.append(intent(of: origin)) }

  /// A new record is in its place.
  mutating func wroteRecord(_ record: RecordID) {
    let intent = judge.records[record]
    if canBind(record) { judge.intents[intent].recordLoss = nil }
    note(.recordWritten(intent: intent))
  }

  /// The backend has stored a new record.
  mutating func storedRecord(_ record: RecordID) {
    if canBind(record) { judge.intents[judge.records[record]].recordLoss = nil }
    storedChange(of: record)
  }

  /// The backend has changed a record.
  mutating func storedChange(of record: RecordID) {
    note(.recordStored(intent: judge.records[record]))
  }

  /// The backend has wiped a record that is no longer needed.
  mutating func forgotRecord(_ record: RecordID) {
    note(.recordForgotten(intent: judge.records[record]))
  }

  /// A change of records is sent, or would be if the link were up.
  mutating func noteSentChange(_ call: Call) {
    guard let intent = intent(of: call) else { return }
    if case .writing = call.asker {
      note(.recordSent(intent: intent))
    } else {
      note(.wipeSent(intent: intent))
    }
  }

  /// A change of records will never reach the backend.
  mutating func noteLostChange(_ call: Call) {
    if let intent = intent(of: call) { note(.recordChangeLost(intent: intent)) }
  }

  /// A change of records was lost on its way; what had hoped for it has nothing that tries again.
  mutating func lostChange(_ call: Call) {
    noteLostChange(call)
    guard case .writing = call.asker, let transaction = call.transaction, !hasTask(for: transaction)
    else { return }
    noteEnd(of: transaction, at: .triesUsedUp)
  }

  /// Whose wish is asked about; nil if it is nobody's in particular.
  func intent(of call: Call) -> IntentID? {
    switch call.asker {
    case .flow(let flow): judge.flows[flow].intent
    case .writing(let record): judge.records[record]
    case .order, .verification, .reading, .clearing, .settling, .wiping:
      call.transaction.map { judge.payments[$0].intent }
    case .listing, .named: nil
    }
  }

  /// A record had to make room for one that is about to be written; it is lost if that is of another
  /// wish, or if it still held a payment that the new one does not.
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool
  ) {
    if waits || judge.records[record] != intent(of: origin) {
      lostRecord(record, holding: transaction, .recordOverwritten)
    }
  }

  /// A record was destroyed before its delivery.
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint
  ) {
    let intent = judge.records[record]
    note(.recordLost(intent: intent, reason))
    if canBind(record), !hasRecord(intent) { judge.intents[intent].recordLoss = reason }
    if let transaction { noteEnd(of: transaction, at: reason) }
  }

  /// What was wiped with a payment may by then hold the identifier of a later one: the one slot.
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID) {
    guard let held, held != transaction, !hasTask(for: held) else { return }
    noteEnd(of: held, at: .finishedEarly)
  }

  /// A flow from which a record would still have been written dies like a record.
  mutating func lostFlow(_ flow: FlowID) {
    let intent = judge.flows[flow].intent
    if !hasRecord(intent) { judge.intents[intent].recordLoss = .recordDied }
  }

  /// Whether an intent has a record in its place that can bind.
  func hasRecord(_ intent: IntentID) -> Bool {
    judge.records.indices.contains { judge.records[$0] == intent && isKept($0) && canBind($0) }
  }

  /// Notes that a transaction is bound wrongly, or not at all, because the record that would have bound
  /// it was destroyed; a right binding replaces that cause of an earlier one.
  @inline(__always) mutating func judgeBinding(of transaction: TransactionID, _ bound: Bound) {
    // Mostly neither is there, and nothing would change.
    if judge.intents[judge.payments[transaction].intent].recordLoss != nil
      || judge.payments[transaction].drop != nil
    {
      judgeLostRecord(of: transaction, bound)
    }
  }

  @inline(never)
  private mutating func judgeLostRecord(of transaction: TransactionID, _ bound: Bound) {
    let intent = judge.payments[transaction].intent
    let wish = wish(intent)
    let isWrongItem = bound.itemNeedsRecord && item(of: bound, transaction) != wish.item
    let isWrongAccount =
      bound.isBound && bound.accountNeedsRecord && recipient(of: bound) != wish.account
    if isWrongItem || isWrongAccount {
      if let loss = judge.intents[intent].recordLoss { noteDrop(of: transaction, at: loss) }
    } else if judge.payments[transaction].wrong == nil,
      judge.payments[transaction].drop?.isOfRecord == true
    {
      judge.payments[transaction].drop = nil
    }
  }

  /// The item that the backend would hand out for a binding, if it knows one.
  private func item(of bound: Bound, _ transaction: TransactionID) -> ItemID? {
    var order = bound.order.id
    if bound.order == .latest {
      order = newestOpenOrder(of: recipient(of: bound), product: product(of: transaction))
    }
    return order.map { goods(of: $0).item } ?? bound.item
  }

  /// Whom the goods of a binding are for (B7).
  private func recipient(of bound: Bound) -> AccountID {
    if let order = bound.order.id { return goods(of: order).account }
    return bound.account ?? session
  }
}

/// What a record is written for.
enum RecordOrigin {
  case flow(FlowID)
  case transaction(TransactionID)
  /// Whatever another record was written for.
  case record(RecordID)
}
