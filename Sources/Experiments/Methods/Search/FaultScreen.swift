package import ExhaustiveSearch
package import Experiments
package import PurchaseWorld

/// Screening of the candidates of a search with a few faults.
///
/// Candidates are explored by number of faults until they lose an order. A fault that loses an
/// order alone under every design is inevitable: no set with it is explored or counted.
package struct FaultScreen: Sendable {
  /// A single fault that loses an order.
  package struct LosingFault: Hashable, Sendable {
    package var fault: Fault, intent: Int
    /// Whether its duration exceeds the retries of a design, and therefore depends on the design.
    package var outlastsRetries: Bool
    package var journeys: [Journey]
  }

  /// Result of a candidate so far.
  private struct CandidateStatus: Sendable {
    /// The smallest number of faults that loses an order; nil if none of the explored faults does.
    var losesWith: Int?
    /// By journey: the single faults that lose an order, without inevitable faults.
    var losing: [Set<Int>] = []

    /// The number of these faults over all journeys.
    var values: Int { losing.reduce(0) { $0 + $1.count } }
    /// The order of candidates by distance from losing nothing.
    var distance: (Int, Int) { (-(losesWith ?? .max), values) }
  }

  /// For each number of faults, from 0: how many candidates need so many to lose an order.
  package private(set) var candidateCountsByLosingFaultCount: [Int]
  /// The candidates that lose no order, by index.
  package private(set) var survivors: [Int]
  /// The faults that lose an order under every design, with the first candidate's values.
  package private(set) var faultsLosingAlways: [LosingFault] = []
  /// The reason of an incomplete exploration; nil if all numbers of faults were explored.
  package private(set) var interruption: Interruption?

  private let search: Search, stages: [ExploredJourney], workers: Int, division: ShardedExecution?
  private var standings: [CandidateStatus]
  /// By journey: the positions of the inevitable faults.
  private var excluded: [Set<Int>]

  /// Explores all candidates of a search; after an interruption, with the completed numbers of
  /// faults.
  package init(
    _ search: Search, workers: Int, stop: CancellationToken, in division: ShardedExecution? = nil,
    _ progress: @escaping Search.ProgressHandler
  ) {
    (self.search, self.workers, self.division) = (search, workers, division)
    let (scenario, kinds) = (search.scenario, search.kinds)
    stages = search.journeys.map { ExploredJourney($0, in: scenario, kinds: kinds, stop) }
    standings = Array(repeating: CandidateStatus(), count: search.candidates.count)
    excluded = Array(repeating: [], count: stages.count)
    (candidateCountsByLosingFaultCount, survivors) = ([], Array(search.candidates.indices))
    do throws(Interruption) {
      for faults in 0...search.maxFaults {
        let report: @Sendable (Double) -> Void = { progress(.exploring(faults: faults), $0) }
        if faults == 1 { try exploreSingleFaults(report) } else { try explore(faults, report) }
      }
    } catch { interruption = error }
  }

  /// The candidates to sample: the survivors, or if there are none, the `maximum` nearest
  /// candidates.
  ///
  /// Order: more faults needed, fewer losing single faults, fewer losing placements, position.
  package func candidatesToSample(atMost maximum: Int) throws(Interruption) -> [Int] {
    guard survivors.isEmpty else { return survivors }
    let distances = standings.map(\.distance)
    let order = standings.indices.sorted { left, right in
      distances[left] == distances[right] ? left < right : distances[left] < distances[right]
    }
    guard order.count > maximum else { return order.sorted() }
    let last = distances[order[maximum - 1]]
    let tied = order.filter { distances[$0] == last }
    let placements = try each("losing placements", of: tied, 0) {
      [self] candidate throws(Interruption) in try losingPlacements(of: candidate)
    }
    let chosen = tied.indices.sorted { (placements[$0], $0) < (placements[$1], $1) }
    let before = order.filter { distances[$0] < last }
    return (before + chosen.prefix(maximum - before.count).map { tied[$0] }).sorted()
  }

  /// The number of placements that lose an order, with the smallest losing number of faults.
  private func losingPlacements(of candidate: Int) throws(Interruption) -> Int {
    let faults = standings[candidate].losesWith ?? 0
    var count = 0
    for (stage, excluded) in zip(stages, excluded) {
      let explorer = stage.explorer(of: search.candidates[candidate], without: excluded)
      let found = explorer.explore(faults: faults)
      if let interruption = found.interruption { throw interruption }
      count +=
        faults > 0
        ? found.resultsByFaultCount[faults - 1].losingPlacementCount
        : found.lossesWithoutFaults.allLossOutcomes.count
    }
    return count
  }

  private mutating func exploreSingleFaults(
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Interruption) {
    let (candidates, stages, explored) = (search.candidates, stages, survivors)
    // The number of faults is the same for every design.
    let none = LosingFaults(
      sets: stages.map { _ in [] },
      choices: stages.map { $0.exploredFaults(of: candidates[0]).count })
    let found = try each("1 fault", of: explored, none, progress) {
      candidate throws(Interruption) in
      var found = none
      for (place, stage) in stages.enumerated() {
        found.sets[place] = try stage.losingFaults(of: candidates[candidate])
      }
      return found
    }.map(\.sets)
    guard let first = explored.first else { return candidateCountsByLosingFaultCount.append(0) }
    excluded = stages.indices.map { place in
      found.reduce(into: found[0][place]) { $0.formIntersection($1[place]) }
    }
    faultsLosingAlways = named(excluded, candidates[first])
    for (found, candidate) in zip(found, explored) {
      standings[candidate].losing = zip(found, excluded).map { $0.subtracting($1) }
    }
    sort(explored, losing: explored.map { standings[$0].values > 0 }, with: 1)
  }

  private mutating func explore(
    _ faults: Int, _ progress: @escaping @Sendable (Double) -> Void
  ) throws(Interruption) {
    let (candidates, stages, excluded) = (search.candidates, stages, excluded)
    let loses = try each("\(faults) faults", of: survivors, false, progress) {
      candidate throws(Interruption) in
      for (stage, excluded) in zip(stages, excluded) {
        let explorer = stage.explorer(of: candidates[candidate], without: excluded)
        if !(try explorer.losesNothing(faults: faults)) { return true }
      }
      return false
    }
    sort(survivors, losing: loses, with: faults)
  }

  /// The results for candidates, in order, on several threads.
  /// - Parameter name: the name of the batch that shards share.
  /// - Parameter empty: the value into which another shard's result is decoded.
  private func each<Found: Archivable & Sendable>(
    _ name: String, of candidates: [Int], _ empty: Found,
    _ progress: (@Sendable (Double) -> Void)? = nil,
    _ find: @escaping @Sendable (Int) throws(Interruption) -> Found
  ) throws(Interruption) -> [Found] {
    // Blocks of 16 candidates, so threads rarely wait for each other.
    let pieces = stride(from: 0, to: candidates.count, by: 16).map {
      candidates[$0..<min($0 + 16, candidates.count)]
    }
    let found = try division.each(
      name, of: pieces.count, workers: workers, empty: { _ in ScreeningResult(empty) }, {},
      progress: progress
    ) { _, piece throws(Interruption) -> ScreeningResult<Found> in
      ScreeningResult(empty, try pieces[piece].map(find))
    }.flatMap(\.found)
    // A wrong number of results belongs to other work.
    guard found.count == candidates.count else { throw .pendingShards }
    return found
  }

  /// Records which of the explored candidates lose an order, with the number of faults.
  private mutating func sort(_ explored: [Int], losing loses: [Bool], with faults: Int) {
    for (index, loses) in zip(explored, loses) where loses { standings[index].losesWith = faults }
    survivors = zip(explored, loses).filter { !$1 }.map(\.0)
    candidateCountsByLosingFaultCount.append(explored.count - survivors.count)
  }

  /// The single faults that lose an order under a candidate and not under every design.
  package func losingFaults(of candidate: Int) -> [LosingFault] {
    named(standings[candidate].losing, search.candidates[candidate])
  }

  /// The faults with the values of a design, each with its journeys.
  private func named(_ choices: [Set<Int>], _ design: Design) -> [LosingFault] {
    var named: [LosingFault] = []
    for (choices, stage) in zip(choices, stages) {
      let all = stage.exploredFaults(of: design)
      let longer = stage.exploredFaults(of: design, withLongerDurations: true)
      for choice in choices.sorted() {
        let (fault, intent) = (all[choice].fault, all[choice].intent)
        let place = named.firstIndex { $0.fault == fault && $0.intent == intent } ?? named.count
        if place == named.count {
          let outlasts = longer[choice].fault != fault
          named.append(.init(fault: fault, intent: intent, outlastsRetries: outlasts, journeys: []))
        }
        named[place].journeys.append(stage.journey)
      }
    }
    return named
  }
}

/// The single faults that lose an order, by journey.
private struct LosingFaults: Archivable, Sendable {
  var sets: [Set<Int>]
  /// The number of faults of each journey.
  let choices: [Int]

  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    for place in sets.indices {
      let maximum = choices[place]
      var faults = sets[place].sorted()
      try archive.list(&faults, maximum: maximum, 0) { archive, fault throws(ArchiveError) in
        try archive.number(&fault, in: 0...max(0, maximum - 1))
      }
      sets[place] = Set(faults)
    }
  }
}

/// Results of a block of candidates.
private struct ScreeningResult<Found: Archivable & Sendable>: Archivable, Sendable {
  private let empty: Found
  var found: [Found]

  init(_ empty: Found, _ found: [Found] = []) { (self.empty, self.found) = (empty, found) }

  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    let empty = empty
    try archive.list(&found, empty)
  }
}
