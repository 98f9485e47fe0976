package import Execution
import EventEngine
package import PurchaseWorld

/// Results of all placements of up to a number of faults, under one design.
package struct Exploration: Sendable {
  /// Results of all placements of one number of faults.
  package struct FaultCountResult: Hashable, Sendable {
    package var faultCount: Int
    /// The placements with a known result.
    package var placementCount = 0
    /// The placements among them that were not simulated: their state is known and loses nothing.
    package var equivalentPlacementCount = 0
    /// The placements that lose an order in a way that does not occur without faults.
    package var losingPlacementCount = 0
    /// The number of branches that end because a part of the placement loses an order already.
    package var prunedBranchCount = 0

    /// Adds the counts of other placements, or subtracts them if `times` is -1.
    mutating func add(_ others: FaultCountResult, times: Int = 1) {
      placementCount += times * others.placementCount
      equivalentPlacementCount += times * others.equivalentPlacementCount
      losingPlacementCount += times * others.losingPlacementCount
      prunedBranchCount += times * others.prunedBranchCount
    }
  }

  /// Minimal sets of faults of the same kinds that lose orders in the same ways.
  package struct Group: Hashable, Sendable {
    package var losses: LossSet
    /// The kinds of the faults, in the order of their occurrence.
    package var kinds: [FaultKind]
    package var count: Int
    /// The clearest set: the simplest faults, before the latest events.
    package var example: [PlacedFault]
  }

  package var design: String
  /// The store in which the design sells.
  package var store = Design.StoreKind.storeKit1
  /// The explored faults, by the index in placements.
  package var exploredFaults: [ExploredFault]
  /// The ways in which orders are lost without any fault.
  package var lossesWithoutFaults = LossSet()
  /// The number of events without any fault, and whether a charge is made then.
  package var eventCount = 0, hasCharge = true
  /// Whether any fault changes the run in which it occurs; tested only if no fault loses an order.
  package var faultsChangeRuns = true
  /// The results by number of faults, from 1.
  package var resultsByFaultCount: [FaultCountResult] = []
  /// The minimal sets, the smallest first.
  package var groups: [Group] = []
  /// The reason of an incomplete exploration; nil if all numbers of faults were explored.
  package var interruption: Interruption?

  /// Whether no explored placement loses an order.
  package var losesNothing: Bool { lossesWithoutFaults.isEmpty && groups.isEmpty }

  /// Whether the exploration is evidence: there was an order to lose, and faults had an effect.
  package var isInformative: Bool {
    !losesNothing
      || hasCharge && (resultsByFaultCount.isEmpty || placementCount > 0 && faultsChangeRuns)
  }

  /// The number of placements with a known result, without the placement of no fault.
  package var placementCount: Int { resultsByFaultCount.reduce(0) { $0 + $1.placementCount } }

  /// The largest number of placements of 1 to `faults` faults, given the number for one fault.
  package static func maxPlacementCount(faults: Int, singles: Int) -> Double {
    var (all, size) = (0.0, 1.0)
    for number in 0..<faults {
      size *= Double(singles + number) / Double(number + 1)
      all += size
    }
    return all
  }

  /// The faults of a placement, in the form of a case's plan.
  package func plannedFaults(of path: [PlacedFault]) -> [PlannedFault] {
    path.enumerated().map { number, placement in
      exploredFaults[placement.faultIndex].planned(before: placement.eventNumber, number: number)
    }
  }
}

/// Accumulator of placements of one number of faults.
struct ExplorationAccumulator: Sendable {
  private struct Key: Hashable { var losses: LossSet, kinds: [FaultKind] }

  var size: Exploration.FaultCountResult
  /// The minimal sets, by their keys.
  private(set) var losing = LosingSets()
  private(set) var groups: [Exploration.Group] = []
  private var places: [Key: Int] = [:]
  /// The states that explorations with more faults can reach again.
  var states = KnownStates()

  /// The number of explored faults, a bound when decoding.
  private let choices: Int

