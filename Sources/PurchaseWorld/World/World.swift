internal import EventEngine

/// One life: a user, a device, a store, a backend and a client, and everything pending among them.
///
/// State is values; what happens next is an ``Event``. The rules stand in the extensions, in files
/// named for what they rule. The tables (transactions, records, requests …) only grow within one life
/// and keep their storage for the next, so indices stay valid and nothing is allocated per event.
struct World: ~Copyable {
  let conditions: Conditions
  /// When the run ends and the charges are judged.
  let horizon: Instant
  private(set) var outages = List<Outage>()
  var design: PlayedDesign
  /// The waits between tries of all designs that were read, by ``PlayedDesign/retry``.
  var delays = List<Delay>()
  var luck: Luck
  var calendar = EventCalendar<Event>(capacity: 64)
  /// Events handled so far.
  var events = 0
  /// Whether the run may stop when nothing can change any more.
  var stopsEarly = true
  /// What happened, for people; nil unless asked for.
  var trace: Trace?

  // Store.
  var transactions = Table<Kind.Transaction, Transaction>()
  /// Charged transactions, in the order of charging.
  var charges = Table<Kind.Charge, TransactionID>()
  /// Transactions whose sheets wait for their turn.
  var sheetQueue = List<TransactionID>()
  /// The transaction whose sheet is up; -1 if none is.
  var sheet: TransactionID?
  var openInterruptions = 0

  // Device and app.
  var app = AppState.dead
  /// The number of the newest process, from 1.
  var process = ProcessID(0)
  var isObserving = false
  /// Whether a tap has been made in this process.
  var hasTapped = false
  /// When the app was last opened or brought to the front.
  var lastOpening = Instant.start
  /// Client events that wait for the foreground (D5).
  var suspended = List<Event>()
  var flows = Table<Kind.Flow, Flow>()
  var records = Table<Kind.Record, Record>()
  var tasks = Table<Kind.Task, DeliveryTask>()
  /// How many tasks at the front have ended, so that a long life need not look at them again.
  var endedTasks = TaskID(0)
  /// Which transactions the client's ledger knows as delivered, by number.
  var ledger = Receipt()
  /// How often waiting records were asked for; keys the draws of the next (C8).
  var listings = 0
  /// Whether waiting records are asked for once the user has logged in (B2).
  var listsAfterLogin = false
  var spinner = Spinner()
  /// Whether the client has asked the user to log in (B2).
  var asksForLogin = false
  /// Whether the link came up while the app was in the background.
  var missedLinkUp = false
  /// Who logged in while the app was in the background.
  var missedLogin = MissedLogin.nobody

  // Link and backend.
  var requests = Table<Kind.Request, Request>()
  var orders = Table<Kind.Order, Order>()
  /// With `records.in` `server`: as the backend has them, by the index of the client's copy.
  var storedRecords = Table<Kind.Record, StoredRecord>()
  /// The ledgers that the backend keeps, by account.
  var storedLedgers = Table<Kind.Account, Receipt>()
  var shelf: Shelf
  /// Receipts from which something was delivered (dedupe key `receipt`).
  var servedReceipts = List<Receipt>()
  /// The account by which the backend knows the buyer's Apple ID; nil before it has seen a receipt or
  /// a notification that says so (B9).
  var customer: AccountID?
  var link = Link()
  var backendOutUntil = Instant.start
  var checkOutUntil = Instant.start
  var tokenExpiredUntil = Instant.start
  /// Kinds of which the next reply will get lost (D4).
  var repliesToLose = RequestKinds()
  /// Whether the next reply of whatever kind will get lost (D4).
  var losesNextReply = false

