package import Experiments
package import PurchaseWorld
package import Scenarios

/// What users of a scenario met under one design, as a search compares designs.
package struct SearchPoint: Sendable {
  package var design: Design
  /// A share with its interval for each of `Share.criteria`; nil where nobody was charged.
  package var estimates: [Estimate?]

  /// The shares as coordinates; what cannot be measured is not held against a design.
  package var values: [Double] { estimates.map { $0?.value ?? 0 } }

  /// The shares of lost orders and of those that the store refunded before the right goods came (G10).
  var losses: Double {
    zip(Share.criteria, values).reduce(0) { sum, share in
      [.lost, .autoRefunded].contains(share.0) ? sum + share.1 : sum
    }
  }
}

/// Lets the designs that were not screened out meet users, in one round or in two.
///
/// Users are drawn from all alike and the same in every batch, so batches change nothing. Of many
/// designs a first round of fewer users screens out those that are dominated, and of those with the
/// same shares the least plain. Its users are drawn from the next seed: the figures that are reported
/// come from others than those by which designs were chosen.
package struct SearchSampling: Sendable {
  package typealias Round = SearchFindings.Round

  /// The most designs that meet all users at once.
  package static let mostAtOnce = 200
  /// Which part of the users the first round has.
  package static let firstRound = 10
  /// How many designs meet users together: a design's books are large.
  private static let batch = 50

  private let scenario: Scenario, workers: Int, stop: StopSign, progress: Search.Progress
  private let division: Division?
  package private(set) var rounds: [Round] = []

  package init(
    _ scenario: Scenario, workers: Int, stop: StopSign, in division: Division? = nil,
    _ progress: @escaping Search.Progress
  ) {
    self.division = division
    var scenario = scenario
    (scenario.sampling, scenario.precision) = (.plain, nil)
    (scenario.expectations, scenario.comparedPairs) = ([], [])
    self.scenario = scenario
    (self.workers, self.stop, self.progress) = (workers, stop, progress)
  }

  /// The points of designs in the last round, those only that came to it.
  package mutating func points(of designs: [Design]) throws(Cut) -> [SearchPoint] {
    var last = designs
    if designs.count > SearchSampling.mostAtOnce {
      let users = max(1, scenario.users / SearchSampling.firstRound)
      last = SearchSampling.kept(of: try play(designs, users: users, seed: scenario.seed &+ 1))
    }
    return try play(last, users: scenario.users, seed: scenario.seed)
  }

  /// The designs that go on after the first round: those that none dominates, in turn the plainest of
  /// each point, then the next plainest, as many as can meet all users at once.
  private static func kept(of first: [SearchPoint]) -> [Design] {
    let groups = SearchFindings.groups(of: first)
    let inTurn = (0..<(groups.map(\.count).max() ?? 0)).lazy.flatMap { turn in
      groups.lazy.filter { turn < $0.count }.map { $0[turn].design }
    }
    return Array(inTurn.prefix(mostAtOnce))
  }

  private mutating func play(
    _ designs: [Design], users: Int, seed: UInt64
  ) throws(Cut) -> [SearchPoint] {
    let (round, total) = (rounds.count + 1, designs.count)
    var played = scenario
    (played.users, played.seed) = (users, seed)
    var points: [SearchPoint] = []
    var (done, isWhole) = (0, true)
    while done < total {
      defer { done += SearchSampling.batch }
      played.designs = Array(designs[done..<min(done + SearchSampling.batch, total)])
      let count = played.designs.count
      let batch = division?.named("round \(round)").named("designs \(done)")
      let results = Runner(played, stop: stop, in: batch).run(workers: workers) {
        [progress, done] finished in
        let share = Double(finished.done) / Double(users)
        let whole: Double = Double(done) + share * Double(count)
        progress(.sampling(round: round), whole / Double(total))
      }
      if results.cut == .elsewhere {
        isWhole = false
        continue
      }
      if let cut = results.cut { throw cut }
      for (index, design) in played.designs.enumerated() {
        let tally = results.ledger(index).all
        let estimates = Share.criteria.map { tally.rate($0) }
        points.append(SearchPoint(design: design, estimates: estimates))
      }
    }
    if !isWhole { throw .elsewhere }
    rounds.append(Round(designs: total, users: users, seed: seed))
    return points
  }

  /// Which of some designs lose fewer or more orders than one of them, as the same users tell. The
  /// exact test of McNemar, adjusted by Holm for the number of designs.
  package func toldApart(_ designs: [Design], from least: Int) throws(Cut) -> [Bool] {
    guard designs.count > 1 else { return designs.map { _ in false } }
    var compared = scenario
    compared.designs = designs
    compared.comparedPairs = DesignPair.each(of: designs.indices, against: least)
    let results = Runner(compared, stop: stop, in: division?.named("compared")).run(
      workers: workers)
    if let cut = results.cut { throw cut }
    let findings = ComparisonFinding.all(results)
    return designs.map { design in findings.contains { $0.second == design.name && $0.fewer != nil }
    }
  }
}
