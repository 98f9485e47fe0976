package import Experiments
package import PurchaseWorld
package import Scenarios

/// Looks for the designs that lose nothing: explores all, samples those that survive, and keeps those
/// that none of the others is better than.
///
/// What is found depends on the scenario, the candidates and the options alone, not on the workers.
package struct Search: Sendable {
  /// The world, its users, the seed, and how many users each sampled design meets.
  package var scenario: Scenario
  /// The designs that are tried; their names differ.
  package var candidates: [Design]
  /// In which lives faults may strike.
  package var journeys: [Journey]
  /// The kinds of faults that may strike, in the order of the catalog.
  package var kinds: [FaultKind]
  /// The most faults of one life, from 0.
  package var faults = 1
  /// How many designs are sampled if none survives.
  package var keep = 20

  package init(
    _ scenario: Scenario, among candidates: [Design], _ journeys: [Journey], kinds: [FaultKind]
  ) {
    precondition(!scenario.isCase, "a case has no users to draw")
    precondition(!candidates.isEmpty && !journeys.isEmpty, "there is something to explore")
    (self.scenario, self.candidates) = (scenario, candidates)
    (self.journeys, self.kinds) = (journeys, kinds)
  }

  /// The kinds of faults that a scenario declares, outages among them; all kinds if it declares
  /// none. They stand in the order of the catalog.
  package static func declaredKinds(of scenario: Scenario) -> [FaultKind] {
    var declared = Set(scenario.population.faults.map(\.kind))
    for outage in scenario.population.conditions.outages {
      declared.insert(outage.target == .backend ? .backendOutage : .storeCheckOutage)
    }
    let all = FaultCatalog.all.map(\.kind)
    return declared.isEmpty ? all : all.filter { declared.contains($0) }
  }

  package enum Stage: Hashable, Sendable {
    /// Candidates are explored with so many faults, or designs meet users.
    case exploring(faults: Int)
    case sampling(round: Int)
  }

  /// Told now and then, from any worker, how much of a stage is done, from 0 to 1.
  package typealias Progress = @Sendable (_ stage: Stage, _ share: Double) -> Void

  /// Searches; if it is cut short, what is known by then.
  /// - Parameter division: with other shards, if they do some of the work.
  package func run(
    workers: Int, stop: StopSign = StopSign(), in division: Division? = nil,
    progress: @escaping Progress
  ) -> SearchFindings {
    let screen = FaultScreen(self, workers: workers, stop: stop, in: division, progress)
    var sampling = SearchSampling(scenario, workers: workers, stop: stop, in: division, progress)
    var (points, cut): ([SearchFindings.Point], Cut?) = ([], screen.cut)
    do throws(Cut) {
      if cut == nil { points = try self.points(screen, &sampling) }
    } catch { cut = error }
    return SearchFindings(
      self, losing: screen.losing, survivors: screen.survivors.count,
      inevitable: screen.inevitable, rounds: sampling.rounds, points: points, cut: cut)
  }

  private func points(
    _ screen: FaultScreen, _ sampling: inout SearchSampling
  ) throws(Cut) -> [SearchFindings.Point] {
    let kept = try screen.kept(atMost: keep)
    var points = SearchFindings.points(of: try sampling.points(of: kept.map { candidates[$0] }))
    let told = try sampling.toldApart(points.map(\.design), from: 0)
    for index in points.indices {
      points[index].losesMore = told[index]
      guard screen.survivors.isEmpty,
        let candidate = kept.first(where: { candidates[$0].name == points[index].design.name })
      else { continue }
      points[index].losesWith = screen.losingFaults(of: candidate)
    }
    return points
  }
}

package struct SearchFindings: Sendable {
  /// Designs that met users together.
  package struct Round: Hashable, Sendable {
    package var designs, users: Int
    package var seed: UInt64
  }

  /// A point of the Pareto set: designs with the same shares, for whom the plainest speaks.
  package struct Point: Sendable {
    package var design: Design
    /// The axes on which it is away from the defaults.
    package var axes: [DesignDifference.Part.Axis]
    /// A share with its interval for each of `Share.criteria`; nil where nobody was charged.
    package var estimates: [Estimate?]
    /// The names of the other designs with the same shares, in order.
    package var others: [String]
    /// Whether the users tell its lost orders from those of the design that loses least.
    package var losesMore = false
    /// The single, not inevitable faults with which the design loses an order; empty for a survivor.
    package var losesWith: [FaultScreen.LosingFault] = []

    /// One of `Share.criteria`.
    package func estimate(_ share: Share) -> Estimate? {
      Share.criteria.firstIndex(of: share).flatMap { estimates[$0] }
    }
  }

  package let search: Search
  /// Why not all was searched; nil: it was.
  package let cut: Cut?
  /// The number of candidates that lose an order with 0, 1, 2 … faults and not with fewer, for as many
  /// faults as were gone through.
  package let losing: [Int]
  /// How many candidates lose none; those were sampled, or without any the nearest.
  package let survivors: Int
  /// The faults that nobody survives.
  package let inevitable: [FaultScreen.LosingFault]
  /// The rounds in which designs met users, to their end.
  package let rounds: [Round]
  /// The Pareto set of the last round: the points that lose least first; empty after a cut.
  package let points: [Point]
  /// The index of the plainest of the points whose lost orders cannot be told from the least; the
  /// first of several. Nil after a cut.
  package let plainest: Int?

  /// Makes findings by hand.
  package init(
    _ search: Search, losing: [Int], survivors: Int, inevitable: [FaultScreen.LosingFault],
    rounds: [Round], points: [Point], cut: Cut? = nil
  ) {
    let hasLeast = cut != nil || points.contains { !$0.losesMore }
    precondition(hasLeast, "the point that loses least is told from none")
    (self.search, self.cut, self.losing, self.survivors) = (search, cut, losing, survivors)
    (self.inevitable, self.rounds, self.points) = (inevitable, rounds, points)
    let least = points.indices.filter { !points[$0].losesMore }
    plainest = least.min { points[$0].axes.count < points[$1].axes.count }
  }

  /// Those of `Share.criteria` that say something of a point at least.
  package var criteria: [Share] {
    Share.criteria.filter { $0.applies(toAny: points.lazy.map(\.design)) }
  }

  /// Whether anybody was charged under any of the points.
  package var hasCharge: Bool { points.contains { $0.estimates[0] != nil } }

  /// The points of the Pareto set: who loses least comes first, automatic refunds included, and of equals
  /// who has the smaller shares in their order.
  package static func points(of sampled: [SearchPoint]) -> [Point] {
    groups(of: sampled).map { group in
      Point(
        design: group[0].design,
        axes: DesignDifference(from: Design(name: ""), to: group[0].design).parts.flatMap(\.axes),
        estimates: group[0].estimates, others: group.dropFirst().map(\.design.name))
    }
  }

  /// The Pareto set, those with the same shares together, the plainest of them first.
  package static func groups(of sampled: [SearchPoint]) -> [[SearchPoint]] {
    let kept = ParetoSet.indices(of: sampled.map(\.values)).map { sampled[$0] }
    let groups = Dictionary(grouping: kept, by: \.values)
    let ordered = groups.sorted { left, right in
      let (losses, others) = (left.value[0].losses, right.value[0].losses)
      return losses == others ? left.key.lexicographicallyPrecedes(right.key) : losses < others
    }
    return ordered.map { _, group in
      let axes = group.map(\.design.axesAway)
      return group.indices.sorted { (axes[$0], $0) < (axes[$1], $1) }.map { group[$0] }
    }
  }
}