  // User.
  /// The wishes with which the user comes.
  var wishes = Table<Kind.Intent, Intent>()
  /// Those wishes as every life finds them; the first of ``intents``.
  var firstIntents = Table<Kind.Intent, IntentState>()
  /// The taps that the user means to make from the start; the first of ``taps``.
  var firstTaps = Table<Kind.Tap, TapState>()
  /// The account that the user begins with (C10).
  var firstSession = AccountID.own
  /// From the start of the run to the first opening of the app.
  var starts = Delay.zero
  /// Whether the app stays closed after the first death or visit.
  var neverReturns = false
  var intents = Table<Kind.Intent, IntentState>()
  var taps = Table<Kind.Tap, TapState>()
  /// Taps that met a dead process.
  var waitingTaps = List<TapID>()
  /// Planned taps that have not been handled.
  var tapsToCome = 0
  /// The account in use: that of whoever is logged in, the device's while nobody is (C10).
  var session = AccountID.own
  /// Whether a guest is to log in as soon as the app is in front (C10).
  var guestLoginWaits = false
  var visit: Int32 = -1
  /// The newest visit whose taps are planned.
  var plannedVisit: Int32 = -1
  var staysUntil = Instant.start
  var leavePending = false
  var wantsToLeave = false
  var hasGone = false
  var noticesToCome = 0
  var spinners = 0
  var logins = 0

  // Faults.
  var plan = Table<Kind.Planned, PlannedFault>()
  var planStates = Table<Kind.Planned, PlanState>()
  var hasSteps = false
  var struck: UInt64 = 0

  /// What the client logs.
  var log: ClientLog
  /// Whether each day of simulated time is counted for itself.
  let logsByDay: Bool

  /// Makes an empty world.
  ///
  /// - Parameter logsByDay: whether the client's log tells the days of simulated time apart.
  init(conditions: Conditions, logsByDay: Bool = false) {
    self.conditions = conditions
    horizon = .start + conditions.horizon
    self.logsByDay = logsByDay
    log = ClientLog(days: logsByDay ? ClientLog.days(until: conditions.horizon) : 1)
    luck = Luck(conditions)
    design = PlayedDesign(Design(name: ""), delays: &delays)
    shelf = Shelf(conditions.catalog)
    outages.replaceAll(with: conditions.outages)
  }

  /// The time.
  var now: Instant { calendar.now }

  /// Handles events until the horizon, until nothing can change any more, or until the life is found to
  /// be endless.
  mutating func run() {
    while let event = takeNext() {
      if hasSteps { fireStep(events) }
      if !goOn(with: event) {
        trace?.endsEarly = true
        break
      }
    }
  }

  /// Takes the next event out of the calendar and counts it; nil when the horizon is reached, or when
  /// there have been as many as a life may have.
  @inline(__always)
  mutating func takeNext() -> Event? {
    guard !isEndless, let event = calendar.next(until: horizon) else { return nil }
    events &+= 1
    return event
  }

  /// Handles an event.
  ///
  /// - Returns: whether the life goes on: whether anything can still change.
  @inline(__always)
  mutating func goOn(with event: Event) -> Bool {
    handle(event)
    if wantsToLeave { considerLeaving() }
    return isKeptOpen || isLikelyOpen || !stopsEarly || !isSettled()
  }

  @inline(__always)
  private mutating func handle(_ event: Event) {
    switch event {
    case .visit(let number): beginVisit(number)
    case .leave: leaveIfTime()
    case .reopen(let process): reopen(after: process)
    case .ready(let process): becomeReady(process)
    case .tap(let tap): tapIfPossible(tap)
    case .patience(let spinner): losePatience(spinner)
    case .notice(let intent): notice(intent)
    case .loggedIn(let process): logInAgain(process)
    case .guestLogin: logInGuest()
    case .decide(let transaction): decide(transaction)
    case .interrupt(let transaction): interruptIfOnSheet(transaction)
    case .resolve(let transaction): resolveInterruption(transaction)
    case .charge(let transaction): charge(transaction)
    case .purchasing(let transaction): callBackPurchasing(transaction)
    case .purchased(let transaction): callBackLive(transaction)
    case .purchasedAgain(let transaction): callBackCopy(transaction)
    case .arrive(let request): arrive(request)
    case .checked(let request): endCheck(request)
    case .reply(let request): receiveReplyIfPossible(request)
    case .timeout, .retry: handleInFront(event)
    case .notify(let transaction): notify(transaction)
    case .reconcile: reconcile()
    case .strike(let planned): strike(planned)
    case .linkUp: raiseLink()
    case .switchBack(let account): switchAccount(to: account, returns: nil)
    }
  }

  /// A reply reaches the device, unless the link lost it (D3); in the background it waits (D5).
  @inline(__always)
  private mutating func receiveReplyIfPossible(_ request: RequestID) {
    if isLost(request) {
      loseMessage(of: request)
    } else if app == .background {
      suspended.append(.reply(request))
    } else {
      receiveReply(request)
    }
  }

