import EventEngine
package import PurchaseWorld
import Scenarios

/// What a few faults do to every candidate of a search.
///
/// Candidates are explored size by size, and no further once they have lost an order. A fault that
/// loses one alone, whatever the design, is inevitable: it does not count, and no larger set with it
/// is explored.
package struct FaultScreen: Sendable {
  /// A fault that loses an order by itself.
  package struct LosingFault: Hashable, Sendable {
    package var fault: Fault
    /// The index of the intent that it strikes.
    package var intent: Int
    /// Whether it lasts longer than the retries of a design, and so for each design its own time.
    package var outlastsRetries: Bool
    /// In which journeys it loses one.
    package var journeys: [Journey]

    package init(_ fault: Fault, intent: Int, outlastsRetries: Bool, journeys: [Journey]) {
      self.fault = fault
      self.intent = intent
      self.outlastsRetries = outlastsRetries
      self.journeys = journeys
    }
  }

  /// How far a candidate came.
  private struct Standing: Sendable {
    /// The number of faults with which it loses an order; nil if it does with none of those explored.
    var losesWith: Int?
    /// By journey: the single faults that lose one, without the inevitable ones.
    var losing: [ChoiceSet] = []

    /// How many single faults lose one, over all journeys.
    var values: Int { losing.reduce(0) { $0 + $1.count } }
  }

  /// The number of candidates that lose an order with 0, 1, 2 … faults and not with fewer.
  package private(set) var losing: [Int]
  /// The candidates that lose none, by index.
  package private(set) var survivors: [Int]
  /// The faults that nobody survives, as the first candidate meets them.
  package private(set) var inevitable: [LosingFault] = []
  /// Why not all numbers of faults were gone through; nil: they were.
  package private(set) var cut: Cut?

  private let search: Search
  private let stages: [ExploredJourney]
  private var standings: [Standing]
  /// By journey: the positions of the inevitable faults.
  private var excluded: [ChoiceSet]

  /// Explores all candidates of a search; if it is cut short, with as many faults as were gone through.
  init(_ search: Search, workers: Int, stop: StopSign, _ progress: @escaping Search.Progress) {
    self.search = search
    stages = search.journeys.map { ExploredJourney($0, search, stop) }
    standings = Array(repeating: Standing(), count: search.candidates.count)
    excluded = Array(repeating: ChoiceSet(), count: stages.count)
    losing = []
    survivors = Array(search.candidates.indices)
    do throws(Cut) {
      try exploreUnharmed(workers, progress)
      if search.faults > 0 { try exploreSingleFaults(workers, progress) }
      for faults in 2..<max(2, search.faults + 1) { try explore(faults, workers, progress) }
    } catch { cut = error }
  }

  /// The candidates that are worth sampling: the survivors; without any, those that come nearest.
  ///
  /// Nearest is who loses with more faults only, then with fewer single faults, then in fewer
  /// placements, then who stands first.
  ///
  /// - Parameter most: how many, if there is no survivor.
  func kept(atMost most: Int, workers: Int) throws(Cut) -> [Int] {
    guard survivors.isEmpty else { return survivors }
    let order = standings.indices.sorted { left, right in
      let distances = (distance(left), distance(right))
      return distances.0 == distances.1 ? left < right : distances.0 < distances.1
    }
    guard order.count > most else { return order.sorted() }
    let last = distance(order[most - 1])
    let tied = order.filter { distance($0) == last }
    let placements = try Search.each(of: tied.count, workers: workers) {
      [self] number throws(Cut) in try losingPlacements(of: tied[number])
    }
    let chosen = tied.indices.sorted { (placements[$0], $0) < (placements[$1], $1) }
    let before = order.filter { distance($0) < last }
    return (before + chosen.prefix(most - before.count).map { tied[$0] }).sorted()
  }

  /// How far a candidate is from losing nothing.
  private func distance(_ candidate: Int) -> (Int, Int) {
    let standing = standings[candidate]
    return (-(standing.losesWith ?? .max), standing.values)
  }

  /// How many placements lose an order, of as many faults as it takes.
  private func losingPlacements(of candidate: Int) throws(Cut) -> Int {
    let faults = standings[candidate].losesWith ?? 0
    var count = 0
    for place in stages.indices {
      let explorer = stages[place].explorer(
        of: search.candidates[candidate], without: excluded[place])
      let found = explorer.explore(faults: faults)
      if let cut = found.cut { throw cut }
      count += faults > 0 ? found.sizes[faults - 1].lost : found.unharmed.ways.count
    }
    return count
  }

  private mutating func exploreUnharmed(
    _ workers: Int, _ progress: @escaping Search.Progress
  ) throws(Cut) {
    let (candidates, stages) = (search.candidates, stages)
    let loses = try Search.each(of: candidates.count, workers: workers) { candidate throws(Cut) in
      for stage in stages where !(try stage.explorer(of: candidates[candidate]).unharmed().isEmpty)
      { return true }
      return false
    } progress: {
      progress(.exploring(faults: 0), $0)
    }
    sort(survivors, losing: loses, with: 0)
  }

  private mutating func exploreSingleFaults(
    _ workers: Int, _ progress: @escaping Search.Progress
  ) throws(Cut) {
    let (candidates, stages, explored) = (search.candidates, stages, survivors)
    let found = try Search.each(of: explored.count, workers: workers) { number throws(Cut) in
      var losing: [ChoiceSet] = []
      for stage in stages {
        losing.append(try stage.explorer(of: candidates[explored[number]]).singleFaults().losing)
      }
      return losing
    } progress: {
      progress(.exploring(faults: 1), $0)
    }
    guard let first = explored.first else { return losing.append(0) }
    for place in stages.indices {
      excluded[place] = found[0][place]
      for losing in found { excluded[place].formIntersection(losing[place]) }
    }
    inevitable = named(excluded, candidates[first])
    for (number, candidate) in explored.enumerated() {
      standings[candidate].losing = zip(found[number], excluded).map { $0.subtracting($1) }
    }
    sort(explored, losing: explored.map { standings[$0].values > 0 }, with: 1)
  }

  private mutating func explore(
    _ faults: Int, _ workers: Int, _ progress: @escaping Search.Progress
  ) throws(Cut) {
    let (candidates, stages, excluded) = (search.candidates, stages, excluded)
    let explored = survivors
    let loses = try Search.each(of: explored.count, workers: workers) { number throws(Cut) in
      for place in stages.indices {
        let explorer = stages[place].explorer(
          of: candidates[explored[number]], without: excluded[place])
        if !(try explorer.losesNothing(faults: faults)) { return true }
      }
      return false
    } progress: {
      progress(.exploring(faults: faults), $0)
    }
    sort(explored, losing: loses, with: faults)
  }

  /// Notes who of those that were explored loses an order, and with how many faults.
  private mutating func sort(_ explored: [Int], losing loses: [Bool], with faults: Int) {
    for (candidate, loses) in zip(explored, loses) where loses {
      standings[candidate].losesWith = faults
    }
    survivors = zip(explored, loses).filter { !$1 }.map(\.0)
    losing.append(explored.count - survivors.count)
  }

  /// The single faults with which a candidate loses an order and others do not.
  func losingFaults(of candidate: Int) -> [LosingFault] {
    named(standings[candidate].losing, search.candidates[candidate])
  }

  /// Names faults as a design meets them, each with its journeys.
  private func named(_ choices: [ChoiceSet], _ design: Design) -> [LosingFault] {
    var named: [LosingFault] = []
    for (choices, stage) in zip(choices, stages) {
      let all = stage.choices(of: design)
      let longer = stage.choices(of: design, isLonger: true)
      for choice in choices.indices {
        let (fault, intent) = (all[choice].fault, all[choice].intent)
        if let place = named.firstIndex(where: { $0.fault == fault && $0.intent == intent }) {
          named[place].journeys.append(stage.journey)
        } else {
          named.append(
            LosingFault(
              fault, intent: intent, outlastsRetries: longer[choice].fault != fault,
              journeys: [stage.journey]))
        }
      }
    }
    return named
  }
}

