package import ExhaustiveSearch
package import Experiments
package import PurchaseWorld
package import Scenarios

/// Search for designs without losses: explores candidates, samples survivors, finds a Pareto front.
///
/// The result depends only on the scenario, the candidates and the options, not on the workers.
package struct Search: Sendable {
  /// The conditions, users and seed, and the number of users for each sampled design.
  package var scenario: Scenario
  /// The candidate designs, with different names.
  package var candidates: [Design]
  /// The purchases in which faults are placed.
  package var journeys: [Journey]
  /// The kinds of placed faults, in the order of the catalog.
  package var kinds: [FaultKind]
  /// The largest number of faults in one run, from 0.
  package var maxFaults = 1
  /// The number of sampled designs if no candidate survives.
  package var fallbackDesignCount = 20

  package init(
    _ scenario: Scenario, among candidates: [Design], _ journeys: [Journey], kinds: [FaultKind]
  ) {
    precondition(!scenario.isCase, "a search needs a scenario with random users")
    precondition(!candidates.isEmpty && !journeys.isEmpty, "a search needs candidates and journeys")
    (self.scenario, self.candidates) = (scenario, candidates)
    (self.journeys, self.kinds) = (journeys, kinds)
  }

  /// The kinds of faults that a scenario declares, including outages; all kinds if it declares
  /// none. In the order of the catalog.
  package static func declaredKinds(of scenario: Scenario) -> [FaultKind] {
    var declared = Set(scenario.population.faults.map(\.kind))
    for outage in scenario.population.conditions.outages {
      declared.insert(outage.target == .backend ? .backendOutage : .storeCheckOutage)
    }
    let all = FaultCatalog.all.map(\.kind)
    return declared.isEmpty ? all : all.filter { declared.contains($0) }
  }

  /// A step of the search, for the display of its progress.
  package enum Phase: Hashable, Sendable {
    /// Candidates are explored with a number of faults, or designs are simulated with users.
    case exploring(faults: Int)
    case sampling(round: Int)
  }

  /// Called from any worker with the completed fraction of a step, from 0 to 1.
  package typealias ProgressHandler = @Sendable (_ stage: Phase, _ share: Double) -> Void

  /// Searches; after an interruption, returns the results so far.
  /// - Parameter division: the division among shards.
  package func run(
    workers: Int, stop: CancellationToken = CancellationToken(),
    in division: ShardedExecution? = nil, progress: @escaping ProgressHandler
  ) -> SearchFindings {
    let screen = FaultScreen(self, workers: workers, stop: stop, in: division, progress)
    var sampling = SearchSampling(scenario, workers: workers, stop: stop, in: division, progress)
    var (points, interruption): ([SearchFindings.Point], Interruption?) = ([], screen.interruption)
    do throws(Interruption) {
      if interruption == nil { points = try self.points(screen, &sampling) }
    } catch { interruption = error }
    return SearchFindings(
      self, losing: screen.candidateCountsByLosingFaultCount, survivors: screen.survivors.count,
      inevitableFaults: screen.faultsLosingAlways, rounds: sampling.rounds, points: points,
      interruption: interruption)
  }

  private func points(
    _ screen: FaultScreen, _ sampling: inout SearchSampling
  ) throws(Interruption) -> [SearchFindings.Point] {
    let kept = try screen.candidatesToSample(atMost: fallbackDesignCount)
    var points = SearchFindings.points(of: try sampling.estimates(of: kept.map { candidates[$0] }))
    let losesMore = try sampling.areDistinguishable(points.map(\.design), fromDesignAt: 0)
    for index in points.indices {
      points[index].losesMore = losesMore[index]
      guard screen.survivors.isEmpty,
        let candidate = kept.first(where: { candidates[$0].name == points[index].design.name })
      else { continue }
      points[index].losingFaults = screen.losingFaults(of: candidate)
    }
    return points
  }
}

