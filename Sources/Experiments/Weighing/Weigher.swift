import EventEngine
package import PurchaseWorld
package import Scenarios

/// Goes through every user that a scenario can draw and every plan of a few of its faults.
///
/// Two engines that must agree: the lives that are gone through are those of explorations
/// (``Life``), each counted as often as it is likely; ``sample(faults:users:workers:)`` draws the same
/// users by chance and plays them on the stage of runs.
package struct Weigher: Sendable {
  /// The most users, and the most lives, that are gone through.
  package static let mostUsers = 1e6
  package static let mostLives = 1e9

  private let design: Design
  private let population: Population
  private let seed: UInt64
  private let stop: StopSign

  /// Prepares the weighing of a design.
  ///
  /// - Parameters:
  ///   - scenario: one whose users are drawn.
  ///   - cells: how many equally likely parts a drawn delay has, at least 1.
  ///   - kinds: those of the declared faults that can strike.
  ///   - stop: asks for the end before all are gone through.
  package init(
    _ design: Design, in scenario: Scenario, cells: Int, kinds: [FaultKind],
    stop: StopSign = StopSign()
  ) {
    self.design = design
    self.stop = stop
    population = scenario.finite(cells: cells, kinds: kinds).population
    seed = scenario.seed
  }

  /// How many users there are to go through.
  package var users: Double { population.everyUserCount }

  /// How many lives there are to go through with up to so many faults.
  package func lives(faults: Int) -> Double {
    // The coefficients of a polynomial in the number of faults: of one wish, then of all purchases.
    func times(_ left: [Double], _ right: [Double]) -> [Double] {
      (0...faults).map { size in (0...size).reduce(0) { $0 + left[$1] * right[size - $1] } }
    }
    let none = [1] + Array(repeating: 0.0, count: faults)
    let wish = population.faults.filter { $0.probability != .never }.reduce(none) {
      sum, rate in
      let more = Double(rate.alternatives().count)
      return times(sum, Array(([1, more] + none.dropFirst()).prefix(faults + 1)))
    }
    let (alone, double) = population.purchaseCounts
    let purchase = zip(wish, times(wish, wish)).map { Double(alone) * $0 + Double(double) * $1 }
    let all = (0..<population.purchasesPerUser).reduce(none) { all, _ in times(all, purchase) }
    return Double(population.traitCount) * all.reduce(0, +)
  }

  /// Goes through all of them.
  ///
  /// - Parameters:
  ///   - faults: the most faults that are planned for a user, from 0.
  ///   - workers: how many threads work, at least 1; the result does not depend on it.
  ///   - progress: called now and then, from any worker, with the share done.
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
    let units = starts[users.count]
    let chunk = max(1, units / 2_048)
    let chunks = (units + chunk - 1) / chunk
    let found = try Threads.each(
      of: chunks, workers: workers,
      { [self] in
        WeighedWalk(design, population, alternatives, seed: seed, stop: stop)
      }, progress: progress
    ) { walk, number throws(Cut) -> WeighedBooks in
      var books = WeighedBooks(faults: faults)
      let first = number * chunk
      var user = (starts.firstIndex { $0 > first } ?? users.count) - 1
      for unit in first..<min(units, first + chunk) {
        while starts[user + 1] <= unit { user += 1 }
        try walk.walk(users[user], first: unit - starts[user] - 1, into: &books)
      }
      return books
    }
    var books = WeighedBooks(faults: faults)
    for part in found.compactMap(\.self) { books += part }
    return Weighing(design: design.name, sizes: books.sizes, parts: books.parts)
  }

  /// Draws the same users by chance and plays them on the stage of runs.
  ///
  /// - Parameters:
  ///   - faults: the most faults of users who are told apart.
  ///   - users: how many are drawn.
  ///   - workers: how many threads work, at least 1; the result does not depend on it.
  ///   - progress: called now and then, from any worker, with the share done.
  package func sample(
    faults: Int, users: Int, workers: Int = 1, progress: (@Sendable (Double) -> Void)? = nil
  ) throws(Cut) -> WeighedSample {
    let size = 4_096
    let found = try Threads.each(
      of: (users + size - 1) / size, workers: workers,
      { [self] in SampledLife(design, population, seed) }, progress: progress
    ) { [stop] life, piece throws(Cut) -> WeighedSample in
      var sample = WeighedSample(faults: faults)
      for number in piece * size..<min(users, (piece + 1) * size) {
        if let cut = stop.cut { throw cut }
        let orders = try life.play(UInt64(number))
        sample.add(orders, faults: life.user.plan.count)
      }
      return sample
    }
    return found.compactMap(\.self).reduce(into: WeighedSample(faults: faults)) { $0 += $1 }
  }
}

/// Plays users who are drawn by chance.
private struct SampledLife: ~Copyable {
  private let design: Design
  private let population: Population
  private let seed: UInt64
  private var stage: Stage
  private(set) var user: VirtualUser
  private var outcome = Outcome()

  init(_ design: Design, _ population: Population, _ seed: UInt64) {
    self.design = design
    self.population = population
    self.seed = seed
    stage = Stage(conditions: population.conditions, designs: [design])
    user = VirtualUser(number: 0, draws: Draws(seed: seed, user: 0))
  }

  mutating func play(_ number: UInt64) throws(Cut) -> OrderCount {
    population.draw(number, seed: seed, into: &user)
    stage.receive(user)
    do { try stage.playOut(0, into: &outcome) } catch {
      throw .endless(EndlessUser(design, user, population.conditions))
    }
    return outcome.orders
  }
}

extension Outcome {
  /// The orders, without those that were given back.
  var orders: OrderCount {
    var orders = OrderCount()
    for charge in charges { orders.add(charge.fate) }
    return orders
  }
}
