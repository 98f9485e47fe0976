import Execution
import PurchaseWorld

/// One of several segments of the placements after one first fault, divided by second fault.
struct Segment: Sendable {
  static let whole = Segment(number: 0, of: 1)

  private let number: Int, count: Int

  /// - Parameter number: from 0.
  init(number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  var isWhole: Bool { count == 1 }
  var isFirst: Bool { number == 0 }
  var isLast: Bool { number == count - 1 }

  /// The indices of the segment's second faults among `all` of them.
  func places(of all: Int) -> Range<Int> { all * number / count..<all * (number + 1) / count }
}

/// Depth-first search over the placements of one number of faults with a given first fault.
///
/// A branch is a run with the faults so far; every further fault is tried before each of its
/// events.
struct PlacementSearch {
  /// Parameters of all searches for one number of faults.
  struct Parameters: Sendable {
    var choices: [ExploredFault]
    /// The ways in which orders are lost without any fault; faults cause all other losses.
    var faultFree: LossSet
    var faults: Int
    /// Whether known states and placements with a losing part are skipped.
    var prunes: Bool
    /// Whether states are stored for larger numbers of faults.
    var remembers: Bool
    /// Whether the search stops at the first lost order.
    var stopsAtLoss = false
    /// The minimal sets of fewer faults.
    var losing = LosingSets()
    /// The states of searches with fewer faults.
    var known = KnownStates()
    var stop: CancellationToken
    /// Creates the error for faults under which a run does not end.
    var runaway: @Sendable ([PlacedFault]) -> Interruption
  }

  /// The largest number of faults before a stored state; with more there are too many states.
  private static let maxRemembered = 1

  private let common: Parameters
  /// The branches with 0, 1, 2 … faults, and one to simulate to the end.
  private let branches: [Branch]
  private var path: [PlacedFault] = [], keys: [UInt64] = []
  /// Whether a subset of the faults so far loses an order; possible only without pruning.
  private var pathLoses = false
  private var segment = Segment.whole, totals: ExplorationAccumulator

  /// - Parameter stepwiseRun: creates the run without faults, at its start.
  init(_ common: Parameters, _ stepwiseRun: () -> StepwiseRun) {
    self.common = common
    branches = (0...common.faults).map { _ in Branch(stepwiseRun()) }
    totals = ExplorationAccumulator(faults: common.faults)
  }

  /// Searches the placements with this first fault before the next event of a branch.
  /// - Precondition: the segment is the whole if states are stored or the second fault is the last.
  mutating func search(
    from root: Branch, first choice: Int, _ segment: Segment
  ) throws(Interruption) -> ExplorationAccumulator {
    precondition(
      segment.isWhole || !common.remembers && common.faults > 2,
      "a stored state or a last fault needs the whole")
    totals = ExplorationAccumulator(faults: common.faults)
    self.segment = segment
    branches[0].restore(from: root)
    _ = try inject(choice, at: 0, left: common.faults)
    return totals
  }

  /// Injects a fault into a branch and continues with the faults that can follow.
  /// - Parameter depth: the number of earlier faults.
  /// - Parameter left: the number of faults to inject, including this one.
  /// - Returns: whether it was the last fault and never occurred.
  private mutating func inject(_ choice: Int, at depth: Int, left: Int) throws(Interruption) -> Bool
  {
    if let interruption = common.stop.interruption { throw interruption }
    let placement = branches[depth].placedFault(of: choice)
    let hasLosingPart =
      pathLoses || common.losing.containsProperSubset(of: keys, with: placement.key)
    if hasLosingPart, common.prunes {
      if depth > 0 || segment.isFirst { totals.size.prunedBranchCount += 1 }
      return false
    }
    let fault = common.choices[choice]
    guard left > 1 else {
      let end: LossSet
      do {
        end = try branches[depth + 1].runToEnd(
          from: branches[depth], injecting: fault, faultNumber: choice)
      } catch { throw common.runaway(path + [placement]) }
      let losses = end.subtracting(common.faultFree)
      totals.size.placementCount += 1
      if losses.isEmpty { return branches[depth + 1].stepwiseRun.isLastFaultWaiting }
      totals.size.losingPlacementCount += 1
      if !hasLosingPart { totals.add(losses, path + [placement], common.choices) }
      return false
    }
    branches[depth + 1].restore(from: branches[depth], injecting: fault, faultNumber: choice)
    path.append(placement)
    keys.append(placement.key)
    let didLose = pathLoses
    pathLoses = hasLosingPart || common.losing.contains(keys)
    try continueSearch(at: depth + 1, left: left - 1, after: choice)
    pathLoses = didLose
    path.removeLast()
    keys.removeLast()
    return false
  }

  /// Advances a branch to its next event; false at the end of its run.
  private func advance(_ depth: Int) throws(Interruption) -> Bool {
    do { return try branches[depth].advance() } catch { throw common.runaway(path) }
  }

  /// Tries every further fault before every event of a branch.
  /// - Parameter choice: the last fault; faults up to it were tried before the same event.
  private mutating func continueSearch(at depth: Int, left: Int, after choice: Int)
    throws(Interruption)
  {
    /// The states of the branch, with the counts at that point.
    var marks: [(fingerprint: Fingerprint, size: Exploration.FaultCountResult)] = []
    let places = depth == 1 && !segment.isWhole ? try places(after: choice, left: left) : nil
    var place = 0
    // A last fault that never occurs here never occurs before a later event either.
    var isIdle = Array(repeating: false, count: left > 1 ? 0 : common.choices.count)
    var next = choice + 1
    repeat {
      if next == 0, common.prunes {
        let fingerprint = branches[depth].stepwiseRun.fingerprint()
        if let known = common.known.result(for: fingerprint, remainingFaults: left),
          known.canBeReused(with: keys)
        {
          totals.addAlike(known.continuationResults)
          break
        }
        if common.remembers, depth <= PlacementSearch.maxRemembered {
          marks.append((fingerprint, totals.size))
        }
      }
      while next < common.choices.count {
        if let places, !places.contains(place) {
          // Another segment's placement.
        } else if left == 1, isIdle[next] {
          totals.addAlike(
            Exploration.FaultCountResult(faultCount: common.faults, placementCount: 1))
        } else if try inject(next, at: depth, left: left), common.prunes {
          isIdle[next] = true
        }
        next += 1
        place += 1
      }
      next = 0
      if let places, !segment.isLast, place >= places.upperBound { break }
      if common.stopsAtLoss, totals.size.losingPlacementCount > 0 { break }
    } while try advance(depth)
    for mark in marks {
      var since = totals.size
      since.add(mark.size, times: -1)
      totals.states.insert(
        .init(keys: keys, continuationResults: since), for: mark.fingerprint, remainingFaults: left)
    }
  }

  /// The indices of the segment's second faults after the first fault.
  private mutating func places(after choice: Int, left: Int) throws(Interruption) -> Range<Int> {
    // This branch has no second fault yet.
    branches[2].restore(from: branches[1])
    var all = common.choices.count - choice - 1
    while try advance(2) {
      if common.prunes,
        common.known.result(for: branches[2].stepwiseRun.fingerprint(), remainingFaults: left)?
          .canBeReused(with: keys) == true
      {
        break
      }
      all += common.choices.count
    }
    return segment.places(of: all)
  }
}
