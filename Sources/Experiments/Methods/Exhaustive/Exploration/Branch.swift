package import EventEngine
package import PurchaseWorld

/// A fault immediately before one event of a simulated run.
package struct PlacedFault: Hashable, Sendable {
  /// The index among the explored faults.
  package var faultIndex: Int
  /// The number of the event, from 1, in the run with the earlier faults of the placement.
  package var eventNumber: Int
  /// The kind of the event.
  package var kind: EventKind
  /// The index of the event among events of its kind in that run, from 0, and its time.
  package var occurrence: Int, time: Instant

  /// An identifier that is stable in runs with other faults, unlike the number of the event.
  var key: UInt64 {
    UInt64(faultIndex) << 32 | UInt64(kind.rawValue) << 24 | UInt64(min(occurrence, 0xFF_FFFF))
  }
}

/// A fault with fixed parameters that an exploration injects.
package struct ExploredFault: Hashable, Sendable {
  package var fault: Fault
  /// The index of the affected intent.
  package var intent: Int

  package init(_ fault: Fault, intent: Int = 0) { (self.fault, self.intent) = (fault, intent) }

  /// The fault in the form of a plan.
  /// - Parameter step: the number of the event before which it occurs, from 1.
  /// - Parameter number: its identifier among the planned faults.
  func planned(before step: Int, number: Int) -> PlannedFault {
    PlannedFault(fault, intent: intent, at: .step(step), after: .zero, declaration: number)
  }

  /// The possible faults for these taps, by kind, with each value and each relevant intent.
  package static func all(
    of kinds: [FaultKind], _ values: ExploredFaultValues, _ script: Population.Script,
    _ conditions: Conditions
  ) -> [ExploredFault] {
    let kinds = kinds.map(\.properties).filter {
      // The world distinguishes the two kinds of process death only by their names.
      !($0.kind == .appKill && kinds.contains(.crash))
        && !($0.needsAccounts && conditions.behavior.accountCount < 2)
    }
    return script.intents.indices.flatMap { intent in
      kinds.filter { intent == 0 || $0.affectsSinglePurchase }.flatMap { kind in
        kind.exploredVariants(values).map { ExploredFault($0, intent: intent) }
      }
    }
  }
}

/// A simulated run in progress, with the position of its next event.
///
/// A class, because runs cannot be copied and an exploration has one for each depth.
package final class Branch {
  // Only one search uses it, and never two of its runs in one call.
  @exclusivity(unchecked) package var stepwiseRun: StepwiseRun
  /// The kind of the next event.
  private(set) var kind = EventKind.visit
  /// The number of earlier events of each kind, without the next event.
  private var counts = InlineArray<32, Int32>(repeating: 0)
  /// Whether the first event has been reached.
  private var hasBegun = false

  package init(_ stepwiseRun: consuming StepwiseRun) { self.stepwiseRun = stepwiseRun }
  /// The index of the next event among events of its kind, from 0.
  var occurrence: Int { Int(counts[Int(kind.rawValue)]) }

  /// Advances to the next event; false at the end of the run.
  package func advance() throws(AbortedSimulation) -> Bool {
    if hasBegun { counts[Int(kind.rawValue)] += 1 }
    hasBegun = true
    guard let next = try stepwiseRun.advance() else { return false }
    kind = next
    return true
  }

  /// Advances in a run that has ended before, so it cannot run forever; false at the end.
  package func advanceInTerminatingRun() -> Bool {
    do { return try advance() } catch { preconditionFailure("a run that ended before ends again") }
  }

  /// Restores the state of another branch.
  package func restore(from other: Branch) {
    stepwiseRun.restore(from: other.stepwiseRun)
    kind = other.kind
    counts = other.counts
    hasBegun = other.hasBegun
  }

  /// Restores another branch and injects a fault before its next event.
  package func restore(from other: Branch, injecting choice: ExploredFault, faultNumber: Int) {
    restore(from: other)
    stepwiseRun.inject(choice.fault, intentIndex: choice.intent, faultNumber: faultNumber)
  }

  /// Restores another branch's run, injects a fault, and simulates it to its end.
  package func runToEnd(from other: Branch, injecting choice: ExploredFault, faultNumber: Int)
    throws(AbortedSimulation) -> LossSet
  {
    stepwiseRun.restore(from: other.stepwiseRun)
    stepwiseRun.inject(choice.fault, intentIndex: choice.intent, faultNumber: faultNumber)
    return try stepwiseRun.finish()
  }

  /// The placement of an explored fault, by index, immediately before the next event.
  package func placedFault(of choice: Int) -> PlacedFault {
    PlacedFault(
      faultIndex: choice, eventNumber: stepwiseRun.stepCount + 1, kind: kind,
      occurrence: occurrence, time: stepwiseRun.time)
  }
}
