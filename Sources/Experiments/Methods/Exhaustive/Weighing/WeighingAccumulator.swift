import Execution
import PurchaseWorld
import Statistics

/// Accumulator of simulated runs, each weighted by its probability.
struct WeighingAccumulator: Sendable {
  /// One of the enumerated runs.
  struct WeightedRun: Hashable, Sendable {
    struct InjectedFault: Hashable, Sendable { var slot: Int, alternative: Int }

    /// The index of the user among all users.
    var user: Int
    /// The planned faults: each with its slot and its alternative.
    var injectedFaults: [InjectedFault] = []
  }

  /// Losses with faults of certain kinds.
  struct Part: Hashable, Sendable {
    /// The kinds in the order of the scenario format, repeated for every occurrence.
    var kinds: [FaultKind]
    var lost: Double
    /// The most probable of these runs that a case can describe, and its probability, from 0 to 1.
    var example: WeightedRun?
    var weight = 0.0
  }

  private(set) var sizes: [LossEnumeration.FaultCountResult]
  private var found: [[FaultKind]: Part] = [:]

  init(faults: Int) { sizes = (0...faults).map { .init(faultCount: $0) } }
  var faults: Int { sizes.count - 1 }

  /// The parts of the losses, the largest first.
  var parts: [Part] {
    let order = Dictionary(uniqueKeysWithValues: zip(FaultKind.allCases, 0...))
    return found.values.sorted { left, right in
      let places = [left, right].map { $0.kinds.map { order[$0] ?? 0 } }
      return left.lost == right.lost
        ? places[0].lexicographicallyPrecedes(places[1]) : left.lost > right.lost
    }
  }

  mutating func add(
    _ orders: ChargeCounts, of user: VirtualUser, _ run: WeightedRun, _ weight: Double
  ) {
    let size = user.plannedFaults.count
    sizes[size].runCount += 1
    sizes[size].userShare += weight
    sizes[size].charges += weight * Double(orders.charges)
    guard orders.lostOrAutoRefunded > 0 else { return }
    let lost = weight * Double(orders.lostOrAutoRefunded)
    sizes[size].lost += lost
    let occurredFaults = user.plannedFaults.map(\.fault.kind)
    let kinds = FaultKind.allCases.flatMap { kind in occurredFaults.filter { $0 == kind } }
    var part = Part(kinds: kinds, lost: lost)
    if user.canBeWritten { (part.weight, part.example) = (weight, run) }
    add(part)
  }

  private mutating func add(_ part: Part) {
    var sum = found[part.kinds] ?? Part(kinds: part.kinds, lost: 0)
    sum.lost += part.lost
    if part.weight > sum.weight { (sum.weight, sum.example) = (part.weight, part.example) }
    found[part.kinds] = sum
  }

  static func += (left: inout WeighingAccumulator, right: WeighingAccumulator) {
    for size in left.sizes.indices { left.sizes[size] += right.sizes[size] }
    // Each key is summed separately, so the order has no effect.
    for part in right.found.values { left.add(part) }
  }
}

extension WeighingAccumulator: Archivable {
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    for size in sizes.indices {
      try archive.count(&sizes[size].runCount)
      for part in [\LossEnumeration.FaultCountResult.userShare, \.charges, \.lost] {
        try archive.weight(&sizes[size][keyPath: part])
      }
    }
    let faults = faults
    var parts = parts
    try archive.list(&parts, Part(kinds: [], lost: 0)) { archive, part throws(ArchiveError) in
      try archive.list(&part.kinds, maximum: faults, FaultKind.allCases[0]) {
        archive, kind throws(ArchiveError) in try archive.enumCase(&kind)
      }
      try archive.weight(&part.lost)
      try archive.weight(&part.weight)
      var runs = part.example.map { [$0] } ?? []
      try archive.list(&runs, maximum: 1, WeightedRun(user: 0)) {
        archive, run throws(ArchiveError) in
        try archive.count(&run.user)
        try archive.list(&run.injectedFaults, maximum: faults, .init(slot: 0, alternative: 0)) {
          archive, injectedFault throws(ArchiveError) in
          try archive.count(&injectedFault.slot)
          try archive.count(&injectedFault.alternative)
        }
      }
      part.example = runs.first
    }
    found = Dictionary(parts.map { ($0.kinds, $0) }) { first, _ in first }
    try archive.check(found.count == parts.count)
  }
}

extension VirtualUser {
  /// Whether a case can describe this user: taps only in the first visit, no second thought.
  fileprivate var canBeWritten: Bool {
    !neverReturns && !isGuest && intents.allSatisfy { $0.retapIntentIndex == nil }
      && taps.allSatisfy { $0.visitIndex == 0 }
  }
}
