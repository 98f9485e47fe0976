import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Pairs of designs, expectations, and how charges ended.
extension SummaryJSON {
  /// How a charge ended, or is expected to end.
  struct ChargeEnding {
    var outcome: String
    var kind: LossKind?
    var point: DropPoint?

    init(_ fate: Fate) {
      outcome = fate.name
      if case .lost(let kind, let point) = fate { (self.kind, self.point) = (kind, point) }
    }

    init(_ expected: ExpectedCharge) {
      (outcome, kind, point) = (expected.outcome.rawValue, expected.kind, expected.dropPoint)
    }
  }

  static let fate: [Member<ChargeEnding, [String: String]>] = [
    Member("outcome", .words(ExpectedCharge.Class.self)) { .string($0.outcome) }
      .readWord(ExpectedCharge.Class.self),
    .word("kind") { $0.kind }.optional.readWord(LossKind.self),
    .word("dropPoint") { $0.point }.optional.readWord(DropPoint.self),
  ]

  /// How a case ended, or is expected to end.
  struct CaseEnding {
    var charges: [ChargeEnding]
    var flags: [String]

    init(_ ending: Ending) {
      (charges, flags) = (ending.fates.map { ChargeEnding($0) }, ending.flags)
    }

    init(_ expected: ExpectedEnding) {
      (charges, flags) = (expected.charges.map { ChargeEnding($0) }, expected.flags)
    }
  }

  static let ending: [Member<CaseEnding, BaselineSummary.CaseEnding>] = [
    .list("charges", of: fate, "in the order of charging") { $0.charges }
      .read(.other("a list of charges")) { value, ending in
        ending.charges = value.list(.other("a list of charges"))?.map { $0.fate() } ?? []
      },
    Member("flags", .list(.words(CaseFlag.self))) { .strings($0.flags) }
      .read(.other("a list of flags")) { value, ending in
        let flags = value.list(.other("a list of flags")) ?? []
        ending.flags = flags.compactMap { $0.choice(of: CaseFlag.self)?.rawValue }
      },
  ]

  static let comparison: [Member<ComparisonFinding, Never>] = [
    .text("first") { $0.first }, .text("second") { $0.second },
    .estimate("lostRate", of: .difference, "of the second minus that of the first") {
      $0.difference
    }, .object("users", users) { $0.users },
    Member(
      "drawn", .list(.list(.count)), "of each part: both, onlyFirst, onlySecond, as drawn"
    ) { comparison in
      comparison.losers.map { _ in
        .list(comparison.drawn) { .integers([$0.both, $0.onlyFirst, $0.onlySecond]) }
      }
    }.optional,
    Member("losers", .interval(.difference), "the weighted share onlySecond less onlyFirst") {
      $0.losers.map { .estimate($0) }
    }.optional, Member("p", .share) { .share($0.pValue) },
    Member("adjustedP", .share) { .share($0.adjustedPValue) },
    Member("fewer", .orNull(.text)) { $0.fewer.map { .string($0) } ?? .null },
    .object("flips", flips) { $0 },
  ]

  private static let users: [Member<ComparisonFinding.Users, Never>] = [
    .count("both") { $0.both }, .count("onlyFirst") { $0.onlyFirst },
    .count("onlySecond") { $0.onlySecond }, .count("neither") { $0.neither },
  ]

  private static let flips: [Member<ComparisonFinding, Never>] = [
    .list("onlyFirst", of: flip) { alike($0.flipsOfFirst) },
    .list("onlySecond", of: flip) { alike($0.flipsOfSecond) },
  ]

  private typealias Flipped = (fate: Fate, users: [UInt64])

  private static let flip: [Member<Flipped, [String: String]>] =
    fate.map { member in member.of { ChargeEnding($0.fate) } } + [.users("users") { $0.users }]

  /// The users by how their first lost charge ended, in the order in which these ways first occur.
  private static func alike(_ flips: [Flip]) -> [Flipped] {
    var alike: [Flipped] = []
    for flip in flips {
      if let index = alike.firstIndex(where: { $0.fate == flip.fate }) {
        alike[index].users.append(flip.user)
      } else {
        alike.append((flip.fate, [flip.user]))
      }
    }
    return alike
  }

  static let expectation: [Member<ClaimFinding, Never>] = [
    .text("path", "where it stands in the scenario") { $0.path }, .word("verdict") { $0.verdict },
    .text("design") { finding in
      switch finding.claim {
      case .range(_, let design, _, _), .ending(let design, _): design
      case .below: nil
      }
    }.optional,
    .text("of") { if case .below(_, let lower, _, _) = $0.claim { lower } else { nil } }.optional,
    .text("below") { if case .below(_, _, let upper, _) = $0.claim { upper } else { nil } }
      .optional, .text("metric") { $0.measure?.metric }.optional,
    Member("within", .number) { $0.measure?.within.map { .seconds($0.seconds) } }.optional,
    .count("retry") { $0.measure?.retry }.optional,
    .text("product") { $0.measure?.product }.optional,
    Member("min", .value) { finding in
      guard case .range(let measure, _, let min, _) = finding.claim else { return nil }
      return min.map { number($0, measure.unit) } ?? .null
    }.optional,
    Member("max", .value) { finding in
      guard case .range(let measure, _, _, let max) = finding.claim else { return nil }
      return max.map { number($0, measure.unit) } ?? .null
    }.optional,
    Member("by", .value) { finding in
      guard case .below(let measure, _, _, .difference(let least)) = finding.claim else {
        return nil
      }
      return number(least, measure.unit)
    }.optional,
    .count("factor") {
      if case .below(_, _, _, .factor(let factor)) = $0.claim { factor } else { nil }
    }.optional,
    Member("found", .orNull(.interval(.value)), "value, lower and upper limit") { finding in
      if finding.measure == nil { return nil }
      guard case .number(let found) = finding.evidence else { return .null }
      return .array(
        [found.value, found.interval.low, found.interval.high].map { number($0, found.unit) })
    }.optional,
    .object("expected", ending, "of a case") {
      if case .ending(_, let expected) = $0.claim { CaseEnding(expected) } else { nil }
    }.optional,
  ]

  private static func number(_ value: Double, _ unit: Estimate.Unit) -> JSONOutput {
    guard value.isFinite else { return value == .infinity ? "never" : .null }
    return switch unit {
    case .share: .share(value)
    case .money: .number(value.rounded())
    case .time: .seconds(value)
    }
  }
}

extension ClaimFinding {
  /// What is measured; nil of the ending of a case.
  fileprivate var measure: Measure? {
    switch claim {
    case .range(let measure, _, _, _), .below(let measure, _, _, _): measure
    case .ending: nil
    }
  }
}

extension Member where Target == [String: String] {
  /// The same member, which is read as one of the words of a type.
  fileprivate func readWord<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ type: Word.Type
  ) -> Member {
    let name = name
    return read(.choice(type.allCases.map(\.rawValue))) { value, words in
      words[name] = value.choice(of: type)?.rawValue
    }
  }
}
