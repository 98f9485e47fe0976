package import PurchaseWorld

/// What was counted of some placements of one number of faults.
struct ExplorationBooks: Sendable {
  private struct Key: Hashable {
    var losses: LossSet
    var kinds: [FaultKind]
  }

  var size: Exploration.Size
  /// The minimal sets by their names.
  private(set) var losing = LosingSets()
  private(set) var groups: [Exploration.Group] = []
  private var places: [Key: Int] = [:]
  /// The states that larger numbers of faults may come to again.
  var states = KnownStates()

  init(faults: Int) { size = Exploration.Size(faults: faults) }

  /// Adds a minimal set.
  mutating func add(_ losses: LossSet, _ path: [Placement], _ choices: [FaultChoice]) {
    losing.insert(path.map(\.key))
    add(
      Exploration.Group(
        losses: losses, kinds: path.map { choices[$0.choice].fault.kind }, count: 1, example: path))
  }

  private mutating func add(_ group: Exploration.Group) {
    let key = Key(losses: group.losses, kinds: group.kinds)
    if let place = places[key] {
      groups[place].count += group.count
      if group.example.isTold(before: groups[place].example) {
        groups[place].example = group.example
      }
    } else {
      places[key] = groups.count
      groups.append(group)
    }
  }

  /// Adds what was counted of later placements.
  mutating func add(_ other: ExplorationBooks) {
    size += other.size
    losing.formUnion(other.losing)
    for group in other.groups { add(group) }
    states.merge(other.states)
  }

  /// Adds what follows a known state, or a placement whose last fault has nothing to strike.
  mutating func addAlike(_ known: Exploration.Size) {
    var known = known
    known.alike = known.placements
    size += known
  }
}

extension [Placement] {
  /// Whether this set tells the same story better than another.
  ///
  /// The simplest faults do, and the latest events: what comes of a fault is then near it.
  fileprivate func isTold(before other: [Placement]) -> Bool {
    for (mine, others) in zip(self, other) where mine.choice != others.choice {
      return mine.choice < others.choice
    }
    for (mine, others) in zip(self, other) where mine.step != others.step {
      return mine.step > others.step
    }
    return false
  }
}

/// States whose continuations were explored, by the number of faults that were left there.
package struct KnownStates: Sendable {
  /// What came of a state with a number of faults.
  package struct Known: Hashable, Sendable {
    /// The faults with which the state was reached, by their keys.
    var keys: [UInt64]
    /// What follows it.
    package var size: Exploration.Size

    package init(keys: [UInt64], size: Exploration.Size) { (self.keys, self.size) = (keys, size) }

    /// Whether what follows need not be explored for the sake of a life with other faults.
    ///
    /// Either nothing that follows loses. Or the state was reached with some of the same faults, so the
    /// others have left no trace, and a set with them that loses is not minimal.
    package func serves(_ others: [UInt64]) -> Bool {
      if size.lost == 0 && size.leftOut == 0 { return true }
      var place = keys.startIndex
      for key in others where place < keys.endIndex && keys[place] == key { place += 1 }
      return place == keys.endIndex
    }
  }

  private var states: [[Fingerprint: Known]] = []

  package init() {}

  /// What is known of a state with a number of faults left.
  package func known(_ fingerprint: Fingerprint, left: Int) -> Known? {
    left < states.count ? states[left][fingerprint] : nil
  }

  /// Remembers a state; of two ways to reach it, the one that was found first.
  package mutating func insert(_ known: Known, at fingerprint: Fingerprint, left: Int) {
    while states.count <= left { states.append([:]) }
    if states[left][fingerprint] == nil { states[left][fingerprint] = known }
  }

  /// Remembers what was found later.
  mutating func merge(_ other: KnownStates) {
    while states.count < other.states.count { states.append([:]) }
    for left in other.states.indices {
      states[left].merge(other.states[left]) { first, _ in first }
    }
  }
}

/// Sets of placements that lose an order and have no part that does, by their keys.
package struct LosingSets: Sendable {
  private var singles: Set<UInt64> = []
  private var pairs: Set<UInt128> = []
  private var larger: Set<[UInt64]> = []

  package init() {}

  private static func pair(_ first: UInt64, _ second: UInt64) -> UInt128 {
    UInt128(first) << 64 | UInt128(second)
  }

  /// Adds a set, in the order in which its faults strike.
  package mutating func insert(_ keys: [UInt64]) {
    switch keys.count {
    case 1: singles.insert(keys[0])
    case 2: pairs.insert(LosingSets.pair(keys[0], keys[1]))
    default: larger.insert(keys)
    }
  }

  mutating func formUnion(_ other: LosingSets) {
    singles.formUnion(other.singles)
    pairs.formUnion(other.pairs)
    larger.formUnion(other.larger)
  }

  /// Whether a set is one of them.
  package func contains(_ keys: [UInt64]) -> Bool {
    switch keys.count {
    case 1: singles.contains(keys[0])
    case 2: pairs.contains(LosingSets.pair(keys[0], keys[1]))
    default: larger.contains(keys)
    }
  }

  /// Whether the last of some placements loses by itself, or with some of the others but not all.
  ///
  /// - Parameter path: the others, of which no part loses.
  package func havePart(of path: [UInt64], with last: UInt64) -> Bool {
    if singles.contains(last) { return true }
    guard path.count > 1 else { return false }
    for first in path where pairs.contains(LosingSets.pair(first, last)) { return true }
    guard path.count > 2, !larger.isEmpty else { return false }
    // Every choice of two or more of the others, as bits.
    for chosen in 1..<(1 << path.count) - 1 where chosen.nonzeroBitCount > 1 {
      let part = path.indices.filter { chosen >> $0 & 1 == 1 }.map { path[$0] }
      if larger.contains(part + [last]) { return true }
    }
    return false
  }
}
