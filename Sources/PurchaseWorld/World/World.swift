internal import EventEngine

/// One life: a user, a device, a store, a backend and a client, and everything pending among them.
///
/// State is values; what happens next is an ``Event``. Each part owns its state, and its rules reach no
/// other (``PartHost``): the world is the calendar, and the wires between the parts. The tables
/// (transactions, records, requests …) only grow within one life and keep their storage for the next, so
/// indices stay valid and nothing is allocated per event.
struct World: ~Copyable {
  let conditions: Conditions
  /// When the run ends and the charges are judged.
  let horizon: Instant
  var design: PlayedDesign
  /// The design before the update, once the app is updated (M1).
  var outdated: PlayedDesign?
  /// The waits between tries of all designs that were read, by ``PlayedDesign/waits``.
  var delays = List<Delay>()
  var luck: Luck
  var calendar = EventCalendar<Event>(capacity: 64)
  /// Events handled so far.
  var events = 0
  /// Whether the run may stop when nothing can change any more.
  var stopsEarly = true
  /// What happened, for people; nil unless asked for.
  var trace: Trace?
  /// The client of a team's own, once a design with one was met, and whose it is.
  var own: (any OwnClient)?
  var ownReference: ClientReference?
  /// How often the client has asked for chance in this life.
  var ownChances = 0
  var ownMisdeed: ClientMisdeed?
  /// The steps of the life, where they are asked for.
  var steps: [LivedStep] = []
  var countsSteps = false
  /// The number of the user who came last.
  var userNumber: UInt64 = 0

  var user = User()
  var store = Store()
  var device = Device()
  var client = Client()
  var link = Link()
  var backend: Backend
  var misfortune = Misfortune()
  var judge = Judge()

  /// What client and backend log, moment by moment; nil unless asked for.
  var journal: [LoggedMoment]?
  /// What the client logs.
  var log: ClientLog
  /// Whether the client's log is kept; nobody reads it in an exploration.
  var keepsLog = true
  /// How many days of simulated time the client's log tells apart; 1 counts the whole life together.
  let loggedDays: Int

  /// Makes an empty world.
  /// - Parameter logsByDay: whether the client's log tells the days of simulated time apart.
  init(conditions: Conditions, logsByDay: Bool = false) {
    self.conditions = conditions
    horizon = .start + conditions.horizon
    loggedDays = logsByDay ? ClientLog.days(until: conditions.horizon) : 1
    log = ClientLog(days: loggedDays)
    luck = Luck(conditions)
    design = PlayedDesign(Design(name: ""), delays: &delays)
    backend = Backend(conditions)
  }

  /// The time.
  var now: Instant { calendar.now }

  /// Handles events until the horizon, until nothing can change any more, or until the life is found to
  /// be endless.
  mutating func run() {
    while let event = takeNext() {
      if misfortune.hasSteps { fireStep(events) }
      if !goOn(with: event) {
        trace?.endsEarly = true
        break
      }
    }
    if design.isOwn { meet(.lifeEnded) }
  }

  /// Takes the next event out of the calendar and counts it; nil when the horizon is reached, or when
  /// there have been as many as a life may have.
  @inline(__always) mutating func takeNext() -> Event? {
    guard !isEndless, let event = calendar.next(until: horizon) else { return nil }
    events &+= 1
    return event
  }

  /// Handles an event.
  /// - Returns: whether the life goes on: whether anything can still change.
  @inline(__always) mutating func goOn(with event: Event) -> Bool {
    handle(event)
    if user.state.wantsToLeave { considerLeaving() }
    return isKeptOpen || isLikelyOpen || !stopsEarly || !isSettled()
  }

  @inline(__always) private mutating func handle(_ event: Event) {
    switch event {
    case .visit(let number): beginVisit(number)
    case .leave: leaveIfTime()
    case .reopen(let process): reopen(after: process)
    case .ready(let process): becomeReady(process)
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
    case .strike(let planned): strike(planned)
    case .linkUp: raiseLink()
    case .switchBack(let account): switchAccount(to: account, returns: nil)
    }
  }

  /// A reply reaches the device, unless the link lost it (D3); in the background it waits (D5).
  @inline(__always) private mutating func receiveReplyIfPossible(_ request: RequestID) {
    if isLost(request) {
      loseMessage(of: request)
    } else if isInBackground {
      suspend(.reply(request))
    } else {
      receiveReply(request)
    }
  }

  /// Handles what the client's process learns; in the background it waits (D5).
  mutating func handleInFront(_ event: Event) {
    if isInBackground { return suspend(event) }
    switch event {
    case .reply(let request): receiveReply(request)
    case .timeout(let request): timeOut(request)
    case .retry(let task): retry(task)
    case .purchasing(let transaction): callBackPurchasing(transaction)
    case .result(let transaction): tellEnd(of: transaction)
    case .update(let transaction): tellUpdate(of: transaction)
    case .echo(let transaction): tellEcho(of: transaction)
    case .purchasedAgain(let transaction): tellAgain(of: transaction)
    case .serviceUp: meetService()
    default: preconditionFailure("only what a process learns waits for the foreground")
    }
  }

  /// Empties every part for the next life of the same user and keeps the storage.
  mutating func reset() {
    calendar.reset()
    events = 0
    user.reset()
    store.reset()
    device.reset()
    device.state.session = user.given.firstSession
    client.reset()
    link.reset(wishes: user.wishes.count)
    backend.reset()
    misfortune.reset(wishes: user.wishes.count)
    if !misfortune.plan.isEmpty { misfortune.leaveOut(unknownTo: design) }
    judge.reset(wishes: user.wishes.count)
    log.reset(days: loggedDays)
  }

  /// Takes over the state of another life, so that both can go on by themselves.
  ///
  /// What the client has logged is left behind: nothing that happens depends on it.
  /// - Precondition: both worlds have the same conditions and design, and their users the same wishes.
  mutating func become(_ other: borrowing World) {
    followUpdate(of: other)
    calendar.become(other.calendar)
    events = other.events
    user.become(other.user)
    store.become(other.store)
    device.become(other.device)
    client.become(other.client)
    link.become(other.link)
    backend.become(other.backend)
    misfortune.become(other.misfortune)
    judge.become(other.judge)
  }

  /// Notes something for people to read; costs nothing unless a trace was asked for.
  @inline(__always) mutating func note(_ moment: Trace.Moment) {
    if _slowPath(trace != nil) { write(moment) }
    // The case is known where it is noted, so that this costs nothing for most.
    if moment.isOfBackend, _slowPath(journal != nil) { journal(moment) }
  }

  /// Writes a moment down; not inlined, so that the rules stay short in the machine's eyes too.
  @inline(never) private mutating func write(_ moment: Trace.Moment) {
    trace?.append(moment, at: calendar.now)
  }
}
