/// What can happen next in one life. Payloads are indices into the world's tables.
enum Event {
  // The user (section 6).
  /// A visit begins, counted from 0.
  case visit(Int32)
  /// The user may be about to leave.
  case leave
  /// The app, dead since that process, is opened again.
  case reopen(process: Int32)
  /// A process has launched and is ready.
  case ready(process: Int32)
  /// The user taps Buy.
  case tap(Int32)
  /// A spinner has outlasted the patience of the user (P2).
  case patience(spinner: Int32)
  /// Missing goods are noticed (P3).
  case notice(intent: Int32)
  /// The user has logged in again, as the client asked (B2).
  case loggedIn(process: Int32)
  /// A guest who has bought something logs in (C10).
  case guestLogin

  // The store (section 2).
  /// The user confirms or cancels on the sheet of a transaction.
  case decide(Int32)
  /// A planned interruption whose time had come before the sheet (S7).
  case interrupt(Int32)
  /// The user has completed the interrupted purchase in the store, or given it up (S7).
  case resolve(Int32)
  /// The money is taken.
  case charge(Int32)
  /// `purchasing` is called back.
  case purchasing(Int32)
  /// The live `purchased` is called back.
  case purchased(Int32)
  /// A copy of `purchased` is called back.
  case purchasedAgain(Int32)

  // The store and the backend (B8, B9).
  /// The store posts a charge to the backend.
  case notify(Int32)
  /// The backend fetches the charges that it has not delivered.
  case reconcile

  // Requests (D1, D3, B1, B3).
  /// A request has reached the backend.
  case arrive(Int32)
  /// The store's check of a request's receipt has ended.
  case checked(Int32)
  /// A reply has reached the device.
  case reply(Int32)
  /// The client waits for a reply no longer.
  case timeout(Int32)
  /// A delivery task tries again.
  case retry(Int32)

  // Faults (section 7).
  /// A planned fault strikes.
  case strike(Int32)
  /// A network loss may have ended.
  case linkUp
  /// The first account logs in again.
  case switchBack(account: Int32)
}