/// Results of a search.
package struct SearchFindings: Sendable {
  /// A simulation of designs with the same users.
  package struct Round: Hashable, Sendable { package var designCount, users: Int, seed: UInt64 }

  /// A point of the Pareto front: designs with equal shares, represented by the simplest of them.
  package struct Point: Sendable {
    package var design: Design
    /// The axes with non-default values.
    package var axes: [DesignDifference.Part.Axis]
    /// A share with its interval for each of `ShareMetric.criteria`; nil if no user was charged.
    package var estimates: [Estimate?]
    /// The names of the other designs with equal shares, in order.
    package var others: [String]
    /// Whether it is shown to lose more orders than the design that loses least.
    package var losesMore = false
    /// The single, avoidable faults with which the design loses an order; empty for a survivor.
    package var losingFaults: [FaultScreen.LosingFault] = []

    /// The estimate of one of `ShareMetric.criteria`.
    package func estimate(_ share: ShareMetric) -> Estimate? {
      ShareMetric.criteria.firstIndex(of: share).flatMap { estimates[$0] }
    }
  }

  package let search: Search
  /// The reason of an incomplete search; nil if it is complete.
  package let interruption: Interruption?
  /// The number of candidates whose smallest losing number of faults is 0, 1, 2 …
  package let candidateCountsByLosingFaultCount: [Int]
  /// The number of candidates that lose no order; if 0, the nearest candidates were sampled.
  package let survivorCount: Int
  /// The faults that lose an order under every design.
  package let faultsLosingAlways: [FaultScreen.LosingFault]
  /// The completed rounds of sampling.
  package let rounds: [Round]
  /// The Pareto front of the last round, the points that lose least first; empty if incomplete.
  package let points: [Point]
  /// The index of the simplest point whose lost orders are not shown to exceed the least; the first
  /// in case of a tie, nil if incomplete.
  package let simplest: Int?

  /// Creates findings from their parts.
  package init(
    _ search: Search, losing: [Int], survivors: Int, inevitableFaults: [FaultScreen.LosingFault],
    rounds: [Round], points: [Point], interruption: Interruption? = nil
  ) {
    let hasLeast = interruption != nil || points.contains { !$0.losesMore }
    precondition(hasLeast, "the first point loses least")
    (self.search, self.interruption, survivorCount) = (search, interruption, survivors)
    candidateCountsByLosingFaultCount = losing
    (faultsLosingAlways, self.rounds, self.points) = (inevitableFaults, rounds, points)
    let least = points.indices.filter { !points[$0].losesMore }
    simplest = least.min { points[$0].axes.count < points[$1].axes.count }
  }

  /// The criteria that apply to at least one point.
  package var criteria: [ShareMetric] {
    ShareMetric.criteria.filter { $0.applies(toAny: points.lazy.map(\.design)) }
  }

  /// Whether any user was charged under any of the points.
  package var hasCharge: Bool { points.contains { $0.estimates[0] != nil } }

  /// The points of the Pareto front, by lost orders, then by the shares in order.
  package static func points(of sampled: [DesignEstimates]) -> [Point] {
    groups(of: sampled).map { group in
      Point(
        design: group[0].design,
        axes: DesignDifference(from: Design(name: ""), to: group[0].design).parts.flatMap(\.axes),
        estimates: group[0].estimates, others: group.dropFirst().map(\.design.name))
    }
  }

  /// The Pareto front, grouped by equal shares; the simplest design of each group comes first.
  package static func groups(of sampled: [DesignEstimates]) -> [[DesignEstimates]] {
    let kept = ParetoSet.indices(of: sampled.map(\.values)).map { sampled[$0] }
    let ordered = Dictionary(grouping: kept, by: \.values).sorted { left, right in
      let (losses, others) = (left.value[0].losses, right.value[0].losses)
      return losses == others ? left.key.lexicographicallyPrecedes(right.key) : losses < others
    }
    return ordered.map { _, group in
      let axes = group.map(\.design.nonDefaultAxisCount)
      return group.indices.sorted { (axes[$0], $0) < (axes[$1], $1) }.map { group[$0] }
    }
  }
}
