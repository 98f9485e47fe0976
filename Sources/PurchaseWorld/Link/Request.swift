internal import EventEngine

/// One request to the backend, with its result.
struct Request {
  /// The sender and the purpose.
  enum Requester {
    /// A flow before the payment (C2).
    case flow(FlowID)
    /// A delivery task that requests an order (C7).
    case order(task: TaskID)
    /// A delivery task that requests its goods (C7).
    case verification(task: TaskID)
    /// A delivery task that reads records to bind its transaction (C5).
    case reading(task: TaskID)
    /// A trigger that requests the waiting records (C8).
    case listing
    /// A record is written, or gets its identifier; no wait (C3).
    case writing(record: RecordID)
    /// A purchase failed, and a record is wiped; no wait (C4).
    case clearing
    /// A transaction is delivered, and its records are wiped; no wait (C7).
    case settling(record: RecordID?)
    /// A transaction is given up, and its records are wiped; no wait (C7).
    case wiping(record: RecordID?)
    /// A call of a team's own client, by its index among the scenario's calls; -1 for others.
    case named(Int32)
  }

  var call: BackendCall
  /// The account of the session under which it was sent (B2).
  let session: AccountID
  /// The process that sent it (D1).
  let process: ProcessID
  let sentAt: Instant
  /// The round trip without the backend's work.
  let latency: Delay
  /// The duration of the store's check, if there is one.
  let check: Delay
  /// The number of link losses before; one more means that the request is lost (D3).
  let losses: Int32
  /// The backend's answer; an error before it answers.
  var answer = BackendAnswer.error
  /// The other charges that were delivered with the one that it names (B4).
  var alsoDelivered = ChargeSet()
  var isAwaited = true
  /// Whether the backend still works on it, or it is on its way there.
  var isAtWork = true
  /// Whether it is or was in the queue of a shared backend (B11).
  var isAdmitted = false
  /// The number of checks at the store so far (B3).
  var checks: Int32 = 0
  /// The number of handled events when the backend listed records.
  var answeredAt: Int32 = 0
}

/// The answer that the client receives.
package enum BackendAnswer: Hashable, BitwiseCopyable, Sendable {
  /// The backend created an order (B1).
  case order(OrderID)
  /// The item is not for sale (B1).
  case notForSale
  /// The session's token has expired (B2).
  case unauthorised
  /// Accepted, to be checked later; no further answer follows (B3).
  case accepted
  case delivered
  /// The goods were delivered before.
  case duplicate
  /// The backend cannot deliver anything for the transaction (B4, B6).
  case rejected
  /// The records of the session's account at the time of the answer.
  case list
  /// The check failed, or the link was down (B3, D3).
  case error
  /// No reply arrived in time.
  case timeout
  /// The queue of the backend is full (B12).
  case refused
  /// The answer to a named call of a team's own client.
  case called
}

/// The contents of a client's request to the backend.
struct BackendCall {
  let asker: Request.Requester
  var transaction: TransactionID?
  /// The item, if the client has it (B6).
  var item: ItemID?
  var order = OrderReference.none
  /// The account named; nil leaves it to order or session (B7).
  var account: AccountID?
  let product: ProductID?
  var receipt = Receipt()
  var mark = TryMark()
  /// Whether the user sent it by hand from the recovery page (C9).
  var isManual = false
  var accountRecord: RecordID?
  /// The name of a call of a team's own client, by its index in the trace.
  var name: Int32?

  init(_ asker: Request.Requester, product: ProductID?, account: AccountID?) {
    (self.asker, self.product, self.account) = (asker, product, account)
  }

  var kind: RequestKinds {
    switch asker {
    case .verification: .verify
    case .flow, .order: .createOrder
    case .reading, .listing, .writing, .clearing, .settling, .wiping: .records
    case .named: .calls
    }
  }

  /// Whether it writes or wipes records on the backend, without a wait for the answer.
  var changesRecords: Bool {
    switch asker {
    case .writing, .clearing, .settling, .wiping: true
    case .flow, .order, .verification, .reading, .listing, .named: false
    }
  }
}
