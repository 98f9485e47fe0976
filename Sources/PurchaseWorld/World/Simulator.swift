internal import EventEngine

/// A simulator of users; the only entry point to the world.
///
/// It reuses its storage, so that later runs allocate nothing, and caches the delays of a user. An
/// outcome is a pure function of conditions, design and user.
package struct Simulator: ~Copyable {
  var world: World
  /// The designs that the initializer received.
  private let designs: UnsafeMutableBufferPointer<CompiledDesign>
  /// The total number of waits between tries in these designs.
  private let delays: Int

  /// Creates a simulator for a scenario's conditions.
  /// - Parameter designs: the designs that are simulated by number.
  /// - Parameter logsByDay: whether client logs are separated by days of simulated time.
  package init(conditions: Conditions, designs: [Design] = [], logsByDay: Bool = false) {
    world = World(conditions: conditions, logsByDay: logsByDay)
    self.designs = .allocate(capacity: designs.count)
    for (number, design) in designs.enumerated() {
      self.designs.initializeElement(at: number, to: world.read(design))
    }
    delays = world.delays.count
  }

  deinit {
    designs.deinitialize()
    designs.deallocate()
  }

  /// Sets the user who is simulated with the designs of the initializer.
  package mutating func setUser(_ user: borrowing VirtualUser) { world.receive(user) }

  /// Simulates the current user with one of the designs of the initializer.
  /// - Parameter number: the index of the design.
  package mutating func simulate(designAt number: Int, into outcome: inout UserOutcome)
    throws(AbortedSimulation)
  {
    precondition(designs.indices.contains(number), "the initializer received the design")
    // A swap counts no reference, which would cost an atomic operation per run.
    swap(&world.design, &designs[number])
    defer {
      world.takeUpdateBack()
      swap(&world.design, &designs[number])
    }
    world.begin()
    world.run()
    if world.isRunaway { throw world.runawaySimulation }
    world.writeOutcome(&outcome)
  }

  /// Does the same and records what client and backend log.
  /// - Parameter moments: overwritten; its storage is reused, so that no user costs an allocation.
  package mutating func simulate(
    _ number: Int, into outcome: inout UserOutcome, logging moments: inout [LogEntry]
  ) throws(AbortedSimulation) {
    moments.removeAll(keepingCapacity: true)
    world.journal = moments
    moments = []
    defer {
      moments = world.journal ?? []
      world.journal = nil
    }
    try simulate(designAt: number, into: &outcome)
  }

  /// Simulates one user with any design.
  package mutating func simulate(
    _ design: Design, of user: borrowing VirtualUser, into outcome: inout UserOutcome
  ) throws(AbortedSimulation) {
    begin(design, user)
    world.run()
    if world.isRunaway { throw world.runawaySimulation }
    world.writeOutcome(&outcome)
  }

  /// Does the same and returns a trace; an endless run has an empty outcome (``Trace/isRunaway``).
  /// - Parameter listener: receives every moment as it happens.
  package mutating func trace(
    _ design: Design, of user: borrowing VirtualUser, into outcome: inout UserOutcome,
    listener: (@Sendable (Trace.Entry, _ lines: [String]) -> Void)? = nil
  ) -> Trace {
    begin(design, user)
    world.trace = Trace()
    world.trace?.listener = listener
    defer { world.trace = nil }
    world.run()
    if world.isRunaway {
      outcome = UserOutcome()
      let violation = world.runawaySimulation.violation
      world.trace?.isRunaway = true
      world.trace?.violation = violation
    } else {
      world.writeOutcome(&outcome)
      let chargeRecords = world.booked(refunds: world.trace?.refunds ?? [:])
      world.trace?.chargeRecords = chargeRecords
    }
    world.trace?.end()
    world.trace?.listener = nil
    return world.trace ?? Trace()
  }

  /// Simulates a user and counts the events by kind, up to the maximum number of events of a run.
  package mutating func countEvents(
    under design: Design, of user: borrowing VirtualUser
  ) -> [EventKind: Int] {
    begin(design, user)
    var counts: [EventKind: Int] = [:]
    while let event = world.takeNext() {
      counts[event.parts.kind, default: 0] += 1
      if world.faultInjector.hasSteps { world.fireStep(world.events) }
      if !world.proceed(with: event) { break }
    }
    if world.design.isOwn { world.handle(.runEnded) }
    return counts
  }

  /// The violation by the team's own client that ended the last run; nil if there is none.
  package var violation: ClientViolation? { world.design.isOwn ? world.clientViolation : nil }

  /// Varies, in the following runs, everything that must not influence a team's own client.
  /// - Parameter between: called before each start of the client's process; nil: no variation.
  package func varyIrrelevantEnvironment(runningBetweenEvents between: (() -> Void)?) {
    world.ownClient?.disturb(between)
  }

  /// The resources of the real world that this client used in the last run, and how often.
  package var realResourceUses: [(resource: RealResource, count: Int)] {
    world.design.isOwn ? world.ownClient?.uses ?? [] : []
  }

  /// Prepares a run with a design that the initializer did not receive.
  mutating func begin(_ design: Design, _ user: borrowing VirtualUser) {
    world.delays.removeAll(from: delays)
    world.take(world.read(design))
    world.begin(user)
  }
}

