internal import EventEngine

/// One simulated run: a user, a device, a store, a backend and a client, and everything pending.
///
/// State is values; what happens next is an ``Event``. Each part owns its state, and its rules
/// access no other state (``PartHost``); the world has the calendar and the calls between parts.
/// Tables grow within a run and keep their storage for the next, so that events allocate nothing.
struct World: ~Copyable {
  let conditions: Conditions
  let horizon: Instant
  var design: CompiledDesign
  /// The design before the update, once the app is updated (M1).
  var outdated: CompiledDesign?
  /// The waits between tries of all compiled designs, by ``CompiledDesign/waits``.
  var delays = List<Delay>()
  var randomDraws: RandomDraws
  var calendar = EventCalendar<Event>(capacity: 64)
  var events = 0
  /// Whether the run may end when nothing can change any more.
  var stopsEarly = true
  /// The trace; nil if none is requested.
  var trace: Trace?
  /// A team's own client, after the first design with one, and its reference.
  var ownClient: (any OwnClient)?
  var ownReference: ClientReference?
  /// How many random numbers the client has requested in this run.
  var ownChances = 0
  var clientViolation: ClientViolation?
  /// The steps of the run, if they are requested.
  var steps: [SimulatedStep] = []
  var countsSteps = false
  var userNumber: UInt64 = 0

  var user = User()
  var store = Store()
  var device = Device()
  var client = Client()
  var link = Link()
  var backend: Backend
  var faultInjector = FaultInjector()
  var judge = Judge()

  /// The log entries of client and backend; nil if they are not requested.
  var journal: [LogEntry]?
  var log: ClientLog
  /// Whether the client's log is kept; an exploration does not need it.
  var keepsLog = true
  /// The number of days that the client's log separates; 1 counts the whole run together.
  let loggedDays: Int

  /// Creates an empty world.
  /// - Parameter logsByDay: whether the client's log separates days of simulated time.
  init(conditions: Conditions, logsByDay: Bool = false) {
    self.conditions = conditions
    horizon = .start + conditions.horizon
    loggedDays = logsByDay ? ClientLog.dayCount(until: conditions.horizon) : 1
    log = ClientLog(days: loggedDays)
    randomDraws = RandomDraws(conditions)
    design = CompiledDesign(Design(name: ""), delays: &delays)
    backend = Backend(conditions)
  }

  var now: Instant { calendar.now }

  /// Handles events until the horizon, until nothing can change, or up to the maximum number.
  mutating func run() {
    while let event = takeNext() {
      if faultInjector.hasSteps { fireStep(events) }
      if !handleUntilSettled(event) {
        trace?.endsEarly = true
        break
      }
    }
    if design.isOwn { handle(.runEnded) }
  }

  /// Takes and counts the next event; nil at the horizon, or after the maximum number of events.
  @inline(__always) mutating func takeNext() -> Event? {
    guard !isRunaway, let event = calendar.next(until: horizon) else { return nil }
    events &+= 1
    return event
  }

  /// Handles an event; returns whether anything can still change. Not inlined, unlike in `run`:
  /// every copy takes a second to compile.
  @inline(never) mutating func proceed(with event: Event) -> Bool { handleUntilSettled(event) }

  @inline(__always) private mutating func handleUntilSettled(_ event: Event) -> Bool {
    handle(event)
    if user.state.wantsToLeave { considerLeaving() }
    return isKeptOpen || isLikelyOpen || !stopsEarly || !isSettled()
  }

