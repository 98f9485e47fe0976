internal import EventEngine

/// The stage on which users play their lives: the only door into the world.
///
/// A stage keeps the storage of one life for the next, so that life after life allocates nothing,
/// and the delays that a user has drawn. An outcome is a pure function of conditions, design, user.
package struct Stage: ~Copyable {
  var world: World
  /// The designs that the stage was built for.
  private let designs: UnsafeMutableBufferPointer<PlayedDesign>
  /// How many waits between tries they have, all together.
  private let delays: Int

  /// Makes a stage for a scenario's conditions.
  /// - Parameter designs: those that are played by number, life after life.
  /// - Parameter logsByDay: whether the logs of clients tell the days of simulated time apart.
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

  /// Lets a user come, who will meet designs that the stage was built for.
  package mutating func receive(_ user: borrowing VirtualUser) { world.receive(user) }

  /// Lets the user who came last meet one of the designs that the stage was built for.
  /// - Parameter number: which of them, from 0.
  package mutating func playOut(_ number: Int, into outcome: inout Outcome) throws(EndlessLife) {
    precondition(designs.indices.contains(number), "the stage was built for the design")
    // To swap them counts no reference, which would take an atomic step for every life.
    swap(&world.design, &designs[number])
    defer {
      world.takeUpdateBack()
      swap(&world.design, &designs[number])
    }
    world.begin()
    world.run()
    if world.isEndless { throw world.endlessLife }
    world.tell(&outcome)
  }

  /// The same, with what client and backend log on the way.
  /// - Parameter moments: storage, so that no user costs an allocation; it is overwritten.
  package mutating func playOut(
    _ number: Int, into outcome: inout Outcome, logging moments: inout [LoggedMoment]
  ) throws(EndlessLife) {
    moments.removeAll(keepingCapacity: true)
    world.journal = moments
    moments = []
    defer {
      moments = world.journal ?? []
      world.journal = nil
    }
    try playOut(number, into: &outcome)
  }

  /// Lets one user meet any design and reports what became of them.
  package mutating func playOut(
    _ design: Design, of user: borrowing VirtualUser, into outcome: inout Outcome
  ) throws(EndlessLife) {
    begin(design, user)
    world.run()
    if world.isEndless { throw world.endlessLife }
    world.tell(&outcome)
  }

  /// The same, with what happened until the horizon written down.
  ///
  /// An endless life is told too, and leaves an empty outcome (``Trace/isEndless``).
  /// - Parameter listener: hears every moment as it happens.
  package mutating func trace(
    _ design: Design, of user: borrowing VirtualUser, into outcome: inout Outcome,
    listener: (@Sendable (Trace.Entry, _ lines: [String]) -> Void)? = nil
  ) -> Trace {
    begin(design, user)
    world.trace = Trace()
    world.trace?.listener = listener
    defer { world.trace = nil }
    world.run()
    if world.isEndless {
      outcome = Outcome()
      let misdeed = world.endlessLife.misdeed
      world.trace?.isEndless = true
      world.trace?.misdeed = misdeed
    } else {
      world.tell(&outcome)
      let books = world.booked(refunds: world.trace?.refunds ?? [:])
      world.trace?.books = books
    }
    world.trace?.end()
    world.trace?.listener = nil
    return world.trace ?? Trace()
  }

  /// Plays a life and counts its events by kind, as many as a life may have.
  package mutating func countEvents(_ design: Design, of user: borrowing VirtualUser) -> [StepKind:
    Int]
  {
    begin(design, user)
    var counts: [StepKind: Int] = [:]
    while let event = world.takeNext() {
      counts[event.parts.kind, default: 0] += 1
      if world.misfortune.hasSteps { world.fireStep(world.events) }
      if !world.goOn(with: event) { break }
    }
    if world.design.isOwn { world.meet(.lifeEnded) }
    return counts
  }

  /// What the team's own client did in the life that was played last; nil: nothing that would end it.
  package var misdeed: ClientMisdeed? { world.design.isOwn ? world.ownMisdeed : nil }

  /// Lets everything that must not matter to a team's own client be otherwise in the lives that follow.
  /// - Parameter between: is called before every start of its process; nil: all is as it was.
  package func disturbOwnClient(_ between: (() -> Void)?) { world.own?.disturb(between) }

  /// What of the real world that client has used in the life that was played last, and how often.
  package var realUses: [(use: RealUse, times: Int)] {
    world.design.isOwn ? world.own?.uses ?? [] : []
  }

  /// Sets the stage for a life with a design for which it was not built.
  mutating func begin(_ design: Design, _ user: borrowing VirtualUser) {
    world.delays.removeAll(from: delays)
    world.take(world.read(design))
    world.begin(user)
  }
}

