package import Experiments
package import PurchaseWorld
package import Scenarios

/// Shares of one design over the users of a scenario, by which a search compares designs.
package struct DesignEstimates: Sendable {
  package var design: Design
  /// A share with its interval for each of `ShareMetric.criteria`; nil if no user was charged.
  package var estimates: [Estimate?]

  /// The shares as coordinates; a share that cannot be measured counts as 0.
  package var values: [Double] { estimates.map { $0?.value ?? 0 } }

  /// The sum of lost orders and of orders refunded before the correct delivery (G10).
  var losses: Double {
    zip(ShareMetric.criteria, values).reduce(0) { sum, share in
      [.lost, .autoRefunded].contains(share.0) ? sum + share.1 : sum
    }
  }
}

/// Sampling of the screened designs, in one round or two.
///
/// Samples are plain, with the same users in every batch, so batches have no effect on the result.
/// With many designs, a first round with fewer users removes dominated designs, then the least
/// simple designs with equal shares. It uses the next seed, so reported figures do not depend on
/// the selection.
package struct SearchSampling: Sendable {
  package typealias Round = SearchFindings.Round

  /// The largest number of designs that are simulated with all users.
  package static let maxDesignsWithAllUsers = 200
  /// The first round has this fraction of the users: one in ten.
  package static let firstRoundFraction = 10
  /// The number of designs in a batch: the counters of a design are large.
  private static let batch = 50

  private let scenario: Scenario, workers: Int, stop: CancellationToken,
    progress: Search.ProgressHandler
  private let division: ShardedExecution?
  package private(set) var rounds: [Round] = []

  package init(
    _ scenario: Scenario, workers: Int, stop: CancellationToken,
    in division: ShardedExecution? = nil, _ progress: @escaping Search.ProgressHandler
  ) {
    self.division = division
    var scenario = scenario
    (scenario.sampling, scenario.precision) = (.plain, nil)
    (scenario.expectations, scenario.declaredPairs) = ([], [])
    self.scenario = scenario
    (self.workers, self.stop, self.progress) = (workers, stop, progress)
  }

  /// The estimates of the designs that reach the last round.
  package mutating func estimates(of designs: [Design]) throws(Interruption) -> [DesignEstimates] {
    var last = designs
    if designs.count > SearchSampling.maxDesignsWithAllUsers {
      let users = max(1, scenario.userCount / SearchSampling.firstRoundFraction)
      last = SearchSampling.kept(of: try simulate(designs, users: users, seed: scenario.seed &+ 1))
    }
    return try simulate(last, users: scenario.userCount, seed: scenario.seed)
  }

  /// The designs that continue after the first round: of the non-dominated points first the
  /// simplest design of each, then the next, up to the largest number for all users.
  private static func kept(of first: [DesignEstimates]) -> [Design] {
    let groups = SearchFindings.groups(of: first)
    let inTurn = (0..<(groups.map(\.count).max() ?? 0)).lazy.flatMap { turn -> [Design] in
      groups.filter { turn < $0.count }.map { $0[turn].design }
    }
    return Array(inTurn.prefix(maxDesignsWithAllUsers))
  }

  private mutating func simulate(
    _ designs: [Design], users: Int, seed: UInt64
  ) throws(Interruption) -> [DesignEstimates] {
    let (round, total) = (rounds.count + 1, designs.count)
    var simulated = scenario
    (simulated.userCount, simulated.seed) = (users, seed)
    var points: [DesignEstimates] = []
    var (done, isWhole) = (0, true)
    while done < total {
      defer { done += SearchSampling.batch }
      simulated.designs = Array(designs[done..<min(done + SearchSampling.batch, total)])
      let count = simulated.designs.count
      let batch = division?.section(named: "round \(round)").section(named: "designs \(done)")
      let results = Runner(simulated, stop: stop, in: batch).run(workers: workers) {
        [progress, done] finished in
        let whole = Double(done) + Double(finished.done) / Double(users) * Double(count)
        progress(.sampling(round: round), whole / Double(total))
      }
      if results.interruption == .pendingShards {
        isWhole = false
        continue
      }
      if let interruption = results.interruption { throw interruption }
      for (index, design) in simulated.designs.enumerated() {
        let counters = results.designCounters(index).all
        let estimates = ShareMetric.criteria.map { counters.rate($0) }
        points.append(DesignEstimates(design: design, estimates: estimates))
      }
    }
    if !isWhole { throw .pendingShards }
    rounds.append(Round(designCount: total, users: users, seed: seed))
    return points
  }

  /// For each design, whether its lost orders differ from those of one design, over the same users:
  /// McNemar's exact test, adjusted by Holm for the number of designs.
  package func areDistinguishable(_ designs: [Design], fromDesignAt least: Int) throws(Interruption)
    -> [Bool]
  {
    guard designs.count > 1 else { return designs.map { _ in false } }
    var compared = scenario
    compared.designs = designs
    compared.declaredPairs = DesignPair.each(of: designs.indices, against: least)
    let results = Runner(compared, stop: stop, in: division?.section(named: "compared")).run(
      workers: workers)
    if let interruption = results.interruption { throw interruption }
    let findings = ComparisonFinding.all(results)
    return designs.map { design in
      findings.contains { $0.second == design.name && $0.betterDesign != nil }
    }
  }
}
