internal import EventEngine

/// The device's link to the backend (D3).
struct Link {
  /// When the newest network loss ends.
  var downUntil = Instant.start
  var isDown = false
  /// Counts losses: what was sent under another count is lost.
  var losses: Int32 = 0
  /// When latencies return to normal.
  var weakUntil = Instant.start
  /// How many times longer latencies are meanwhile, in thousandths.
  var slowdown = 1_000
  /// Whether a message for which the client waits was lost.
  var hasLostMessage = false
}

/// One question to the backend and what became of it.
struct Request {
  /// Who asked.
  enum Asker {
    /// A flow before the payment (C2).
    case flow(FlowID)
    /// A delivery task that wants an order (C7).
    case order(task: TaskID)
    /// A delivery task that wants its goods (C7).
    case verification(task: TaskID)
    /// A delivery task that wants the records to bind its transaction (C5).
    case reading(task: TaskID)
    /// A trigger that wants the waiting records (C8).
    case listing
    /// A record is written, or gets its identifier; nobody waits (C3).
    case writing(record: RecordID)
    /// A purchase failed, and a record is wiped; nobody waits (C4).
    case clearing
    /// A transaction is delivered, and its records are wiped; nobody waits (C7).
    case settling(record: RecordID?)
    /// A transaction is given up, and its records are wiped; nobody waits (C7).
    case wiping(record: RecordID?)
  }

  /// What the client is told.
  enum Answer {
    case order(OrderID)
    case notForSale
    case unauthorised
    case accepted
    case delivered
    /// Delivered before.
    case duplicate
    case rejected
    /// The records of the session's account, as they were when the request was answered.
    case list
    case error
    /// Nothing came in time.
    case timeout
  }

  let asker: Asker
  /// The transaction that it names.
  let transaction: TransactionID?
  let item: ItemID?
  let order: OrderName
  var account: AccountID?
  let product: ProductID?
  let receipt: Receipt
  /// The account of the session under which it was sent (B2).
  let session: AccountID
  /// The process that sent it (D1).
  let process: ProcessID
  let sentAt: Instant
  /// The round trip without what the backend does.
  let latency: Delay
  /// The store's check, if there is one.
  let check: Delay
  let losses: Int32
  /// Which try of its transaction it belongs to, from 1.
  let tryNumber: Int32
  let isManual: Bool
  let accountIsOthers: Bool
  var answer = Answer.error
  /// The charges that were delivered beside the one that it names (B4).
  var alsoDelivered = Receipt()
  /// Whether the client still waits.
  var isAwaited = true
  /// Whether the backend still works on it, or it is on its way there.
  var isAtWork = true
  var checks: Int32 = 0
  /// How many events had been handled when the backend listed records.
  var answeredAt: Int32 = 0
}

/// Sending, losing and receiving (D1, D3, D4, D5).
extension World {
  /// The client asks for an order before a payment (C2).
  mutating func requestOrder(forFlow index: FlowID) {
    let flow = flows[index]
    guard !isLinkDown else {
      note(.unreachable(.createOrder, transaction: nil))
      receiveOrder(.error, forFlow: index)
      return
    }
    let request = newRequest(
      .flow(index), intent: flow.intent, transaction: nil, bound: Bound(item: flow.item),
      account: flow.account, receipt: Receipt(), task: nil)
    send(request)
  }

  /// A delivery task asks for an order (C7).
  mutating func requestOrder(forTask index: TaskID) {
    let task = tasks[index]
    guard !isLinkDown else {
      note(.unreachable(.createOrder, transaction: task.transaction))
      receive(.error, for: index)
      return
    }
    let transaction = transactions[task.transaction]
    let account = task.bound.account ?? session
    let request = newRequest(
      .order(task: index), intent: transaction.intent, transaction: task.transaction,
      bound: task.bound, account: account, receipt: Receipt(), task: task)
    tasks[index].request = send(request)
  }

  /// A delivery task sends the receipt, of the moment or the copy that it keeps (C6).
  @inline(__always)
  mutating func requestVerification(by index: TaskID) {
    let task = tasks[index]
    guard !isLinkDown else {
      note(.unreachable(.verify, transaction: task.transaction))
      receive(.error, for: index)
      return
    }
    let transaction = transactions[task.transaction]
    let request = newRequest(
      .verification(task: index), intent: transaction.intent, transaction: task.transaction,
      bound: task.bound, account: task.bound.account, receipt: task.receipt ?? readReceipt(),
      task: task)
    tasks[index].request = send(request)
  }

  /// Whether the link is down now.
  var isLinkDown: Bool { link.isDown }

  /// Makes a request with its latencies; `intent` is nil if it asks for no intent in particular.
  ///
  /// Inlined, like those who send it, so that it is made in the table and moved by nobody.
  @inline(__always)
  mutating func newRequest(
    _ asker: Request.Asker, intent: IntentID?, transaction: TransactionID?, bound: Bound,
    account: AccountID?, receipt: Receipt, task: DeliveryTask?
  ) -> Request {
    var latency: Delay
    var check = Delay.zero
    switch (asker, intent) {
    case (.verification, let intent?):
      let occurrence = intent.place << 8 | intents[intent].verifications & 255
      latency = luck.delay(.verify, occurrence)
      check = luck.delay(.storeCheck, occurrence)
      intents[intent].verifications += 1
    case (.flow, let intent?), (.order, let intent?):
      let occurrence = intent.place << 8 | intents[intent].orderRequests & 255
      latency = luck.delay(.order, occurrence)
      intents[intent].orderRequests += 1
    case (.flow, nil), (.order, nil), (.verification, nil):
      preconditionFailure("what is asked for one purchase names its intent")
    case (.reading, _), (.listing, _), (.writing, _), (.clearing, _), (.settling, _), (.wiping, _):
      latency = luck.delay(.records, nextRecordRequest(asker, intent: intent))
    }
    if now < link.weakUntil { latency = latency.scaled(byThousandths: link.slowdown) }
    return Request(
      asker: asker, transaction: transaction, item: bound.item, order: bound.order,
      account: account, product: intent.map { intents[$0].product }, receipt: receipt,
      session: session, process: process, sentAt: now, latency: latency, check: check,
      losses: link.losses, tryNumber: task?.tryNumber ?? 0,
      isManual: task?.isManual ?? false, accountIsOthers: bound.accountIsOthers)
  }

