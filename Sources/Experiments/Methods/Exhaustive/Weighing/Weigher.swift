import EventEngine
package import Experiments
package import PurchaseWorld
package import Scenarios

/// Goes through every user that a scenario can draw and every plan of a few of its faults.
///
/// Two engines that must agree: the lives that are gone through are those of explorations
/// (``Life``), each counted as often as it is likely; ``sample(faults:users:workers:)`` draws the same
/// users by chance and plays them on the stage of runs.
package struct Weigher: Sendable {
  /// The most users, and the most lives, that are gone through.
  package static let mostUsers = 1e6, mostLives = 1e9

  private let design: Design, population: Population, seed: UInt64, stop: StopSign
  private let division: Division?

  /// Prepares the weighing of a design.
  /// - Parameter scenario: one whose users are drawn.
  /// - Parameter cells: how many equally likely parts a drawn delay has, at least 1.
  /// - Parameter kinds: those of the declared faults that can strike.
  package init(
    _ design: Design, in scenario: Scenario, cells: Int, kinds: [FaultKind],
    stop: StopSign = StopSign(), in division: Division? = nil
  ) {
    (self.design, self.stop, self.division) = (design, stop, division)
    population = scenario.finite(cells: cells, kinds: kinds).population
    seed = scenario.seed
  }

  package var users: Double { population.everyUserCount }

  /// How many lives there are to go through with up to so many faults.
  package func lives(faults: Int) -> Double {
    // The coefficients of a polynomial in the number of faults: of one wish, then of all purchases.
    func times(_ left: [Double], _ right: [Double]) -> [Double] {
      (0...faults).map { size in (0...size).reduce(0) { $0 + left[$1] * right[size - $1] } }
    }
    let none = [1] + Array(repeating: 0.0, count: faults)
    let rates = population.faults.filter { $0.probability != .never }
    let wish = rates.reduce(none) { sum, rate in
      let more = Double(rate.alternatives().count)
      return times(sum, Array(([1, more] + none.dropFirst()).prefix(faults + 1)))
    }
    let (alone, double) = population.purchaseCounts
    let purchase = zip(wish, times(wish, wish)).map { Double(alone) * $0 + Double(double) * $1 }
    let all = (0..<population.purchasesPerUser).reduce(none) { all, _ in times(all, purchase) }
    return Double(population.traitCount) * all.reduce(0, +)
  }

  /// Goes through all of them.
  /// - Parameter faults: the most faults that are planned for a user, from 0.
  /// - Parameter workers: how many threads work, at least 1; the result does not depend on it.
  /// - Parameter progress: called now and then, from any worker, with the share done.
  package func weigh(
    faults: Int, workers: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Cut) -> Weighing {
    let users = population.everyUser(seed: seed)
    let alternatives = population.faults.map { $0.alternatives() }
    // A unit of work is a user and the first fault, if any; what units found is added up in chunks of
    // a fixed size, so that sums round alike on any number of workers.
    let starts = users.reduce(into: [0]) { starts, likely in
      let slots = faults > 0 ? likely.user.intents.count * alternatives.count : 0
      starts.append(starts[starts.count - 1] + slots + 1)
    }
    let (units, chunk) = (starts[users.count], max(1, starts[users.count] / 2_048))
    let found = try division.each(
      "weighed", of: (units + chunk - 1) / chunk, workers: workers,
      empty: { _ in WeighedBooks(faults: faults) },
      { [self] in WeighedWalk(design, population, alternatives, seed: seed, stop: stop) },
      progress: progress
    ) { walk, number throws(Cut) -> WeighedBooks in
      var books = WeighedBooks(faults: faults)
      let first = number * chunk
      var user = (starts.firstIndex { $0 > first } ?? users.count) - 1
      for unit in first..<min(units, first + chunk) {
        while starts[user + 1] <= unit { user += 1 }
        try walk.walk(users[user], user, first: unit - starts[user] - 1, into: &books)
      }
      return books
    }
    let books = found.reduce(into: WeighedBooks(faults: faults)) { $0 += $1 }
    let parts = try books.parts.map { part throws(Cut) in try self.part(part, users, alternatives) }
    return Weighing(
      design: design.name, share: .compared(of: [design]), sizes: books.sizes, parts: parts)
  }

  /// A part with the life that its books name.
  private func part(
    _ found: WeighedBooks.Part, _ users: [LikelyUser], _ alternatives: [[FaultAlternative]]
  ) throws(Cut) -> Weighing.Part {
    var part = Weighing.Part(kinds: found.kinds, lost: found.lost)
    guard let life = found.example else { return part }
    // Only what other shards have found can name a life that is none.
    guard users.indices.contains(life.user) else { throw .elsewhere }
    var user = users[life.user].user
    for strike in life.strikes {
      let declaration = strike.slot % max(1, alternatives.count)
      guard strike.slot / max(1, alternatives.count) < user.intents.count,
        alternatives[declaration].indices.contains(strike.alternative)
      else { throw .elsewhere }
      user.plan.append(
        population.planned(
          alternatives[declaration][strike.alternative], at: strike.slot, of: declaration))
    }
    part.example = Population.Script(intents: user.intents, taps: user.taps, plan: user.plan)
    return part
  }

  /// Draws the same users by chance and plays them on the stage of runs.
  /// - Parameters: as for ``weigh(faults:workers:progress:)``; more faults are not told apart.
  package func sample(
    faults: Int, users: Int, workers: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Cut) -> WeighedSample {
    let size = 4_096
    let found = try division.each(
      "drawn", of: (users + size - 1) / size, workers: workers,
      empty: { _ in WeighedSample(faults: faults) },
      { [self] in StagedUser(population, [design], seed: seed) }, progress: progress
    ) { [self] life, piece throws(Cut) -> WeighedSample in
      var sample = WeighedSample(faults: faults)
      for number in piece * size..<min(users, (piece + 1) * size) {
        if let cut = stop.cut { throw cut }
        population.draw(UInt64(number), seed: seed, into: &life.user)
        life.stage.receive(life.user)
        do { try life.stage.playOut(0, into: &life.outcome) } catch {
          throw Cut.endless(EndlessUser(design, life.user, population.conditions))
        }
        let known = life.user.plan.count { $0.fault.kind.isKnown(to: design) }
        sample.add(life.outcome.orders, faults: known)
      }
      return sample
    }
    return found.reduce(into: WeighedSample(faults: faults)) { $0 += $1 }
  }
}

