internal import EventEngine

/// The client's work to deliver one transaction: requests until the goods are delivered (C7).
struct DeliveryTask {
  enum State {
    /// A `verify` or order request is pending.
    case inFlight
    /// A request for the records that bind the transaction is pending (C5).
    case reading
    case waitsForRetry
    /// The user is asked to log in (B2).
    case waitsForLogin
    /// The bound account is not the one logged in (C5).
    case waitsForAccount
    /// No account is logged in (C10).
    case waitsForGuest
    case ended
  }

  let transaction: TransactionID
  /// The contents of its requests; an order that it requests is added (C7).
  var bound: BindingResult
  var record: RecordID?
  /// The receipt that was read before an early finish (C6).
  var receipt: Receipt?
  /// Whether the user started it by hand from the recovery page (C9).
  var isManual = false
  var state = State.inFlight
  /// The number of delays of `retry` used so far (C7).
  var retries = 0
  var mark = TryMark()
  /// The request whose answer it waits for.
  var request: RequestID?

  /// Whether it can still have an effect in this process.
  var isActive: Bool { state != .ended }
  var isAsking: Bool { state == .inFlight || state == .reading }
}

/// Delivery tasks (C5–C9).
extension ClientHost where Self: ~Copyable {
  /// Whether the client's ledger lists a transaction as delivered (C5).
  @inline(__always) func isInLedger(_ transaction: TransactionID) -> Bool {
    guard design.ledger, let charge = number(of: transaction) else { return false }
    return client.state.ledger.lists(charge)
  }

  /// Starts a delivery, from the first delay.
  mutating func startTask(
    for transaction: TransactionID, _ bound: BindingResult, record: RecordID? = nil,
    receipt: Receipt? = nil, isManual: Bool = false
  ) {
    while client.state.endedTasks < client.tasks.next,
      !client.tasks[client.state.endedTasks].isActive
    { client.state.endedTasks = client.state.endedTasks.advanced(by: 1) }
    let started = DeliveryTask(
      transaction: transaction, bound: bound, record: record, receipt: receipt, isManual: isManual)
    let task = client.tasks.append(started)
    // A guest can read records for a binding; the next step may have to wait.
    if bound.needsRead || !putOff(task) { tryNow(task) }
  }

  /// Whether a delivery has to wait for a login; the spinner then closes (C5, C10).
  @inline(__always) mutating func putOff(_ task: TaskID) -> Bool {
    let transaction = client.tasks[task].transaction
    let account = client.tasks[task].bound.account
    if isGuest {
      note(.waitsForGuest(transaction: transaction))
      client.tasks[task].state = .waitsForGuest
    } else if design.binding.otherAccount == .wait, let account, account != session {
      note(.waitsForAccount(transaction: transaction))
      client.tasks[task].state = .waitsForAccount
    } else {
      return false
    }
    stands(transaction, .waitingForAccount)
    uncollect(transaction)
    closeSpinner(of: product(of: transaction))
    return true
  }

  /// Restarts the delivery of a waiting record, from the first delay (C1, C8, C9).
  mutating func restartDelivery(of index: RecordID, isManual: Bool = false) {
    let record = client.records[index]
    guard let transaction = record.transaction, record.exists else {
      preconditionFailure("only a waiting record is delivered again")
    }
    for task in client.openTasks where client.tasks[task].transaction == transaction {
      if client.tasks[task].isAsking { return }
      client.tasks[task].state = .ended
    }
    let bound = BindingResult(
      item: record.item, order: record.order, account: record.account, record: index,
      accountRecord: index)
    startTask(for: transaction, bound, record: index, receipt: record.receipt, isManual: isManual)
  }

  /// Retries waiting tasks at a trigger, but not those in flight, and starts a task per waiting
  /// record (C8).
  @inline(__always) mutating func resume(on trigger: RetryRules.Triggers) {
    if design.isOwn {
      if trigger == .foreground { handle(.cameToFront) }
      if trigger == .network { handle(.linkCameUp) }
      return
    }
    guard design.retry.resumeOn.contains(trigger) else { return }
    for task in client.openTasks where client.tasks[task].state == .waitsForRetry { restart(task) }
    if !client.records.isEmpty || design.records.place == .server { resumeRecords() }
  }

  /// Starts tasks for waiting records, at once or when the backend has listed them (C8).
  mutating func resumeRecords() {
    if design.records.place == .server { return listRecords() }
    for index in client.records.indices where client.records[index].isWaiting {
      restartUnlessTried(index)
    }
  }

  /// Delivers a waiting record again, unless a task of its transaction is active.
  mutating func restartUnlessTried(_ index: RecordID) {
    guard let transaction = client.records[index].transaction, !hasTask(for: transaction)
    else { return }
    restartDelivery(of: index)
  }

