internal import EventEngine

/// What hosts the client: its state, and what a real client could ask and say.
///
/// A client is told identifiers, products, payloads and answers. It never learns whose wish a payment
/// is, what the user means to do, what was delivered, or how often a payment was tried before.
protocol ClientHost: PartHost, ~Copyable {
  var client: Client { get set }
  /// A team's own client learns something, where the design has one.
  mutating func meet(_ moment: ClientMoment)
  /// A wait between tries, by its place among those of all designs.
  func delay(at place: Int) -> Delay
  /// Where between its shortest and its longest the wait after a try ends, from 0 to 1 (C7).
  mutating func jitter(after mark: TryMark, of transaction: TransactionID) -> Double
  /// Counts a moment in the client's own log, of which nothing is read back. [000]
  mutating func log(_ event: LogEvent, of subject: @autoclosure () -> LogSubject)
  /// A try has failed, on a rung of the ladder of retries from 0.
  mutating func logFailure(rung: Int)

  // The device.
  /// The process of the moment: memory lives as long as it (D1).
  var process: ProcessID { get }
  /// Whether it can act: nothing runs in the background (D5).
  var isInFront: Bool { get }
  /// Who is logged in; the device's own account while nobody is (C10).
  var session: AccountID { get }
  /// A delivery tries again after a while.
  mutating func wake(_ task: TaskID, after delay: Delay)

  // The store.
  /// Asks the store for money; what comes of it is told as news.
  mutating func pay(_ payment: Payment)
  /// Settles a paid payment; returns whether it was there.
  mutating func settle(paid transaction: TransactionID) -> Bool
  /// Whether a paid payment would be settled if the client tried now (G11).
  func canSettle(_ transaction: TransactionID) -> Bool
  /// Acknowledges a paid payment, so that the store does not take it back (G10).
  mutating func acknowledge(_ transaction: TransactionID)
  /// Settles a failed payment, so that it leaves the queue (C4).
  mutating func settle(failed transaction: TransactionID)
  /// Listens to the store from now on.
  mutating func listen()
  /// Listens anew, because the account is another one.
  mutating func listenAgain()
  /// What proves the payments of the moment.
  func proof() -> Receipt
  /// Every payment of the Apple ID, the oldest first, settled or not.
  var payments: IDs<Kind.Transaction> { get }
  /// How a payment stands in the store; nil if nothing is left of it there.
  func unsettled(_ transaction: TransactionID) -> Unsettled?
  /// Whether any payment of a product is unsettled, in whatever state (C1 `refuse`).
  func isUnsettled(_ product: ProductID) -> Bool
  func product(of transaction: TransactionID) -> ProductID
  /// The payload that came back; nil if the device cannot see it.
  func payload(of transaction: TransactionID) -> Payload?
  /// The flow for which a payment was made; nil if the store made it by itself.
  func flow(of transaction: TransactionID) -> FlowID?
  /// The transaction identifier, from the charge on.
  func number(of transaction: TransactionID) -> ChargeID?
  /// When the money was taken: the end of the time in which a record binds (C5).
  func chargedAt(_ transaction: TransactionID) -> Instant
  /// The transaction identifiers of all charges so far (S1).
  var charges: IDs<Kind.Charge> { get }
  func charge(_ number: ChargeID) -> TransactionID
  /// The item of a product that has only one.
  func onlyItem(of product: ProductID) -> ItemID?

  // The link and the backend.
  /// Whether a request would fail at once (D3).
  var isLinkDown: Bool { get }
  /// Sends a question and waits for its answer; says which it is.
  mutating func ask(_ call: Call) -> RequestID
  /// Sends a change of records, for which nobody waits.
  mutating func send(_ call: Call)
  /// The backend has room for a record that is on its way.
  mutating func expectRecord()
  /// This process has asked to wipe what the backend keeps for a payment, or a record.
  mutating func expectWipe(of record: RecordID, _ transaction: TransactionID, bound: RecordID?)
  /// Whether a reply lists a record that this process has not asked to wipe.
  func isListed(_ record: RecordID, by request: RequestID) -> Bool
  /// What the backend's copy of a record holds.
  func stored(_ record: RecordID) -> StoredRecord
  /// The ledger of the account for which a request asked, as the backend keeps it.
  func storedLedger(by request: RequestID) -> ChargeSet?
  /// Whether a waiting record of a payment is on the backend, or on its way there.
  func isOnServer(_ transaction: TransactionID) -> Bool

