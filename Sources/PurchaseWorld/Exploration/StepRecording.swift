package import EventEngine

/// A step before which a fault may occur: an event, or an effect of a team's own client.
package struct SimulatedStep: Hashable, BitwiseCopyable, Sendable {
  package var kind: EventKind
  package var time: Instant
}

/// The recorded steps, losses and charge counts of a run that was simulated to its end.
package struct StepRecording: Sendable {
  /// Its steps, numbered from 1.
  package var steps: [SimulatedStep] = []
  /// Its losses.
  package var losses = LossSet()
  /// Its charges, counted by outcome.
  package var chargeCounts = ChargeCounts()
  /// Whether the fault that was planned last still waits for its sheet or transaction.
  package var isLastFaultWaiting = false

  package init() {}
}

extension Simulator {
  /// Simulates a user and records the steps while an order can still get lost.
  ///
  /// A team's own client cannot be copied in the middle of a run, as ``StepwiseRun`` does; to
  /// inject faults at a step, the run starts again with these faults in its plan.
  package mutating func recordSteps(
    _ design: Design, of user: borrowing VirtualUser, into simulatedSteps: inout StepRecording
  ) throws(AbortedSimulation) {
    begin(design, user)
    simulatedSteps.steps.removeAll(keepingCapacity: true)
    swap(&world.steps, &simulatedSteps.steps)
    world.countsSteps = true
    defer {
      swap(&world.steps, &simulatedSteps.steps)
      world.countsSteps = false
    }
    while let event = world.takeNext() {
      world.steps.append(SimulatedStep(kind: event.parts.kind, time: world.now))
      if world.faultInjector.hasSteps { world.fireStep(world.events) }
      guard world.proceed(with: event), design.client != nil || world.canStillLose() else { break }
    }
    if design.client != nil { world.handle(.runEnded) }
    if world.isRunaway { throw world.runawaySimulation }
    (simulatedSteps.losses, simulatedSteps.chargeCounts) = (world.losses(), world.chargeCounts())
    simulatedSteps.isLastFaultWaiting = world.isLastFaultWaiting
  }
}
