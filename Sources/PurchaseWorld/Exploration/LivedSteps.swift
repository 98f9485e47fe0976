package import EventEngine

/// A step of a life before which a fault may strike: an event, or an effect of a team's own client.
package struct LivedStep: Hashable, BitwiseCopyable, Sendable {
  package var kind: StepKind
  package var time: Instant
}

/// A life that was lived to its end from its start.
package struct LivedSteps: Sendable {
  /// Its steps, whose numbers begin with 1.
  package var steps: [LivedStep] = []
  /// How its orders were lost, and how many it had.
  package var losses = LossSet(), orders = OrderCount()
  /// Whether the fault that was planned last still waits for what it could strike.
  package var isLastFaultWaiting = false

  package init() {}
}

extension Stage {
  /// Plays a life and tells its steps, as far as an order can still get lost.
  ///
  /// A team's own client cannot be copied at a moment of its life, as ``Life`` copies it: where faults are to strike it
  /// at a step, the life begins anew with these faults in its plan.
  package mutating func live(
    _ design: Design, of user: borrowing VirtualUser, into lived: inout LivedSteps
  ) throws(EndlessLife) {
    begin(design, user)
    lived.steps.removeAll(keepingCapacity: true)
    swap(&world.steps, &lived.steps)
    world.countsSteps = true
    defer {
      swap(&world.steps, &lived.steps)
      world.countsSteps = false
    }
    while let event = world.takeNext() {
      world.steps.append(LivedStep(kind: event.parts.kind, time: world.now))
      if world.misfortune.hasSteps { world.fireStep(world.events) }
      guard world.goOn(with: event), design.client != nil || world.canStillLose() else { break }
    }
    if design.client != nil { world.meet(.lifeEnded) }
    if world.isEndless { throw world.endlessLife }
    (lived.losses, lived.orders) = (world.losses(), world.orderCount())
    lived.isLastFaultWaiting = world.isLastFaultWaiting
  }
}
