package import EventEngine

/// One life that is played event by event, can be struck by faults on the way, and can be taken up
/// by another life that goes on from the same moment.
///
/// What happens in it is what a ``Stage`` plays from a plan with the same faults tied to steps
/// (``Anchor/step(_:)``). It ends when every charge has its goods or was given back and no other can
/// come, or at the horizon: a fault that comes later finds no order that it could lose.
package struct Life: ~Copyable {
  private var world: World
  /// The event that is about to be handled.
  private var next: Event?
  /// Whether the last event left anything that can still change.
  private var goesOn = true

  /// Makes a life under a scenario's conditions and one design, at the start of time.
  /// - Parameter user: whose life it is; without planned faults that are tied to steps.
  package init(_ design: Design, of user: borrowing VirtualUser, conditions: Conditions) {
    world = World(conditions: conditions)
    world.misfortune.watchesAlways = true
    world.keepsLog = false
    world.take(world.read(design))
    begin(user)
  }

  /// Becomes the life of another such user under the same conditions and design, at the start of time.
  package mutating func begin(_ user: borrowing VirtualUser) {
    world.takeUpdateBack()
    world.begin(user)
    precondition(!world.misfortune.hasSteps, "faults are tied to steps by being struck there")
    (next, goesOn) = (nil, true)
  }

  /// The number of events before the one that is next.
  package var steps: Int { next == nil ? world.events : world.events - 1 }
  /// When the next event happens, or when the last one did.
  package var time: Instant { world.now }

  /// Goes on to the moment just before the next event.
  /// - Returns: what that event is about; nil when the life is over.
  @inline(__always) package mutating func advance() throws(EndlessLife) -> StepKind? {
    if let event = next {
      next = nil
      goesOn = world.goOn(with: event) && world.canStillLose()
    }
    guard goesOn, let event = world.takeNext() else {
      if world.isEndless { throw world.endlessLife }
      return nil
    }
    next = event
    return event.parts.kind
  }

  /// Lets a fault strike just before the next event.
  /// - Parameter intent: the index of the intent that it strikes.
  /// - Parameter number: what names the fault among those that may strike; two alike have the same number.
  package mutating func strike(_ fault: Fault, intent: Int, number: Int) {
    let planned = world.misfortune.append(
      PlannedFault(
        fault, intent: intent, at: .step(world.events), after: .zero, declaration: number))
    world.arm(planned)
  }

  /// Whether the fault that struck last still waits for the sheet or the transaction that it means.
  package var isLastFaultWaiting: Bool { world.isLastFaultWaiting }

  /// Becomes another life of the same user under the same design, up to the same moment.
  package mutating func become(_ other: borrowing Life) {
    world.become(other.world)
    (next, goesOn) = (other.next, other.goesOn)
  }

  /// The fingerprint of the moment before the next event.
  package mutating func fingerprint() -> Fingerprint { fingerprint(effectsOnly: false) }
  /// The fingerprint of that in which a fault shows, at the moment before the next event: as long as it is
  /// that of the life without the fault, the fault has changed nothing.
  package mutating func effects() -> Fingerprint { fingerprint(effectsOnly: true) }

  private func fingerprint(effectsOnly: Bool) -> Fingerprint {
    var print = world.hashed(effectsOnly: effectsOnly)
    if let next { print.add(next) }
    return print.fingerprint
  }

  /// Lives on to the end and tells which orders were lost.
  package mutating func finish() throws(EndlessLife) -> LossSet {
    while try advance() != nil {}
    goesOn = false
    return world.losses()
  }

  /// Lives on to the end and counts the orders.
  package mutating func countOrders() throws(EndlessLife) -> OrderCount {
    _ = try finish()
    return world.orderCount()
  }
}

/// The orders of some lives.
package struct OrderCount: Hashable, BitwiseCopyable, Sendable {
  /// Charges that were not given back as asked; automatic refunds are among them (G10).
  package var charges = 0
  /// Those that were lost, rescued, or refunded by the store before the right goods came (section 8, G10).
  package var lost = 0
  package init() {}

  /// Adds a charge by what became of it.
  package mutating func add(_ fate: Fate) {
    if case .refunded = fate { return }
    charges += 1
    if fate.isLostOrAutoRefunded { lost += 1 }
  }
}

extension World {
  /// The orders of this life, at its end.
  func orderCount() -> OrderCount {
    var count = OrderCount()
    for number in charges { count.add(fate(of: charge(number))) }
    return count
  }

  /// Whether an order can still get lost: one that is charged and has no goods, or one that may be charged.
  func canStillLose() -> Bool { hasOpenOrder() || misfortune.hasArmed || mayOwnClientAct }

  /// Whether the fault that was planned last still waits for what it means.
  var isLastFaultWaiting: Bool {
    misfortune.states.indices.last.map { misfortune.states[$0] == .due } ?? false
  }

  /// Whether an order is charged and has no goods, or may be charged even if nothing strikes.
  func hasOpenOrder() -> Bool {
    user.isKeptOpen || store.state.openInterruptions > 0 || hasOpenCharge
      || store.mayCharge || client.isOrdering || user.hasTapsForLogin
  }

  /// How the orders of this life were lost, at its end.
  func losses() -> LossSet {
    var losses = LossSet()
    for number in charges { losses.add(fate(of: charge(number))) }
    return losses
  }
}
