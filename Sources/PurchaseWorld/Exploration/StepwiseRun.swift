package import EventEngine

/// One run that is simulated step by step, with injected faults, and can be copied at any moment.
///
/// It is the run that ``Simulator`` simulates with the same faults tied to steps
/// (``FaultAnchor/step(_:)``). It ends when every charge is delivered or refunded and no other can
/// follow, or at the horizon: a later fault has no order to lose.
package struct StepwiseRun: ~Copyable {
  private var world: World
  private var next: Event?
  /// Whether anything can still change after the last event.
  private var continues = true

  /// Creates a run under a scenario's conditions and one design, at the start.
  /// - Parameter user: the user; without planned faults that are tied to steps.
  package init(_ design: Design, of user: borrowing VirtualUser, conditions: Conditions) {
    world = World(conditions: conditions)
    world.faultInjector.watchesAlways = true
    world.keepsLog = false
    world.take(world.read(design))
    restart(with: user)
  }

  /// Restarts with another such user under the same conditions and design.
  package mutating func restart(with user: borrowing VirtualUser) {
    world.takeUpdateBack()
    world.begin(user)
    precondition(!world.faultInjector.hasSteps, "faults at steps are injected, not planned")
    (next, continues) = (nil, true)
  }

  /// The number of events before the next one.
  package var stepCount: Int { next == nil ? world.events : world.events - 1 }
  /// The time of the next event, or of the last one.
  package var time: Instant { world.now }

  /// Advances to the moment just before the next event.
  /// - Returns: the kind of that event; nil at the end of the run.
  package mutating func advance() throws(AbortedSimulation) -> EventKind? {
    if let event = next {
      next = nil
      continues = world.proceed(with: event) && world.canStillLose()
    }
    guard continues, let event = world.takeNext() else {
      if world.isRunaway { throw world.runawaySimulation }
      return nil
    }
    next = event
    return event.parts.kind
  }

  /// Injects a fault just before the next event.
  /// - Parameter intent: the index of its intent.
  /// - Parameter number: identifies the fault; equal faults have the same number.
  package mutating func inject(_ fault: Fault, intentIndex: Int, faultNumber: Int) {
    let planned = world.faultInjector.append(
      PlannedFault(
        fault, intent: intentIndex, at: .step(world.events), after: .zero, declaration: faultNumber)
    )
    world.arm(planned)
  }

  /// Whether the last injected fault still waits for its sheet or transaction.
  package var isLastFaultWaiting: Bool { world.isLastFaultWaiting }

  /// Copies the state of another run of the same user under the same design.
  package mutating func restore(from other: borrowing StepwiseRun) {
    world.restore(other.world)
    (next, continues) = (other.next, other.continues)
  }

  /// The fingerprint of the moment before the next event.
  package mutating func fingerprint() -> Fingerprint { fingerprint(effectsOnly: false) }
  /// The fingerprint of the visible effects at that moment: while it equals that of the run without
  /// the fault, the fault has changed nothing.
  package mutating func effectsFingerprint() -> Fingerprint { fingerprint(effectsOnly: true) }

  private func fingerprint(effectsOnly: Bool) -> Fingerprint {
    var print = world.hashed(effectsOnly: effectsOnly)
    if let next { print.add(next) }
    return print.fingerprint
  }

  /// Simulates to the end and returns the lost orders.
  package mutating func finish() throws(AbortedSimulation) -> LossSet {
    while try advance() != nil {}
    continues = false
    return world.losses()
  }

  /// Simulates to the end and counts the charges and the lost orders.
  package mutating func countCharges() throws(AbortedSimulation) -> ChargeCounts {
    _ = try finish()
    return world.chargeCounts()
  }
}

/// The numbers of charges and of lost orders in some runs.
package struct ChargeCounts: Hashable, BitwiseCopyable, Sendable {
  /// Charges without a refund at the user's request; automatic refunds are included (G10).
  package var charges = 0
  /// Charges that were lost, rescued, or automatically refunded before the right delivery (G10).
  package var lostOrAutoRefunded = 0
  package init() {}

  /// Counts a charge, and whether it was lost.
  package mutating func add(_ status: ChargeStatus) {
    if case .refunded = status { return }
    charges += 1
    if status.isLostOrAutoRefunded { lostOrAutoRefunded += 1 }
  }
}

extension World {
  func chargeCounts() -> ChargeCounts {
    charges.reduce(into: ChargeCounts()) { $0.add(status(of: charge($1))) }
  }

  /// Whether an order can still get lost: one that is charged and not delivered, or may be charged.
  func canStillLose() -> Bool { hasOpenOrder() || faultInjector.hasArmed || mayOwnClientAct }

  /// Whether the fault that was planned last still waits for its sheet or transaction.
  var isLastFaultWaiting: Bool {
    faultInjector.states.indices.last.map { faultInjector.states[$0] == .due } ?? false
  }

  /// Whether an order is charged and not delivered, or may be charged even without a fault.
  func hasOpenOrder() -> Bool {
    user.isKeptOpen || store.state.openInterruptions > 0 || hasOpenCharge
      || store.mayCharge || client.isOrdering || user.hasTapsForLogin
  }

  func losses() -> LossSet {
    charges.reduce(into: LossSet()) { $0.add(status(of: charge($1))) }
  }
}

extension UserOutcome {
  /// The numbers of the user's charges and lost orders, without refunded charges.
  package var chargeCounts: ChargeCounts {
    charges.reduce(into: ChargeCounts()) { $0.add($1.status) }
  }
}
