import EventEngine
import PurchaseWorld

/// Plays one user after another with every plan of a few faults.
struct WeighedWalk: ~Copyable {
  private let population: Population
  /// The ways in which each declared fault can strike.
  private let alternatives: [[FaultAlternative]]
  /// The probability of each.
  private let chances: [Double]
  private var life: Life
  private var user: VirtualUser
  private let design: Design
  private let stop: StopSign

  init(
    _ design: Design, _ population: Population, _ alternatives: [[FaultAlternative]],
    seed: UInt64, stop: StopSign
  ) {
    self.design = design
    self.stop = stop
    self.population = population
    self.alternatives = alternatives
    chances = population.faults.map(\.probability.probability)
    user = VirtualUser(number: 0, draws: Draws(seed: seed, user: 0))
    life = Life(design, of: user, conditions: population.conditions)
  }

  /// Plays a user with every plan that begins in one place.
  ///
  /// - Parameter slot: the place of the first fault: the wish times the number of declared faults, plus
  ///   the declaration; -1 for no fault.
  mutating func walk(_ likely: LikelyUser, first slot: Int, into books: inout WeighedBooks)
    throws(Cut)
  {
    user = likely.user
    guard slot >= 0 else {
      try play(likely.share * quiet(from: 0), &books)
      return
    }
    try strike(slot, likely.share * quiet(from: 0, to: slot), &books)
  }

  /// Lets a fault strike in each of its ways, and goes on with those behind it.
  private mutating func strike(_ slot: Int, _ weight: Double, _ books: inout WeighedBooks)
    throws(Cut)
  {
    let declaration = slot % chances.count
    guard chances[declaration] > 0, weight > 0 else { return }
    let rate = population.faults[declaration]
    for alternative in alternatives[declaration] {
      user.plan.append(
        PlannedFault(
          alternative.fault, intent: slot / chances.count, at: rate.anchor,
          after: alternative.after, declaration: declaration))
      let weight = weight * chances[declaration] * alternative.share
      try play(weight * quiet(from: slot + 1), &books)
      if user.plan.count < books.faults {
        var weight = weight
        for next in slot + 1..<max(slot + 1, slots) {
          try strike(next, weight, &books)
          weight *= 1 - chances[next % chances.count]
        }
      }
      user.plan.removeLast()
    }
  }

  /// The number of places at which a fault can strike the user.
  private var slots: Int { user.intents.count * chances.count }

  /// How likely no fault strikes in some places.
  private func quiet(from first: Int, to end: Int? = nil) -> Double {
    (first..<max(first, end ?? slots)).reduce(1) { $0 * (1 - chances[$1 % chances.count]) }
  }

  private mutating func play(_ weight: Double, _ books: inout WeighedBooks) throws(Cut) {
    guard weight > 0 else { return }
    if let cut = stop.cut { throw cut }
    life.begin(user)
    do { books.add(try life.countOrders(), of: user, weight) } catch {
      throw .endless(EndlessUser(design, user, population.conditions))
    }
  }
}

/// What was counted of some lives, each as often as it is likely.
struct WeighedBooks: Sendable {
  /// What some kinds of faults lost.
  private struct Part {
    var lost = 0.0
    var weight = 0.0
    var example: Population.Script?
  }

  private(set) var sizes: [Weighing.Size]
  private var found: [[FaultKind]: Part] = [:]

  init(faults: Int) { sizes = (0...faults).map { Weighing.Size(faults: $0) } }

  /// The most faults that are planned for a user.
  var faults: Int { sizes.count - 1 }

  /// What lost orders, the largest part first.
  var parts: [Weighing.Part] {
    let order = Dictionary(uniqueKeysWithValues: zip(FaultKind.allCases, 0...))
    let parts = found.map { Weighing.Part(kinds: $0, lost: $1.lost, example: $1.example) }
    return parts.sorted { left, right in
      if left.lost != right.lost { return left.lost > right.lost }
      return left.kinds.map { order[$0] ?? 0 }.lexicographicallyPrecedes(
        right.kinds.map { order[$0] ?? 0 })
    }
  }

  mutating func add(_ orders: OrderCount, of user: VirtualUser, _ weight: Double) {
    let size = user.plan.count
    sizes[size].lives += 1
    sizes[size].users += weight
    sizes[size].charges += weight * Double(orders.charges)
    guard orders.lost > 0 else { return }
    let lost = weight * Double(orders.lost)
    sizes[size].lost += lost
    let struck = user.plan.map(\.fault.kind)
    var part = Part(lost: lost)
    if user.canBeWritten {
      part.weight = weight
      part.example = Population.Script(intents: user.intents, taps: user.taps, plan: user.plan)
    }
    add(part, FaultKind.allCases.flatMap { kind in struck.filter { $0 == kind } })
  }

  private mutating func add(_ part: Part, _ kinds: [FaultKind]) {
    var sum = found[kinds] ?? Part()
    sum.lost += part.lost
    if part.weight > sum.weight {
      sum.weight = part.weight
      sum.example = part.example
    }
    found[kinds] = sum
  }

  static func += (left: inout WeighedBooks, right: WeighedBooks) {
    for size in left.sizes.indices { left.sizes[size] += right.sizes[size] }
    // Each key by itself, so their order does not matter.
    for (kinds, part) in right.found { left.add(part, kinds) }
  }
}

extension VirtualUser {
  /// Whether a case can say who this is: an ordinary user who taps in the first visit and does not think
  /// again.
  fileprivate var canBeWritten: Bool {
    !neverReturns && !isGuest && intents.allSatisfy { $0.secondThought == nil }
      && taps.allSatisfy { $0.visit == 0 }
  }
}
