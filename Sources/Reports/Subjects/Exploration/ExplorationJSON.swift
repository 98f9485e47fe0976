package import ExhaustiveSearch
import Experiments
package import JSONText
package import PurchaseWorld
import Scenarios
import Statistics

/// Explorations as JSON: `results/<name>/exploration.json`.
///
/// The article <doc:ExplorationFormat> explains every member.
package enum ExplorationJSON {
  /// Version of the JSON format.
  package static let format = 1

  /// An exploration, with the purchases, taps and visits that it explored.
  package typealias JourneyExploration = (journey: Journey, found: Exploration)

  private typealias Words = (PlannedFault) -> JSONOutput
  private typealias Source = (
    explored: [JourneyExploration], scenario: String, faults: Int, kinds: [FaultKind], fault: Words
  )

  /// Explorations of one scenario.
  /// - Parameter fault: a planned fault in the scenario format.
  package static func output(
    _ explored: [JourneyExploration], of scenario: String, faults: Int, kinds: [FaultKind],
    fault: @escaping (PlannedFault) -> JSONOutput
  ) -> JSONOutput { members.output(of: (explored, scenario, faults, kinds, fault)) }

  package static var schema: String { members.schema("Explorations of lostorder") }

  private static let members: [Member<Source, Never>] =
    Member.versions(format) + [
      .text("scenario") { $0.scenario }, .count("faults") { $0.faults },
      .words("kinds") { $0.kinds },
      .list("explorations", of: exploration) { all in all.explored.map { ($0, all.fault) } },
    ]

  private static let exploration: [Member<(of: JourneyExploration, fault: Words), Never>] = [
    .text("design") { $0.of.found.design }, .word("journey") { $0.of.journey },
    .interruption { $0.of.found.interruption }, .count("events") { $0.of.found.eventCount },
    .count("choices") { $0.of.found.exploredFaults.count },
    .list("withoutFault", of: LossSet.LossOutcome.members) {
      $0.of.found.lossesWithoutFaults.allLossOutcomes
    },
    .list("sizes", of: size) { $0.of.found.resultsByFaultCount },
    .list("minimalSets", of: group) { source in
      let found = source.of.found
      return found.groups.map { ($0, found.plannedFaults(of: $0.example).map(source.fault)) }
    },
  ]

  private static let size: [Member<Exploration.FaultCountResult, Never>] = [
    .count("faults") { $0.faultCount }, .count("placements") { $0.placementCount },
    .count("lost") { $0.losingPlacementCount }, .count("alike") { $0.equivalentPlacementCount },
    .count("leftOut") { $0.prunedBranchCount },
  ]

  private static let group: [Member<(group: Exploration.Group, example: [JSONOutput]), Never>] = [
    .list("lost", of: LossSet.LossOutcome.members) { $0.group.losses.allLossOutcomes },
    .words("kinds") { $0.group.kinds }, .count("count") { $0.group.count },
    Member("example", .list(.anyObject), "in the format of a case's plan") { .array($0.example) },
  ]
}

extension LossSet.LossOutcome {
  private enum Outcome: String, CaseIterable { case lost, rescued, refunded }

  /// Loss of an order, in explorations and attributions.
  static let members: [Member<LossSet.LossOutcome, Never>] = [
    .word("outcome") { lossOutcome in
      switch lossOutcome {
      case .lost: Outcome.lost
      case .rescued: .rescued
      case .autoRefunded: .refunded
      }
    },
    .word("kind") { $0.place?.kind }.optional, .word("dropPoint") { $0.place?.point }.optional,
  ]

  private var place: (kind: LossKind, point: DropPoint)? {
    switch self {
    case .lost(let kind, let point), .autoRefunded(let kind, let point): (kind, point)
    case .rescued: nil
    }
  }
}

