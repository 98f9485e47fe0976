internal import EventEngine

/// A simulator of all users of a design at once, with one backend (B11).
///
/// Users interact only in the backend's queue, which decides about a request at its arrival. So
/// only arrivals need a common order: each run continues alone until its next request is about to
/// arrive, waits in a heap by (instant, user), and continues when no earlier arrival is possible.
/// This is the conservative synchronisation of K. M. Chandy and J. Misra, "Distributed simulation",
/// IEEE Transactions on Software Engineering 5 (1979) 440–452, on one thread. A suspended run is
/// bytes (``SuspendedRunStore``); runs that have not begun, or have ended, take no memory.
///
/// The result is a pure function of population, design, seed and number of users.
package struct SharedBackendSimulator: ~Copyable {
  private let population: Population
  private var world: World
  private var user: VirtualUser
  private var outcome = UserOutcome()
  private var bytes = StateSnapshot()
  private var suspendedRuns = SuspendedRunStore(), arrivals = ArrivalHeap()
  private var shared: SharedBackend
  private let seed: UInt64
  /// The traced user, and the trace so far.
  private var tracedUser: UInt64?
  private var trace: Trace?

  /// - Precondition: the conditions have a capacity, and the design has no client of a team's own.
  package init(_ population: Population, design: Design, seed: UInt64) {
    guard let capacity = population.conditions.backend.capacity else {
      preconditionFailure("a shared backend needs a capacity")
    }
    precondition(design.client == nil, "a team's own client cannot be suspended")
    (self.population, self.seed) = (population, seed)
    world = World(conditions: population.conditions)
    world.take(world.read(design))
    user = VirtualUser(number: 0, draws: KeyedDraws(seed: seed, user: 0))
    shared = SharedBackend(population.conditions, capacity)
  }

  /// Simulates users, each until nothing can change for them.
  /// - Parameter isCancelled: called now and then; returns whether to stop.
  /// - Parameter body: receives each outcome, in the order in which runs end.
  /// - Returns: the load of the backend; nil if it was stopped.
  /// - Throws: the number of a user whose run is endless.
  package consuming func simulate(
    _ users: Int, isCancelled: () -> Bool = { false },
    _ body: (UInt64, UserOutcome) throws(AbortedSimulation) -> Void
  ) throws(RunawaySharedBackendUser) -> BackendLoad? {
    let begins = population.begins(users, seed: seed)
    // The last percent of users does not prolong the watched time.
    if !begins.isEmpty {
      let maximum = (begins.count * 99 + 99) / 100
      shared.watch.arrivalsEnd = Instant(microseconds: begins[maximum - 1].instant)
    }
    var next = 0, turns = 0
    while true {
      turns += 1
      if turns & 0xFFF == 0, isCancelled() { return nil }
      guard let limit = takeTurn(begins, &next) else { break }
      do { try live(until: limit, body) } catch {
        throw RunawaySharedBackendUser(user: world.userNumber)
      }
    }
    shared.watch.end()
    shared.load.recoveries = shared.watch.recoveries
    shared.load.maxSimultaneousRuns = arrivals.maximum
    return shared.load
  }

  /// Simulates users until the user with this number has ended, and returns the trace of that user.
  package consuming func trace(_ number: UInt64, of users: Int) -> (
    trace: Trace, outcome: UserOutcome
  ) {
    precondition(number < UInt64(users), "the traced user is one of the users")
    tracedUser = number
    let begins = population.begins(users, seed: seed)
    var next = 0
    while let limit = takeTurn(begins, &next) {
      try? live(until: limit) { _, _ in }
      if world.userNumber == number, world.trace != nil { break }
    }
    if world.isRunaway {
      outcome = UserOutcome()
      world.trace?.isRunaway = true
    } else {
      let chargeRecords = world.booked(refunds: world.trace?.refunds ?? [:])
      world.trace?.chargeRecords = chargeRecords
    }
    world.trace?.end()
    return (world.trace ?? Trace(), outcome)
  }

  /// Begins the next run, or continues the one with the earliest arrival if that is earlier.
  /// - Returns: the start of the run after it, before which it can continue; nil if no run is left.
  private mutating func takeTurn(
    _ begins: [(instant: Int64, user: UInt32)], _ next: inout Int
  ) -> Int64? {
    let first = arrivals.first
    if next < begins.count, first.map({ begins[next].instant <= $0.instant }) ?? true {
      begin(UInt64(begins[next].user))
      next += 1
    } else if first != nil {
      resume()
    } else {
      return nil
    }
    return next < begins.count ? begins[next].instant : .max
  }

  @inline(never) private mutating func begin(_ number: UInt64) {
    population.draw(number, seed: seed, into: &user)
    world.takeUpdateBack()
    world.begin(user)
    world.trace = number == tracedUser ? Trace() : nil
  }

  /// Continues the run with the earliest arrival.
  @inline(never) private mutating func resume() {
    let arrival = arrivals.removeFirst()
    bytes.beginReading(arrival.address)
    world.transcode(by: &bytes)
    var request = RequestID(0)
    bytes.transcode(&request)
    suspendedRuns.giveBack(SuspendedRunStore.Block(address: arrival.address, steps: arrival.steps))
    world.userNumber = UInt64(arrival.user)
    world.randomDraws.turn(to: KeyedDraws(seed: seed, user: UInt64(arrival.user)))
    world.trace = nil
    if world.userNumber == tracedUser { swap(&world.trace, &trace) }
    arriving = request
  }

  private var arriving: RequestID?

  /// Continues the current run until it ends, or until another run may have the next arrival.
  @inline(never) private mutating func live(
    until limit: Int64, _ body: (UInt64, UserOutcome) throws(AbortedSimulation) -> Void
  ) throws(AbortedSimulation) {
    if let request = arriving {
      arriving = nil
      guard world.handle(&shared, with: request) else { return try end(body) }
    }
    while let request = world.runToArrival() {
      let (now, user) = (world.now.microseconds, world.userNumber)
      let isNext = arrivals.first.map { (now, user) < ($0.instant, UInt64($0.user)) } ?? true
      guard isNext, now < limit else { return setAside(request) }
      guard world.handle(&shared, with: request) else { break }
    }
    try end(body)
  }

  private mutating func setAside(_ request: RequestID) {
    bytes.beginWriting()
    world.transcode(by: &bytes)
    var request = request
    bytes.transcode(&request)
    let block = suspendedRuns.keep(bytes.written)
    arrivals.add(
      ArrivalHeap.Arrival(
        instant: world.now.microseconds, user: UInt32(world.userNumber), steps: block.steps,
        address: block.address))
    if world.userNumber == tracedUser { swap(&world.trace, &trace) }
  }

  private mutating func end(
    _ body: (UInt64, UserOutcome) throws(AbortedSimulation) -> Void
  ) throws(AbortedSimulation) {
    if world.isRunaway { throw world.runawaySimulation }
    shared.load.eventCount += world.events
    world.writeOutcome(&outcome)
    try body(world.userNumber, outcome)
  }
}

/// The error of an endless run with a shared backend.
package struct RunawaySharedBackendUser: Error { package let user: UInt64 }

extension Population {
  /// The starts of some users, in order of time and then of number.
  fileprivate func begins(_ users: Int, seed: UInt64) -> [(instant: Int64, user: UInt32)] {
    precondition(users <= UInt32.max, "users of a shared backend are counted in 32 bits")
    let starts = conditions.behavior.startDelay
    var begins = (0..<users).map { number -> (instant: Int64, user: UInt32) in
      let draws = KeyedDraws(seed: seed, user: UInt64(number))
      return (draws.delay(starts, .starts, 0).microseconds, UInt32(number))
    }
    if case .constant = starts { return begins }
    begins.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    return begins
  }
}
