internal import EventEngine

/// What the next event of a life is about, without whom or what it names.
package enum StepKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case visit, leave, reopen, ready, tap, patience, notice, loggedIn, guestLogin, decide
  case interrupt, resolve, charge, purchasing, purchased, purchasedAgain, notify, reconcile
  case arrive, checked, reply, timeout, retry, strike, linkUp, switchBack
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
    case .loggedIn(let process): (.loggedIn, process.number)
    case .guestLogin: (.guestLogin, 0)
    case .decide(let transaction): (.decide, transaction.number)
    case .interrupt(let transaction): (.interrupt, transaction.number)
    case .resolve(let transaction): (.resolve, transaction.number)
    case .charge(let transaction): (.charge, transaction.number)
    case .purchasing(let transaction): (.purchasing, transaction.number)
    case .purchased(let transaction): (.purchased, transaction.number)
    case .purchasedAgain(let transaction): (.purchasedAgain, transaction.number)
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
