internal import EventEngine

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
    /// A team's own client asks something of its own, by its place among the calls of the scenario; -1: it is none of
    /// those.
    case named(Int32)
  }

  /// What was asked.
  var call: Call
  /// The account of the session under which it was sent (B2).
  let session: AccountID
  /// The process that sent it (D1).
  let process: ProcessID
  let sentAt: Instant
  /// The round trip without what the backend does.
  let latency: Delay
  /// The store's check, if there is one.
  let check: Delay
  /// How often the link had gone down before; once more means that it is lost (D3).
  let losses: Int32
  /// What the backend has said; an error until it has.
  var answer = Answer.error
  /// The charges that were delivered beside the one that it names (B4).
  var alsoDelivered = ChargeSet()
  /// Whether the client still waits.
  var isAwaited = true
  /// Whether the backend still works on it, or it is on its way there.
  var isAtWork = true
  /// Whether it has a place in the queue of a backend that many users share, or had one (B11).
  var isAdmitted = false
  /// How often the store's check has been tried (B3).
  var checks: Int32 = 0
  /// How many events had been handled when the backend listed records.
  var answeredAt: Int32 = 0
}

/// What the client is told.
package enum Answer: Hashable, BitwiseCopyable, Sendable {
  /// An order was made (B1).
  case order(OrderID)
  /// The item is off the shelf (B1).
  case notForSale
  /// The session's token has expired (B2).
  case unauthorised
  /// Taken up, to be checked later: the client hears no more of it (B3).
  case accepted
  case delivered
  /// Delivered before.
  case duplicate
  /// Nothing can be delivered for it (B4, B6).
  case rejected
  /// The records of the session's account, as they were when the request was answered.
  case list
  /// The check failed, or the link was down (B3, D3).
  case error
  /// Nothing came in time.
  case timeout
  /// The backend has no place for one more (B12).
  case refused
  /// What a team's own client has asked for by a name is answered.
  case called
}

/// What the client asks of the backend.
struct Call {
  let asker: Request.Asker
  /// The transaction that it names.
  var transaction: TransactionID?
  /// The item that is wanted, if the client knows it (B6).
  var item: ItemID?
  var order = OrderName.none
  /// The account named; nil leaves it to order or session (B7).
  var account: AccountID?
  let product: ProductID?
  var receipt = Receipt()
  /// Which try of its transaction it belongs to.
  var mark = TryMark()
  /// Whether the user asked by hand from the recovery page (C9).
  var isManual = false
  /// The record that says whom the goods are for, if one does.
  var accountRecord: RecordID?
  /// The name of what a team's own client calls, by its place in the trace, if there is one.
  var name: Int32?

  init(_ asker: Request.Asker, product: ProductID?, account: AccountID?) {
    (self.asker, self.product, self.account) = (asker, product, account)
  }

  /// What is asked for.
  var kind: RequestKinds {
    switch asker {
    case .verification: .verify
    case .flow, .order: .createOrder
    case .reading, .listing, .writing, .clearing, .settling, .wiping: .records
    case .named: .calls
    }
  }

  /// Whether it writes or wipes records on the backend; nobody waits for that.
  var changesRecords: Bool {
    switch asker {
    case .writing, .clearing, .settling, .wiping: true
    case .flow, .order, .verification, .reading, .listing, .named: false
    }
  }
}
