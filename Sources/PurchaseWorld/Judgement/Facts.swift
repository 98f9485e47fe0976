internal import EventEngine

/// The judge's facts during a run: payments, tries, lost records, and drop points (<doc:Outcomes>).
extension JudgeHost where Self: ~Copyable {
  @inline(__always)
  func intent(of transaction: TransactionID) -> IntentID { judge.payments[transaction].intent }

  func confirms(_ transaction: TransactionID) -> Bool { judge.payments[transaction].pays }

  /// Notes that the store has shown the user a blocked payment (S5).
  mutating func wasBlocked(_ transaction: TransactionID) { flag(intent(of: transaction), .blocked) }

  /// Notes that the client's data about a payment is lost with its device (D2).
  mutating func losesWithDevice(_ transaction: TransactionID) {
    noteDrop(of: transaction, at: .recordWiped)
  }

  @inline(__always) mutating func startedFlow() { judge.flows.append(judge.state.tap) }

  /// Notes a payment for a flow of the current process.
  @inline(__always) mutating func judgePayment(from flow: FlowID) {
    let flow = judge.flows[flow]
    judge.payments.append(JudgedPayment(intent: flow.intent, pays: flow.pays, tapProcess: process))
  }

  /// Notes a payment in the place of another, which its user completed (S7).
  mutating func judgePayment(after first: TransactionID) {
    let first = judge.payments[first]
    judge.payments.append(
      JudgedPayment(intent: first.intent, pays: true, tapProcess: first.tapProcess))
  }

  @inline(__always) mutating func openCharge(of intent: IntentID) {
    judge.intents[intent].charges += 1
    judge.intents[intent].open += 1
    judge.state.open += 1
  }

  /// Begins a tap in the app. Taps do not overlap: only a first login resumes waiting taps, and in
  /// a design with such a login the account of a tap is logged in (C10).
  @inline(__always) mutating func beginTap(of intent: IntentID, pays: Bool) {
    judge.state.tap = JudgedFlow(intent: intent, pays: pays)
  }

  mutating func flag(_ intent: IntentID, _ flag: IntentFlags) {
    judge.intents[intent].flags.insert(flag)
  }

  mutating func hitOutage(_ call: BackendCall) {
    if let intent = intent(of: call) { flag(intent, .hitOutage) }
  }

  /// Notes a request that a full queue refused or delayed too long (B11, B12).
  mutating func hitOverload(_ call: BackendCall) {
    if let intent = intent(of: call) { flag(intent, .hitOverload) }
  }

  /// Notes a tap, or a flow, that the client has ended without a payment (C1, B1, C2).
  mutating func endedTap(_ flag: IntentFlags, of flow: FlowID?) {
    let intent = flow.map { judge.flows[$0].intent } ?? judge.state.tap.intent
    judge.intents[intent].flags.insert(flag)
  }

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

  /// Notes the reason why an undelivered charge is not tried; nil if it is.
  mutating func stands(_ transaction: TransactionID, _ standing: DropPoint?) {
    judge.payments[transaction].standing = standing
  }

  /// Notes the end of an asynchronous verification, which no client receives (B3).
  mutating func endedCheck(of transaction: TransactionID, _ failure: DropPoint?) {
    if let failure { judge.payments[transaction].failedCheck = failure }
    noteFinishedUndelivered(transaction)
  }

  /// Drops a transaction that the client has finished, if no pending or later work can deliver it.
  mutating func noteFinishedUndelivered(_ transaction: TransactionID) {
    guard judge.payments[transaction].right == nil, isSettled(transaction),
      !hasTask(for: transaction), !isWorkedOn(transaction)
    else { return }
    let point = judge.payments[transaction].failedCheck ?? .finishedEarly
    if point == .rejectedAndFinished || !canTryAgain(transaction) {
      noteDrop(of: transaction, at: point)
    }
  }

  /// Drops a settled payment that has lost a way to its goods, if nothing tries again.
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint) {
    guard isSettled(transaction), !canTryAgain(transaction) else { return }
    noteDrop(of: transaction, at: point)
  }

  /// Notes the rejection of a payment, which the client may have settled (C7).
  mutating func noteRejection(of transaction: TransactionID) {
    if isSettled(transaction) { noteDrop(of: transaction, at: .rejectedAndFinished) }
  }

  /// Notes that the client settles a paid payment without a delivery try (C1).
  /// - Parameter bound: the binding that it would have had.
  mutating func noteSettledUnasked(_ transaction: TransactionID, _ bound: BindingResult) {
    let loss = judge.intents[judge.payments[transaction].intent].recordLoss
    noteDrop(of: transaction, at: (bound.itemNeedsRecord ? loss : nil) ?? .finishedEarly)
  }

  /// Notes the earliest moment after which a charge could not be delivered correctly.
  mutating func noteDrop(of transaction: TransactionID, at point: DropPoint) {
    let payment = judge.payments[transaction]
    guard payment.right == nil, payment.drop == nil else { return }
    judge.payments[transaction].drop = point
    note(.dropped(transaction: transaction, point))
  }
}

/// Records that are written and lost.
extension JudgeHost where Self: ~Copyable {
  private func intent(of origin: RecordOrigin) -> IntentID {
    switch origin {
    case .flow(let flow): judge.flows[flow].intent
    case .transaction(let transaction): judge.payments[transaction].intent
    case .record(let record): judge.records[record]
    }
  }