  // The user.
  /// The spinner is up for the tap of the moment (P2).
  mutating func showSpinner()
  /// The user is asked to log in (B2).
  mutating func promptLogin()
  /// The recovery page lists a payment from now on (C9).
  mutating func showRecoveryPage(_ transaction: TransactionID)
  /// After the first login: the user goes on with what waited for it (C10).
  mutating func goOnAfterFirstLogin()

  // Facts for the judge, of which nothing comes back but a mark that the client cannot read.
  /// A tap leads to a purchase.
  mutating func startedFlow()
  /// A tap, or the flow that came of it, ends without a payment.
  mutating func endedTap(_ flag: IntentFlags, of flow: FlowID?)
  /// A try begins; the mark goes with its request.
  mutating func beginTry(of transaction: TransactionID, isManual: Bool) -> TryMark
  /// What now keeps the delivery of a payment from going on.
  mutating func stands(_ transaction: TransactionID, _ standing: DropPoint?)
  /// What a payment was bound to, which may be wrong because a record is gone.
  mutating func judgeBinding(of transaction: TransactionID, _ bound: Bound)
  /// A paid payment is about to be settled without a try (C1 `finishPending`).
  mutating func noteSettledUnasked(_ transaction: TransactionID, _ bound: Bound)
  /// The client has nothing more to do for a payment, as far as it knows.
  mutating func noteFinishedUndelivered(_ transaction: TransactionID)
  /// The backend has rejected a payment (C7).
  mutating func noteRejection(of transaction: TransactionID)
  /// What could have brought a payment's goods is gone; something else may still bring them.
  mutating func noteEnd(of transaction: TransactionID, at point: DropPoint)
  /// From here on a payment cannot come right.
  mutating func noteDrop(of transaction: TransactionID, at point: DropPoint)
  /// A record has got an identity; it may still be on its way to the backend.
  mutating func madeRecord(for origin: RecordOrigin)
  /// A record is in its place.
  mutating func wroteRecord(_ record: RecordID)
  /// A new record takes the one slot of an old one (C5).
  mutating func overwroteRecord(
    _ record: RecordID, for origin: RecordOrigin, losing transaction: TransactionID?, waits: Bool)
  /// A record is destroyed before its delivery (C4, D1, D2).
  mutating func lostRecord(
    _ record: RecordID, holding transaction: TransactionID?, _ reason: DropPoint)
  mutating func noteWipedIdentifier(_ held: TransactionID?, with transaction: TransactionID)
  /// A flow dies from which a record would still have been written (C3).
  mutating func lostFlow(_ flow: FlowID)
}

extension ClientHost where Self: ~Copyable {
  // What the user sees of the app, and the judge of the client.
  @inline(__always) var isSpinnerOpen: Bool { client.state.spinner != nil }
  var asksForLogin: Bool { client.state.asksForLogin }
  mutating func endLoginPrompt() { client.state.asksForLogin = false }
  func isOrdering(_ flow: FlowID) -> Bool { client.flows[flow].state == .ordering }
  /// A new process begins (D1).
  mutating func beginProcess() {
    client.state.hasTapped = false
    client.state.spentTokens = 0
  }

  /// Whether a transaction has a task already (C7).
  func hasTask(for transaction: TransactionID) -> Bool {
    client.openTasks.contains {
      client.tasks[$0].transaction == transaction && client.tasks[$0].isActive
    }
  }

  /// Whether nobody is logged in (C10).
  var isGuest: Bool { session.isDevice }

  /// Settles a paid payment, and logs it.
  mutating func finish(_ transaction: TransactionID) {
    if settle(paid: transaction) { log(.transactionFinish, of: .transaction(transaction)) }
  }

  /// The flow or delivery of a product has ended, and its spinner closes (P2).
  mutating func closeSpinner(of product: ProductID) {
    guard client.state.spinner == product else { return }
    client.state.spinner = nil
    note(.spinnerClosed)
  }

  /// A tap opens the spinner of a blocking interface (P2).
  @inline(__always) mutating func openSpinner(of product: ProductID) {
    guard design.ui == .blocking else { return }
    client.state.spinner = product
    showSpinner()
  }

  /// The client asks the user to log in again (B2).
  mutating func askForLogin() {
    guard !client.state.asksForLogin else { return }
    client.state.asksForLogin = true
    note(.loginAsked)
    promptLogin()
  }
}
