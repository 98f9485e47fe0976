package import Execution
package import PurchaseWorld
package import Scenarios

/// Explorer: simulates every placement of up to a number of faults before every event of a run.
///
/// The search is depth first over the states of a run, as in explicit-state model checkers (G. J.
/// Holzmann, "The model checker SPIN", IEEE Transactions on Software Engineering 23 (1997)
/// 279–295), one number of faults at a time. It skips two things, and neither can hide a minimal
/// set: states from which nothing was lost with the same number of remaining faults, and placements
/// with a part that loses an order already. The result does not depend on the number of workers.
package struct Explorer: Sendable {
  private let design: Design, user: VirtualUser, conditions: Conditions
  package let exploredFaults: [ExploredFault]
  let stop: CancellationToken
  /// Whether runs are replayed from their start, because a team's own client cannot be copied.
  private let replays: Bool
  /// The number of segments into which the work after one first fault of at least three is divided;
  /// nil for segments of some seconds.
  var segments: Int?

  /// - Parameter user: the user, without random draws; the user's planned faults occur as well.
  /// - Parameter choices: the faults to place.
  /// - Parameter replays: whether runs of any design are replayed from their start.
  package init(
    _ design: Design, of user: VirtualUser, _ conditions: Conditions, _ choices: [ExploredFault],
    stop: CancellationToken = CancellationToken(), replays: Bool = false
  ) {
    (self.design, self.user, self.conditions) = (design, user, conditions)
    (self.exploredFaults, self.stop) = (choices, stop)
    self.replays = replays || design.client != nil
  }

  /// Creates the explorer of a journey under a scenario's conditions, without random draws.
  /// - Parameter kinds: the kinds of faults to place, with a few values each (``ExploredFaultValues``).
  package init(
    _ design: Design, _ journey: Journey, in scenario: Scenario, kinds: [FaultKind],
    stop: CancellationToken = CancellationToken()
  ) {
    self = ExploredJourney(journey, in: scenario, kinds: kinds, stop).explorer(of: design)
  }

  /// Explores one number of faults after another; if interrupted, returns the complete numbers.
  /// - Parameter faults: the largest number of faults, from 0.
  /// - Parameter prunes: whether irrelevant placements are skipped instead of simulated.
  /// - Parameter division: the division among shards of the largest number of faults.
  /// - Parameter progress: called from any worker with the number of faults and its completed part.
  package func explore(
    faults: Int, prunes: Bool = true, workers: Int = 1, in division: ShardedExecution? = nil,
    progress: (@Sendable (_ faults: Int, _ share: Double) -> Void)? = nil
  ) -> Exploration {
    var found = explore(
      faults: faults, prunes: prunes, stopsAtLoss: false, workers: workers, in: division,
      progress: progress)
    // A runaway simulation is reported separately.
    if let orders = orders() { found.hasCharge = orders.charges > 0 }
    if found.losesNothing, found.placementCount > 0 { found.faultsChangeRuns = changesAnything() }
    return found
  }

  /// The orders of the run without explored faults; nil if it does not end.
  private func orders() -> ChargeCounts? {
    if replays { return try? simulatedSteps().chargeCounts }
    var whole = stepwiseRun()
    return try? whole.countCharges()
  }

  /// Whether no placement of 0 to `faults` faults loses an order; stops at the first loss. Throws
  /// if interrupted or if a simulation does not end.
  package func losesNothing(faults: Int) throws(Interruption) -> Bool {
    if let interruption = stop.interruption { throw interruption }
    let found = explore(
      faults: faults, prunes: true, stopsAtLoss: true, workers: 1, in: nil, progress: nil)
    if let interruption = found.interruption { throw interruption }
    return found.losesNothing
  }

  private func explore(
    faults: Int, prunes: Bool, stopsAtLoss: Bool, workers: Int, in division: ShardedExecution?,
    progress: (@Sendable (_ faults: Int, _ share: Double) -> Void)?
  ) -> Exploration {
    var found = Exploration(
      design: design.name, store: design.store, exploredFaults: exploredFaults)
    do throws(Interruption) {
      let whole = try replays ? simulatedSteps() : nil
      if let whole {
        (found.lossesWithoutFaults, found.eventCount) = (whole.losses, whole.steps.count)
      } else {
        var whole = stepwiseRun()
        do { found.lossesWithoutFaults = try whole.finish() } catch { throw runaway([]) }
        found.eventCount = whole.stepCount
      }
      guard faults > 0, !(stopsAtLoss && !found.lossesWithoutFaults.isEmpty) else { return found }
      var common = PlacementSearch.Parameters(
        choices: exploredFaults, faultFree: found.lossesWithoutFaults, faults: 0, prunes: prunes,
        remembers: false, stopsAtLoss: stopsAtLoss, stop: stop, runaway: { runaway($0) })
      for size in 1...faults {
        (common.faults, common.remembers) = (size, size < faults && !replays)
        // Smaller numbers of faults are a small part of the work, so every shard repeats them.
        let units = try totals(
          common, after: whole, workers: workers, in: size == faults ? division : nil
        ) { progress?(size, $0) }
        var totals = ExplorationAccumulator(faults: size)
        for unit in units.joined() { totals.add(unit) }
        found.resultsByFaultCount.append(totals.size)
        found.groups += totals.groups
        if stopsAtLoss, !found.groups.isEmpty { return found }
        common.losing.formUnion(totals.losing)
        guard prunes, common.remembers else { continue }
        common.known.merge(totals.states)
        common.known.merge(unharmedStates(units, left: size))
      }
    } catch { found.interruption = error }
    return found
  }

  /// The error for faults under which the run does not end.
  func runaway(_ path: [PlacedFault]) -> Interruption {
    var user = user
    user.plannedFaults += Exploration(design: design.name, exploredFaults: exploredFaults)
      .plannedFaults(of: path)
    return .runaway(AbortedUser(design, user, conditions))
  }

  /// The run without explored faults, at its start.
  func stepwiseRun() -> StepwiseRun { StepwiseRun(design, of: user, conditions: conditions) }

  /// Searches the placements of one number of faults, by first event and first fault.
  /// - Parameter whole: the run without faults, if runs are replayed; nil if they are copied.
  private func totals(
    _ common: PlacementSearch.Parameters, after whole: StepRecording?, workers: Int,
    in division: ShardedExecution?, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Interruption) -> [[ExplorationAccumulator]] {
    if let whole {
      return try replayed(common, after: whole, workers: workers, in: division, progress)
    }
    var steps = 0
    let counted = Branch(stepwiseRun())
    while counted.advanceInTerminatingRun() { steps += 1 }
    return try each(
      common, steps: steps, workers: workers, in: division, progress,
      { (search: PlacementSearch(common, stepwiseRun), root: Branch(stepwiseRun()), reached: 0) }
    ) { state, unit, segment throws(Interruption) -> ExplorationAccumulator in
      while state.reached <= unit / exploredFaults.count {
        _ = state.root.advanceInTerminatingRun()
        state.reached += 1
      }
      return try state.search.search(from: state.root, first: unit % exploredFaults.count, segment)
    }
  }

  /// The number of segments into which the work after one first fault is divided.
  ///
  /// Each additional fault multiplies the placements by some hundred. The speed is about a million
  /// placements per second, or a hundred thousand with a team's own client.
  private func segments(_ common: PlacementSearch.Parameters) -> Int {
    // Known states and never-occurring last faults need the whole, so they exclude segments.
    if common.remembers || common.faults < 3 { return 1 }
    return segments ?? (common.faults < (replays ? 3 : 4) ? 1 : 64)
  }

  /// Searches by event and first fault, on several threads and shards.
  private func each<State: ~Copyable>(
    _ common: PlacementSearch.Parameters, steps: Int, workers: Int, in division: ShardedExecution?,
    _ progress: @escaping @Sendable (Double) -> Void, _ state: @escaping @Sendable () -> State,
    _ find:
      @escaping @Sendable (inout State, Int, Segment) throws(Interruption) -> ExplorationAccumulator
  ) throws(Interruption) -> [[ExplorationAccumulator]] {
    let (choices, segments) = (exploredFaults.count, segments(common))
    let (units, perStep) = (steps * choices * segments, choices * segments)
    let search: @Sendable (inout State, Int) throws(Interruption) -> ExplorationAccumulator = {
      state, unit throws(Interruption) -> ExplorationAccumulator in
      try find(&state, unit / segments, Segment(number: unit % segments, of: segments))
    }
    let done: [ExplorationAccumulator?]
    if division == nil {
      done = try Threads.each(
        of: units, workers: workers, state, progress: progress,
        isLast: { common.stopsAtLoss && $0.size.losingPlacementCount > 0 }, search)
    } else {
      done = try division.each(
        "placements", of: units, workers: workers,
        empty: { _ in ExplorationAccumulator(faults: common.faults, choices: choices) }, state,
        progress: progress, search)
    }
    return (0..<steps).map { step in done[step * perStep..<(step + 1) * perStep].compactMap { $0 } }
  }

  /// The same by replaying every run from its start.
  private func replayed(
    _ common: PlacementSearch.Parameters, after whole: StepRecording, workers: Int,
    in division: ShardedExecution?, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Interruption) -> [[ExplorationAccumulator]] {
    try each(
      common, steps: whole.steps.count, workers: workers, in: division, progress,
      { ReplayedPlacementSearch(common, design, of: user, conditions, faultFree: whole) }
    ) { search, unit, segment throws(Interruption) -> ExplorationAccumulator in
      try search.search(
        from: unit / exploredFaults.count, first: unit % exploredFaults.count, segment)
    }
  }

  /// The run without explored faults, from its start to its end.
  private func simulatedSteps() throws(Interruption) -> StepRecording {
    var simulator = Simulator(conditions: conditions)
    var steps = StepRecording()
    do { try simulator.recordSteps(design, of: user, into: &steps) } catch { throw runaway([]) }
    return steps
  }

  /// The states of the run without faults, with the results that followed each.
  private func unharmedStates(_ units: [[ExplorationAccumulator]], left: Int) -> KnownStates {
    var states = KnownStates()
    let branch = Branch(stepwiseRun())
    var after = units.map {
      $0.reduce(into: Exploration.FaultCountResult(faultCount: left)) { $0.add($1.size) }
    }
    for step in after.indices.reversed().dropFirst() { after[step].add(after[step + 1]) }
    for size in after where branch.advanceInTerminatingRun() {
      states.insert(
        .init(keys: [], continuationResults: size), for: branch.stepwiseRun.fingerprint(),
        remainingFaults: left)
    }
    return states
  }

  /// Effect of single faults under a design: faster than an exploration, with less detail.
  package struct SingleFaultEffects: Hashable, Sendable {
    package var lossesWithoutFaults: LossSet
    /// The faults that lose an order before some event, in a way that does not occur without
    /// faults.
    package var losingFaults: Set<Int> = []
  }

  /// Finds the faults that lose an order on their own. Each fault is injected before every event
  /// until it loses an order, or until it never occurs.
  package func exploreSingleFaults() throws(Interruption) -> SingleFaultEffects {
    let (root, end) = (Branch(stepwiseRun()), Branch(stepwiseRun()))
    var found = SingleFaultEffects(lossesWithoutFaults: try lossesWithoutFaults())
    var open = Array(exploredFaults.indices)
    while !open.isEmpty, root.advanceInTerminatingRun() {
      var left: [Int] = []
      for choice in open {
        if let interruption = stop.interruption { throw interruption }
        let all: LossSet
        do {
          all = try end.runToEnd(from: root, injecting: exploredFaults[choice], faultNumber: choice)
        } catch { throw runaway([root.placedFault(of: choice)]) }
        if !all.subtracting(found.lossesWithoutFaults).isEmpty {
          found.losingFaults.insert(choice)
        } else if !end.stepwiseRun.isLastFaultWaiting {
          left.append(choice)
        }
      }
      open = left
    }
    return found
  }

  /// The losses without explored faults. Throws if interrupted or if the run does not end.
  package func lossesWithoutFaults() throws(Interruption) -> LossSet {
    if let interruption = stop.interruption { throw interruption }
    var whole = stepwiseRun()
    do { return try whole.finish() } catch { throw runaway([]) }
  }

  /// Whether any single fault changes a run; a lost payload, for example, has no effect if the
  /// design does not read it. The first difference ends the comparison.
  func changesAnything() -> Bool {
    if replays { return changesOutcomes() }
    let (root, faultFree) = (Branch(stepwiseRun()), Branch(stepwiseRun()))
    let faulted = Branch(stepwiseRun())
    while root.advanceInTerminatingRun() {
      for (number, choice) in exploredFaults.enumerated() {
        faultFree.restore(from: root)
        faulted.restore(from: root, injecting: choice, faultNumber: number)
        var goesOn = true
        while goesOn {
          let effects = faultFree.stepwiseRun.effectsFingerprint()
          if faulted.stepwiseRun.effectsFingerprint() != effects { return true }
          goesOn = faultFree.advanceInTerminatingRun()
          // A runaway simulation is a change as well.
          guard let alsoGoesOn = try? faulted.advance(), alsoGoesOn == goesOn else { return true }
        }
      }
    }
    return false
  }

  /// The same for replayed runs, by comparison of their outcomes.
  private func changesOutcomes() -> Bool {
    var simulator = Simulator(conditions: conditions)
    var user = user
    let planned = user.plannedFaults
    var (faultFree, faulted) = (UserOutcome(), UserOutcome())
    guard let steps = try? simulatedSteps().steps.count,
      (try? simulator.simulate(design, of: user, into: &faultFree)) != nil
    else { return true }
    for step in 1...max(1, steps) {
      for choice in exploredFaults {
        user.plannedFaults = planned + [choice.planned(before: step, number: planned.count)]
        // A runaway simulation is a change as well.
        if (try? simulator.simulate(design, of: user, into: &faulted)) == nil { return true }
        faulted.occurredFaults = faultFree.occurredFaults
        if faulted != faultFree { return true }
      }
    }
    return false
  }
}