/// Plays one user after another with every plan of a few faults.
struct WeighedWalk: ~Copyable {
  private let population: Population
  /// The ways in which each declared fault can strike, and the probability of each fault.
  private let alternatives: [[FaultAlternative]], chances: [Double]
  private var life: Life, user: VirtualUser
  private var place = WeighedBooks.Life(user: 0)
  private let design: Design, stop: StopSign

  init(
    _ design: Design, _ population: Population, _ alternatives: [[FaultAlternative]],
    seed: UInt64, stop: StopSign
  ) {
    (self.design, self.stop) = (design, stop)
    (self.population, self.alternatives) = (population, alternatives)
    // What the store does not know never strikes there.
    chances = population.faults.map { $0.kind.isKnown(to: design) ? $0.probability.probability : 0 }
    user = VirtualUser(number: 0, draws: Draws(seed: seed, user: 0))
    life = Life(design, of: user, conditions: population.conditions)
  }

  /// Plays a user with every plan that begins in one place.
  /// - Parameter number: that of the user among all.
  /// - Parameter slot: the place of the first fault: the wish times the number of declared faults, plus
  ///   the declaration; -1 for no fault.
  mutating func walk(
    _ likely: LikelyUser, _ number: Int, first slot: Int, into books: inout WeighedBooks
  ) throws(Cut) {
    user = likely.user
    place = WeighedBooks.Life(user: number)
    if slot < 0 { return try play(likely.share * quiet(from: 0), &books) }
    try strike(slot, likely.share * quiet(from: 0, to: slot), &books)
  }

  /// Lets a fault strike in each of its ways, and goes on with those behind it.
  private mutating func strike(
    _ slot: Int, _ weight: Double, _ books: inout WeighedBooks
  ) throws(Cut) {
    let declaration = slot % chances.count
    guard chances[declaration] > 0, weight > 0 else { return }
    for (number, alternative) in alternatives[declaration].enumerated() {
      user.plan.append(population.planned(alternative, at: slot, of: declaration))
      place.strikes.append(.init(slot: slot, alternative: number))
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
      place.strikes.removeLast()
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
    do { books.add(try life.countOrders(), of: user, place, weight) } catch {
      throw .endless(EndlessUser(design, user, population.conditions))
    }
  }
}

extension Population {
  /// A declared fault as the plan of a life has it.
  /// - Parameter slot: the place of the fault: the wish times the number of declared faults, plus the declaration.
  fileprivate func planned(
    _ alternative: FaultAlternative, at slot: Int, of declaration: Int
  ) -> PlannedFault {
    PlannedFault(
      alternative.fault, intent: slot / faults.count, at: faults[declaration].anchor,
      after: alternative.after, declaration: declaration)
  }
}
