import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// Claims and what was found of them, in words.
enum ClaimText {
  /// A claim and what was found of it, in parts.
  struct Parts {
    /// What is claimed of which design, or of which two.
    var subject: String
    /// The number that was found, or how a case ended.
    var value: String
    /// The interval of the number; empty where nothing is uncertain.
    var interval = ""
    /// What was expected.
    var limit: String
  }

  /// One claim in one line, without its verdict.
  static func line(_ finding: ClaimFinding) -> String {
    let parts = parts(finding)
    if case .ending(let design, _) = finding.claim {
      return "\(design.escapingControls): expected \(parts.limit); found \(parts.value)"
    }
    let interval = parts.interval.isEmpty ? "" : " (\(parts.interval))"
    let by = if case .below = finding.claim { " by" } else { "" }
    return "\(parts.subject)\(by) \(parts.value)\(interval), expected \(parts.limit)"
  }

  /// One claim in its parts.
  static func parts(_ finding: ClaimFinding) -> Parts {
    switch finding.claim {
    case .range(let measure, let design, let min, let max):
      let (value, interval) = found(finding, measure)
      return Parts(
        subject: "\(design.escapingControls): \(name(measure))", value: value, interval: interval,
        limit: limits(min, max, measure.unit))
    case .below(let measure, let lower, let upper, let margin):
      let (times, least) = terms(margin, measure.unit)
      let (value, interval) = found(finding, measure)
      return Parts(
        subject:
          "\(lower.escapingControls) below \(upper.escapingControls): \(times)\(name(measure))",
        value: value, interval: interval, limit: least)
    case .ending(let design, let expected):
      guard case .ending(let ending) = finding.evidence else {
        preconditionFailure("the claim of a case is decided by its ending")
      }
      return Parts(
        subject: design.escapingControls, value: text(ending), limit: text(expected))
    }
  }

  /// What stands before the metric, and by how much it must lie below.
  private static func terms(
    _ margin: ClaimFinding.Margin, _ unit: Estimate.Unit
  ) -> (times: String, least: String) {
    switch margin {
    case .difference(let least): ("", least > 0 ? "at least " + bound(least, unit) : "above 0")
    case .factor(let factor): ("\(Numerals.count(factor)) times ", "above 0")
    }
  }

  private static func name(_ measure: ClaimFinding.Measure) -> String {
    var text = measure.metric
    if let within = measure.within { text += " within " + Numerals.exact(within) }
    if let retry = measure.retry { text += " at retry \(retry)" }
    if let product = measure.product { text += " of " + product.escapingControls }
    return text
  }

  private static func found(
    _ finding: ClaimFinding, _ measure: ClaimFinding.Measure
  ) -> (value: String, interval: String) {
    guard case .number(let estimate) = finding.evidence else {
      return ("has nothing to measure", "")
    }
    let interval = estimate.interval
    let value = number(estimate.value, measure.unit)
    if interval.low == interval.high { return (value, "") }
    let (low, high) = (digits(interval.low, measure.unit), digits(interval.high, measure.unit))
    return (value, "\(low) to \(high)")
  }

  private static func limits(_ min: Double?, _ max: Double?, _ unit: Estimate.Unit) -> String {
    switch (min, max) {
    case (let min?, let max?): "\(bound(min, unit)) to \(bound(max, unit))"
    case (let min?, nil): "at least \(bound(min, unit))"
    case (nil, let max?): "at most \(bound(max, unit))"
    case (nil, nil): "anything"
    }
  }

  /// A bound as exactly as it was given.
  private static func bound(_ value: Double, _ unit: Estimate.Unit) -> String {
    switch unit {
    case .share: Numerals.short(value * 1_000) + " ‰"
    case .money: Numerals.short(value)
    case .seconds: Numerals.exact(Delay(roundingSeconds: max(0, value)))
    }
  }

  /// A number with its unit.
  private static func number(_ value: Double, _ unit: Estimate.Unit) -> String {
    unit == .share ? digits(value, unit) + " ‰" : digits(value, unit)
  }

  /// A number; shares without their unit.
  private static func digits(_ value: Double, _ unit: Estimate.Unit) -> String {
    switch unit {
    case .share:
      return Numerals.signedPerMille(value)
    case .money:
      return value.magnitude < 9e18 ? Numerals.count(Int(value.rounded())) : "beyond count"
    case .seconds:
      return value == -.infinity ? "unknown" : Numerals.time(seconds: value)
    }
  }

  private static func text(_ expected: ExpectedEnding) -> String {
    let charges = expected.charges.map { charge in
      [charge.outcome, charge.kind?.rawValue, charge.dropPoint?.rawValue].compactMap(\.self)
    }
    return text(charges, expected.flags)
  }

  private static func text(_ ending: Ending) -> String {
    let charges = ending.fates.map { fate in
      guard case .lost(let kind, let point) = fate else { return [fate.name] }
      return [fate.name, kind.rawValue, point.rawValue]
    }
    return text(charges, ending.flags)
  }

  private static func text(_ charges: [[String]], _ flags: [String]) -> String {
    let charges =
      charges.isEmpty
      ? "no charge" : charges.map { $0.joined(separator: " ") }.joined(separator: ", ")
    let flags = flags.isEmpty ? "no flags" : "flags " + flags.joined(separator: ", ")
    return charges + " (" + flags + ")"
  }
}
