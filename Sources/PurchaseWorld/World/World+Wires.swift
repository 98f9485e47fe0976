internal import EventEngine

// Most calls from one part are rules of another part. This file has the calls that join two facts,
// such as a payment and the intent that only the judge knows, and those that concern several parts.

extension World: UserHost, DeviceHost, ClientHost, StoreHost, LinkHost, BackendHost,
  FaultInjectorHost, JudgeHost
{
  // An intent passes to the app and returns as a payment.

  @inline(__always) mutating func receiveTap(
    of intent: IntentID, _ intentState: IntentState, pays: Bool
  ) {
    beginTap(of: intent, pays: pays)
    handleTap(for: intentState.item, of: intentState.product)
  }

  mutating func showSpinner() { handleSpinner(of: judge.state.tap.intent, sheetIsUp: sheet != nil) }

  @inline(__always) mutating func entered(_ transaction: TransactionID, from flow: FlowID) {
    judgePayment(from: flow)
    passPayment(transaction)
  }

  mutating func entered(_ transaction: TransactionID, after first: TransactionID) {
    judgePayment(after: first)
    passPayment(transaction)
  }

  @inline(__always) mutating func lookAtSheet(of transaction: TransactionID) -> Delay {
    lookAtSheet(of: intent(of: transaction))
  }

  @inline(__always)
  mutating func hasCancelled(_ transaction: TransactionID) { reconsider(intent(of: transaction)) }

  @inline(__always)
  mutating func hasPaid(_ transaction: TransactionID) { lookFor(intent(of: transaction)) }

  @inline(__always) mutating func processingTime(of transaction: TransactionID) -> Delay {
    processingTime(of: intent(of: transaction))
  }

  mutating func completionTime(of transaction: TransactionID) -> Delay {
    completionTime(of: intent(of: transaction))
  }

  @inline(__always) mutating func wasCharged(_ transaction: TransactionID) {
    let intent = intent(of: transaction)
    openCharge(of: intent)
    expectGoods(of: intent)
    if session.isDevice, charges.count == 1 { planGuestLogin() }
  }

  /// Cancels the calls of an intent, and closes their spinner (fault `taskCancelled`).
  mutating func cancelTask(of intent: IntentID) {
    for transaction in payments where self.intent(of: transaction) == intent {
      leaveCall(of: transaction)
      if design.isOwn { handle(.callLost(transaction)) }
    }
    closeSpinner(of: user.intents[intent].product)
  }

  mutating func showRecoveryPage(_ transaction: TransactionID) {
    if design.isOwn, let charge = number(of: transaction) { client.state.collected.enter(charge) }
    seeRecoveryPage(for: intent(of: transaction))
  }

  /// Retries the entries of the recovery page that belong to an intent.
  mutating func retryByHand(_ intent: IntentID) {
    if design.isOwn { return handOverRetry(of: intent) }
    for record in client.records.indices where client.records[record].isWaiting {
      guard let transaction = client.records[record].transaction,
        self.intent(of: transaction) == intent
      else { continue }
      restartDelivery(of: record, isManual: true)
    }
    guard session == user.intents[intent].account else { return }
    for number in charges where self.intent(of: charge(number)) == intent {
      deliverCollected(number, item: user.intents[intent].item)
    }
  }

  @inline(__always) mutating func nextDraw(for call: BackendCall) -> RequestDraw {
    link.nextDraw(for: call.asker, of: intent(of: call))
  }

  // Moments that concern several parts.

  mutating func endProcess() {
    detach()
    loseApp()
    loseMemory()
  }

  mutating func moveFromDevice(_ identifier: AccountID) {
    backend.rename(identifier, session)
    client.rename(identifier, session)
    store.rename(identifier, session)
    link.rename(identifier, session)
  }

  // What the client receives.
  func delay(at place: Int) -> Delay { delays[place] }
  mutating func wake(_ task: TaskID, after delay: Delay) {
    calendar.schedule(.retry(task), after: delay)
  }
  mutating func jitter(after mark: TryMark, of transaction: TransactionID) -> Double {
    // No run has as many events as there are numbers of tries.
    conditions.jitterLevel
      ?? randomDraws.level(.jitter, transaction.index << 20 | TryMark.number(mark))
  }
  @inline(__always) mutating func log(
    _ event: ClientLogEvent, of subject: @autoclosure () -> LogSubject
  ) {
    if keepsLog { log.add(event, at: now) }
    if _slowPath(journal != nil) { write(event, of: subject()) }
  }
  @inline(__always) mutating func log(
    _ event: BackendEvent, of transaction: TransactionID, _ answer: BackendAnswer?
  ) { if _slowPath(journal != nil) { write(event, of: transaction, answer) } }
  mutating func logFailure(rung: Int) { if keepsLog { log.addFailure(tryIndex: rung) } }

  // Records, on the device or on the backend.
  func isKept(_ record: RecordID) -> Bool {
    design.records.place == .server
      ? backend.storedRecords[record].exists : client.records[record].exists
  }
  func canBind(_ record: RecordID) -> Bool {
    client.records[record].item != nil || client.records[record].order.id != nil
  }
  func item(of record: RecordID) -> ItemID? {
    client.records[record].order.id.map { goods(of: $0).item } ?? client.records[record].item
  }
}
