internal import EventEngine

/// What the client asks of the backend for a flow or a delivery (C2, C6, C7).
extension ClientHost where Self: ~Copyable {
  /// The client asks for an order before a payment (C2).
  mutating func requestOrder(forFlow index: FlowID) {
    let flow = client.flows[index]
    var call = Call(.flow(index), product: flow.product, account: flow.account)
    call.item = flow.item
    if askIfLinked(call) == nil { receiveOrder(.error, forFlow: index) }
  }

  /// A delivery task asks for an order (C7).
  mutating func requestOrder(forTask index: TaskID) {
    let task = client.tasks[index]
    var call = Call(.order(task: index), of: task, product: product(of: task.transaction))
    call.account = task.bound.account ?? session
    send(call, by: index)
  }

  /// A delivery task sends the receipt, of the moment or the copy that it keeps (C6).
  @inline(__always) mutating func requestVerification(by index: TaskID) {
    let task = client.tasks[index]
    var call = Call(.verification(task: index), of: task, product: product(of: task.transaction))
    call.receipt = task.receipt ?? proof()
    send(call, by: index)
  }

  /// A delivery task waits for the answer to a question, or hears at once that it cannot ask (D3).
  @inline(__always) private mutating func send(_ call: Call, by task: TaskID) {
    guard let request = askIfLinked(call) else { return receive(.error, for: task) }
    client.tasks[task].request = request
  }

  /// Asks; nil if the link is down, so that nothing can be sent (D3).
  @inline(__always) mutating func askIfLinked(_ call: Call) -> RequestID? {
    if !isLinkDown { return ask(call) }
    note(.unreachable(call.kind, transaction: call.transaction))
    return nil
  }

  /// The client is answered, or waits no longer.
  @inline(__always) mutating func hear(
    _ answer: Answer, to asker: Request.Asker, of request: RequestID,
    alsoDelivered entries: ChargeSet
  ) {
    if design.isOwn { return handOverAnswer(answer, to: asker, of: request) }
    switch asker {
    case .flow(let flow): receiveOrder(answer, forFlow: flow)
    case .order(let task), .verification(let task):
      guard client.tasks[task].request == request else { return }
      receive(answer, for: task, alsoDelivered: entries)
    case .reading(let task): receiveRecords(answer, of: request, for: task)
    case .listing: receiveList(answer, of: request)
    case .writing, .clearing, .settling, .wiping, .named:
      preconditionFailure(
        "nobody waits for a change of records, and only a team's own client has calls")
    }
  }
}

extension Call {
  /// What a delivery asks, with what it is bound to.
  init(_ asker: Request.Asker, of task: DeliveryTask, product: ProductID) {
    self.init(asker, product: product, account: task.bound.account)
    transaction = task.transaction
    item = task.bound.item
    order = task.bound.order
    mark = task.mark
    isManual = task.isManual
    accountRecord = task.bound.accountRecord
  }
}