  init(faults: Int, choices: Int = 0) {
    size = Exploration.FaultCountResult(faultCount: faults)
    self.choices = choices
  }

  mutating func add(_ losses: LossSet, _ path: [PlacedFault], _ choices: [ExploredFault]) {
    losing.insert(path.map(\.key))
    add(
      Exploration.Group(
        losses: losses, kinds: path.map { choices[$0.faultIndex].fault.kind }, count: 1,
        example: path))
  }

  private mutating func add(_ group: Exploration.Group) {
    let key = Key(losses: group.losses, kinds: group.kinds)
    guard let place = places[key] else {
      places[key] = groups.count
      return groups.append(group)
    }
    groups[place].count += group.count
    let example = group.example
    if example.isClearer(than: groups[place].example) { groups[place].example = example }
  }

  /// Adds the results of later placements.
  mutating func add(_ other: ExplorationAccumulator) {
    size.add(other.size)
    losing.formUnion(other.losing)
    for group in other.groups { add(group) }
    states.merge(other.states)
  }

  /// Adds the results that follow a known state, or a placement whose last fault never occurs.
  mutating func addAlike(_ known: Exploration.FaultCountResult) {
    size.add(known)
    size.equivalentPlacementCount += known.placementCount - known.equivalentPlacementCount
  }
}

extension [PlacedFault] {
  /// Whether this set is a clearer example: simpler faults, then later events (closer to the loss).
  fileprivate func isClearer(than other: [PlacedFault]) -> Bool {
    let isSimpler = zip(self, other).first { $0.faultIndex != $1.faultIndex }.map {
      $0.faultIndex < $1.faultIndex
    }
    let isLater = zip(self, other).first { $0.eventNumber != $1.eventNumber }.map {
      $0.eventNumber > $1.eventNumber
    }
    return isSimpler ?? isLater ?? false
  }
}

extension ExplorationAccumulator: Archivable {
  /// Packs the results without the states and sets that larger numbers of faults would need.
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.nonnegativeAmount(&size.placementCount)
    try archive.nonnegativeAmount(&size.equivalentPlacementCount)
    try archive.nonnegativeAmount(&size.losingPlacementCount)
    try archive.nonnegativeAmount(&size.prunedBranchCount)
    var groups = groups
    let (faults, choices) = (size.faultCount, choices)
    let empty = Exploration.Group(losses: LossSet(), kinds: [], count: 0, example: [])
    try archive.list(&groups, empty) { archive, group throws(ArchiveError) in
      try archive.bits(&group.losses.bits)
      try archive.list(&group.kinds, maximum: faults, FaultKind.allCases[0]) {
        archive, kind throws(ArchiveError) in try archive.enumCase(&kind)
      }
      try archive.nonnegativeAmount(&group.count)
      try archive.list(&group.example, maximum: faults, PlacedFault.empty) {
        archive, placement throws(ArchiveError) in
        try placement.transcode(&archive, choices: choices)
      }
    }
    (self.groups, places) = ([], [:])
    let keys = Set(groups.map { Key(losses: $0.losses, kinds: $0.kinds) })
    try archive.check(keys.count == groups.count)
    for group in groups { add(group) }
  }
}

extension PlacedFault {
  fileprivate static let empty = PlacedFault(
    faultIndex: 0, eventNumber: 1, kind: EventKind.allCases[0], occurrence: 0,
    time: Instant(microseconds: 0))

  /// - Parameter choices: the number of explored faults.
  fileprivate mutating func transcode(_ archive: inout Archive, choices: Int) throws(ArchiveError) {
    try archive.count(&faultIndex)
    try archive.check(faultIndex < choices)
    try archive.count(&eventNumber)
    try archive.enumCase(&kind)
    try archive.count(&occurrence)
    var microseconds = Int(time.microseconds)
    try archive.time(&microseconds)
    time = Instant(microseconds: Int64(microseconds))
  }
}