extension World {
  /// Writes the outcome at the end of a run.
  mutating func writeOutcome(_ outcome: inout UserOutcome) {
    outcome.occurredFaults = faultInjector.state.occurredFaults
    outcome.eventCount = events
    // The next run begins with an empty log, in the storage of this outcome's previous log.
    swap(&outcome.log, &log)
    judge(into: &outcome)
  }

  /// Compiles a design into the form that runs read.
  mutating func read(_ design: Design) -> CompiledDesign { CompiledDesign(design, delays: &delays) }

  mutating func begin(_ user: borrowing VirtualUser) {
    receive(user)
    begin()
  }

  /// Takes over what is the same in every run of a user.
  mutating func receive(_ drawnUser: borrowing VirtualUser) {
    userNumber = drawnUser.number
    randomDraws.turn(to: drawnUser.draws)
    faultInjector.plan.replaceAll(with: drawnUser.plannedFaults)
    faultInjector.hasSteps = drawnUser.plannedFaults.contains {
      if case .step = $0.anchor { true } else { false }
    }
    user.plannedIntents.replaceAll(with: drawnUser.intents)
    user.given.neverReturns = drawnUser.neverReturns
    user.given.firstSession = drawnUser.isGuest ? .device : .own
    user.given.starts = drawnUser.startDelay
    user.firstIntents.removeAll()
    for intentIndex in user.plannedIntents.indices {
      let item = ItemID(user.plannedIntents[intentIndex].itemIndex)
      user.firstIntents.append(
        IntentState(
          item: item, product: backend.availableCatalog.items[item].product,
          wantsToPay: user.plannedIntents[intentIndex].pays))
    }
    user.firstTaps.removeAll()
    for tap in drawnUser.taps {
      user.firstTaps.append(
        TapState(
          intent: IntentID(tap.intentIndex), visit: tap.visitIndex, after: tap.after, pays: tap.pays
        ))
    }
  }

  /// Prepares a run of the current user with the current design.
  mutating func begin() {
    reset()
    if design.isOwn { beginOwnClient() }
    calendar.schedule(.visit(0), at: .start + user.given.starts)
    if let period = design.backend.reconciliation { calendar.schedule(.reconcile, after: period) }
  }
}

/// The error of a run that had too many events, or that a violation by the client ended.
///
/// The run is not judged: the caller reports it, and counts nothing of it.
package struct AbortedSimulation: Error, Hashable {
  /// The maximum number of events of a run.
  ///
  /// Realistic runs have some hundred; an app that retries every few seconds for a month, some
  /// hundred thousand. More events mean that the scenario repeats something without end.
  package static var maxEvents: Int { 1_000_000 }

  /// The violation by the team's own client, if that ended the run.
  package var violation: ClientViolation?

  package init(by violation: ClientViolation? = nil) { self.violation = violation }
}

extension World {
  /// Whether this run has reached the maximum number of events.
  @inline(__always) var isRunaway: Bool { events == AbortedSimulation.maxEvents }
  var runawaySimulation: AbortedSimulation {
    AbortedSimulation(by: design.isOwn ? clientViolation : nil)
  }
}
