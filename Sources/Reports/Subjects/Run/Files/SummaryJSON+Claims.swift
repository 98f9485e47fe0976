import EventEngine
import Statistics
import JSONText
import PurchaseWorld
import Scenarios
import Experiments

/// Pairs of designs, expectations, and endings of charges.
extension SummaryJSON {
  static let ending: [Member<CaseOutcome, CaseOutcome>] = [
    .list("charges", of: ChargeJSON.members, "in order of charging") { $0.charges }
      .read(.other("a list of charges")) { value, ending in
        ending.charges = (value.list(.other("a list of charges")) ?? []).map { element in
          var ended = CaseChargeResult(.delivered)
          element.read(ChargeJSON.members, into: &ended)
          return ended
        }
      },
    Member("flags", .list(.words(CaseFlag.self))) { .words($0.flags) }
      .read(.other("a list of flags")) { value, ending in
        let flags = value.list(.other("a list of flags")) ?? []
        ending.flags = flags.compactMap { $0.choice(of: CaseFlag.self) }
      },
  ]

  /// Results of a pair.
  static let comparison: [Member<ComparisonFinding, Never>] =
    Member.compared(
      \.share, .orNull(.interval(.difference)), "of the second minus that of the first"
    ) { .estimate($0.difference) } + outcomes

  private static let outcomes: [Member<ComparisonFinding, Never>] = [
    .object("users", users) { $0.users },
    Member("drawn", .list(.list(.count)), "of each part: both, onlyFirst, onlySecond, as drawn") {
      comparison in
      comparison.losingUserDifference.map { _ in
        .list(comparison.simulatedUsersByStratum) {
          .integers([$0.both, $0.onlyFirst, $0.onlySecond])
        }
      }
    }.optional,
    Member("losers", .interval(.difference), "the weighted share onlySecond minus onlyFirst") {
      $0.losingUserDifference.map { .estimate($0) }
    }.optional, Member("p", .share) { .share($0.pValue) },
    Member("adjustedP", .share) { .share($0.adjustedPValue) },
    Member("fewer", .orNull(.text)) { $0.betterDesign.map { .string($0) } ?? .null },
    .object("flips", discordantUsers) { $0 },
  ]

  private static let users: [Member<ComparisonFinding.UserCounts, Never>] = [
    .count("both") { $0.both }, .count("onlyFirst") { $0.onlyFirst },
    .count("onlySecond") { $0.onlySecond }, .count("neither") { $0.neither },
  ]

  private static let discordantUsers: [Member<ComparisonFinding, Never>] = [
    .list("onlyFirst", of: flip) { alike($0.losersUnderFirstOnly) },
    .list("onlySecond", of: flip) { alike($0.losersUnderSecondOnly) },
  ]

  private typealias EndingGroup = (status: ChargeStatus, users: [UInt64])

  private static let flip: [Member<EndingGroup, CaseChargeResult>] =
    ChargeJSON.members.map { member in member.of { CaseChargeResult(of: $0.status) } } + [
      .users("users") { $0.users }
    ]

  /// Users by the ending of their first lost charge, in order of first occurrence.
  private static func alike(_ discordantUsers: [DiscordantUser]) -> [EndingGroup] {
    discordantUsers.map(\.status).uniqued.map { status in
      (status, discordantUsers.filter { $0.status == status }.map(\.user))
    }
  }

  static let expectation: [Member<ClaimFinding, Never>] = [
    .text("path", "path in the scenario") { $0.expectation.path }, .word("verdict") { $0.verdict },
    .text("design") { $0.expectation.claim.designs.first }
      .where { $0.expectation.claim.designs.count == 1 },
    .text("of") { $0.expectation.claim.designs.first }
      .where { $0.expectation.claim.designs.count > 1 },
    .text("below") { $0.expectation.claim.designs.dropFirst().first }.optional,
    .text("metric") { $0.expectation.claim.metric?.name }.optional,
    Member("within", .number) {
      guard case .lateRate(let within) = $0.expectation.claim.metric else { return nil }
      return .seconds(within.seconds)
    }.optional,
    .count("retry") {
      if case .failedRetryRate(let retry) = $0.expectation.claim.metric { retry } else { nil }
    }.optional, .text("product") { $0.product }.optional,
    bound("min") { if case .range(_, _, let min, _) = $0 { min ?? .nan } else { nil } },
    bound("max") { if case .range(_, _, _, let max) = $0 { max ?? .nan } else { nil } },
    bound("by") { if case .below(_, _, _, .difference(let least)) = $0 { least } else { nil } },
    .count("factor") {
      if case .below(_, _, _, .factor(let factor)) = $0.expectation.claim { factor } else { nil }
    }.optional,
    Member("found", .orNull(.interval(.numberOrNever)), "value, lower and upper limit") { finding in
      if finding.expectation.claim.metric == nil { return nil }
      guard case .number(let found) = finding.measurement else { return .null }
      return .array(
        [found.value, found.interval.low, found.interval.high].map { number($0, found.unit) })
    }.optional,
    Member("usersToDecide", .orNull(.count), "of an inconclusive one, approximately") { finding in
      finding.verdict == .inconclusive ? finding.usersToDecide.map { .integer($0) } ?? .null : nil
    }.optional,
    .object("expected", ending, "of a case") {
      guard case .ending(_, let charges, let flags) = $0.expectation.claim else { return nil }
      return CaseOutcome(charges, flags)
    }.optional,
  ]

  /// Number of an expectation in the unit of its metric; NaN for a missing bound.
  private static func bound(
    _ name: String, _ value: @escaping @Sendable (Expectation.Claim) -> Double?
  ) -> Member<ClaimFinding, Never> {
    Member(name, .numberOrNever) { finding in
      let claim = finding.expectation.claim
      guard let metric = claim.metric, let value = value(claim) else { return nil }
      return number(value, metric.unit)
    }.optional
  }

  /// Number in the unit of its metric.
  static func number(_ value: Double, _ unit: Estimate.Unit) -> JSONOutput {
    guard value.isFinite else { return value == .infinity ? "never" : .null }
    return switch unit {
    case .share: .share(value)
    case .money: .number(value.rounded())
    case .time: .seconds(value)
    }
  }
}
