package import Experiments
import EventEngine
package import PurchaseWorld

/// What every placement of up to some number of faults leads to, under one design.
package struct Exploration: Sendable {
  /// What was found of all placements of a number of faults.
  package struct Size: Hashable, Sendable {
    package var faults: Int
    /// The placements whose end is known.
    package var placements = 0
    /// Those that were not played, as their state was seen before and nothing can be lost from there.
    package var alike = 0
    /// How many of them lose an order, in another way than it is lost without a fault.
    package var lost = 0
    /// Where the exploration ended without a verdict, because a part of the placement loses already.
    package var leftOut = 0

    /// Adds what was found of others, or takes it away again: -1 times.
    mutating func add(_ others: Size, times: Int = 1) {
      placements += times * others.placements
      alike += times * others.alike
      lost += times * others.lost
      leftOut += times * others.leftOut
    }
  }

  /// Minimal sets of faults of the same kinds that lose orders in the same ways.
  package struct Group: Hashable, Sendable {
    package var losses: LossSet
    /// The kinds of the faults, in the order in which they strike.
    package var kinds: [FaultKind]
    package var count: Int
    /// The one that is told best: the simplest faults, before the latest events.
    package var example: [Placement]
  }

  package var design: String
  /// The store that sells in the design.
  package var store = Design.StoreKind.storeKit1
  /// What could strike, by the index that placements name.
  package var choices: [FaultChoice]
  /// How the orders are lost without any fault.
  package var unharmed = LossSet()
  /// The number of events without any fault, and whether anything is charged then.
  package var steps = 0, hasCharge = true
  /// Whether any fault changes a life that it strikes; looked at only if none loses an order.
  package var changesLives = true
  /// The sizes from 1 on.
  package var sizes: [Size] = []
  /// The minimal sets, the smallest first.
  package var groups: [Group] = []
  /// Why not all sizes were gone through; nil: they were.
  package var cut: Cut?

  /// Whether no placement that was gone through loses an order.
  package var losesNothing: Bool { unharmed.isEmpty && groups.isEmpty }

  /// Whether there was an order to lose, and, if faults were to strike, any that could and that mattered.
  package var saysSomething: Bool {
    !losesNothing || hasCharge && (sizes.isEmpty || placements > 0 && changesLives)
  }

  /// All placements whose end is known, without that of no fault.
  package var placements: Int { sizes.reduce(0) { $0 + $1.placements } }

  /// How many placements of up to some number of faults there are at the most, by those of one.
  package static func placements(of faults: Int, singles: Int) -> Double {
    var (all, size) = (0.0, 1.0)
    for number in 0..<faults {
      size *= Double(singles + number) / Double(number + 1)
      all += size
    }
    return all
  }

  /// The faults of a placement, as a case plans them.
  package func plan(_ path: [Placement]) -> [PlannedFault] {
    path.enumerated().map { number, placement in
      choices[placement.choice].planned(before: placement.step, number: number)
    }
  }
}

/// What was counted of some placements of one number of faults.
struct ExplorationBooks: Sendable {
  private struct Key: Hashable { var losses: LossSet, kinds: [FaultKind] }

  var size: Exploration.Size
  /// The minimal sets by their names.
  private(set) var losing = LosingSets()
  private(set) var groups: [Exploration.Group] = []
  private var places: [Key: Int] = [:]
  /// The states that larger numbers of faults may come to again.
  var states = KnownStates()

  /// How many choices placements may name, where they are read.
  private let choices: Int

  init(faults: Int, choices: Int = 0) {
    size = Exploration.Size(faults: faults)
    self.choices = choices
  }

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
    size.add(other.size)
    losing.formUnion(other.losing)
    for group in other.groups { add(group) }
    states.merge(other.states)
  }

  /// Adds what follows a known state, or a placement whose last fault has nothing to strike.
  mutating func addAlike(_ known: Exploration.Size) {
    size.add(known)
    size.alike += known.placements - known.alike
  }
}

extension [Placement] {
  /// Whether this set tells the same story better than another. The simplest faults do, and the
  /// latest events: what comes of a fault is then near it.
  fileprivate func isTold(before other: [Placement]) -> Bool {
    let isSimpler = zip(self, other).first { $0.choice != $1.choice }.map { $0.choice < $1.choice }
    let isLater = zip(self, other).first { $0.step != $1.step }.map { $0.step > $1.step }
    return isSimpler ?? isLater ?? false
  }
}

extension ExplorationBooks: Packable {
  /// What is told of the most faults: states and sets that larger numbers would need are left out.
  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.positive(&size.placements)
    try packing.positive(&size.alike)
    try packing.positive(&size.lost)
    try packing.positive(&size.leftOut)
    var groups = groups
    let (faults, choices) = (size.faults, choices)
    let empty = Exploration.Group(losses: LossSet(), kinds: [], count: 0, example: [])
    try packing.list(&groups, empty) { packing, group throws(PackingProblem) in
      try packing.bits(&group.losses.bits)
      try packing.list(&group.kinds, most: faults, FaultKind.allCases[0]) {
        packing, kind throws(PackingProblem) in try packing.one(&kind)
      }
      try packing.positive(&group.count)
      try packing.list(&group.example, most: faults, Placement.empty) {
        packing, placement throws(PackingProblem) in try placement.pack(&packing, choices: choices)
      }
    }
    (self.groups, places) = ([], [:])
    let keys = Set(groups.map { Key(losses: $0.losses, kinds: $0.kinds) })
    try packing.check(keys.count == groups.count)
    for group in groups { add(group) }
  }
}

extension Placement {
  fileprivate static let empty = Placement(
    choice: 0, step: 1, kind: StepKind.allCases[0], occurrence: 0, time: Instant(microseconds: 0))

  /// - Parameter choices: how many there are.
  fileprivate mutating func pack(_ packing: inout Packing, choices: Int) throws(PackingProblem) {
    try packing.count(&choice)
    try packing.check(choice < choices)
    try packing.count(&step)
    try packing.one(&kind)
    try packing.count(&occurrence)
    var microseconds = Int(time.microseconds)
    try packing.time(&microseconds)
    time = Instant(microseconds: Int64(microseconds))
  }
}
