import Experiments
import PurchaseWorld

/// Walks through all placements of one number of faults like ``Walk``, by playing every life from its start: for a
/// team's own client, which cannot be copied on the way.
///
/// Nothing is known of states that are alike; only what has a part that loses is left out, and what would wait in
/// vain as it did before an earlier step.
final class ReplayedWalk {
  private let common: Walk.Common, design: Design
  private var stage: Stage, user: VirtualUser
  /// What strikes in any case.
  private let planned: [PlannedFault]
  /// The life without faults, and those with 1, 2, 3 … of them.
  private var lives: [LivedSteps]
  private var path: [Placement] = []
  private var keys: [UInt64] = []
  private var pathLoses = false
  private var segment = Segment.whole
  private var books: ExplorationBooks

  /// - Parameter unharmed: the life without faults.
  init(
    _ common: Walk.Common, _ design: Design, of user: VirtualUser, _ conditions: Conditions,
    unharmed: LivedSteps
  ) {
    (self.common, self.design, self.user) = (common, design, user)
    planned = user.plan
    stage = Stage(conditions: conditions)
    lives = [unharmed] + (0..<common.faults).map { _ in LivedSteps() }
    books = ExplorationBooks(faults: common.faults)
  }

  /// Walks through all placements that begin with a fault before a step of the life without faults, or a segment of
  /// them.
  /// - Parameter step: its index, from 0.
  /// - Precondition: the whole, where the second fault is the last.
  func walk(from step: Int, first choice: Int, _ segment: Segment) throws(Cut) -> ExplorationBooks {
    precondition(
      segment.isWhole || common.faults > 2, "what is told of a last fault is told as a whole")
    books = ExplorationBooks(faults: common.faults)
    self.segment = segment
    _ = try strike(choice, before: step, left: common.faults)
    return books
  }

  /// Lets a fault strike, and goes on with those that can follow.
  /// - Returns: whether it was the last one and waited in vain for what it could strike.
  private func strike(_ choice: Int, before step: Int, left: Int) throws(Cut) -> Bool {
    if let cut = common.stop.cut { throw cut }
    let placement = lives[path.count].placement(of: choice, before: step)
    let hasLosingPart = pathLoses || common.losing.havePart(of: keys, with: placement.key)
    if hasLosingPart, common.prunes {
      if !path.isEmpty || segment.isFirst { books.size.leftOut += 1 }
      return false
    }
    path.append(placement)
    keys.append(placement.key)
    defer {
      path.removeLast()
      keys.removeLast()
    }
    try live()
    guard left > 1 else {
      let losses = lives[path.count].losses.subtracting(common.unharmed)
      books.size.placements += 1
      if losses.isEmpty { return lives[path.count].isLastFaultWaiting }
      books.size.lost += 1
      if !hasLosingPart { books.add(losses, path, common.choices) }
      return false
    }
    let didLose = pathLoses
    pathLoses = hasLosingPart || common.losing.contains(keys)
    try goOn(from: step, left: left - 1, after: choice)
    pathLoses = didLose
    return false
  }

  /// Lives the life with the faults of the path.
  private func live() throws(Cut) {
    user.plan = planned
    for placement in path {
      let choice = common.choices[placement.choice]
      user.plan.append(choice.planned(before: placement.step, number: placement.choice))
    }
    do { try stage.live(design, of: user, into: &lives[path.count]) } catch {
      throw common.endless(path)
    }
  }

  /// Tries every further fault before every step from one on.
  /// - Parameter choice: the fault that struck last; those before it have had their turn there.
  private func goOn(from first: Int, left: Int, after choice: Int) throws(Cut) {
    var isIdle = Array(repeating: false, count: common.choices.count)
    var next = choice + 1
    let depth = path.count
    let all = (lives[depth].steps.count - first) * common.choices.count - next
    let places = depth == 1 && !segment.isWhole ? segment.places(of: max(0, all)) : nil
    var place = 0
    for step in first..<max(first, lives[depth].steps.count) {
      while next < common.choices.count {
        if let places, !places.contains(place) {
          // It is another segment's.
        } else if left == 1, isIdle[next] {
          books.addAlike(Exploration.Size(faults: common.faults, placements: 1))
        } else if try strike(next, before: step, left: left), common.prunes {
          isIdle[next] = true
        }
        next += 1
        place += 1
      }
      next = 0
      if let places, place >= places.upperBound { break }
      if common.stopsAtLoss, books.size.lost > 0 { break }
    }
  }
}

extension LivedSteps {
  /// - Parameter step: the index of a step, from 0.
  fileprivate func placement(of choice: Int, before step: Int) -> Placement {
    let (kind, time) = (steps[step].kind, steps[step].time)
    return Placement(
      choice: choice, step: step + 1, kind: kind,
      occurrence: steps[..<step].count { $0.kind == kind }, time: time)
  }
}
