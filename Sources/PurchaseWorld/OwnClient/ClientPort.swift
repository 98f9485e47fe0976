package import EventEngine

/// The actions and queries of a team's own client in the world, while it handles an event.
///
/// It has only what a real client can have: identifiers, products, data from the store, answers. It
/// is valid until ``OwnClient/handle(_:_:)`` returns.
package struct ClientPort {
  private let world: UnsafeMutablePointer<World>

  init(_ world: UnsafeMutablePointer<World>) { self.world = world }

  // MARK: Time and random numbers

  package var now: Instant { world.pointee.now }
  /// The account that is logged in; nil if none is.
  package var account: AccountID? {
    let session = world.pointee.session
    return session.isDevice ? nil : session
  }

  /// Counts a step of the client before its effect, and injects a fault placed at it; returns
  /// whether the process still runs. A client that never stops makes its run endless.
  /// - Returns: whether the process is running, so that the effect happens.
  package func step() -> Bool {
    let process = world.pointee.livingProcess
    guard process != nil, !world.pointee.isRunaway else { return false }
    world.pointee.events &+= 1
    if world.pointee.countsSteps {
      world.pointee.steps.append(SimulatedStep(kind: .effect, time: now))
    }
    if world.pointee.isRunaway { abortRun(.standsStill) }
    if world.pointee.faultInjector.hasSteps { world.pointee.fireStep(world.pointee.events) }
    return world.pointee.livingProcess == process
  }

  /// Ends the run, which cannot be judged; the first violation counts.
  package func abortRun(_ violation: ClientViolation) {
    if world.pointee.clientViolation == nil { world.pointee.clientViolation = violation }
    world.pointee.events = AbortedSimulation.maxEvents
  }

  /// Notifies the client after a delay, with a number that the client chose.
  /// - Parameter number: identifies the notification.
  package func wake(_ number: Int32, after delay: Delay) {
    world.pointee.calendar.schedule(.retry(TaskID(number: number)), after: delay)
  }

  /// A new random number from 0 up to 1, the same in every run of the user.
  package func random() -> Double {
    world.pointee.ownChances &+= 1
    // These keys are far from the numbers of tries, which key the waits of designs.
    return world.pointee.randomDraws.level(.jitter, 1 << 31 | world.pointee.ownChances)
  }

  // MARK: The store

  /// Listens to the store; unfinished transactions are called back at once.
  package func listen() { world.pointee.listen() }

  /// Whether the client listens to the store.
  package var isListening: Bool { world.pointee.store.state.isObserving }

  /// Queries charged unfinished transactions, which are called back at once (K3, G3).
  package func query() { world.pointee.query(by: .launchQuery) }

  /// Asks for a payment.
  /// - Parameter tap: the tap; nil: the newest on the product, or the newest.
  /// - Returns: the payment; nil if this process has had no tap.
  package func pay(
    _ product: ProductID, _ payload: ClientPayload, for tap: FlowID?
  ) -> TransactionID? {
    guard let flow = flow(tap, where: { $0.product == product }) else { return nil }
    world.pointee.client.flows[flow].state = .paying
    world.pointee.log(.paymentAdded, of: .flow(flow))
    let paid = Payload(
      order: payload.order, item: nil, account: payload.account, custom: payload.customWord)
    let transaction = world.pointee.payments.endIndex
    world.pointee.pay(Payment(flow: flow, product: product, payload: paid))
    return TransactionID(transaction)
  }

  /// Settles a paid or failed payment; at Play it fails without the link or the service (G11).
  package func finish(_ transaction: TransactionID) {
    switch world.pointee.pendingState(transaction) {
    case .paid:
      world.pointee.finish(transaction)
      world.pointee.noteFinishedUndelivered(transaction)
    case .failed: world.pointee.settle(failed: transaction)
    case .other, nil: break
    }
  }

  /// The number of payments of the Apple ID so far.
  package var paymentCount: Int { world.pointee.payments.count }
  package func product(of transaction: TransactionID) -> ProductID {
    world.pointee.product(of: transaction)
  }
  /// The payload of a payment; nil if the device cannot see it.
  package func payload(of transaction: TransactionID) -> ClientPayload? {
    world.pointee.payload(of: transaction).map {
      ClientPayload(order: $0.order, account: $0.account, custom: $0.custom)
    }
  }
  /// The identifier of a transaction; nil before the charge.
  package func chargeID(of transaction: TransactionID) -> ChargeID? {
    world.pointee.number(of: transaction)
  }
  /// The payment with an identifier; nil if there is none.
  package func transaction(_ number: ChargeID) -> TransactionID? {
    number.index < world.pointee.charges.count ? world.pointee.charge(number) : nil
  }
  package func chargeTime(of transaction: TransactionID) -> Instant {
    world.pointee.chargedAt(transaction)
  }
  /// The current receipt, as bits by the identifiers that it lists (S6).
  package var receipt: UInt128 { world.pointee.proof().listed }

  // MARK: Play

  /// Whether the service of Play is connected (G12).
  package var isConnectedToPlay: Bool { world.pointee.isConnectedToPlay }

  /// Connects to the service of Play.
  /// - Parameter staysConnected: whether a lost connection is restored automatically.
  /// - Returns: whether it is connected.
  package func connect(staysConnected: Bool) -> Bool {
    world.pointee.connectOwn(staysConnected: staysConnected)
  }

  /// Whether calls reach Play (G11, G12).
  package var reachesPlay: Bool { world.pointee.reachesStore }

  /// Purchases that wait for an approval (G9).
  package var pending: [TransactionID] {
    world.pointee.payments.filter { world.pointee.store.transactions[$0].state == .deferred }
  }

  /// Whether a payment is paid, and neither consumed nor refunded.
  package func isOwned(_ transaction: TransactionID) -> Bool {
    if case .paid = world.pointee.pendingState(transaction) { true } else { false }
  }
  package func isAcknowledged(_ transaction: TransactionID) -> Bool {
    world.pointee.store.calls[transaction].isAcknowledged
  }
  /// Acknowledges a payment, so that it is not refunded (G10).
  package func acknowledge(_ transaction: TransactionID) { world.pointee.acknowledge(transaction) }

  // MARK: The backend

  /// The number of orders that the backend has created so far.
  package var orderCount: Int { world.pointee.backend.orders.count }

  /// Requests an order.
  /// - Parameter transaction: the payment before it; nil: before a payment.
  /// - Parameter tap: the tap; nil: the newest on the item, or the newest.
  /// - Returns: the request; nil if nothing can be sent, or there was no tap.
  package func createOrder(
    _ item: ItemID, _ product: ProductID, account: AccountID?, after transaction: TransactionID?,
    for tap: FlowID?
  ) -> RequestID? {
    let account = account ?? world.pointee.session
    var call: BackendCall
    if let transaction {
      let task = append(DeliveryTask(transaction: transaction, bound: BindingResult(item: item)))
      call = BackendCall(.order(task: task), product: product, account: account)
      call.transaction = transaction
    } else {
      guard let flow = flow(tap, where: { $0.item == item }) else { return nil }
      call = BackendCall(.flow(flow), product: product, account: account)
    }
    call.item = item
    return world.pointee.askIfLinked(call)
  }

  /// Requests the goods of a payment.
  /// - Returns: the request; nil if nothing can be sent.
  package func verify(
    _ transaction: TransactionID, receipt: UInt128, order: OrderID?, item: ItemID?,
    account: AccountID?, isManual: Bool
  ) -> RequestID? {
    let bound = BindingResult(item: item, order: OrderReference(order), account: account)
    let task = append(DeliveryTask(transaction: transaction, bound: bound, isManual: isManual))
    world.pointee.countTry(task)
    var call = BackendCall(
      .verification(task: task), of: world.pointee.client.tasks[task],
      product: product(of: transaction))
    call.receipt = Receipt(listed: receipt)
    guard let request = world.pointee.askIfLinked(call) else {
      // The try failed before its request was sent (D3).
      world.pointee.endTask(task)
      let mark = world.pointee.client.tasks[task].mark
      world.pointee.log(TryMoment.failure.event(mark), of: .task(task, .error))
      return nil
    }
    world.pointee.client.tasks[task].request = request
    return request
  }

  /// Sends a named request of the team.
  /// - Returns: the request, and the answer of a success; nil if nothing can be sent.
  package func call(_ name: String) -> (request: RequestID, answer: String)? {
    let calls = world.pointee.conditions.calls
    let place = calls.firstIndex { $0.name == name }
    var call = BackendCall(.named(Int32(place ?? -1)), product: nil, account: world.pointee.session)
    call.name = world.pointee.trace?.keep(name)
    guard !world.pointee.isLinkDown else {
      world.pointee.note(.unreachable(call.kind, transaction: nil, name: call.name))
      return nil
    }
    let request = world.pointee.ask(call, named: Int32(place ?? -1))
    return (request, place.map { calls[$0].answer } ?? "")
  }

  private func append(_ task: DeliveryTask) -> TaskID { world.pointee.client.tasks.append(task) }

  /// The flow of a tap; else the newest matching flow of this process, a waiting one first.
  private func flow(_ tap: FlowID?, where isMeant: (Flow) -> Bool) -> FlowID? {
    let process = world.pointee.process
    if let tap, world.pointee.client.flows[tap].process == process { return tap }
    let flows = world.pointee.client.flows.indices.filter {
      world.pointee.client.flows[$0].process == process
    }
    return flows.last {
      isMeant(world.pointee.client.flows[$0]) && world.pointee.client.flows[$0].state == .ordering
    } ?? flows.last { isMeant(world.pointee.client.flows[$0]) } ?? flows.last
  }

  // MARK: The user interface

  /// Ends a tap.
  package func endTap(_ flow: FlowID, isRefused: Bool, hasFailed: Bool) {
    let old = world.pointee.client.flows[flow]
    world.pointee.client.flows[flow].state = .ended
    if old.state == .ordering, isRefused || hasFailed {
      world.pointee.endedTap(isRefused ? .refused : .noOrder, of: flow)
      world.pointee.note(isRefused ? .tapRefused : .noOrder)
    }
    world.pointee.closeSpinner(of: old.product)
  }

  /// Shows a payment on the recovery page, so that the user can try again by hand (C9).
  package func showOnRecoveryPage(_ transaction: TransactionID) {
    world.pointee.showRecoveryPage(transaction)
  }

  /// Asks the user to log in again (B2).
  package func askForLogin() { world.pointee.askForLogin() }

  /// Writes what the client prints into the trace, if there is one.
  package func print(_ text: String) { world.pointee.trace?.print(text, at: now) }

  /// Writes what the client stores into the trace, if there is one.
  /// - Parameter value: nil if the key is removed.
  package func traceStorage(_ place: String, _ key: String, _ value: String?) {
    world.pointee.trace?.store("\(place)[\(key)] = \(value ?? "nil")", at: now)
  }
}

/// The data that a team's own client attaches to a payment.
package struct ClientPayload: Hashable, Sendable {
  package var order: OrderID?
  package var account: AccountID?
  /// A word of the client, by its number.
  package var customWord: Int32?

  package init(order: OrderID? = nil, account: AccountID? = nil, custom: Int32? = nil) {
    (self.order, self.account, self.customWord) = (order, account, custom)
  }
}
