internal import EventEngine

/// Sending, losing and receiving (D1, D3, D4, D5).
extension World {
  /// The client asks for an order before a payment (C2).
  mutating func requestOrder(forFlow index: FlowID) {
    let flow = client.flows[index]
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
    let task = client.tasks[index]
    guard !isLinkDown else {
      note(.unreachable(.createOrder, transaction: task.transaction))
      receive(.error, for: index)
      return
    }
    let transaction = store.transactions[task.transaction]
    let account = task.bound.account ?? device.state.session
    let request = newRequest(
      .order(task: index), intent: transaction.intent, transaction: task.transaction,
      bound: task.bound, account: account, receipt: Receipt(), task: task)
    client.tasks[index].request = send(request)
  }

  /// A delivery task sends the receipt, of the moment or the copy that it keeps (C6).
  @inline(__always)
  mutating func requestVerification(by index: TaskID) {
    let task = client.tasks[index]
    guard !isLinkDown else {
      note(.unreachable(.verify, transaction: task.transaction))
      receive(.error, for: index)
      return
    }
    let transaction = store.transactions[task.transaction]
    let request = newRequest(
      .verification(task: index), intent: transaction.intent, transaction: task.transaction,
      bound: task.bound, account: task.bound.account, receipt: task.receipt ?? readReceipt(),
      task: task)
    client.tasks[index].request = send(request)
  }

  /// Whether the link is down now.
  var isLinkDown: Bool { link.state.isDown }

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
      let occurrence = intent.place << 8 | user.intents[intent].verifications & 255
      latency = luck.delay(.verify, occurrence)
      check = luck.delay(.storeCheck, occurrence)
      user.intents[intent].verifications += 1
    case (.flow, let intent?), (.order, let intent?):
      let occurrence = intent.place << 8 | user.intents[intent].orderRequests & 255
      latency = luck.delay(.order, occurrence)
      user.intents[intent].orderRequests += 1
    case (.flow, nil), (.order, nil), (.verification, nil):
      preconditionFailure("what is asked for one purchase names its intent")
    case (.reading, _), (.listing, _), (.writing, _), (.clearing, _), (.settling, _), (.wiping, _):
      latency = luck.delay(.records, nextRecordRequest(asker, intent: intent))
    }
    if now < link.state.weakUntil { latency = latency.scaled(byThousandths: link.state.slowdown) }
    return Request(
      asker: asker, transaction: transaction, item: bound.item, order: bound.order,
      account: account, product: intent.map { user.intents[$0].product }, receipt: receipt,
      session: device.state.session, process: device.state.process, sentAt: now, latency: latency,
      check: check,
      losses: link.state.losses, tryNumber: task?.tryNumber ?? 0,
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
    let index = link.requests.append(request)
    calendar.schedule(.arrive(index), after: request.latency.halves.0)
    return index
  }

  /// A message is lost: the client learns of it by its timeout, at once if that has passed (D3, D4).
  mutating func loseMessage(of index: RequestID) {
    guard isAwaited(index) else { return }
    link.state.hasLostMessage = true
    note(.messageLost(link.requests[index].kind, transaction: link.requests[index].transaction))
    let deadline = link.requests[index].sentAt + design.retry.timeout
    calendar.schedule(.timeout(index), at: max(deadline, now))
  }

  /// The backend answers; the reply may get lost (D4).
  mutating func answer(_ index: RequestID, with answer: Request.Answer) {
    link.requests[index].answer = answer
    let kind = link.requests[index].kind
    if link.state.losesNextReply || link.state.repliesToLose.contains(kind) {
      link.state.losesNextReply = false
      link.state.repliesToLose.remove(kind)
      loseMessage(of: index)
    } else {
      calendar.schedule(.reply(index), after: link.requests[index].latency.halves.1)
    }
  }

  /// Whether the link went down since a request was sent (D3).
  func isLost(_ index: RequestID) -> Bool { link.requests[index].losses != link.state.losses }

  /// A reply that reached the device is read, unless the process has died (D1).
  @inline(__always)
  mutating func receiveReply(_ index: RequestID) {
    guard isAwaited(index) else { return }
    conclude(index, with: link.requests[index].answer)
  }

  /// The client waits no longer.
  mutating func timeOut(_ index: RequestID) {
    guard isAwaited(index) else { return }
    conclude(index, with: .timeout)
  }

  /// Whether the process that sent a request lives and waits for its answer (D1).
  @inline(__always)
  private func isAwaited(_ index: RequestID) -> Bool {
    link.requests[index].isAwaited && link.requests[index].process == livingProcess
  }

  @inline(__always)
  private mutating func conclude(_ index: RequestID, with answer: Request.Answer) {
    link.requests[index].isAwaited = false
    if trace != nil {
      note(
        .answered(
          link.requests[index].kind, Trace.Reply(answer),
          transaction: link.requests[index].transaction))
    }
    switch link.requests[index].asker {
    case .flow(let flow): receiveOrder(answer, forFlow: flow)
    case .order(let task), .verification(let task):
      guard client.tasks[task].request == index else { return }
      receive(answer, for: task, alsoDelivered: link.requests[index].alsoDelivered)
    case .reading(let task): receiveRecords(answer, of: index, for: task)
    case .listing: receiveList(answer, of: index)
    case .writing, .clearing, .settling, .wiping:
      preconditionFailure("nobody waits for a change of records")
    }
  }

  /// Whether the backend still works on a transaction, or will when a request arrives.
  mutating func isWorkedOn(_ transaction: TransactionID) -> Bool {
    for index in link.requests.indices
    where link.requests[index].transaction == transaction && link.requests[index].isAtWork
      && link.requests[index].kind != .records
    {
      return true
    }
    return false
  }

  /// The link goes down: whatever is in flight is lost (D3).
  mutating func dropLink(for delay: Delay) {
    link.state.downUntil = max(link.state.downUntil, now + delay)
    if !link.state.isDown { link.state.losses += 1 }
    link.state.isDown = true
    calendar.schedule(.linkUp, at: now + delay)
  }

  /// A loss has ended; the link is up unless another goes on.
  mutating func raiseLink() {
    guard link.state.isDown, now >= link.state.downUntil else { return }
    link.state.isDown = false
    note(.linkUp)
    switch device.state.app {
    case .foreground: resume(on: .network)
    case .background: device.state.missedLinkUp = true
    case .dead, .launching: break
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
