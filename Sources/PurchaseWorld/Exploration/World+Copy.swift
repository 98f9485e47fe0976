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
    plan.become(other.plan)
    planStates.become(other.planStates)
    hasSteps = other.hasSteps
    struck = other.struck
  }

  private mutating func becomeStore(_ other: borrowing World) {
    transactions.become(other.transactions)
    charges.become(other.charges)
    sheetQueue.become(other.sheetQueue)
    sheet = other.sheet
    openInterruptions = other.openInterruptions
  }

  private mutating func becomeApp(_ other: borrowing World) {
    app = other.app
    process = other.process
    isObserving = other.isObserving
    hasTapped = other.hasTapped
    lastOpening = other.lastOpening
    suspended.become(other.suspended)
    flows.become(other.flows)
    records.become(other.records)
    tasks.become(other.tasks)
    ledger = other.ledger
    listings = other.listings
    listsAfterLogin = other.listsAfterLogin
    spinner = other.spinner
    asksForLogin = other.asksForLogin
    missedLinkUp = other.missedLinkUp
  }

  private mutating func becomeBackend(_ other: borrowing World) {
    requests.become(other.requests)
    orders.become(other.orders)
    storedRecords.become(other.storedRecords)
    storedLedgers.become(other.storedLedgers)
    shelf.become(other.shelf)
    servedReceipts.become(other.servedReceipts)
    customer = other.customer
    link = other.link
    backendOutUntil = other.backendOutUntil
    checkOutUntil = other.checkOutUntil
    receiptStaleUntil = other.receiptStaleUntil
    tokenExpiredUntil = other.tokenExpiredUntil
    repliesToLose = other.repliesToLose
    losesNextReply = other.losesNextReply
  }

  private mutating func becomeUser(_ other: borrowing World) {
    intents.become(other.intents)
    taps.become(other.taps)
    waitingTaps.become(other.waitingTaps)
    plannedTaps = other.plannedTaps
    tapsToCome = other.tapsToCome
    neverReturns = other.neverReturns
    session = other.session
    pendingSwitch = other.pendingSwitch
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
