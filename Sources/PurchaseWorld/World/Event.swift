/// What can happen next in one life. Payloads name whom or what it concerns.
enum Event {
  // The user (section 6).
  /// A visit begins, counted from 0.
  case visit(Int32)
  /// The user may be about to leave.
  case leave
  /// The app, dead since that process, is opened again.
  case reopen(process: ProcessID)
  /// A process has launched and is ready.
  case ready(process: ProcessID)
  /// The user taps Buy.
  case tap(TapID)
  /// A spinner has outlasted the patience of the user (P2).
  case patience(spinner: Int32)
  /// Missing goods are noticed (P3).
  case notice(intent: IntentID)
  /// Support resolves a ticket about an intent (P3).
  case support(intent: IntentID)
  /// The user has logged in again, as the client asked (B2).
  case loggedIn(process: ProcessID)
  /// A guest who has bought something logs in (C10).
  case guestLogin

  // The store (section 2).
  /// The user confirms or cancels on the sheet of a transaction.
  case decide(TransactionID)
  /// A planned interruption whose time had come before the sheet (S7).
  case interrupt(TransactionID)
  /// The user has completed the interrupted purchase in the store, or given it up (S7).
  case resolve(TransactionID)
  /// The money is taken.
  case charge(TransactionID)
  /// `purchasing` is called back.
  case purchasing(TransactionID)
  /// The live `purchased` is called back.
  case purchased(TransactionID)
  /// A copy of `purchased` is called back.
  case purchasedAgain(TransactionID)
  /// A purchase call ends (K2, G2).
  case result(TransactionID)
  /// A transaction comes by `updates` (K3, G3).
  case update(TransactionID)
  /// `updates` reports a purchase again that its call has returned (K3).
  case echo(TransactionID)
  /// A purchase was not acknowledged in time, or not approved (G10, G9).
  case lapse(TransactionID)
  /// The service of Play is there again, unless another loss goes on (G12).
  case serviceUp

  // The store and the backend (B8, B9).
  /// The store posts a charge to the backend.
  case notify(TransactionID)
  /// The backend fetches the charges that it has not delivered.
  case reconcile

  // Requests (D1, D3, B1, B3).
  /// A request has reached the backend.
  case arrive(RequestID)
  /// The store's check of a request's receipt has ended.
  case checked(RequestID)
  /// A reply has reached the device.
  case reply(RequestID)
  /// The client waits for a reply no longer.
  case timeout(RequestID)
  /// A delivery task tries again.
  case retry(TaskID)

  // Faults (section 7).
  /// A planned fault strikes.
  case strike(PlannedID)
  /// A network loss may have ended.
  case linkUp
  /// The first account logs in again.
  case switchBack(account: AccountID)
}

/// What the next event of a life is about, without whom or what it names.
package enum StepKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case visit, leave, reopen, ready, tap, patience, notice, loggedIn, guestLogin, decide
  case interrupt, resolve, charge, purchasing, purchased, purchasedAgain, notify, reconcile
  case arrive, checked, reply, timeout, retry, strike, linkUp, switchBack
  case result, update, lapse, serviceUp, support, echo
  /// No event: an effect of a team's own client.
  case effect
}

extension Event {
  /// The kind of the event, and whom or what it names.
  var parts: (kind: StepKind, payload: Int32) {
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
    case .strike(let planned): (.strike, planned.number)
    case .linkUp: (.linkUp, 0)
    case .switchBack(let account): (.switchBack, account.number)
    }
  }
}
