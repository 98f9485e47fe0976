internal import EventEngine

/// The stage on which users play their lives: the only door into the world.
///
/// A stage keeps the storage of one life for the next, so that life after life allocates nothing. It
/// keeps nothing else: an outcome is a pure function of conditions, design and user.
package struct Stage: ~Copyable {
  private var world: World

  /// Makes a stage for a scenario's conditions.
  ///
  /// - Parameter logsByDay: whether the logs of clients tell the days of simulated time apart.
  package init(conditions: Conditions, logsByDay: Bool = false) {
    world = World(conditions: conditions, logsByDay: logsByDay)
  }

  /// Lets one user meet one design and reports what became of them.
  package mutating func playOut(
    _ design: Design, of user: VirtualUser, into outcome: inout Outcome
  ) {
    world.begin(design, user)
    world.run()
    world.judge(into: &outcome)
  }

  /// The same, with everything that happened until the horizon written down.
  package mutating func trace(
    _ design: Design, of user: VirtualUser, into outcome: inout Outcome
  ) -> Trace {
    world.begin(design, user)
    world.trace = Trace()
    world.run()
    world.judge(into: &outcome)
    let trace = world.trace ?? Trace()
    world.trace = nil
    return trace
  }
}

extension World {
  /// Sets the stage for one life.
  mutating func begin(_ design: Design, _ user: VirtualUser) {
    reset()
    self.design.take(design)
    luck.draws = user.draws
    wishes.replaceAll(with: user.intents)
    plan.replaceAll(with: user.plan)
    neverReturns = user.neverReturns
    if user.isGuest { session = Account.device }
    for intent in user.intents { addIntent(item: Int32(intent.item), pays: intent.pays) }
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
    let opens = luck.delay(.starts, 0)
    calendar.schedule(.visit(0), at: .start + opens)
    if let period = design.server.reconciliation { calendar.schedule(.reconcile, after: period) }
  }
}