  @inline(__always) private mutating func handle(_ event: Event) {
    switch event {
    case .visit(let number): beginVisit(number)
    case .leave: leaveIfTime()
    case .reopen(let process): reopen(after: process)
    case .ready(let process): handleReady(process)
    case .tap(let tap): tapIfPossible(tap)
    case .patience(let spinner): losePatience(spinner)
    case .notice(let intent): notice(intent)
    case .support(let intent): resolveTicket(of: intent)
    case .loggedIn(let process): logInAgain(process)
    case .guestLogin: logInGuest()
    case .decide(let transaction): decide(transaction)
    case .interrupt(let transaction): interruptIfOnSheet(transaction)
    case .resolve(let transaction): resolveInterruption(transaction)
    case .charge(let transaction): charge(transaction)
    case .purchasing(let transaction): callBackPurchasing(transaction)
    case .purchased(let transaction): callBack(transaction)
    case .purchasedAgain(let transaction): callBackAgain(transaction)
    case .result, .update, .echo, .serviceUp: handleInFront(event)
    case .lapse(let transaction): lapse(transaction)
    case .arrive(let request): arrive(request)
    case .checked(let request): endCheck(request)
    case .reply(let request): receiveReplyIfPossible(request)
    case .timeout, .retry: handleInFront(event)
    case .notify(let transaction): notify(transaction)
    case .reconcile: reconcile()
    case .inject(let planned): inject(planned)
    case .linkUp: raiseLink()
    case .switchBack(let account): switchAccount(to: account, returns: nil)
    }
  }

  /// Handles a reply at the device, unless the link lost it (D3); in the background it waits (D5).
  @inline(__always) private mutating func receiveReplyIfPossible(_ request: RequestID) {
    if isLost(request) {
      loseMessage(of: request)
    } else if isInBackground {
      suspend(.reply(request))
    } else {
      receiveReply(request)
    }
  }

  /// Handles an event of the client's process; in the background it waits (D5).
  mutating func handleInFront(_ event: Event) {
    if isInBackground { return suspend(event) }
    switch event {
    case .reply(let request): receiveReply(request)
    case .timeout(let request): timeOut(request)
    case .retry(let task): retry(task)
    case .purchasing(let transaction): callBackPurchasing(transaction)
    case .result(let transaction): reportEnd(of: transaction)
    case .update(let transaction): reportUpdate(of: transaction)
    case .echo(let transaction): reportEcho(of: transaction)
    case .purchasedAgain(let transaction): reportAgain(of: transaction)
    case .serviceUp: handleServiceUp()
    default: preconditionFailure("only events of the process wait for the foreground")
    }
  }

  /// Resets every part for the next run of the same user and keeps the storage.
  mutating func reset() {
    calendar.reset()
    events = 0
    user.reset()
    store.reset()
    device.reset()
    device.state.session = user.given.firstSession
    client.reset()
    link.reset(intentCount: user.plannedIntents.count)
    backend.reset()
    faultInjector.reset(intentCount: user.plannedIntents.count)
    if !faultInjector.plan.isEmpty { faultInjector.leaveOut(unknownTo: design) }
    judge.reset(intentCount: user.plannedIntents.count)
    log.reset(days: loggedDays)
  }

  /// Copies the state of another world, so that both can continue independently. The client's log
  /// is not copied, because no event depends on it.
  /// - Precondition: conditions, design and intents are the same.
  mutating func restore(_ other: borrowing World) {
    followUpdate(of: other)
    calendar.restore(from: other.calendar)
    events = other.events
    user.restore(other.user)
    store.restore(other.store)
    device.restore(other.device)
    client.restore(other.client)
    link.restore(other.link)
    backend.restore(other.backend)
    faultInjector.restore(other.faultInjector)
    judge.restore(other.judge)
  }

  /// Adds a moment to the trace and the journal, if they are requested.
  @inline(__always) mutating func note(_ moment: Trace.Occurrence) {
    if _slowPath(trace != nil) { write(moment) }
    // The case is a constant at each call, so that this check usually costs nothing.
    if moment.isOfBackend, _slowPath(journal != nil) { journal(moment) }
  }

  /// Writes a moment; not inlined, to keep the machine code of the rules short.
  @inline(never) private mutating func write(_ moment: Trace.Occurrence) {
    trace?.append(moment, at: calendar.now)
  }
}