  /// Sends a request for whose answer the client waits; returns its index.
  @inline(__always)
  @discardableResult
  mutating func send(_ request: Request) -> RequestID {
    let index = post(request)
    note(.sent(request.kind, transaction: request.transaction))
    if request.latency + request.check > design.retry.timeout {
      calendar.schedule(.timeout(index), at: now + design.retry.timeout)
    }
    return index
  }

  /// Puts a request on its way; returns its index.
  @inline(__always)
  mutating func post(_ request: Request) -> RequestID {
    let index = requests.append(request)
    calendar.schedule(.arrive(index), after: request.latency.halves.0)
    return index
  }

  /// A message is lost: the client learns of it by its timeout, at once if that has passed (D3, D4).
  mutating func loseMessage(of index: RequestID) {
    guard isAwaited(index) else { return }
    link.hasLostMessage = true
    note(.messageLost(requests[index].kind, transaction: requests[index].transaction))
    let deadline = requests[index].sentAt + design.retry.timeout
    calendar.schedule(.timeout(index), at: max(deadline, now))
  }

  /// The backend answers; the reply may get lost (D4).
  mutating func answer(_ index: RequestID, with answer: Request.Answer) {
    requests[index].answer = answer
    let kind = requests[index].kind
    if losesNextReply || repliesToLose.contains(kind) {
      losesNextReply = false
      repliesToLose.remove(kind)
      loseMessage(of: index)
    } else {
      calendar.schedule(.reply(index), after: requests[index].latency.halves.1)
    }
  }

  /// Whether the link went down since a request was sent (D3).
  func isLost(_ index: RequestID) -> Bool { requests[index].losses != link.losses }

  /// A reply that reached the device is read, unless the process has died (D1).
  @inline(__always)
  mutating func receiveReply(_ index: RequestID) {
    guard isAwaited(index) else { return }
    conclude(index, with: requests[index].answer)
  }

  /// The client waits no longer.
  mutating func timeOut(_ index: RequestID) {
    guard isAwaited(index) else { return }
    conclude(index, with: .timeout)
  }

  /// Whether the process that sent a request lives and waits for its answer (D1).
  @inline(__always)
  private func isAwaited(_ index: RequestID) -> Bool {
    requests[index].isAwaited && requests[index].process == livingProcess
  }

  @inline(__always)
  private mutating func conclude(_ index: RequestID, with answer: Request.Answer) {
    requests[index].isAwaited = false
    if trace != nil {
      note(
        .answered(
          requests[index].kind, Trace.Reply(answer), transaction: requests[index].transaction))
    }
    switch requests[index].asker {
    case .flow(let flow): receiveOrder(answer, forFlow: flow)
    case .order(let task), .verification(let task):
      guard tasks[task].request == index else { return }
      receive(answer, for: task, alsoDelivered: requests[index].alsoDelivered)
    case .reading(let task): receiveRecords(answer, of: index, for: task)
    case .listing: receiveList(answer, of: index)
    case .writing, .clearing, .settling, .wiping:
      preconditionFailure("nobody waits for a change of records")
    }
  }

  /// Whether the backend still works on a transaction, or will when a request arrives.
  mutating func isWorkedOn(_ transaction: TransactionID) -> Bool {
    for index in requests.indices
    where requests[index].transaction == transaction && requests[index].isAtWork
      && requests[index].kind != .records
    {
      return true
    }
    return false
  }

  /// The link goes down: whatever is in flight is lost (D3).
  mutating func dropLink(for delay: Delay) {
    link.downUntil = max(link.downUntil, now + delay)
    if !link.isDown { link.losses += 1 }
    link.isDown = true
    calendar.schedule(.linkUp, at: now + delay)
  }

  /// A loss has ended; the link is up unless another goes on.
  mutating func raiseLink() {
    guard link.isDown, now >= link.downUntil else { return }
    link.isDown = false
    note(.linkUp)
    switch app {
    case .foreground: resume(on: .network)
    case .background: missedLinkUp = true
    case .dead, .launching: break
    }
  }
}

extension Request {
  /// What is asked for.
  var kind: RequestKinds {
    switch asker {
    case .verification: .verify
    case .flow, .order: .createOrder
    case .reading, .listing, .writing, .clearing, .settling, .wiping: .records
    }
  }

  /// Whether it writes or wipes records on the backend; nobody waits for that.
  var changesRecords: Bool {
    switch asker {
    case .writing, .clearing, .settling, .wiping: true
    case .flow, .order, .verification, .reading, .listing: false
    }
  }
}

extension Delay {
  /// The delay, longer by a factor in thousandths.
  func scaled(byThousandths factor: Int) -> Delay {
    let (product, overflow) = microseconds.multipliedReportingOverflow(by: Int64(factor))
    guard !overflow else { return .longest }
    return Delay(microseconds: min(product / 1_000, Delay.longest.microseconds))
  }
}
