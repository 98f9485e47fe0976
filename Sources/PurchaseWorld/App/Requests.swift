internal import EventEngine

/// The client's requests to the backend for a flow or a delivery (C2, C6, C7).
extension ClientHost where Self: ~Copyable {
  /// Requests an order before a payment (C2).
  mutating func requestOrder(forFlow index: FlowID) {
    let flow = client.flows[index]
    var call = BackendCall(.flow(index), product: flow.product, account: flow.account)
    call.item = flow.item
    if askIfLinked(call) == nil { receiveOrder(.error, forFlow: index) }
  }

  /// Requests an order for a delivery task (C7).
  mutating func requestOrder(forTask index: TaskID) {
    let task = client.tasks[index]
    var call = BackendCall(.order(task: index), of: task, product: product(of: task.transaction))
    call.account = task.bound.account ?? session
    send(call, by: index)
  }

  /// Sends the receipt of a delivery task: the current one or the stored copy (C6).
  @inline(__always) mutating func requestVerification(by index: TaskID) {
    let task = client.tasks[index]
    var call = BackendCall(
      .verification(task: index), of: task, product: product(of: task.transaction))
    call.receipt = task.receipt ?? proof()
    send(call, by: index)
  }

  /// Sends a request of a delivery task, which fails at once if the link is down (D3).
  @inline(__always) private mutating func send(_ call: BackendCall, by task: TaskID) {
    guard let request = askIfLinked(call) else { return receive(.error, for: task) }
    client.tasks[task].request = request
  }

  /// Sends a request; nil if the link is down (D3).
  @inline(__always) mutating func askIfLinked(_ call: BackendCall) -> RequestID? {
    if !isLinkDown { return ask(call) }
    note(.unreachable(call.kind, transaction: call.transaction))
    return nil
  }

  @inline(__always) mutating func receive(
    _ answer: BackendAnswer, to asker: Request.Requester, of request: RequestID,
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
      preconditionFailure("changes of records have no answer, and designs have no named calls")
    }
  }
}

extension BackendCall {
  /// Creates the request of a delivery, with its binding.
  init(_ asker: Request.Requester, of task: DeliveryTask, product: ProductID) {
    self.init(asker, product: product, account: task.bound.account)
    transaction = task.transaction
    item = task.bound.item
    order = task.bound.order
    mark = task.mark
    isManual = task.isManual
    accountRecord = task.bound.accountRecord
  }
}
