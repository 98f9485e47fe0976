internal import EventEngine

/// The client's data in memory from a tap to the `purchasing` callback (C3).
struct Flow {
  enum State {
    case ordering
    /// The store has the payment.
    case paying
    case ended
  }

  let item: ItemID
  let product: ProductID
  var account: AccountID
  /// The process of the tap; no other has the data about the payment (C3).
  let process: ProcessID
  var state: State
  /// The order that the backend created; always nil if the design buys first (C2).
  var order: OrderID?
  /// The record that was written for the flow (C3).
  var record: RecordID?
  /// Whether the order request waits for a login (B2).
  var waitsForLogin = false
}

/// The steps from the tap on Buy to the payment (C1, C2, C3).
extension ClientHost where Self: ~Copyable {
  /// Whether a tap can continue at once; if not, it continues after the login (C10).
  @inline(__always) mutating func admitsTap() -> Bool {
    guard isGuest, design.guest == .requireLogin else { return true }
    askForLogin()
    return false
  }

  /// Handles a tap (C1).
  @inline(__always) mutating func handleTap(for item: ItemID, of product: ProductID) {
    let isFirst = !client.state.hasTapped
    if client.state.spinner != nil { return note(.tapIgnored) }
    if design.isOwn { return handOverTap(item, product) }
    switch judgeRepurchase(of: item, product: product) {
    case .continues: break
    case .refused: return endTap(.refused, .tapRefused, .purchaseRefused, .tapped(item, product))
    case .resumes(let record):
      openSpinner(of: product)
      note(.deliveryResumed)
      log(.purchaseResumed, of: .tapped(item, product))
      restartDelivery(of: record)
      return
    }
    client.state.hasTapped = true
    if design.observer == .purchase && isFirst { listen() }
    guard isInFront else { return }
    openSpinner(of: product)
    let flow = client.flows.append(
      Flow(item: item, product: product, account: session, process: process, state: .ordering))
    startedFlow()
    switch design.timing {
    case .orderFirst: requestOrder(forFlow: flow)
    case .purchaseFirst: addPayment(of: flow)
    }
  }

  /// Decides about a tap while something of its product waits (C1).
  @inline(__always)
  private mutating func judgeRepurchase(of item: ItemID, product: ProductID) -> TapVerdict {
    switch design.repurchase {
    case .allow: return .continues
    case .resume, .resumeOrBlock:
      var blocks = false
      for index in client.records.indices
      where client.records[index].isWaiting && client.records[index].product == product {
        if client.records[index].item == item, client.records[index].account == session {
          return .resumes(record: index)
        }
        blocks = true
      }
      return blocks && design.repurchase == .resumeOrBlock ? .refused : .continues
    case .refuse: return isUnsettled(product) ? .refused : .continues
    case .finishPending:
      finishPending()
      return .continues
    }
  }

  /// Finishes every charged and every waiting failed transaction (C1). [I]
  private mutating func finishPending() {
    for index in payments {
      switch pendingState(index) {
      case .paid:
        if canSettle(index) { noteSettledUnasked(index, bind(index)) }
        finish(index)
      case .failed: settle(failed: index)
      case .other, nil: break
      }
    }
  }

  /// Adds the payment of a flow to the store (C3).
  mutating func addPayment(of index: FlowID) {
    client.flows[index].state = .paying
    log(.paymentAdded, of: .flow(index))
    if design.records.at.contains(.payment) { writeRecord(of: index) }
    let flow = client.flows[index]
    pay(Payment(flow: index, product: flow.product, payload: payload(of: flow)))
  }

  /// The payload that the design passes to the store (S8).
  private func payload(of flow: Flow) -> Payload {
    switch design.payload {
    case .none: Payload()
    case .order: Payload(order: flow.order)
    case .account: Payload(account: flow.account)
    case .intent: Payload(order: flow.order, item: flow.item, account: flow.account)
    }
  }

  /// Handles the backend's answer to the order request of a flow (C2).
  mutating func receiveOrder(_ answer: BackendAnswer, forFlow index: FlowID) {
    let flow = client.flows[index]
    guard flow.state == .ordering else { return }
    switch answer {
    case .order(let order):
      client.flows[index].order = order
      log(.orderSucceed, of: .flow(index))
      addPayment(of: index)
    case .notForSale:
      endTap(.refused, .tapRefused, .purchaseRefused, .flow(index, .notForSale), of: index)
    case .unauthorised where design.recognisesExpiry:
      client.flows[index].waitsForLogin = true
      askForLogin()
    case .unauthorised, .error, .timeout, .accepted, .delivered, .duplicate, .rejected, .list,
      .called, .refused:
      endTap(.noOrder, .noOrder, .orderFail, .flow(index, LogCode(answer)), of: index)
    }
  }

  /// Ends a tap without a payment, and its flow, if there is one.
  private mutating func endTap(
    _ flag: IntentFlags, _ moment: Trace.Occurrence, _ event: ClientLogEvent,
    _ subject: LogSubject, of flow: FlowID? = nil
  ) {
    endedTap(flag, of: flow)
    note(moment)
    log(event, of: subject)
    guard let flow else { return }
    client.flows[flow].state = .ended
    closeSpinner(of: client.flows[flow].product)
  }
}

private enum TapVerdict {
  /// The purchase starts as if nothing waited.
  case continues
  /// The user sees that something waits; there is no purchase.
  case refused
  /// The waiting record is delivered instead.
  case resumes(record: RecordID)
}