extension World {
  /// Tells what became of the user, at the end of a life.
  mutating func tell(_ outcome: inout Outcome) {
    outcome.struck = misfortune.state.struck
    outcome.events = events
    // The next life begins with an empty log, in the storage that the outcome had.
    swap(&outcome.log, &log)
    judge(into: &outcome)
  }

  /// Reads a design into the form in which lives read it.
  mutating func read(_ design: Design) -> PlayedDesign { PlayedDesign(design, delays: &delays) }

  /// Sets the stage for one life of a user with the design of the moment.
  mutating func begin(_ user: borrowing VirtualUser) {
    receive(user)
    begin()
  }

  /// Takes over what is the same in every life of a user.
  mutating func receive(_ newcomer: borrowing VirtualUser) {
    userNumber = newcomer.number
    luck.turn(to: newcomer.draws)
    misfortune.plan.replaceAll(with: newcomer.plan)
    misfortune.hasSteps = false
    for planned in misfortune.plan.indices {
      if case .step = misfortune.plan[planned].anchor { misfortune.hasSteps = true }
    }
    user.wishes.replaceAll(with: newcomer.intents)
    user.given.neverReturns = newcomer.neverReturns
    user.given.firstSession = newcomer.isGuest ? .device : .own
    user.given.starts = newcomer.starts
    user.firstIntents.removeAll()
    for wish in user.wishes.indices {
      let item = ItemID(user.wishes[wish].item)
      user.firstIntents.append(
        WishState(
          item: item, product: backend.shelf.items[item].product, wantsToPay: user.wishes[wish].pays
        ))
    }
    user.firstTaps.removeAll()
    for tap in newcomer.taps {
      user.firstTaps.append(
        TapState(intent: IntentID(tap.intent), visit: tap.visit, after: tap.after, pays: tap.pays))
    }
  }

  /// Sets the stage for one life of the user who came last with the design of the moment.
  mutating func begin() {
    reset()
    if design.isOwn { beginOwnClient() }
    calendar.schedule(.visit(0), at: .start + user.given.starts)
    if let period = design.server.reconciliation { calendar.schedule(.reconcile, after: period) }
  }
}

/// A life had as many events as any may have, or a client that no life can be judged with, and was left without
/// being judged.
///
/// Whoever plays lives has to say what becomes of one that cannot be judged: nothing of it may be counted.
package struct EndlessLife: Error, Hashable {
  /// The most events of a life.
  ///
  /// Lives of people have some hundred; an app that tries again every few seconds for a month, some hundred
  /// thousand. Beyond that something in the scenario repeats without sense, and one user would take seconds.
  package static var mostEvents: Int { 1_000_000 }

  /// What the team's own client did, if that ended it.
  package var misdeed: ClientMisdeed?

  package init(by misdeed: ClientMisdeed? = nil) { self.misdeed = misdeed }
}

extension World {
  /// Whether this life has had as many events as any may have.
  @inline(__always) var isEndless: Bool { events == EndlessLife.mostEvents }
  var endlessLife: EndlessLife { EndlessLife(by: design.isOwn ? ownMisdeed : nil) }
}
