package import Experiments
import EventEngine
package import PurchaseWorld

/// Results of all placements of up to a number of faults, under one design.
package struct Exploration: Sendable {
  /// Results of all placements of one number of faults.
  package struct Size: Hashable, Sendable {
    package var faults: Int
    /// The placements with a known result.
    package var placements = 0
    /// The placements among them that were not simulated: their state is known and loses nothing.
    package var alike = 0
    /// The placements that lose an order in a way that does not occur without faults.
    package var lost = 0
    /// The number of branches that end because a part of the placement loses an order already.
    package var leftOut = 0

    /// Adds the counts of other placements, or subtracts them if `times` is -1.
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
    /// The kinds of the faults, in the order of their occurrence.
    package var kinds: [FaultKind]
    package var count: Int
    /// The clearest set: the simplest faults, before the latest events.
    package var example: [Placement]
  }

  package var design: String
  /// The store in which the design sells.
  package var store = Design.StoreKind.storeKit1
  /// The explored faults, by the index in placements.
  package var choices: [FaultChoice]
  /// The ways in which orders are lost without any fault.
  package var unharmed = LossSet()
  /// The number of events without any fault, and whether a charge is made then.
  package var steps = 0, hasCharge = true
  /// Whether any fault changes the run in which it occurs; tested only if no fault loses an order.
  package var changesLives = true
  /// The results by number of faults, from 1.
  package var sizes: [Size] = []
  /// The minimal sets, the smallest first.
  package var groups: [Group] = []
  /// The reason of an incomplete exploration; nil if all numbers of faults were explored.
  package var cut: Interruption?

  /// Whether no explored placement loses an order.
  package var losesNothing: Bool { unharmed.isEmpty && groups.isEmpty }

  /// Whether the exploration is evidence: there was an order to lose, and faults had an effect.
  package var saysSomething: Bool {
    !losesNothing || hasCharge && (sizes.isEmpty || placements > 0 && changesLives)
  }

  /// The number of placements with a known result, without the placement of no fault.
  package var placements: Int { sizes.reduce(0) { $0 + $1.placements } }

  /// The largest number of placements of 1 to `faults` faults, given the number for one fault.
  package static func placements(of faults: Int, singles: Int) -> Double {
    var (all, size) = (0.0, 1.0)
    for number in 0..<faults {
      size *= Double(singles + number) / Double(number + 1)
      all += size
    }
    return all
  }

  /// The faults of a placement, in the form of a case's plan.
  package func plan(_ path: [Placement]) -> [PlannedFault] {
    path.enumerated().map { number, placement in
      choices[placement.choice].planned(before: placement.step, number: number)
    }
  }
}

/// Accumulator of placements of one number of faults.
struct ExplorationAccumulator: Sendable {
  private struct Key: Hashable { var losses: LossSet, kinds: [FaultKind] }

  var size: Exploration.Size
  /// The minimal sets, by their keys.
  private(set) var losing = LosingSets()
  private(set) var groups: [Exploration.Group] = []
  private var places: [Key: Int] = [:]
  /// The states that explorations with more faults can reach again.
  var states = KnownStates()

  /// The number of explored faults, a bound when decoding.
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

  /// Adds the results of later placements.
  mutating func add(_ other: ExplorationAccumulator) {
    size.add(other.size)
    losing.formUnion(other.losing)
    for group in other.groups { add(group) }
    states.merge(other.states)
  }

  /// Adds the results that follow a known state, or a placement whose last fault never occurs.
  mutating func addAlike(_ known: Exploration.Size) {
    size.add(known)
    size.alike += known.placements - known.alike
  }
}

extension [Placement] {
  /// Whether this set is a clearer example: simpler faults, then later events (closer to the loss).
  fileprivate func isTold(before other: [Placement]) -> Bool {
    let isSimpler = zip(self, other).first { $0.choice != $1.choice }.map { $0.choice < $1.choice }
    let isLater = zip(self, other).first { $0.step != $1.step }.map { $0.step > $1.step }
    return isSimpler ?? isLater ?? false
  }
}

extension ExplorationAccumulator: Packable {
  /// Packs the results without the states and sets that larger numbers of faults would need.
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

  /// - Parameter choices: the number of explored faults.
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
