internal import EventEngine

extension World {
  /// Takes over the state of another life, so that both can go on by themselves.
  ///
  /// What the client has logged is left behind: nothing that happens depends on it.
  ///
  /// - Precondition: both worlds have the same conditions and design, and their users the same wishes.
  mutating func become(_ other: borrowing World) {
    calendar.become(other.calendar)
    events = other.events
    becomeStore(other)
    becomeApp(other)
    becomeBackend(other)
    becomeUser(other)
    plan.replaceAll(with: other.plan)
    planStates.replaceAll(with: other.planStates)
    hasSteps = other.hasSteps
    struck = other.struck
  }

  private mutating func becomeStore(_ other: borrowing World) {
    transactions.replaceAll(with: other.transactions)
    charges.replaceAll(with: other.charges)
    sheetQueue.replaceAll(with: other.sheetQueue)
    sheet = other.sheet
    openInterruptions = other.openInterruptions
  }

  private mutating func becomeApp(_ other: borrowing World) {
    app = other.app
    process = other.process
    isObserving = other.isObserving
    hasTapped = other.hasTapped
    lastOpening = other.lastOpening
    suspended.replaceAll(with: other.suspended)
    flows.replaceAll(with: other.flows)
    records.replaceAll(with: other.records)
    tasks.replaceAll(with: other.tasks)
    endedTasks = other.endedTasks
    ledger = other.ledger
    listings = other.listings
    listsAfterLogin = other.listsAfterLogin
    spinner = other.spinner
    asksForLogin = other.asksForLogin
    missedLinkUp = other.missedLinkUp
    missedLogin = other.missedLogin
  }

  private mutating func becomeBackend(_ other: borrowing World) {
    requests.replaceAll(with: other.requests)
    orders.replaceAll(with: other.orders)
    storedRecords.replaceAll(with: other.storedRecords)
    storedLedgers.replaceAll(with: other.storedLedgers)
    shelf.become(other.shelf)
    servedReceipts.replaceAll(with: other.servedReceipts)
    customer = other.customer
    link = other.link
    backendOutUntil = other.backendOutUntil
    checkOutUntil = other.checkOutUntil
    tokenExpiredUntil = other.tokenExpiredUntil
    repliesToLose = other.repliesToLose
    losesNextReply = other.losesNextReply
  }

  private mutating func becomeUser(_ other: borrowing World) {
    intents.replaceAll(with: other.intents)
    taps.replaceAll(with: other.taps)
    waitingTaps.replaceAll(with: other.waitingTaps)
    tapsToCome = other.tapsToCome
    session = other.session
    guestLoginWaits = other.guestLoginWaits
    visit = other.visit
    plannedVisit = other.plannedVisit
    staysUntil = other.staysUntil
    leavePending = other.leavePending
    wantsToLeave = other.wantsToLeave
    hasGone = other.hasGone
    noticesToCome = other.noticesToCome
    spinners = other.spinners
    logins = other.logins
  }
}