/// Weighings as JSON: `results/<name>/weighing.json`.
///
/// The article <doc:WeighingFormat> explains every member.
package enum WeighingJSON {
  private typealias Plan = (Population.Script) -> JSONOutput
  private typealias Source = (
    weighings: [(LossEnumeration, EnumerationSample)], scenario: String, seed: UInt64, faults: Int,
    cells: Int, plan: Plan
  )

  /// Weighings of one scenario, each with its drawn users.
  /// - Parameter cells: number of parts into which random delays are divided.
  /// - Parameter plan: a timeline in the format of a case's plan.
  package static func output(
    _ weighings: [(LossEnumeration, EnumerationSample)], of scenario: String, seed: UInt64,
    faults: Int, cells: Int, plan: @escaping (Population.Script) -> JSONOutput
  ) -> JSONOutput { members.output(of: (weighings, scenario, seed, faults, cells, plan)) }

  package static var schema: String { members.schema("Weighings of lostorder") }

  private static let members: [Member<Source, Never>] =
    Member.versions(1) + [
      .text("scenario") { $0.scenario }, .text("seed") { String($0.seed) },
      .count("faults") { $0.faults }, .count("cells") { $0.cells },
      .list("designs", of: design) { source in
        source.weighings.map {
          WeighedDesign(
            weighing: $0, sample: $1, designs: source.weighings.count, plan: source.plan)
        }
      },
    ]

  private struct WeighedDesign {
    let weighing: LossEnumeration, sample: EnumerationSample, designs: Int, plan: Plan

    /// Counts of weighed timelines, beside drawn users with the same number of faults.
    func size(_ size: LossEnumeration.FaultCountResult, _ users: Int, _ moments: RatioMoments)
      -> FaultCountResult
    {
      (size, (users, moments, weighing.comparedShare))
    }
  }

  private typealias DrawnUsers = (users: Int, moments: RatioMoments, share: ShareMetric)
  private typealias FaultCountResult = (size: LossEnumeration.FaultCountResult, drawn: DrawnUsers)

  private static let design: [Member<WeighedDesign, Never>] = [
    .text("design") { $0.weighing.design },
    .list("sizes", of: [.count("faults") { $0.size.faultCount }] + size) { weighed in
      weighed.weighing.resultsByFaultCount.map {
        weighed.size(
          $0, weighed.sample.userCountsByFaultCount[$0.faultCount],
          weighed.sample.momentsByFaultCount[$0.faultCount])
      }
    },
    .object("upTo", size) { weighed in
      weighed.size(
        weighed.weighing.total, weighed.sample.userCountsByFaultCount.dropLast().reduce(0, +),
        weighed.sample.usersWithFewFaults)
    },
    .object("drawnOfAll", drawn) { weighed in
      (
        weighed.sample.userCountsByFaultCount.reduce(0, +), weighed.sample.allUsers,
        weighed.weighing.comparedShare
      )
    },
    Member("agrees", .orNull(.boolean)) { weighed in
      .some(weighed.sample.agrees(with: weighed.weighing, among: weighed.designs)) { .bool($0) }
    },
    .list("parts", of: part) { weighed in weighed.weighing.parts.map { (weighed, $0) } },
  ]

  private static let size: [Member<FaultCountResult, Never>] =
    [.count("lives") { $0.size.runCount }, .number("users") { $0.size.userShare }]
    + Member.compared({ $0.drawn.share }, .orNull(.share)) { .some($0.size.rate) { .number($0) } }
    + [.object("drawn", drawn) { $0.drawn }]

  private static let drawn: [Member<DrawnUsers, Never>] =
    [
      .count("users") { $0.users }, .count("charges") { $0.moments.denominatorSum },
      .count("lost") { $0.moments.numeratorSum },
    ]
    + Member.compared({ $0.share }, .orNull(.share)) {
      .some(Proportion($0.moments)?.estimate) { .number($0.value) }
    } + [
      Member("interval", .orNull(.list(.share))) {
        .some(Proportion($0.moments)?.estimate) {
          [.number($0.interval.low), .number($0.interval.high)]
        }
      }
    ]

  private static let part: [Member<(weighed: WeighedDesign, part: LossEnumeration.Part), Never>] =
    [.words("kinds") { $0.part.kinds }]
    + Member.compared({ $0.weighed.weighing.comparedShare }, .share) {
      .number($0.weighed.weighing.rate(of: $0.part))
    } + [
      Member("example", .orNull(.anything), "in the format of a case's plan") { source in
        .some(source.part.example, source.weighed.plan)
      }
    ]
}
