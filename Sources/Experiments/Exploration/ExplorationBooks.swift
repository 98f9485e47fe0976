import PurchaseWorld

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

  mutating func add(_ losses: LossSet, _ path: [Placement], _ choices: [FaultChoice]) {
    losing.insert(path.map(\.key))
    add(
      Exploration.Group(
        losses: losses, kinds: path.map { choices[$0.choice].fault.kind }, count: 1, example: path))
  }

  private mutating func add(_ group: Exploration.Group) {
    let key = Key(losses: group.losses, kinds: group.kinds)
    guard let place = places[key] else {
      places[key] = groups.count
      return groups.append(group)
    }
    groups[place].count += group.count
    if group.example.isTold(before: groups[place].example) { groups[place].example = group.example }
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
