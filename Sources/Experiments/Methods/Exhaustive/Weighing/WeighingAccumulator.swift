import Experiments
import PurchaseWorld
import Statistics

/// Accumulator of simulated runs, each weighted by its probability.
struct WeighingAccumulator: Sendable {
  /// One of the enumerated runs.
  struct WeightedRun: Hashable, Sendable {
    struct Strike: Hashable, Sendable { var slot: Int, alternative: Int }

    /// The index of the user among all users.
    var user: Int
    /// The planned faults: each with its slot and its alternative.
    var strikes: [Strike] = []
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

  private(set) var sizes: [Weighing.Size]
  private var found: [[FaultKind]: Part] = [:]

  init(faults: Int) { sizes = (0...faults).map { Weighing.Size(faults: $0) } }
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
    _ orders: OrderCount, of user: VirtualUser, _ life: WeightedRun, _ weight: Double
  ) {
    let size = user.plan.count
    sizes[size].lives += 1
    sizes[size].users += weight
    sizes[size].charges += weight * Double(orders.charges)
    guard orders.lost > 0 else { return }
    let lost = weight * Double(orders.lost)
    sizes[size].lost += lost
    let struck = user.plan.map(\.fault.kind)
    let kinds = FaultKind.allCases.flatMap { kind in struck.filter { $0 == kind } }
    var part = Part(kinds: kinds, lost: lost)
    if user.canBeWritten { (part.weight, part.example) = (weight, life) }
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

extension WeighingAccumulator: Packable {
  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    for size in sizes.indices {
      try packing.count(&sizes[size].lives)
      for part in [\Weighing.Size.users, \.charges, \.lost] {
        try packing.weight(&sizes[size][keyPath: part])
      }
    }
    let faults = faults
    var parts = parts
    try packing.list(&parts, Part(kinds: [], lost: 0)) { packing, part throws(PackingProblem) in
      try packing.list(&part.kinds, most: faults, FaultKind.allCases[0]) {
        packing, kind throws(PackingProblem) in try packing.one(&kind)
      }
      try packing.weight(&part.lost)
      try packing.weight(&part.weight)
      var lives = part.example.map { [$0] } ?? []
      try packing.list(&lives, most: 1, WeightedRun(user: 0)) {
        packing, life throws(PackingProblem) in
        try packing.count(&life.user)
        try packing.list(&life.strikes, most: faults, .init(slot: 0, alternative: 0)) {
          packing, strike throws(PackingProblem) in
          try packing.count(&strike.slot)
          try packing.count(&strike.alternative)
        }
      }
      part.example = lives.first
    }
    found = Dictionary(parts.map { ($0.kinds, $0) }) { first, _ in first }
    try packing.check(found.count == parts.count)
  }
}

extension VirtualUser {
  /// Whether a case can describe this user: taps only in the first visit, no second thought.
  fileprivate var canBeWritten: Bool {
    !neverReturns && !isGuest && intents.allSatisfy { $0.secondThought == nil }
      && taps.allSatisfy { $0.visit == 0 }
  }
}