  /// Retries a waiting task now, from the first delay; its old timer finds it ended.
  mutating func restart(_ index: TaskID) {
    let old = client.tasks[index]
    client.tasks[index].state = .ended
    startTask(
      for: old.transaction, old.bound, record: old.record, receipt: old.receipt,
      isManual: old.isManual)
  }

  /// Listens to the store in a process that is ready, if the design waits for nothing more (S3).
  @inline(__always) mutating func resumeAtLaunch() {
    if design.isOwn { return handle(.launched) }
    switch design.observer {
    case .launch: listen()
    case .login: if !isGuest { listen() }
    case .purchase: break
    }
  }

  /// Handles the login of another account, or of the first.
  mutating func learnOfLogin(isFirst: Bool) {
    if design.isOwn {
      handle(.accountChanged)
      if isInFront, isFirst { resumeAfterFirstLogin() }
      return
    }
    if design.observer == .login { listenAgain() }
    // A fault at one of those callbacks may have ended the process.
    guard isInFront else { return }
    resumeOnLogin()
    guard isFirst else { return }
    for task in client.openTasks where client.tasks[task].state == .waitsForGuest { restart(task) }
    // On a server, they were requested before if this login is a trigger (C5).
    let isListed = design.records.place == .server && design.binding.otherAccount == .wait
    if !isListed { resumeRecords() }
    resumeAfterFirstLogin()
  }

  /// Retries everything that waited for a valid token, after the user has logged in again (B2).
  mutating func resumeAfterLogin() {
    if design.isOwn { return handle(.accountChanged) }
    // A task retries without using up a delay.
    for task in client.openTasks where client.tasks[task].state == .waitsForLogin { tryNow(task) }
    for flow in client.flows.indices where client.flows[flow].waitsForLogin {
      client.flows[flow].waitsForLogin = false
      if client.flows[flow].state == .ordering { requestOrder(forFlow: flow) }
    }
    if client.state.listsAfterLogin {
      client.state.listsAfterLogin = false
      listRecords()
    }
  }

  /// Retries what waited for a change of the account (C5).
  private mutating func resumeOnLogin() {
    guard design.binding.otherAccount == .wait else { return }
    for task in client.openTasks
    where client.tasks[task].state == .waitsForAccount
      && client.tasks[task].bound.account == session
    { restart(task) }
    if design.records.place == .server { return listRecords() }
    for index in client.records.indices
    where client.records[index].isWaiting && client.records[index].account == session {
      restartUnlessTried(index)
    }
  }

  /// Tries once: requests an order if one is needed and missing, then sends `verify` (C7).
  mutating func tryNow(_ task: TaskID) {
    if client.tasks[task].bound.needsRead { return readRecords(for: task) }
    countTry(task)
    ask(task)
  }

  /// Counts a try that begins, or that failed before its `verify` (C5, C7).
  @inline(__always) mutating func countTry(_ task: TaskID) {
    let transaction = client.tasks[task].transaction
    client.tasks[task].mark = beginTry(of: transaction, isManual: client.tasks[task].isManual)
    uncollect(transaction)
    logTry(.start, of: task)
  }

  /// Removes a payment from the list for manual recovery (C5).
  private mutating func uncollect(_ transaction: TransactionID) {
    guard !client.state.collected.isEmpty, let charge = number(of: transaction) else { return }
    client.state.collected.remove(charge)
  }

  /// Tries by hand a payment on the recovery page; the user names its item (C5).
  mutating func deliverCollected(_ charge: ChargeID, item: ItemID) {
    let transaction = self.charge(charge)
    guard client.state.collected.lists(charge), !hasTask(for: transaction),
      case .paid = pendingState(transaction)
    else { return }
    startTask(for: transaction, BindingResult(item: item, account: session), isManual: true)
  }

  /// Logs the result of a try, as a first try or a retry.
  private mutating func logTry(_ moment: TryMoment, of task: TaskID, _ answer: BackendAnswer? = nil)
  {
    log(moment.event(client.tasks[task].mark), of: .task(task, answer.flatMap { LogCode($0) }))
  }

  private mutating func ask(_ task: TaskID) {
    client.tasks[task].state = .inFlight
    let bound = client.tasks[task].bound
    let needsOrder =
      design.timing == .purchaseFirst && design.orderRequest == .separate && bound.order == .none
      && bound.item != nil
    if needsOrder { requestOrder(forTask: task) } else { requestVerification(by: task) }
  }

  /// Starts a retry, unless its task was restarted or ended meanwhile.
  mutating func retry(_ task: TaskID) {
    if design.isOwn { return handle(.woke(task.number)) }
    guard client.tasks[task].state == .waitsForRetry else { return }
    tryNow(task)
  }