/// A journey as every candidate is explored in it.
private struct ExploredJourney: Sendable {
  let journey: Journey
  private let script: Population.Script
  private let conditions: Conditions
  private let user: VirtualUser
  private let kinds: [FaultKind]
  private let stop: StopSign

  init(_ journey: Journey, _ search: Search, _ stop: StopSign) {
    self.journey = journey
    self.stop = stop
    kinds = search.kinds
    script = journey.script(in: search.scenario)
    let population = search.scenario.settled(script).population
    conditions = population.conditions
    user = Explorer.user(of: population, seed: search.scenario.seed)
  }

  /// The faults that can strike, position by position the same for every design.
  ///
  /// - Parameter isLonger: whether what outlasts the retries lasts longer than it does.
  func choices(of design: Design, isLonger: Bool = false) -> [FaultChoice] {
    var values = FaultValues(design, conditions)
    if isLonger { values.long = Delay(microseconds: values.long.microseconds + 1) }
    return FaultChoice.all(of: kinds, values, script, conditions)
  }

  func explorer(of design: Design, without excluded: ChoiceSet = ChoiceSet()) -> Explorer {
    var choices = choices(of: design)
    if !excluded.isEmpty {
      choices = choices.indices.filter { !excluded.contains($0) }.map { choices[$0] }
    }
    return Explorer(design, of: user, conditions, choices, stop: stop)
  }
}

extension Search {
  /// What is found for each of some numbers, on several threads; in order.
  static func each<Found: Sendable>(
    of count: Int, workers: Int, _ find: @escaping @Sendable (Int) throws(Cut) -> Found,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) throws(Cut) -> [Found] {
    // Some numbers at a time, so that threads seldom meet.
    let size = 16
    let found = try Threads.each(
      of: (count + size - 1) / size, workers: workers, {}, progress: progress
    ) { _, piece throws(Cut) -> [Found] in
      var found: [Found] = []
      for number in piece * size..<min((piece + 1) * size, count) { found.append(try find(number)) }
      return found
    }
    return found.flatMap { $0 ?? [] }
  }
}
