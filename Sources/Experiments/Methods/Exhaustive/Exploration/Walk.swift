import Experiments
import PurchaseWorld

/// One of some segments, in their order, of the placements that begin with one fault: by their second faults.
struct Segment: Sendable {
  static let whole = Segment(number: 0, of: 1)

  private let number: Int, count: Int

  /// - Parameter number: from 0.
  init(number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  var isWhole: Bool { count == 1 }
  var isFirst: Bool { number == 0 }
  var isLast: Bool { number == count - 1 }

  /// Which of so many second faults are the segment's, by their places.
  func places(of all: Int) -> Range<Int> { all * number / count..<all * (number + 1) / count }
}

/// Walks through all placements of one number of faults of which the first is given.
///
/// A branch is a life that was struck by the faults so far. Before each of its events every further
/// fault is tried in a branch of its own.
struct Walk {
  /// What every walk of one number of faults has in common.
  struct Common: Sendable {
    var choices: [FaultChoice]
    /// How orders are lost without any fault; what is lost otherwise is owed to faults.
    var unharmed: LossSet
    var faults: Int
    /// Whether states that are alike, and placements with a part that loses, are left out.
    var prunes: Bool
    /// Whether states are remembered for larger numbers of faults.
    var remembers: Bool
    /// Whether the walk ends where an order is lost: then nothing else is asked for.
    var stopsAtLoss = false
    /// The minimal sets of fewer faults.
    var losing = LosingSets()
    /// The states of walks with fewer faults.
    var known = KnownStates()
    var stop: StopSign
    /// What is told of faults under which a life is endless.
    var endless: @Sendable ([Placement]) -> Cut
  }

  /// The most faults that lead to a state which is remembered: there are too many with more.
  private static let mostRemembered = 1

  private let common: Common
  /// The branches with 0, 1, 2 … faults, and one to finish.
  private let branches: [Branch]
  private var path: [Placement] = []
  private var keys: [UInt64] = []
  /// Whether some of the faults so far lose an order; only without pruning they can.
  private var pathLoses = false
  private var segment = Segment.whole
  private var books: ExplorationBooks

  /// - Parameter life: makes the life without faults, at its start.
  init(_ common: Common, _ life: () -> Life) {
    self.common = common
    branches = (0...common.faults).map { _ in Branch(life()) }
    books = ExplorationBooks(faults: common.faults)
  }

  /// Walks through all placements that begin with a fault before the next event of a branch, or a segment of them.
  /// - Precondition: the whole, where states are remembered, or the second fault is the last.
  mutating func walk(
    from root: Branch, first choice: Int, _ segment: Segment
  ) throws(Cut) -> ExplorationBooks {
    precondition(
      segment.isWhole || !common.remembers && common.faults > 2,
      "what is told of a state, or of a last fault, is told as a whole")
    books = ExplorationBooks(faults: common.faults)
    self.segment = segment
    branches[0].become(root)
    _ = try strike(choice, at: 0, left: common.faults)
    return books
  }

  /// Lets a fault strike a branch, and goes on with those that can follow.
  /// - Parameter depth: the number of faults that have struck.
  /// - Parameter left: how many are to strike, this one among them.
  /// - Returns: whether it was the last one and waited in vain for what it could strike.
  private mutating func strike(_ choice: Int, at depth: Int, left: Int) throws(Cut) -> Bool {
    if let cut = common.stop.cut { throw cut }
    let placement = branches[depth].placement(of: choice)
    let hasLosingPart = pathLoses || common.losing.havePart(of: keys, with: placement.key)
    if hasLosingPart, common.prunes {
      if depth > 0 || segment.isFirst { books.size.leftOut += 1 }
      return false
    }
    let fault = common.choices[choice]
    guard left > 1 else {
      let end: LossSet
      do {
        end = try branches[depth + 1].finish(branches[depth], struckBy: fault, number: choice)
      } catch { throw common.endless(path + [placement]) }
      let losses = end.subtracting(common.unharmed)
      books.size.placements += 1
      if losses.isEmpty { return branches[depth + 1].life.isLastFaultWaiting }
      books.size.lost += 1
      if !hasLosingPart { books.add(losses, path + [placement], common.choices) }
      return false
    }
    branches[depth + 1].become(branches[depth], struckBy: fault, number: choice)
    path.append(placement)
    keys.append(placement.key)
    let didLose = pathLoses
    pathLoses = hasLosingPart || common.losing.contains(keys)
    try goOn(at: depth + 1, left: left - 1, after: choice)
    pathLoses = didLose
    path.removeLast()
    keys.removeLast()
    return false
  }

  /// Goes on to the next event of a branch; false when its life is over.
  private func advance(_ depth: Int) throws(Cut) -> Bool {
    do { return try branches[depth].advance() } catch { throw common.endless(path) }
  }

  /// Tries every further fault before every event of a branch.
  /// - Parameter choice: the fault that struck last; those before it have had their turn there.
  private mutating func goOn(at depth: Int, left: Int, after choice: Int) throws(Cut) {
    /// The places to which the branch came, and what had been counted until then.
    var marks: [(fingerprint: Fingerprint, size: Exploration.Size)] = []
    let places = depth == 1 && !segment.isWhole ? try places(after: choice, left: left) : nil
    var place = 0
    // What waits in vain before one event does so before each that follows.
    var isIdle = Array(repeating: false, count: left > 1 ? 0 : common.choices.count)
    var next = choice + 1
    repeat {
      if next == 0, common.prunes {
        let fingerprint = branches[depth].life.fingerprint()
        if let known = common.known.known(fingerprint, left: left), known.serves(keys) {
          books.addAlike(known.size)
          break
        }
        if common.remembers, depth <= Walk.mostRemembered {
          marks.append((fingerprint, books.size))
        }
      }
      while next < common.choices.count {
        if let places, !places.contains(place) {
          // It is another segment's.
        } else if left == 1, isIdle[next] {
          books.addAlike(Exploration.Size(faults: common.faults, placements: 1))
        } else if try strike(next, at: depth, left: left), common.prunes {
          isIdle[next] = true
        }
        next += 1
        place += 1
      }
      next = 0
      if let places, !segment.isLast, place >= places.upperBound { break }
      if common.stopsAtLoss, books.size.lost > 0 { break }
    } while try advance(depth)
    for mark in marks {
      var since = books.size
      since.add(mark.size, times: -1)
      books.states.insert(.init(keys: keys, size: since), at: mark.fingerprint, left: left)
    }
  }

  /// The places of the segment among the second faults that are tried after the first.
  private mutating func places(after choice: Int, left: Int) throws(Cut) -> Range<Int> {
    // Nothing has struck that branch yet.
    branches[2].become(branches[1])
    var all = common.choices.count - choice - 1
    while try advance(2) {
      if common.prunes,
        common.known.known(branches[2].life.fingerprint(), left: left)?.serves(keys) == true
      {
        break
      }
      all += common.choices.count
    }
    return segment.places(of: all)
  }
}