  mutating func madeRecord(for origin: RecordOrigin) { judge.records.append(intent(of: origin)) }

  mutating func wroteRecord(_ record: RecordID, for origin: RecordOrigin) {
    let intent = judge.records[record]
    if canBind(record) { judge.intents[intent].recordLoss = nil }
    let transaction: TransactionID? = if case .transaction(let id) = origin { id } else { nil }
    note(.recordWritten(intent: intent, transaction: transaction))
  }

  mutating func storedRecord(_ record: RecordID) {
    if canBind(record) { judge.intents[judge.records[record]].recordLoss = nil }
    storedChange(of: record)
  }

  mutating func storedChange(of record: RecordID) {
    note(.recordStored(intent: judge.records[record]))
  }

  mutating func forgotRecord(_ record: RecordID) {
    note(.recordForgotten(intent: judge.records[record]))
  }

  /// Notes a change of records that is sent, or would be if the link were up.
  mutating func noteSentChange(_ call: BackendCall) {
    guard let intent = intent(of: call) else { return }
    let isWrite = if case .writing = call.asker { true } else { false }
    note(isWrite ? .recordSent(intent: intent) : .wipeSent(intent: intent))
  }

  /// Notes a change of records that will never reach the backend.
  mutating func noteLostChange(_ call: BackendCall) {
    if let intent = intent(of: call) { note(.recordChangeLost(intent: intent)) }
  }

  /// Handles a change of records that was lost on its way, and is not tried again.
  mutating func lostChange(_ call: BackendCall) {
    noteLostChange(call)
    guard case .writing = call.asker, let transaction = call.transaction, !hasTask(for: transaction)
    else { return }
    noteEnd(of: transaction, at: .triesUsedUp)
  }

  /// The intent of a request; nil if it has no single one.
  func intent(of call: BackendCall) -> IntentID? {
    switch call.asker {
    case .flow(let flow): judge.flows[flow].intent
    case .writing(let record): judge.records[record]
    case .order, .verification, .reading, .clearing, .settling, .wiping:
      call.transaction.map { judge.payments[$0].intent }
    case .listing, .named: nil
    }
  }

  /// Notes an overwritten record; it is lost with another intent, or with the payment that it held.
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool
  ) {
    if waits || judge.records[record] != intent(of: origin) {
      lostRecord(record, holding: transaction, .recordOverwritten)
    }
  }

  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint
  ) {
    let intent = judge.records[record]
    note(.recordLost(intent: intent, reason))
    if canBind(record), !hasRecord(intent) { judge.intents[intent].recordLoss = reason }
    if let transaction { noteEnd(of: transaction, at: reason) }
  }

  /// Handles a wiped record that may hold the identifier of a later payment: the only slot.
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID) {
    guard let held, held != transaction, !hasTask(for: held) else { return }
    noteEnd(of: held, at: .finishedEarly)
  }

  /// Handles a flow that ends before its record was written, like a lost record.
  mutating func lostFlow(_ flow: FlowID) {
    let intent = judge.flows[flow].intent
    if !hasRecord(intent) { judge.intents[intent].recordLoss = .recordDied }
  }

  /// Whether an intent has a stored record that can bind.
  func hasRecord(_ intent: IntentID) -> Bool {
    judge.records.indices.contains { judge.records[$0] == intent && isKept($0) && canBind($0) }
  }

  /// Notes that a transaction is bound wrongly, or not at all, because its record was destroyed; a
  /// right binding removes that cause.
  @inline(__always) mutating func judgeBinding(
    of transaction: TransactionID, _ bound: BindingResult
  ) {
    // In most cases neither exists, and nothing would change.
    guard
      judge.intents[intent(of: transaction)].recordLoss != nil
        || judge.payments[transaction].drop != nil
    else { return }
    judgeLostRecord(of: transaction, bound)
  }

  @inline(never)
  private mutating func judgeLostRecord(of transaction: TransactionID, _ bound: BindingResult) {
    let intent = judge.payments[transaction].intent
    let intentState = intentState(intent)
    let isWrongItem = bound.itemNeedsRecord && item(of: bound, transaction) != intentState.item
    let isWrongAccount =
      bound.isBound && bound.accountNeedsRecord && recipient(of: bound) != intentState.account
    if isWrongItem || isWrongAccount {
      if let loss = judge.intents[intent].recordLoss { noteDrop(of: transaction, at: loss) }
    } else if judge.payments[transaction].wrong == nil,
      judge.payments[transaction].drop?.isRecordLoss == true
    {
      judge.payments[transaction].drop = nil
    }
  }

  private func item(of bound: BindingResult, _ transaction: TransactionID) -> ItemID? {
    var order = bound.order.id
    if bound.order == .latest {
      order = newestOpenOrder(of: recipient(of: bound), product: product(of: transaction))
    }
    return order.map { goods(of: $0).item } ?? bound.item
  }

  /// The recipient of a binding (B7).
  private func recipient(of bound: BindingResult) -> AccountID {
    if let order = bound.order.id { return goods(of: order).account }
    return bound.account ?? session
  }
}

enum RecordOrigin {
  case flow(FlowID)
  case transaction(TransactionID)
  case record(RecordID)
}