  /// Handles what the client's process learns; in the background it waits (D5).
  mutating func handleInFront(_ event: Event) {
    if app == .background {
      suspended.append(event)
      return
    }
    switch event {
    case .reply(let request): receiveReply(request)
    case .timeout(let request): timeOut(request)
    case .retry(let task): retry(task)
    case .purchasing(let transaction): callBackPurchasing(transaction)
    default: preconditionFailure("only what a process learns waits for the foreground")
    }
  }

  /// Whether a tap, a notice, an interruption or a spinner is still to come to an end.
  @inline(__always)
  private var isKeptOpen: Bool {
    assert(min(tapsToCome, noticesToCome, openInterruptions) >= 0, "what is to come is counted")
    return tapsToCome | noticesToCome | openInterruptions != 0 || spinner.isOpen
  }

  /// Whether something can still come of the newest or the first transaction, or of the newest flow
  /// while there is none: the likeliest of all.
  @inline(__always)
  private var isLikelyOpen: Bool {
    guard !transactions.isEmpty else {
      return !flows.isEmpty && flows[flows.last].state == .ordering
    }
    return transactions[transactions.last].state.isOpen
      || transactions[TransactionID(0)].state.isOpen
  }

  /// Whether no charge, no flag and no count can change any more, whatever the user does from now on;
  /// asked when nothing ``isKeptOpen``.
  ///
  /// Nothing here changes the world. Like other questions that are asked at every event it is marked
  /// `mutating`, because the compiler copies the whole world for a borrowing call.
  private mutating func isSettled() -> Bool {
    if canStrikeYet() { return false }
    for index in transactions.indices {
      if transactions[index].state.isOpen { return false }
      if transactions[index].state == .failed && transactions[index].waits { return false }
      if isJudgedByOpening(index) { return false }
    }
    if isToldByStore, expectsNews() { return false }
    for index in flows.indices where flows[index].state == .ordering { return false }
    for index in openTasks where tasks[index].isActive { return false }
    for index in requests.indices where requests[index].isAtWork { return false }
    for index in records.indices where records[index].isWaiting { return false }
    for index in storedRecords.indices where storedRecords[index].isWaiting { return false }
    return true
  }

  /// Empties every table for the next life and keeps their storage.
  mutating func reset() {
    calendar.reset()
    events = 0
    transactions.removeAll()
    charges.removeAll()
    sheetQueue.removeAll()
    sheet = nil
    openInterruptions = 0
    app = .dead
    process = ProcessID(0)
    isObserving = false
    hasTapped = false
    lastOpening = .start
    suspended.removeAll()
    flows.removeAll()
    records.removeAll()
    tasks.removeAll()
    endedTasks = TaskID(0)
    ledger = Receipt()
    listings = 0
    listsAfterLogin = false
    spinner = Spinner()
    asksForLogin = false
    missedLinkUp = false
    missedLogin = .nobody
    resetBackend()
    resetUser()
  }

  private mutating func resetBackend() {
    requests.removeAll()
    orders.removeAll()
    storedRecords.removeAll()
    storedLedgers.removeAll()
    shelf.reset()
    servedReceipts.removeAll()
    customer = nil
    link = Link()
    backendOutUntil = .start
    checkOutUntil = .start
    tokenExpiredUntil = .start
    repliesToLose = []
    losesNextReply = false
  }

  private mutating func resetUser() {
    waitingTaps.removeAll()
    guestLoginWaits = false
    visit = -1
    plannedVisit = -1
    staysUntil = .start
    leavePending = false
    wantsToLeave = false
    hasGone = false
    noticesToCome = 0
    spinners = 0
    logins = 0
    planStates.removeAll()
    struck = 0
    log.reset()
  }

  /// Notes something for people to read; costs nothing unless a trace was asked for.
  @inline(__always)
  mutating func note(_ moment: Trace.Moment) {
    if trace != nil { write(moment) }
  }

  /// Writes a moment down; not inlined, so that the rules stay short in the machine's eyes too.
  @inline(never)
  private mutating func write(_ moment: Trace.Moment) {
    trace?.append(moment, at: calendar.now)
  }
}
