internal import EventEngine

/// The stage on which users play their lives: the only door into the world.
///
/// A stage keeps the storage of one life for the next, so that life after life allocates nothing. It
/// keeps nothing else: an outcome is a pure function of conditions, design and user.
package struct Stage: ~Copyable {
  private var world: World
  /// The designs that the stage was built for.
  private var designs: [PlayedDesign] = []
  /// How many waits between tries they have, all together.
  private let delays: Int

  /// Makes a stage for a scenario's conditions.
  ///
  /// - Parameters:
  ///   - designs: those that are played by number, life after life.
  ///   - logsByDay: whether the logs of clients tell the days of simulated time apart.
  package init(conditions: Conditions, designs: [Design] = [], logsByDay: Bool = false) {
    world = World(conditions: conditions, logsByDay: logsByDay)
    for design in designs { self.designs.append(world.read(design)) }
    delays = world.delays.count
  }

  /// Lets one user meet one of the designs that the stage was built for.
  ///
  /// - Parameter number: which of them, from 0.
  package mutating func playOut(
    _ number: Int, of user: borrowing VirtualUser, into outcome: inout Outcome
  ) {
    world.begin(designs[number], user)
    world.run()
    world.judge(into: &outcome)
  }

  /// Lets one user meet any design and reports what became of them.
  package mutating func playOut(
    _ design: Design, of user: borrowing VirtualUser, into outcome: inout Outcome
  ) {
    begin(design, user)
    world.run()
    world.judge(into: &outcome)
  }

  /// The same, with everything that happened until the horizon written down.
  package mutating func trace(
    _ design: Design, of user: borrowing VirtualUser, into outcome: inout Outcome
  ) -> Trace {
    begin(design, user)
    world.trace = Trace()
    world.run()
    world.judge(into: &outcome)
    let trace = world.trace ?? Trace()
    world.trace = nil
    return trace
  }

  /// Sets the stage for a life with a design for which it was not built.
  private mutating func begin(_ design: Design, _ user: borrowing VirtualUser) {
    world.delays.removeAll(from: delays)
    world.begin(world.read(design), user)
  }
}

extension World {
  /// Reads a design into the form in which lives read it.
  mutating func read(_ design: Design) -> PlayedDesign { PlayedDesign(design, delays: &delays) }

  /// Sets the stage for one life.
  mutating func begin(_ design: PlayedDesign, _ user: borrowing VirtualUser) {
    reset()
    self.design = design
    luck.draws = user.draws
    wishes.replaceAll(with: user.intents)
    plan.replaceAll(with: user.plan)
    neverReturns = user.neverReturns
    if user.isGuest { session = Account.device }
    for intent in wishes.indices {
      addIntent(item: Int32(wishes[intent].item), pays: wishes[intent].pays)
    }
    for tap in user.taps {
      taps.append(
        TapState(
          intent: Int32(tap.intent), visit: tap.visit, after: tap.after, pays: tap.pays))
    }
    plannedTaps = taps.count
    tapsToCome = taps.count
    for planned in plan.indices {
      planStates.append(.planned)
      if case .step = plan[planned].anchor { hasSteps = true }
    }
    calendar.schedule(.visit(0), at: .start + user.starts)
    if let period = design.server.reconciliation { calendar.schedule(.reconcile, after: period) }
  }
}
