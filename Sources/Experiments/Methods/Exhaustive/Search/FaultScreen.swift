package import Experiments
package import PurchaseWorld

/// What a few faults do to every candidate of a search.
///
/// Candidates are explored size by size, and no further once they have lost an order. A fault that loses one
/// alone, whatever the design, is inevitable: it does not count, and no larger set with it is explored.
package struct FaultScreen: Sendable {
  /// A fault that loses an order by itself.
  package struct LosingFault: Hashable, Sendable {
    package var fault: Fault, intent: Int
    /// Whether it lasts longer than the retries of a design, and so for each design its own time.
    package var outlastsRetries: Bool
    package var journeys: [Journey]
  }

  /// How far a candidate came.
  private struct Standing: Sendable {
    /// The number of faults with which it loses an order; nil if it does with none of those explored.
    var losesWith: Int?
    /// By journey: the single faults that lose one, without the inevitable ones.
    var losing: [Set<Int>] = []

    /// How many single faults lose one, over all journeys.
    var values: Int { losing.reduce(0) { $0 + $1.count } }
    /// How far the candidate is from losing nothing.
    var distance: (Int, Int) { (-(losesWith ?? .max), values) }
  }

  /// The number of candidates that lose an order with 0, 1, 2 … faults and not with fewer.
  package private(set) var losing: [Int]
  /// The candidates that lose none, by index.
  package private(set) var survivors: [Int]
  /// The faults that nobody survives, as the first candidate meets them.
  package private(set) var inevitable: [LosingFault] = []
  /// Why not all numbers of faults were gone through; nil: they were.
  package private(set) var cut: Cut?

  private let search: Search, stages: [ExploredJourney], workers: Int
  private let division: Division?
  private var standings: [Standing]
  /// By journey: the positions of the inevitable faults.
  private var excluded: [Set<Int>]

  /// Explores all candidates of a search; if it is cut short, with as many faults as were gone through.
  package init(
    _ search: Search, workers: Int, stop: StopSign, in division: Division? = nil,
    _ progress: @escaping Search.Progress
  ) {
    (self.search, self.workers, self.division) = (search, workers, division)
    let (scenario, kinds) = (search.scenario, search.kinds)
    stages = search.journeys.map { ExploredJourney($0, in: scenario, kinds: kinds, stop) }
    standings = Array(repeating: Standing(), count: search.candidates.count)
    excluded = Array(repeating: [], count: stages.count)
    (losing, survivors) = ([], Array(search.candidates.indices))
    do throws(Cut) {
      for faults in 0...search.faults {
        let tell: @Sendable (Double) -> Void = { progress(.exploring(faults: faults), $0) }
        if faults == 1 { try exploreSingleFaults(tell) } else { try explore(faults, tell) }
      }
    } catch { cut = error }
  }

  /// The candidates that are worth sampling: the survivors; without any, so many that come nearest.
  ///
  /// Nearest is who takes more faults, then fewer single ones, then fewer placements, then the first.
  package func kept(atMost most: Int) throws(Cut) -> [Int] {
    guard survivors.isEmpty else { return survivors }
    let distances = standings.map(\.distance)
    let order = standings.indices.sorted { left, right in
      distances[left] == distances[right] ? left < right : distances[left] < distances[right]
    }
    guard order.count > most else { return order.sorted() }
    let last = distances[order[most - 1]]
    let tied = order.filter { distances[$0] == last }
    let placements = try each("losing placements", of: tied, 0) { [self] candidate throws(Cut) in
      try losingPlacements(of: candidate)
    }
    let chosen = tied.indices.sorted { (placements[$0], $0) < (placements[$1], $1) }
    let before = order.filter { distances[$0] < last }
    return (before + chosen.prefix(most - before.count).map { tied[$0] }).sorted()
  }

  /// How many placements lose an order, of as many faults as it takes.
  private func losingPlacements(of candidate: Int) throws(Cut) -> Int {
    let faults = standings[candidate].losesWith ?? 0
    var count = 0
    for (stage, excluded) in zip(stages, excluded) {
      let explorer = stage.explorer(of: search.candidates[candidate], without: excluded)
      let found = explorer.explore(faults: faults)
      if let cut = found.cut { throw cut }
      count += faults > 0 ? found.sizes[faults - 1].lost : found.unharmed.ways.count
    }
    return count
  }

  private mutating func exploreSingleFaults(
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Cut) {
    let (candidates, stages, explored) = (search.candidates, stages, survivors)
    // As many for every design.
    let none = LosingFaults(
      sets: stages.map { _ in [] }, choices: stages.map { $0.choices(of: candidates[0]).count })
    let found = try each("1 fault", of: explored, none, progress) { candidate throws(Cut) in
      var found = none
      for (place, stage) in stages.enumerated() {
        found.sets[place] = try stage.losingFaults(of: candidates[candidate])
      }
      return found
    }.map(\.sets)
    guard let first = explored.first else { return losing.append(0) }
    excluded = stages.indices.map { place in
      found.reduce(into: found[0][place]) { $0.formIntersection($1[place]) }
    }
    inevitable = named(excluded, candidates[first])
    for (found, candidate) in zip(found, explored) {
      standings[candidate].losing = zip(found, excluded).map { $0.subtracting($1) }
    }
    sort(explored, losing: explored.map { standings[$0].values > 0 }, with: 1)
  }

  private mutating func explore(
    _ faults: Int, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Cut) {
    let (candidates, stages, excluded) = (search.candidates, stages, excluded)
    let loses = try each("\(faults) faults", of: survivors, false, progress) {
      candidate throws(Cut) in
      for (stage, excluded) in zip(stages, excluded) {
        let explorer = stage.explorer(of: candidates[candidate], without: excluded)
        if !(try explorer.losesNothing(faults: faults)) { return true }
      }
      return false
    }
    sort(survivors, losing: loses, with: faults)
  }

  /// What is found of each of some candidates, on several threads; in order.
  /// - Parameter name: of the batch where shards share in it.
  /// - Parameter empty: into which is read what others have found.
  private func each<Found: Packable & Sendable>(
    _ name: String, of candidates: [Int], _ empty: Found,
    _ progress: (@Sendable (Double) -> Void)? = nil,
    _ find: @escaping @Sendable (Int) throws(Cut) -> Found
  ) throws(Cut) -> [Found] {
    // Some at a time, so that threads seldom meet.
    let pieces = stride(from: 0, to: candidates.count, by: 16).map {
      candidates[$0..<min($0 + 16, candidates.count)]
    }
    let found = try division.each(
      name, of: pieces.count, workers: workers, empty: { _ in FoundOfSome(empty) }, {},
      progress: progress
    ) { _, piece throws(Cut) -> FoundOfSome<Found> in
      FoundOfSome(empty, try pieces[piece].map(find))
    }.flatMap(\.found)
    // What others have found of too many or too few is none of this work.
    guard found.count == candidates.count else { throw .elsewhere }
    return found
  }

  /// Notes who of those that were explored loses an order, and with how many faults.
  private mutating func sort(_ explored: [Int], losing loses: [Bool], with faults: Int) {
    for (index, loses) in zip(explored, loses) where loses { standings[index].losesWith = faults }
    survivors = zip(explored, loses).filter { !$1 }.map(\.0)
    losing.append(explored.count - survivors.count)
  }

  /// The single faults with which a candidate loses an order and others do not.
  package func losingFaults(of candidate: Int) -> [LosingFault] {
    named(standings[candidate].losing, search.candidates[candidate])
  }

  /// Names faults as a design meets them, each with its journeys.
  private func named(_ choices: [Set<Int>], _ design: Design) -> [LosingFault] {
    var named: [LosingFault] = []
    for (choices, stage) in zip(choices, stages) {
      let (all, longer) = (stage.choices(of: design), stage.choices(of: design, isLonger: true))
      for choice in choices.sorted() {
        let (fault, intent) = (all[choice].fault, all[choice].intent)
        if let place = named.firstIndex(where: { $0.fault == fault && $0.intent == intent }) {
          named[place].journeys.append(stage.journey)
        } else {
          named.append(
            LosingFault(
              fault: fault, intent: intent, outlastsRetries: longer[choice].fault != fault,
              journeys: [stage.journey]))
        }
      }
    }
    return named
  }
}

/// The single faults that lose an order, by journey.
private struct LosingFaults: Packable, Sendable {
  var sets: [Set<Int>]
  /// How many faults there are.
  let choices: [Int]

  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    for place in sets.indices {
      let most = choices[place]
      var faults = sets[place].sorted()
      try packing.list(&faults, most: most, 0) { packing, fault throws(PackingProblem) in
        try packing.number(&fault, in: 0...max(0, most - 1))
      }
      sets[place] = Set(faults)
    }
  }
}

/// What was found of some candidates.
private struct FoundOfSome<Found: Packable & Sendable>: Packable, Sendable {
  private let empty: Found
  var found: [Found]

  init(_ empty: Found, _ found: [Found] = []) { (self.empty, self.found) = (empty, found) }

  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    let empty = empty
    try packing.list(&found, empty)
  }
}
