package import EventEngine

/// An entry of a client's or the backend's log, with only the data that the logging side has.
///
/// It contains no intent, fault or drop point. ``ClientLog`` counts the same client events.
package struct LogEntry: Hashable, BitwiseCopyable, Sendable {
  /// The event, with the side that logs it.
  package enum Event: RawRepresentable, CaseIterable, Hashable, BitwiseCopyable, Sendable {
    case client(ClientLogEvent)
    case server(BackendEvent)

    /// Creates the event with a name.
    package init?(rawValue: String) {
      let event =
        ClientLogEvent(rawValue: rawValue).map { Event.client($0) }
        ?? BackendEvent(rawValue: rawValue).map { .server($0) }
      guard let event else { return nil }
      self = event
    }

    /// The name in logs.
    package var rawValue: String {
      switch self {
      case .client(let event): event.name
      case .server(let event): event.rawValue
      }
    }

    package static let allCases: [Event] =
      ClientLogEvent.allCases.map { .client($0) } + BackendEvent.allCases.map { .server($0) }
  }

  package var time: Instant
  package var event: Event
  /// The process of the app; nil for the backend, and for support while the app is closed.
  package var process: ProcessID?
  package var product: ProductID?
  package var item: ItemID?
  /// The identifier that the store gives a transaction when it charges (S1).
  package var chargeID: ChargeID?
  /// How a payment, a request or a try ended.
  package var code: LogCode?
  /// The number of the delivery try, from 0; nil for no try, and for one by hand (C7, C9).
  package var tryNumber: Int32?
}

/// How a payment, a request or a try ended, as clients and backends log it.
package enum LogCode: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
  /// The store reported that the user cancelled a payment (S2, S7).
  case cancelled
  /// The store reported a failed payment (S7); or the check failed, or the link was down (B3, D3).
  case error
  /// No reply arrived in time.
  case timeout
  /// The session's token had expired, and the client treated this as an error (B2).
  case unauthorised
  /// The item is not for sale (B1).
  case notForSale
  /// The backend cannot deliver anything for the transaction (B4, B6).
  case rejected
  case delivered
  /// The goods were delivered before (B5).
  case duplicate
  /// Accepted, to be checked later (B3).
  case accepted

  /// Creates the code of a backend's answer; nil if the answer is not logged.
  init?(_ answer: BackendAnswer) {
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

/// An event that a backend logs; ``BackendEvent/meaning`` describes it.
package enum BackendEvent: String, CaseIterable, Hashable, BitwiseCopyable, Sendable {
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

/// The subject of an entry in the client's log.
enum LogSubject {
  case tapped(ItemID, ProductID)
  /// The item and product of an intent, as shown on the screen.
  case intent(IntentID)
  case flow(FlowID, LogCode? = nil)
  case transaction(TransactionID, LogCode? = nil)
  case task(TaskID, LogCode? = nil)
}

extension World {
  /// Writes what the client logs; not inlined, to keep the machine code of the rules short.
  @inline(never) mutating func write(_ event: ClientLogEvent, of subject: LogSubject) {
    var moment = LogEntry(time: now, event: .client(event), process: livingProcess)
    switch subject {
    case .tapped(let item, let product): (moment.item, moment.product) = (item, product)
    case .intent(let intent):
      (moment.item, moment.product) = (user.intents[intent].item, user.intents[intent].product)
    case .flow(let flow, let code):
      (moment.item, moment.product) = (client.flows[flow].item, client.flows[flow].product)
      moment.code = code
    case .transaction(let transaction, let code):
      describe(transaction, in: &moment)
      moment.code = code
    case .task(let task, let code):
      moment.code = code
      describe(client.tasks[task].transaction, in: &moment)
      moment.item = client.tasks[task].bound.item
      if !client.tasks[task].isManual { moment.tryNumber = Int32(client.tasks[task].retries) }
    }
    journal?.append(moment)
  }

  private func describe(_ transaction: TransactionID, in moment: inout LogEntry) {
    (moment.chargeID, moment.product) = (number(of: transaction), product(of: transaction))
  }

  @inline(never) mutating func journal(_ moment: Trace.Occurrence) {
    var logged: LogEntry
    switch moment {
    case .orderCreated(let item):
      logged = LogEntry(time: now, event: .server(.orderCreated))
      (logged.item, logged.product) = (item, backend.availableCatalog.items[item].product)
    case .goodsDelivered(let transaction, let item, _):
      logged = server(.delivered, transaction)
      logged.item = item
    case .deliveredByHand(let transaction): logged = server(.deliveredByHand, transaction)
    case .goodsRevoked(let transaction): logged = server(.takenBack, transaction)
    case .notified(let transaction, answered: true): logged = server(.notified, transaction)
    case .acknowledgedByServer(let transaction): logged = server(.acknowledged, transaction)
    case .consumedByServer(let transaction): logged = server(.consumed, transaction)
    case .reconciled(fetched: true): logged = LogEntry(time: now, event: .server(.reconciled))
    default: return
    }
    journal?.append(logged)
  }

  /// Writes that a verification reached the backend, or how the backend answered it.
  @inline(never) mutating func write(
    _ event: BackendEvent, of transaction: TransactionID, _ answer: BackendAnswer?
  ) {
    var moment = server(event, transaction)
    moment.code = answer.flatMap { LogCode($0) }
    journal?.append(moment)
  }

  private func server(_ event: BackendEvent, _ transaction: TransactionID) -> LogEntry {
    var moment = LogEntry(time: now, event: .server(event))
    describe(transaction, in: &moment)
    return moment
  }
}

extension Trace.Occurrence {
  /// Whether a backend may log the moment.
  @inline(__always) var isOfBackend: Bool {
    switch self {
    case .orderCreated, .goodsDelivered, .deliveredByHand, .goodsRevoked, .notified,
      .acknowledgedByServer, .consumedByServer, .reconciled:
      true
    default: false
    }
  }
}
