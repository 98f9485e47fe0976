import Execution
import PurchaseWorld

/// Depth-first search like ``PlacementSearch`` that replays every run from its start, for a team's
/// own client, whose state cannot be copied.
///
/// It cannot recognize equal states. It skips only placements with a losing part, and last faults
/// that never occur, like before an earlier event.
final class ReplayedPlacementSearch {
  private let common: PlacementSearch.Parameters, design: Design
  private var simulator: Simulator, user: VirtualUser
  /// The user's own planned faults.
  private let planned: [PlannedFault]
  /// The run without faults, and the current runs with 1, 2, 3 … faults.
  private var runs: [StepRecording]
  private var path: [PlacedFault] = [], keys: [UInt64] = [], pathLoses = false
  private var segment = Segment.whole, totals: ExplorationAccumulator

  /// - Parameter faultFree: the run without faults.
  init(
    _ common: PlacementSearch.Parameters, _ design: Design, of user: VirtualUser,
    _ conditions: Conditions, faultFree: StepRecording
  ) {
    (self.common, self.design, self.user) = (common, design, user)
    planned = user.plannedFaults
    simulator = Simulator(conditions: conditions)
    runs = [faultFree] + (0..<common.faults).map { _ in StepRecording() }
    totals = ExplorationAccumulator(faults: common.faults)
  }

  /// Searches the placements with this first fault before a step of the run without faults.
  /// - Parameter step: the index of the step, from 0.
  /// - Precondition: the segment is the whole if the second fault is the last.
  func search(from step: Int, first choice: Int, _ segment: Segment) throws(Interruption)
    -> ExplorationAccumulator
  {
    precondition(segment.isWhole || common.faults > 2, "a last fault needs the whole")
    totals = ExplorationAccumulator(faults: common.faults)
    self.segment = segment
    _ = try inject(choice, before: step, left: common.faults)
    return totals
  }

  /// Injects a fault and continues with the faults that can follow.
  /// - Returns: whether it was the last fault and never occurred.
  private func inject(_ choice: Int, before step: Int, left: Int) throws(Interruption) -> Bool {
    if let interruption = common.stop.interruption { throw interruption }
    let placement = runs[path.count].placement(of: choice, before: step)
    let hasLosingPart =
      pathLoses || common.losing.containsProperSubset(of: keys, with: placement.key)
    if hasLosingPart, common.prunes {
      if !path.isEmpty || segment.isFirst { totals.size.prunedBranchCount += 1 }
      return false
    }
    path.append(placement)
    keys.append(placement.key)
    defer {
      path.removeLast()
      keys.removeLast()
    }
    try recordSteps()
    guard left > 1 else {
      let losses = runs[path.count].losses.subtracting(common.faultFree)
      totals.size.placementCount += 1
      if losses.isEmpty { return runs[path.count].isLastFaultWaiting }
      totals.size.losingPlacementCount += 1
      if !hasLosingPart { totals.add(losses, path, common.choices) }
      return false
    }
    let didLose = pathLoses
    pathLoses = hasLosingPart || common.losing.contains(keys)
    try continueSearch(from: step, left: left - 1, after: choice)
    pathLoses = didLose
    return false
  }

  /// Simulates the run with the faults of the path.
  private func recordSteps() throws(Interruption) {
    user.plannedFaults = planned
    for placement in path {
      let choice = common.choices[placement.faultIndex]
      user.plannedFaults.append(
        choice.planned(before: placement.eventNumber, number: placement.faultIndex))
    }
    do { try simulator.recordSteps(design, of: user, into: &runs[path.count]) } catch {
      throw common.runaway(path)
    }
  }

  /// Tries every further fault before every step from `first` on.
  /// - Parameter choice: the last fault; faults up to it were tried before the same step.
  private func continueSearch(from first: Int, left: Int, after choice: Int) throws(Interruption) {
    var isIdle = Array(repeating: false, count: common.choices.count)
    var next = choice + 1
    let depth = path.count
    let all = (runs[depth].steps.count - first) * common.choices.count - next
    let places = depth == 1 && !segment.isWhole ? segment.places(of: max(0, all)) : nil
    var place = 0
    for step in first..<max(first, runs[depth].steps.count) {
      while next < common.choices.count {
        if let places, !places.contains(place) {
          // Another segment's placement.
        } else if left == 1, isIdle[next] {
          totals.addAlike(
            Exploration.FaultCountResult(faultCount: common.faults, placementCount: 1))
        } else if try inject(next, before: step, left: left), common.prunes {
          isIdle[next] = true
        }
        next += 1
        place += 1
      }
      next = 0
      if let places, place >= places.upperBound { break }
      if common.stopsAtLoss, totals.size.losingPlacementCount > 0 { break }
    }
  }
}

extension StepRecording {
  /// - Parameter step: the index of a step, from 0.
  fileprivate func placement(of choice: Int, before step: Int) -> PlacedFault {
    let (kind, time) = (steps[step].kind, steps[step].time)
    return PlacedFault(
      faultIndex: choice, eventNumber: step + 1, kind: kind,
      occurrence: steps[..<step].count { $0.kind == kind }, time: time)
  }
}
