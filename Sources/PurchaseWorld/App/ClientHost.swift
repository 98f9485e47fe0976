internal import EventEngine

/// The host of the client: its state, and the queries and calls of a real client.
///
/// A client receives identifiers, products, payloads and answers. It never receives the intent of a
/// payment, the user's plans, what was delivered, or how often a payment was tried before.
protocol ClientHost: PartHost, ~Copyable {
  var client: Client { get set }
  /// Notifies a team's own client of an event, if the design has one.
  mutating func handle(_ moment: ClientEvent)
  /// A wait between tries, by its index among those of all designs.
  func delay(at place: Int) -> Delay
  /// The random part of the wait after a try, from 0 (shortest) to 1 (longest) (C7).
  mutating func jitter(after mark: TryMark, of transaction: TransactionID) -> Double
  /// Counts an event in the client's own log, which the client never reads. [000]
  mutating func log(_ event: ClientLogEvent, of subject: @autoclosure () -> LogSubject)
  /// Counts a failed try, by its rung on the ladder of retries, from 0.
  mutating func logFailure(rung: Int)

  // The device.
  /// The current process: memory exists as long as the process (D1).
  var process: ProcessID { get }
  /// Whether the client can act: nothing runs in the background (D5).
  var isInFront: Bool { get }
  /// The account that is logged in; the device's own account if none is (C10).
  var session: AccountID { get }
  /// Schedules the next try of a delivery.
  mutating func wake(_ task: TaskID, after delay: Delay)

  // The store.
  /// Asks the store for a payment; the store reports the result by callbacks.
  mutating func pay(_ payment: Payment)
  /// Settles a paid payment; returns whether the store had it.
  mutating func settle(paid transaction: TransactionID) -> Bool
  /// Whether settling a paid payment would succeed now (G11).
  func canSettle(_ transaction: TransactionID) -> Bool
  /// Acknowledges a paid payment, so that the store does not refund it (G10).
  mutating func acknowledge(_ transaction: TransactionID)
  /// Settles a failed payment, so that it leaves the queue (C4).
  mutating func settle(failed transaction: TransactionID)
  mutating func listen()
  mutating func listenAgain()
  func proof() -> Receipt
  /// Every payment of the Apple ID, the oldest first, settled or not.
  var payments: IDs<EntityKind.Transaction> { get }
  /// The state of a payment in the store; nil if the store no longer has it.
  func pendingState(_ transaction: TransactionID) -> PendingState?
  /// Whether any payment of a product is unsettled, in whatever state (C1 `refuse`).
  func isUnsettled(_ product: ProductID) -> Bool
  func product(of transaction: TransactionID) -> ProductID
  /// The payload that the store returned; nil if the device cannot read it.
  func payload(of transaction: TransactionID) -> Payload?
  /// The flow for which a payment was made; nil if the store made it by itself.
  func flow(of transaction: TransactionID) -> FlowID?
  /// The transaction identifier, which exists from the charge on.
  func number(of transaction: TransactionID) -> ChargeID?
  /// The time of the charge: the end of the window in which a record binds (C5).
  func chargedAt(_ transaction: TransactionID) -> Instant
  /// The transaction identifiers of all charges so far (S1).
  var charges: IDs<EntityKind.Charge> { get }
  func charge(_ number: ChargeID) -> TransactionID
  func onlyItem(of product: ProductID) -> ItemID?

  // The link and the backend.
  /// Whether a request would fail at once (D3).
  var isLinkDown: Bool { get }
  /// Sends a request that the client waits for; returns its identity.
  mutating func ask(_ call: BackendCall) -> RequestID
  /// Sends a change of records, and waits for no answer.
  mutating func send(_ call: BackendCall)
  /// Reserves room on the backend for a record that is on its way.
  mutating func expectRecord()
  /// Notes that this process has asked to wipe the backend's data on a payment, or a record.
  mutating func expectWipe(of record: RecordID, _ transaction: TransactionID, bound: RecordID?)
  /// Whether a reply lists a record that this process has not asked to wipe.
  func isListed(_ record: RecordID, by request: RequestID) -> Bool
  func stored(_ record: RecordID) -> StoredRecord
  /// The backend's ledger of the account for which a request asked.
  func storedLedger(by request: RequestID) -> ChargeSet?
  /// Whether a waiting record of a payment is on the backend, or on its way there.
  func isOnServer(_ transaction: TransactionID) -> Bool

