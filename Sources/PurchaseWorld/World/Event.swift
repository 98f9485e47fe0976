/// An event of one simulated run; the payload identifies the objects that it concerns.
enum Event {
  // User events (P1–P4).
  /// A visit begins; visits are numbered from 0.
  case visit(Int32)
  /// The user may leave now.
  case leave
  /// The user opens the app again, which died with that process.
  case reopen(process: ProcessID)
  case ready(process: ProcessID)
  case tap(TapID)
  /// A spinner has exceeded the user's patience (P2).
  case patience(spinner: Int32)
  /// The user notices missing goods (P3).
  case notice(intent: IntentID)
  /// Support resolves a ticket about an intent (P3).
  case support(intent: IntentID)
  /// The user has logged in again at the client's request (B2).
  case loggedIn(process: ProcessID)
  /// A guest who has bought something logs in (C10).
  case guestLogin

  // Store events (S, K, G).
  /// The user confirms or cancels on the sheet of a transaction.
  case decide(TransactionID)
  /// A planned interruption that was due before the sheet (S7).
  case interrupt(TransactionID)
  /// The user completes the interrupted purchase in the store, or gives it up (S7).
  case resolve(TransactionID)
  case charge(TransactionID)
  case purchasing(TransactionID)
  /// The store calls back `purchased` for the first time.
  case purchased(TransactionID)
  /// The store calls back a copy of `purchased`.
  case purchasedAgain(TransactionID)
  /// A purchase call returns (K2, G2).
  case result(TransactionID)
  /// `updates` delivers a transaction (K3, G3).
  case update(TransactionID)
  /// `updates` reports a purchase again that its call has returned (K3).
  case echo(TransactionID)
  /// A purchase was not acknowledged in time, or not approved (G10, G9).
  case lapse(TransactionID)
  /// The service of Play is available again, unless another loss is still active (G12).
  case serviceUp

  // Notifications and reconciliation (B8, B9).
  case notify(TransactionID)
  /// The backend fetches the charges that it has not delivered.
  case reconcile

  // Requests (D1, D3, B1, B3).
  case arrive(RequestID)
  /// The store has checked the receipt of a request.
  case checked(RequestID)
  case reply(RequestID)
  case timeout(RequestID)
  case retry(TaskID)

  // Faults (<doc:Faults>).
  case inject(PlannedFaultID)
  /// A network loss may have ended.
  case linkUp
  /// The first account logs in again.
  case switchBack(account: AccountID)
}

/// The kind of the next event of a run, without the objects that it concerns.
package enum EventKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case visit, leave, reopen, ready, tap, patience, notice, loggedIn, guestLogin, decide
  case interrupt, resolve, charge, purchasing, purchased, purchasedAgain, notify, reconcile
  case arrive, checked, reply, timeout, retry, inject, linkUp, switchBack
  case result, update, lapse, serviceUp, support, echo
  /// No event: an effect of a team's own client.
  case effect
}

extension Event {
  /// The kind of the event, and the number in its payload.
  var parts: (kind: EventKind, payload: Int32) {
    switch self {
    case .visit(let number): (.visit, number)
    case .leave: (.leave, 0)
    case .reopen(let process): (.reopen, process.number)
    case .ready(let process): (.ready, process.number)
    case .tap(let tap): (.tap, tap.number)
    case .patience(let spinner): (.patience, spinner)
    case .notice(let intent): (.notice, intent.number)
    case .support(let intent): (.support, intent.number)
    case .loggedIn(let process): (.loggedIn, process.number)
    case .guestLogin: (.guestLogin, 0)
    case .decide(let transaction): (.decide, transaction.number)
    case .interrupt(let transaction): (.interrupt, transaction.number)
    case .resolve(let transaction): (.resolve, transaction.number)
    case .charge(let transaction): (.charge, transaction.number)
    case .purchasing(let transaction): (.purchasing, transaction.number)
    case .purchased(let transaction): (.purchased, transaction.number)
    case .purchasedAgain(let transaction): (.purchasedAgain, transaction.number)
    case .result(let transaction): (.result, transaction.number)
    case .update(let transaction): (.update, transaction.number)
    case .echo(let transaction): (.echo, transaction.number)
    case .lapse(let transaction): (.lapse, transaction.number)
    case .serviceUp: (.serviceUp, 0)
    case .notify(let transaction): (.notify, transaction.number)
    case .reconcile: (.reconcile, 0)
    case .arrive(let request): (.arrive, request.number)
    case .checked(let request): (.checked, request.number)
    case .reply(let request): (.reply, request.number)
    case .timeout(let request): (.timeout, request.number)
    case .retry(let task): (.retry, task.number)
    case .inject(let planned): (.inject, planned.number)
    case .linkUp: (.linkUp, 0)
    case .switchBack(let account): (.switchBack, account.number)
    }
  }
}