  /// Handles an answer of the backend or the link, or a timeout (C7).
  mutating func receive(
    _ answer: BackendAnswer, for task: TaskID, alsoDelivered entries: ChargeSet = ChargeSet()
  ) {
    guard client.tasks[task].isAsking else { return }
    client.tasks[task].request = nil
    switch answer {
    case .order(let order):
      client.tasks[task].bound.order = .one(order)
      ask(task)
    case .delivered, .duplicate, .accepted:
      earnToken()
      logTry(.success, of: task, answer)
      guard case .accepted = answer else { return succeed(task, alsoDelivered: entries) }
      switch design.finish {
      case .afterSubmission: succeed(task, alsoDelivered: ChargeSet())
      case .onCallback: endTry(task)
      case .afterVerification:
        preconditionFailure("a client that waits for the verification requests it synchronously")
      }
    case .rejected: handleRejection(task, answer, standing: nil)
    case .notForSale: handleRejection(task, answer, standing: .notForSale)
    case .unauthorised where design.recognisesExpiry:
      client.tasks[task].state = .waitsForLogin
      askForLogin()
    case .unauthorised, .error, .timeout, .refused: waitForRetry(task, answer)
    case .list, .called:
      preconditionFailure("a list of records is handled elsewhere, and designs have no named calls")
    }
  }

  /// Waits for the next try after a failed one, if there is one (C7).
  private mutating func waitForRetry(_ task: TaskID, _ answer: BackendAnswer) {
    let waits = design.waits
    let done = client.tasks[task].retries
    logTry(.failure, of: task, answer)
    if !client.tasks[task].isManual { logFailure(rung: done) }
    let isInBudget = design.retry.budgetRefill == nil || spendToken()
    guard done < waits.count || (design.retry.repeatsLastDelay && !waits.isEmpty), isInBudget,
      answer != .refused || design.retry.afterRefusal != .wait
    else { return useUpTries(task) }
    client.tasks[task].retries += 1
    client.tasks[task].state = .waitsForRetry
    let place = min(Int(waits.lowerBound) + done, Int(waits.upperBound) - 1)
    let delay = answer == .refused ? delayAfterRefusal(place) : delay(at: place)
    wake(task, after: design.retry.jitter == .none ? delay : jittered(delay, after: task))
  }

  /// A wait with its random part (C7).
  private mutating func jittered(_ delay: Delay, after task: TaskID) -> Delay {
    let place = jitter(after: client.tasks[task].mark, of: client.tasks[task].transaction)
    return design.retry.jitter.wait(delay, at: place)
  }

  /// Ends a task whose tries are used up (C7, C9).
  private mutating func useUpTries(_ task: TaskID) {
    client.tasks[task].state = .ended
    let transaction = client.tasks[task].transaction
    note(.triesUsedUp(transaction: transaction))
    log(.retryExhausted, of: .task(task))
    switch design.retry.onExhaustion {
    case .wait: break
    case .recoveryPage: showRecoveryPage(transaction)
    case .drop:
      forget(transaction, boundBy: client.tasks[task].record)
      finish(transaction)
    }
    noteEnd(of: transaction, at: .triesUsedUp)
    closeSpinner(of: product(of: transaction))
  }

  /// Ends a task whose goods are delivered, or will be as far as the client can see (C7).
  private mutating func succeed(_ task: TaskID, alsoDelivered entries: ChargeSet) {
    client.tasks[task].state = .ended
    let transaction = client.tasks[task].transaction
    settle(transaction, boundBy: client.tasks[task].record)
    for number in charges where entries.lists(number) && charge(number) != transaction {
      settle(charge(number), boundBy: nil)
    }
    closeSpinner(of: product(of: transaction))
  }

  /// Ends a task that the backend will complete; the record waits for the result (C7).
  private mutating func endTry(_ task: TaskID) {
    client.tasks[task].state = .ended
    let transaction = client.tasks[task].transaction
    noteFinishedUndelivered(transaction)
    closeSpinner(of: product(of: transaction))
  }

  /// Finishes a transaction that the backend has handled, and wipes its records.
  @inline(__always)
  private mutating func settle(_ transaction: TransactionID, boundBy record: RecordID?) {
    if design.ledger, let charge = number(of: transaction) { client.state.ledger.enter(charge) }
    forget(transaction, boundBy: record, isDelivered: true)
    for task in client.openTasks
    where client.tasks[task].transaction == transaction && client.tasks[task].state != .inFlight {
      client.tasks[task].state = .ended
    }
    finish(transaction)
    noteFinishedUndelivered(transaction)
  }

  /// Handles a rejection by the backend (C7).
  private mutating func handleRejection(
    _ task: TaskID, _ answer: BackendAnswer, standing: DropPoint?
  ) {
    client.tasks[task].state = .ended
    let transaction = client.tasks[task].transaction
    stands(transaction, standing)
    note(.rejected(transaction: transaction))
    logTry(.rejection, of: task, answer)
    if design.onRejection == .finish {
      forget(transaction, boundBy: client.tasks[task].record)
      finish(transaction)
    }
    noteRejection(of: transaction)
    closeSpinner(of: product(of: transaction))
  }
}
