package import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// Mutation test: simulates the mutants of gated designs and evaluates a scenario's expectations.
package struct MutationTest: Sendable {
  package typealias ProgressHandler = @Sendable (_ share: Double) -> Void
  private typealias MutantStatus = MutationFindings.MutantStatus

  /// Result of a simulated mutant, with the values of the gated design and of the mutant, if
  /// needed.
  private struct MutantResult: Sendable {
    var outcome: MutantStatus, original: [Estimate?] = [], mutated: [Estimate?] = []
    var ending: CaseOutcome?
  }

  private let plan: MutationPlan, workers: Int, stop: CancellationToken
  private var mutantResults: [[Int: MutantResult]]
  /// The values of each gated design at other seeds; empty if no mutant survived.
  private var rehearsals: [[[Estimate?]]]
  private var ineffectiveExpectations: Set<Int> = []
  /// The outcome of a case under each gated design.
  private var endings: [Int: CaseOutcome] = [:]
  private var interruption: Interruption?

  private init(_ plan: MutationPlan, workers: Int, stop: CancellationToken) {
    (self.plan, self.workers, self.stop) = (plan, workers, stop)
    mutantResults = plan.gated.map { _ in [:] }
    rehearsals = plan.gated.map { _ in [] }
  }

  /// Simulates every mutant with the users of the scenario.
  package static func run(
    _ plan: MutationPlan, workers: Int, stop: CancellationToken = CancellationToken(),
    progress: @escaping ProgressHandler = { _ in }
  ) -> MutationFindings {
    var mutation = MutationTest(plan, workers: workers, stop: stop)
    let batches = plan.batches
    // Progress is counted in simulated designs, including the other seeds.
    let rehearsed = plan.scenario.isCase ? 0 : seeds * plan.scenario.designs.count
    let all = Double(batches.reduce(rehearsed) { $0 + 1 + $1.mutants.count })
    var done = 0.0
    for batch in batches where mutation.interruption == nil {
      let (before, size) = (done, Double(1 + batch.mutants.count))
      mutation.simulate(batch) { progress((before + size * $0) / all) }
      done += size
    }
    let (before, size) = (done, Double(rehearsed))
    mutation.rehearse { progress((before + size * $0) / all) }
    return mutation.findings
  }

  /// The number of additional seeds with which a proposal must hold.
  private static let seeds = 8

  /// Simulates the designs with other users, so that proposals hold with them as well.
  private mutating func rehearse(_ progress: ProgressHandler) {
    let left = plan.gated.indices.filter { gated in
      mutantResults[gated].values.contains { $0.outcome == .survived }
    }
    guard !plan.scenario.isCase, !left.isEmpty else { return }
    for turn in 1...MutationTest.seeds where interruption == nil {
      var scenario = plan.scenario
      scenario.seed &+= UInt64(turn)
      let results = Runner(scenario, stop: stop).run(workers: workers)
      interruption = results.interruption
      guard interruption == nil else { return }
      progress(Double(turn) / Double(MutationTest.seeds))
      for gated in left {
        let name = plan.gated[gated].design.name
        guard let place = scenario.designs.firstIndex(where: { $0.name == name }) else { continue }
        rehearsals[gated].append(results.estimates(measures(of: gated, scenario), of: place))
      }
    }
  }

  private mutating func simulate(_ batch: MutationPlan.Batch, _ progress: @escaping ProgressHandler)
  {
    var mutants = Array(batch.mutants)
    while !mutants.isEmpty {
      let simulated = plan.scenario(of: batch, simulating: mutants)
      let users = Double(max(1, plan.scenario.userCount))
      let results = Runner(simulated.scenario, stop: stop).run(workers: workers) { run in
        if run.phase == .users { progress(min(1, Double(run.done) / users)) }
      }
      guard let interruption = results.interruption else {
        return judge(results, simulated, batch.gated)
      }
      // A mutant whose simulation does not end is removed, so that the others can finish.
      guard case .runaway(let runaway) = interruption,
        let place = simulated.scenario.designs.firstIndex(where: { $0.name == runaway.design }),
        place >= simulated.first
      else {
        self.interruption = interruption
        return
      }
      let endless = mutants.remove(at: place - simulated.first)
      mutantResults[batch.gated][endless] = MutantResult(outcome: .endless)
    }
  }

  private mutating func judge(_ results: RunResults, _ batch: MutantScenario, _ gated: Int) {
    let claims = results.claims
    let holding = (0..<batch.claims).filter { claims[$0].verdict == .pass }
    let expectations = plan.gated[gated].expectations
    ineffectiveExpectations.formUnion(
      (0..<batch.claims).filter { !holding.contains($0) }.map { expectations[$0] })
    if plan.scenario.isCase { endings[gated] = CaseOutcome(results.caseUserOutcomes[0]) }
    let measures = measures(of: gated, results.scenario)
    let original = results.estimates(measures, of: 0)
    for (turn, mutant) in batch.mutants.enumerated() {
      let design = batch.first + turn
      let verdicts = holding.map { claims[(turn + 1) * batch.claims + $0].verdict }
      mutantResults[gated][mutant] = judged(results, design, verdicts, measures, original)
    }
  }

  private func judged(
    _ results: RunResults, _ design: Int, _ verdicts: [Verdict], _ measures: [ProductMetric],
    _ original: [Estimate?]
  ) -> MutantResult {
    if results.areAlike(0, design) { return MutantResult(outcome: .same) }
    let noticed: MutantStatus? =
      verdicts.contains(.fail) ? .failed : verdicts.contains(.inconclusive) ? .undecided : nil
    if plan.scenario.isCase {
      let ending = CaseOutcome(results.caseUserOutcomes[design])
      let isSame = ending == CaseOutcome(results.caseUserOutcomes[0])
      return MutantResult(outcome: isSame ? .unmeasured : noticed ?? .survived, ending: ending)
    }
    if let noticed { return MutantResult(outcome: noticed) }
    let mutated = results.estimates(measures, of: design)
    return mutated == original
      ? MutantResult(outcome: .unmeasured)
      : MutantResult(outcome: .survived, original: original, mutated: mutated)
  }

  private func measures(of gated: Int, _ scenario: Scenario) -> [ProductMetric] {
    if scenario.isCase { return [] }
    return ProductMetric.all(of: plan.gated[gated].design, scenario.population.conditions)
  }

  // MARK: Findings

  private var findings: MutationFindings {
    MutationFindings(
      scenario: plan.scenario, designs: plan.gated.indices.map(design),
      ineffectiveExpectations: ineffectiveExpectations.sorted(),
      plannedMutantCount: plan.gated.reduce(0) { $0 + $1.mutants.count },
      interruption: interruption)
  }

  private func design(_ gated: Int) -> MutationFindings.Design {
    let (target, results) = (plan.gated[gated], mutantResults[gated])
    let survivors = target.mutants.indices.filter { results[$0]?.outcome == .survived }
    let found = interruption == nil ? proposals(of: gated, survivors) : []
    let noticed = Set(found.flatMap(\.detectedSurvivors))
    let mutants = target.mutants.indices.compactMap { index -> MutationFindings.Mutant? in
      guard let result = results[index] else { return nil }
      // Incomplete results cover only some seeds, so they give no proposals.
      let isSeen = result.outcome != .survived || noticed.contains(index) || interruption != nil
      return MutationFindings.Mutant(
        axes: target.mutants[index].axes,
        status: isSeen ? result.outcome : plan.scenario.isCase ? .unmeasured : .unseen,
        change: change(result, gated))
    }
    return MutationFindings.Design(
      name: target.design.name, mutants: mutants, refused: target.refused, proposals: found)
  }

  private func proposals(of gated: Int, _ survivors: [Int]) -> [MutationFindings.Proposal] {
    let (name, results) = (plan.gated[gated].design.name, mutantResults[gated])
    if plan.scenario.isCase {
      guard let ending = endings[gated] else { return [] }
      // Omitted parts of a charge match anything, so some other outcomes are not detected.
      let noticed = survivors.filter { results[$0]?.ending.map { !ending.accepts($0) } ?? false }
      let claim = Expectation.Claim.ending(
        design: name, charges: ending.charges, flags: Set(ending.flags))
      return noticed.isEmpty ? [] : [.init(claim: claim, product: nil, detectedSurvivors: noticed)]
    }
    return ExpectationProposer(
      name, measures(of: gated, plan.scenario),
      survivors.map { ($0, results[$0]?.original ?? [], results[$0]?.mutated ?? []) },
      rehearsals: rehearsals[gated]
    ).proposals
  }

  private func change(_ result: MutantResult, _ gated: Int) -> MutationFindings.Change? {
    guard result.outcome == .survived else { return nil }
    let measures = measures(of: gated, plan.scenario)
    typealias Candidate = (metric: ProductMetric, from: Estimate, to: Estimate, far: Double)
    let changes = measures.indices.compactMap { place -> Candidate? in
      guard let from = result.original[place], let to = result.mutated[place] else { return nil }
      return from == to ? nil : (measures[place], from, to, from.distance(to: to))
    }
    return changes.max { $0.far < $1.far }.map { metric, from, to, far in
      let users = Double(plan.scenario.userCount) / (far * far)
      return MutationFindings.Change(
        metric: metric, from: from, to: to,
        usersToDistinguish: far > 1 ? nil : Estimate.roundedUserCount(users))
    }
  }
}

extension Estimate {
  /// The distance of another number in widths of the intervals. Above 1 a bound fits between them
  /// with the required distance from this number (``ExpectationProposer``).
  fileprivate func distance(to other: Estimate) -> Double {
    let isBelow = value < other.value
    let ownHalf = isBelow ? interval.high - value : value - interval.low
    let otherHalf = isBelow ? other.value - other.interval.low : other.interval.high - other.value
    // A bound is in the middle half of the gap, so it has at most three quarters of the gap. The
    // largest of nine values is 1.49 standard errors away, so the interval of nine seeds reaches
    // (1.96 + 1.49) / 1.96 times as far (normal approximation).
    let reach = (1 + ExpectationProposer.room / 0.75) * 1.76 * ownHalf + otherHalf
    let distance = (other.value - value).magnitude
    if distance.isNaN || distance == 0 { return 0 }
    return reach > 0 && !reach.isNaN ? distance / reach : .infinity
  }
}
