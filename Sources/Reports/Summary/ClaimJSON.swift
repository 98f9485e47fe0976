import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// Claims and endings as parts of a summary.
enum ClaimJSON {
  /// A claim with its verdict and what was found.
  static func output(_ finding: ClaimFinding) -> JSONOutput {
    var members = [
      JSONOutput.Member("path", .string(finding.path)),
      JSONOutput.Member("verdict", .string(finding.verdict.rawValue)),
    ]
    switch finding.claim {
    case .range(let measure, let design, let min, let max):
      members.append(.init("design", .string(design)))
      members += self.measure(measure)
      members += [
        .init("min", min.map { number($0, measure.unit) } ?? .null),
        .init("max", max.map { number($0, measure.unit) } ?? .null),
      ]
      members.append(.init("found", found(finding.evidence)))
    case .below(let measure, let lower, let upper, let margin):
      members += [.init("of", .string(lower)), .init("below", .string(upper))]
      members += self.measure(measure)
      switch margin {
      case .difference(let least): members.append(.init("by", number(least, measure.unit)))
      case .factor(let factor): members.append(.init("factor", .integer(factor)))
      }
      members.append(.init("found", found(finding.evidence)))
    case .ending(let design, let expected):
      members.append(.init("design", .string(design)))
      members.append(.init("expected", output(expected)))
    }
    return .object(members)
  }

  /// How a case ended.
  static func output(_ ending: Ending) -> JSONOutput {
    let charges = ending.fates.map { JSONOutput.object(members(of: $0)) }
    return ["charges": .array(charges), "flags": flags(ending.flags)]
  }

  /// The class of a charge; of a lost one, how and where it was lost.
  static func members(of fate: Fate) -> [JSONOutput.Member] {
    guard case .lost(let kind, let point) = fate else { return members(fate.name, nil, nil) }
    return members(fate.name, kind, point)
  }

  private static func output(_ expected: ExpectedEnding) -> JSONOutput {
    let charges = expected.charges.map {
      JSONOutput.object(members($0.outcome, $0.kind, $0.dropPoint))
    }
    return ["charges": .array(charges), "flags": flags(expected.flags)]
  }

  private static func members(
    _ outcome: String, _ kind: LossKind?, _ point: DropPoint?
  ) -> [JSONOutput.Member] {
    var members = [JSONOutput.Member("outcome", .string(outcome))]
    if let kind { members.append(.init("kind", .string(kind.rawValue))) }
    if let point { members.append(.init("dropPoint", .string(point.rawValue))) }
    return members
  }

  private static func flags(_ flags: [String]) -> JSONOutput {
    .array(flags.map { .string($0) })
  }

  private static func measure(_ measure: ClaimFinding.Measure) -> [JSONOutput.Member] {
    var members = [JSONOutput.Member("metric", .string(measure.metric))]
    if let within = measure.within {
      members.append(.init("within", TallyJSON.seconds(within.seconds)))
    }
    if let retry = measure.retry { members.append(.init("retry", .integer(retry))) }
    if let product = measure.product { members.append(.init("product", .string(product))) }
    return members
  }

  /// The value and both limits of a number; null when there was nothing to measure.
  private static func found(_ evidence: ClaimFinding.Evidence) -> JSONOutput {
    switch evidence {
    case .number(let estimate):
      .array(
        [estimate.value, estimate.interval.low, estimate.interval.high].map {
          number($0, estimate.unit)
        })
    case .ending, .nothing: .null
    }
  }

  private static func number(_ value: Double, _ unit: Estimate.Unit) -> JSONOutput {
    guard value.isFinite else { return value == .infinity ? "never" : .null }
    switch unit {
    case .share: return TallyJSON.share(value)
    case .money: return .number(value.rounded())
    case .seconds: return TallyJSON.seconds(value)
    }
  }
}
