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

  /// The kinds of faults that a scenario declares, outages among them; all kinds if it declares none.
  ///
  /// They stand in the order of the catalog.
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
  package func run(
    workers: Int, stop: StopSign = StopSign(), progress: @escaping Progress
  ) -> SearchFindings {
    let screen = FaultScreen(self, workers: workers, stop: stop, progress)
    var sampling = SearchSampling(scenario, workers: workers, stop: stop, progress)
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
