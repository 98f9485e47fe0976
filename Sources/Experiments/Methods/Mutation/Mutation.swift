package import Experiments
import PurchaseWorld
import Scenarios
import Statistics

/// Plays the mutants of a scenario's gated designs, and judges the expectations by them.
package struct Mutation: Sendable {
  package typealias Progress = @Sendable (_ share: Double) -> Void
  private typealias Outcome = MutationFindings.Outcome

  /// A mutant that was played, with what its design and it came to; empty where it does not matter.
  private struct Played: Sendable {
    var outcome: Outcome
    var own: [Estimate?] = [], its: [Estimate?] = []
    var ending: Ending?
  }

  private let plan: MutationPlan, workers: Int, stop: StopSign
  private var played: [[Int: Played]]
  /// What each gated design comes to at other seeds; empty where nothing survived.
  private var rehearsals: [[[Estimate?]]]
  private var idle: Set<Int> = []
  /// How the user of a case ends under each gated design.
  private var endings: [Int: Ending] = [:]
  private var cut: Cut?

  private init(_ plan: MutationPlan, workers: Int, stop: StopSign) {
    (self.plan, self.workers, self.stop) = (plan, workers, stop)
    played = plan.gated.map { _ in [:] }
    rehearsals = plan.gated.map { _ in [] }
  }

  /// Lets every mutant meet the users of the scenario.
  package static func run(
    _ plan: MutationPlan, workers: Int, stop: StopSign = StopSign(),
    progress: @escaping Progress = { _ in }
  ) -> MutationFindings {
    var mutation = Mutation(plan, workers: workers, stop: stop)
    let batches = plan.batches
    // Counted in designs that are played, at the other seeds, too.
    let rehearsed = plan.scenario.isCase ? 0 : seeds * plan.scenario.designs.count
    let all = Double(batches.reduce(rehearsed) { $0 + 1 + $1.mutants.count })
    var done = 0.0
    for batch in batches where mutation.cut == nil {
      let (before, own) = (done, Double(1 + batch.mutants.count))
      mutation.play(batch) { progress((before + own * $0) / all) }
      done += own
    }
    let (before, own) = (done, Double(rehearsed))
    mutation.rehearse { progress((before + own * $0) / all) }
    return mutation.findings
  }

  /// At how many seeds beside its own a proposal has to hold.
  private static let seeds = 8

  /// Lets the designs meet other users, so that proposals hold with these, too.
  private mutating func rehearse(_ progress: Progress) {
    let left = plan.gated.indices.filter { gated in
      played[gated].values.contains { $0.outcome == .survived }
    }
    guard !plan.scenario.isCase, !left.isEmpty else { return }
    for turn in 1...Mutation.seeds where cut == nil {
      var scenario = plan.scenario
      scenario.seed &+= UInt64(turn)
      let results = Runner(scenario, stop: stop).run(workers: workers)
      cut = results.cut
      guard cut == nil else { return }
      progress(Double(turn) / Double(Mutation.seeds))
      for gated in left {
        let name = plan.gated[gated].design.name
        guard let place = scenario.designs.firstIndex(where: { $0.name == name }) else { continue }
        rehearsals[gated].append(results.estimates(measures(of: gated, scenario), of: place))
      }
    }
  }

  private mutating func play(_ batch: MutationPlan.Batch, _ progress: @escaping Progress) {
    var mutants = Array(batch.mutants)
    while !mutants.isEmpty {
      let played = plan.scenario(of: batch, playing: mutants)
      let users = Double(max(1, plan.scenario.users))
      let results = Runner(played.scenario, stop: stop).run(workers: workers) { run in
        if run.phase == .users { progress(min(1, Double(run.done) / users)) }
      }
      guard let cut = results.cut else { return judge(results, played, batch.gated) }
      // One that has no end would keep the others from theirs.
      guard case .endless(let life) = cut,
        let place = played.scenario.designs.firstIndex(where: { $0.name == life.design }),
        place >= played.first
      else {
        self.cut = cut
        return
      }
      let endless = mutants.remove(at: place - played.first)
      self.played[batch.gated][endless] = Played(outcome: .endless)
    }
  }

  private mutating func judge(_ results: Results, _ batch: MutantScenario, _ gated: Int) {
    let claims = results.claims
    let holding = (0..<batch.claims).filter { claims[$0].verdict == .pass }
    let expectations = plan.gated[gated].expectations
    idle.formUnion((0..<batch.claims).filter { !holding.contains($0) }.map { expectations[$0] })
    if plan.scenario.isCase { endings[gated] = Ending(results.endings[0]) }
    let measures = measures(of: gated, results.scenario)
    let own = results.estimates(measures, of: 0)
    for (turn, mutant) in batch.mutants.enumerated() {
      let design = batch.first + turn
      let verdicts = holding.map { claims[(turn + 1) * batch.claims + $0].verdict }
      played[gated][mutant] = judged(results, design, verdicts, measures, own)
    }
  }

  private func judged(
    _ results: Results, _ design: Int, _ verdicts: [Verdict], _ measures: [Measure],
    _ own: [Estimate?]
  ) -> Played {
    if results.areAlike(0, design) { return Played(outcome: .same) }
    let noticed: Outcome? =
      verdicts.contains(.fail) ? .failed : verdicts.contains(.inconclusive) ? .undecided : nil
    if plan.scenario.isCase {
      let ending = Ending(results.endings[design])
      let isSame = ending == Ending(results.endings[0])
      return Played(outcome: isSame ? .unmeasured : noticed ?? .survived, ending: ending)
    }
    if let noticed { return Played(outcome: noticed) }
    let its = results.estimates(measures, of: design)
    return its == own
      ? Played(outcome: .unmeasured) : Played(outcome: .survived, own: own, its: its)
  }

  private func measures(of gated: Int, _ scenario: Scenario) -> [Measure] {
    if scenario.isCase { return [] }
    return Measure.all(of: plan.gated[gated].design, scenario.population.conditions)
  }

  // MARK: What came of it

  private var findings: MutationFindings {
    MutationFindings(
      scenario: plan.scenario, designs: plan.gated.indices.map(design), idle: idle.sorted(),
      planned: plan.gated.reduce(0) { $0 + $1.mutants.count }, cut: cut)
  }

  private func design(_ gated: Int) -> MutationFindings.Design {
    let (own, played) = (plan.gated[gated], played[gated])
    let survivors = own.mutants.indices.filter { played[$0]?.outcome == .survived }
    let found = cut == nil ? proposals(of: gated, survivors) : []
    let noticed = Set(found.flatMap(\.notices))
    let mutants = own.mutants.indices.compactMap { index -> MutationFindings.Mutant? in
      guard let its = played[index] else { return nil }
      // What was cut short was not tried at all seeds, and proposes nothing.
      let isSeen = its.outcome != .survived || noticed.contains(index) || cut != nil
      return MutationFindings.Mutant(
        axes: own.mutants[index].axes,
        outcome: isSeen ? its.outcome : plan.scenario.isCase ? .unmeasured : .unseen,
        change: change(its, gated))
    }
    return MutationFindings.Design(
      name: own.design.name, mutants: mutants, refused: own.refused, proposals: found)
  }

  private func proposals(of gated: Int, _ survivors: [Int]) -> [MutationFindings.Proposal] {
    let (name, played) = (plan.gated[gated].design.name, played[gated])
    if plan.scenario.isCase {
      guard let own = endings[gated] else { return [] }
      // What a charge leaves out may be anything, so that not every other ending is noticed.
      let noticed = survivors.filter { played[$0]?.ending.map { !own.accepts($0) } ?? false }
      let claim = Expectation.Claim.ending(
        design: name, charges: own.charges, flags: Set(own.flags))
      return noticed.isEmpty ? [] : [.init(claim: claim, product: nil, notices: noticed)]
    }
    return Proposing(
      name, measures(of: gated, plan.scenario),
      survivors.map { ($0, played[$0]?.own ?? [], played[$0]?.its ?? []) },
      rehearsals: rehearsals[gated]
    ).proposals
  }

  private func change(_ played: Played, _ gated: Int) -> MutationFindings.Change? {
    guard played.outcome == .survived else { return nil }
    let measures = measures(of: gated, plan.scenario)
    let changes = measures.indices.compactMap { place -> (far: Double, place: Int)? in
      guard let from = played.own[place], let to = played.its[place], from != to else { return nil }
      return (from.distance(to: to), place)
    }
    guard let most = changes.max(by: { $0.far < $1.far }),
      let from = played.own[most.place], let to = played.its[most.place]
    else { return nil }
    let users = Double(plan.scenario.users) / (most.far * most.far)
    return MutationFindings.Change(
      measure: measures[most.place], from: from, to: to,
      usersToTell: most.far > 1 ? nil : Estimate.roundedUp(users))
  }
}

extension Estimate {
  /// How far another number is in widths of the intervals: above 1 there is room for a bound between them,
  /// which keeps its distance from this one (``Proposing``).
  fileprivate func distance(to other: Estimate) -> Double {
    let isBelow = value < other.value
    let own = isBelow ? interval.high - value : value - interval.low
    let its = isBelow ? other.value - other.interval.low : other.interval.high - other.value
    // A bound lies in the middle half of the gap, so the room is three quarters of it at most.
    // Of nine values the furthest is 1.49 standard errors away, so the interval of nine seeds reaches
    // (1.96 + 1.49) / 1.96 times as far (normal approximation).
    let reach = (1 + Proposing.room / 0.75) * 1.76 * own + its
    let distance = (other.value - value).magnitude
    if distance.isNaN || distance == 0 { return 0 }
    return reach > 0 && !reach.isNaN ? distance / reach : .infinity
  }
}