  // The user.
  /// Shows the spinner of the current tap (P2).
  mutating func showSpinner()
  /// Asks the user to log in (B2).
  mutating func promptLogin()
  /// Adds a payment to the recovery page (C9).
  mutating func showRecoveryPage(_ transaction: TransactionID)
  /// Continues what waited for the first login (C10).
  mutating func resumeAfterFirstLogin()

  // Facts for the judge; the client gets back only a mark that it cannot read.
  /// A tap leads to a purchase.
  mutating func startedFlow()
  mutating func endedTap(_ flag: IntentFlags, of flow: FlowID?)
  /// A try begins; the mark is sent with its request.
  mutating func beginTry(of transaction: TransactionID, isManual: Bool) -> TryMark
  /// The reason why the delivery of a payment does not continue.
  mutating func stands(_ transaction: TransactionID, _ standing: DropPoint?)
  /// The binding of a payment, which may be wrong because a record is lost.
  mutating func judgeBinding(of transaction: TransactionID, _ bound: BindingResult)
  /// A paid payment is about to be settled without a try (C1 `finishPending`).
  mutating func noteSettledUnasked(_ transaction: TransactionID, _ bound: BindingResult)
  /// The client has nothing more to do for a payment, as far as it can see.
  mutating func noteFinishedUndelivered(_ transaction: TransactionID)
  /// The backend has rejected a payment (C7).
  mutating func noteRejection(of transaction: TransactionID)
  /// A way to deliver a payment's goods is lost; there may be others.
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint)
  /// From here on a payment cannot be delivered correctly.
  mutating func noteDrop(of transaction: TransactionID, at point: DropPoint)
  /// A record has an identity; it may still be on its way to the backend.
  mutating func madeRecord(for origin: RecordOrigin)
  mutating func wroteRecord(_ record: RecordID, for origin: RecordOrigin)
  /// A new record overwrites the only slot (C5).
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool)
  /// A record is destroyed before its delivery (C4, D1, D2).
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint)
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID)
  /// A flow ends from which a record would still have been written (C3).
  mutating func lostFlow(_ flow: FlowID)
}

extension ClientHost where Self: ~Copyable {
  // What the user sees of the app, and the judge of the client.
  @inline(__always) var isSpinnerOpen: Bool { client.state.spinner != nil }
  var asksForLogin: Bool { client.state.asksForLogin }
  mutating func endLoginPrompt() { client.state.asksForLogin = false }
  func isOrdering(_ flow: FlowID) -> Bool { client.flows[flow].state == .ordering }
  mutating func beginProcess() {
    client.state.hasTapped = false
    client.state.spentTokens = 0
  }

  /// Whether a transaction has a task (C7).
  func hasTask(for transaction: TransactionID) -> Bool {
    client.openTasks.contains {
      client.tasks[$0].transaction == transaction && client.tasks[$0].isActive
    }
  }

  var isGuest: Bool { session.isDevice }

  /// Settles a paid payment and logs it.
  mutating func finish(_ transaction: TransactionID) {
    if settle(paid: transaction) { log(.transactionFinish, of: .transaction(transaction)) }
  }

  /// Closes the spinner of a flow or delivery that has ended (P2).
  mutating func closeSpinner(of product: ProductID) {
    guard client.state.spinner == product else { return }
    client.state.spinner = nil
    note(.spinnerClosed)
  }

  /// Opens the spinner of a blocking interface after a tap (P2).
  @inline(__always) mutating func openSpinner(of product: ProductID) {
    guard design.ui == .blocking else { return }
    client.state.spinner = product
    showSpinner()
  }

  /// Asks the user to log in again (B2).
  mutating func askForLogin() {
    guard !client.state.asksForLogin else { return }
    client.state.asksForLogin = true
    note(.loginAsked)
    promptLogin()
  }
}
