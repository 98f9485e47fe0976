import Experiments
import PurchaseWorld
import Statistics

/// What was counted of some lives, each as often as it is likely.
struct WeighedBooks: Sendable {
  /// One of the lives that are gone through.
  struct Life: Hashable, Sendable {
    struct Strike: Hashable, Sendable { var slot: Int, alternative: Int }

    /// The number of the user among all.
    var user: Int
    /// The planned faults: each by its place, and by the way in which it strikes.
    var strikes: [Strike] = []
  }

  /// What the faults of some kinds lose.
  struct Part: Hashable, Sendable {
    /// The kinds, each as often as it strikes, in the order of the scenario format.
    var kinds: [FaultKind]
    var lost: Double
    /// The likeliest of these lives that can be written as a case, and how likely it is, from 0 to 1.
    var example: Life?
    var weight = 0.0
  }

  private(set) var sizes: [Weighing.Size]
  private var found: [[FaultKind]: Part] = [:]

  init(faults: Int) { sizes = (0...faults).map { Weighing.Size(faults: $0) } }
  var faults: Int { sizes.count - 1 }

  /// What lost orders, the largest part first.
  var parts: [Part] {
    let order = Dictionary(uniqueKeysWithValues: zip(FaultKind.allCases, 0...))
    return found.values.sorted { left, right in
      let places = [left, right].map { $0.kinds.map { order[$0] ?? 0 } }
      return left.lost == right.lost
        ? places[0].lexicographicallyPrecedes(places[1]) : left.lost > right.lost
    }
  }

  mutating func add(_ orders: OrderCount, of user: VirtualUser, _ life: Life, _ weight: Double) {
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

  static func += (left: inout WeighedBooks, right: WeighedBooks) {
    for size in left.sizes.indices { left.sizes[size] += right.sizes[size] }
    // Each key by itself, so their order does not matter.
    for part in right.found.values { left.add(part) }
  }
}

extension WeighedBooks: Packable {
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
      try packing.list(&lives, most: 1, Life(user: 0)) { packing, life throws(PackingProblem) in
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
  /// Whether a case can say who this is: who taps in the first visit and does not think again.
  fileprivate var canBeWritten: Bool {
    !neverReturns && !isGuest && intents.allSatisfy { $0.secondThought == nil }
      && taps.allSatisfy { $0.visit == 0 }
  }
}
