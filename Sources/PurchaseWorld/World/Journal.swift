package import EventEngine

/// A moment as a client or the backend would log it: with what it knows, and nothing else.
///
/// A log tells no wish, no fault and no drop point. The client's moments are those that ``ClientLog`` counts.
package struct LoggedMoment: Hashable, BitwiseCopyable, Sendable {
  /// Who logs what.
  package enum Event: RawRepresentable, CaseIterable, Hashable, BitwiseCopyable, Sendable {
    case client(LogEvent)
    case server(ServerEvent)

    /// The event with a name.
    package init?(rawValue: String) {
      if let event = LogEvent(rawValue: rawValue) {
        self = .client(event)
      } else if let event = ServerEvent(rawValue: rawValue) {
        self = .server(event)
      } else {
        return nil
      }
    }

    /// The name in logs.
    package var rawValue: String {
      switch self {
      case .client(let event): event.name
      case .server(let event): event.rawValue
      }
    }

    package static let allCases: [Event] =
      LogEvent.allCases.map { .client($0) } + ServerEvent.allCases.map { .server($0) }
  }

  package var time: Instant
  package var event: Event
  /// The process of the app that logs it; nil: the backend does, or support while the app is closed.
  package var session: ProcessID?
  package var product: ProductID?
  package var item: ItemID?
  /// The identifier that the store gives a transaction when it takes the money (S1).
  package var transaction: ChargeID?
  /// How a payment, a request or a try ended.
  package var code: LogCode?
  /// Which try of a delivery it is of, from 0; nil if of none, or of one by hand (C7, C9).
  package var tryNumber: Int32?
}

/// How a payment, a request or a try ended, as clients and backends log it.
package enum LogCode: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  /// The store said so of a payment (S2, S7).
  case cancelled
  /// The store said so of a payment (S7); or the check failed, or the link was down (B3, D3).
  case error
  /// Nothing came in time.
  case timeout
  /// The session's token had expired, and the client took that for an error (B2).
  case unauthorised
  /// The item is off the shelf (B1).
  case notForSale
  /// Nothing can be delivered for it (B4, B6).
  case rejected
  case delivered
  /// Delivered before (B5).
  case duplicate
  /// Taken up, to be checked later (B3).
  case accepted

  /// The answer of a backend; nil if it is none that is logged.
  init?(_ answer: Answer) {
    switch answer {
    case .notForSale: self = .notForSale
    case .unauthorised: self = .unauthorised
    case .accepted: self = .accepted
    case .delivered: self = .delivered
    case .duplicate: self = .duplicate
    case .rejected: self = .rejected
    case .error, .refused: self = .error
    case .timeout: self = .timeout
    case .order, .list, .called: return nil
    }
  }
}

/// What a backend logs, and ``ServerEvent/meaning`` says when.
package enum ServerEvent: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  case orderCreated = "server_order_created"
  case verifyReceived = "server_verify_received"
  case verifyAnswered = "server_verify_answered"
  case delivered = "server_delivered"
  case deliveredByHand = "server_delivered_by_hand"
  case notified = "server_notification"
  case reconciled = "server_reconciled"
  case acknowledged = "server_acknowledged"
  case consumed = "server_consumed"
  case takenBack = "server_goods_taken_back"
}

/// What a moment of the client's log is about.
enum LogSubject {
  /// What a tap is on.
  case tapped(ItemID, ProductID)
  /// What a user wants, as it stands on the screen.
  case intent(IntentID)
  case flow(FlowID, LogCode? = nil)
  case transaction(TransactionID, LogCode? = nil)
  case task(TaskID, LogCode? = nil)
}

extension World {
  /// Writes down what the client logs; not inlined, so that the rules stay short in the machine's eyes.
  @inline(never) mutating func write(_ event: LogEvent, of subject: LogSubject) {
    var moment = LoggedMoment(time: now, event: .client(event), session: livingProcess)
    switch subject {
    case .tapped(let item, let product): (moment.item, moment.product) = (item, product)
    case .intent(let intent):
      (moment.item, moment.product) = (user.intents[intent].item, user.intents[intent].product)
    case .flow(let flow, let code):
      (moment.item, moment.product) = (client.flows[flow].item, client.flows[flow].product)
      moment.code = code
    case .transaction(let transaction, let code):
      tell(transaction, in: &moment)
      moment.code = code
    case .task(let task, let code):
      moment.code = code
      tell(client.tasks[task].transaction, in: &moment)
      moment.item = client.tasks[task].bound.item
      if !client.tasks[task].isManual { moment.tryNumber = Int32(client.tasks[task].retries) }
    }
    journal?.append(moment)
  }

  private func tell(_ transaction: TransactionID, in moment: inout LoggedMoment) {
    (moment.transaction, moment.product) = (number(of: transaction), product(of: transaction))
  }

  /// Writes down what the backend logs of a moment.
  @inline(never) mutating func journal(_ moment: Trace.Moment) {
    var logged: LoggedMoment
    switch moment {
    case .orderCreated(let item):
      logged = LoggedMoment(time: now, event: .server(.orderCreated))
      (logged.item, logged.product) = (item, backend.shelf.items[item].product)
    case .goodsDelivered(let transaction, let item, _):
      logged = server(.delivered, transaction)
      logged.item = item
    case .deliveredByHand(let transaction): logged = server(.deliveredByHand, transaction)
    case .goodsTakenBack(let transaction): logged = server(.takenBack, transaction)
    case .notified(let transaction, answered: true): logged = server(.notified, transaction)
    case .acknowledgedByServer(let transaction): logged = server(.acknowledged, transaction)
    case .consumedByServer(let transaction): logged = server(.consumed, transaction)
    case .reconciled(fetched: true):
      logged = LoggedMoment(time: now, event: .server(.reconciled))
    default: return
    }
    journal?.append(logged)
  }

  /// Writes down that a verification came to the backend, or how it was answered.
  @inline(never) mutating func write(
    _ event: ServerEvent, of transaction: TransactionID, _ answer: Answer?
  ) {
    var moment = server(event, transaction)
    moment.code = answer.flatMap { LogCode($0) }
    journal?.append(moment)
  }

  private func server(_ event: ServerEvent, _ transaction: TransactionID) -> LoggedMoment {
    var moment = LoggedMoment(time: now, event: .server(event))
    tell(transaction, in: &moment)
    return moment
  }
}

extension Trace.Moment {
  /// Whether a backend may log it.
  @inline(__always) var isOfBackend: Bool {
    switch self {
    case .orderCreated, .goodsDelivered, .deliveredByHand, .goodsTakenBack, .notified,
      .acknowledgedByServer, .consumedByServer, .reconciled:
      true
    default: false
    }
  }
}
