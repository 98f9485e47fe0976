internal import EventEngine

/// What the next event of a life is about, without whom or what it names.
package enum StepKind: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  case visit
  case leave
  case reopen
  case ready
  case tap
  case patience
  case notice
  case loggedIn
  case guestLogin
  case decide
  case interrupt
  case resolve
  case charge
  case purchasing
  case purchased
  case purchasedAgain
  case notify
  case reconcile
  case arrive
  case checked
  case reply
  case timeout
  case retry
  case strike
  case linkUp
  case switchBack
}

extension Event {
  /// The kind of the event, and whom or what it names.
  var parts: (kind: StepKind, payload: Int32) {
    switch self {
    case .visit(let number): (.visit, number)
    case .leave: (.leave, 0)
    case .reopen(let process): (.reopen, process)
    case .ready(let process): (.ready, process)
    case .tap(let tap): (.tap, tap)
    case .patience(let spinner): (.patience, spinner)
    case .notice(let intent): (.notice, intent)
    case .loggedIn(let process): (.loggedIn, process)
    case .guestLogin: (.guestLogin, 0)
    case .decide(let transaction): (.decide, transaction)
    case .interrupt(let transaction): (.interrupt, transaction)
    case .resolve(let transaction): (.resolve, transaction)
    case .charge(let transaction): (.charge, transaction)
    case .purchasing(let transaction): (.purchasing, transaction)
    case .purchased(let transaction): (.purchased, transaction)
    case .purchasedAgain(let transaction): (.purchasedAgain, transaction)
    case .notify(let transaction): (.notify, transaction)
    case .reconcile: (.reconcile, 0)
    case .arrive(let request): (.arrive, request)
    case .checked(let request): (.checked, request)
    case .reply(let request): (.reply, request)
    case .timeout(let request): (.timeout, request)
    case .retry(let task): (.retry, task)
    case .strike(let planned): (.strike, planned)
    case .linkUp: (.linkUp, 0)
    case .switchBack(let account): (.switchBack, account)
    }
  }
}
