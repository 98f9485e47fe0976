import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
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
  static func line(_ finding: ClaimFinding, _ language: Language = .en) -> String {
    let parts = parts(finding, language)
    let (subject, value, interval, limit) = (
      parts.subject, parts.value, parts.interval, parts.limit
    )
    switch (finding.claim, interval.isEmpty) {
    case (.ending, _): return language("{0}: expected {1}; found {2}", subject, limit, value)
    case (.range, true): return language("{0} {1}, expected {2}", subject, value, limit)
    case (.range, false):
      return language("{0} {1} ({2}), expected {3}", subject, value, interval, limit)
    case (.below, true): return language("{0} by {1}, expected {2}", subject, value, limit)
    case (.below, false):
      return language("{0} by {1} ({2}), expected {3}", subject, value, interval, limit)
    }
  }

  static func parts(_ finding: ClaimFinding, _ language: Language = .en) -> Parts {
    switch finding.claim {
    case .range(let measure, let design, let min, let max):
      let (value, interval) = found(finding, measure, language)
      return Parts(
        subject: language("{0}: {1}", design.escapingControls, name(measure, language)),
        value: value, interval: interval, limit: limits(min, max, measure.unit, language))
    case .below(let measure, let lower, let upper, let margin):
      let (value, interval) = found(finding, measure, language)
      let (lower, upper) = (lower.escapingControls, upper.escapingControls)
      let name = name(measure, language)
      let subject =
        switch margin {
        case .difference: language("{0} below {1}: {2}", lower, upper, name)
        case .factor(let factor):
          language("{0} below {1}: {2} times {3}", lower, upper, Numerals.count(factor), name)
        }
      return Parts(
        subject: subject, value: value, interval: interval,
        limit: least(margin, measure.unit, language))
    case .ending(let design, let expected):
      guard case .ending(let ending) = finding.evidence else {
        preconditionFailure("the claim of a case is decided by its ending")
      }
      return Parts(
        subject: design.escapingControls, value: text(ending, language),
        limit: text(expected, language))
    }
  }

  /// By how much one design must lie below another.
  private static func least(
    _ margin: Expectation.Margin, _ unit: Estimate.Unit, _ language: Language
  ) -> String {
    if case .difference(let least) = margin, least > 0 {
      return language("at least {0}", bound(least, unit))
    }
    return language("above 0")
  }

  private static func name(_ measure: ClaimFinding.Measure, _ language: Language) -> String {
    var text = measure.metric
    if let within = measure.within {
      text = language("{0} within {1}", text, Numerals.exact(within))
    }
    if let retry = measure.retry { text = language("{0} at retry {1}", text, "\(retry)") }
    guard let product = measure.product else { return text }
    return language("{0} of {1}", text, product.escapingControls)
  }

  private static func found(
    _ finding: ClaimFinding, _ measure: ClaimFinding.Measure, _ language: Language
  ) -> (value: String, interval: String) {
    guard case .number(let estimate) = finding.evidence else {
      return (language("has nothing to measure"), "")
    }
    let interval = estimate.interval
    let value = number(estimate.value, measure.unit, language)
    if interval.low == interval.high { return (value, "") }
    let low = digits(interval.low, measure.unit, language)
    return (value, language("{0} to {1}", low, digits(interval.high, measure.unit, language)))
  }

  private static func limits(
    _ min: Double?, _ max: Double?, _ unit: Estimate.Unit, _ language: Language
  ) -> String {
    switch (min, max) {
    case (let min?, let max?): language("{0} to {1}", bound(min, unit), bound(max, unit))
    case (let min?, nil): language("at least {0}", bound(min, unit))
    case (nil, let max?): language("at most {0}", bound(max, unit))
    case (nil, nil): language("anything")
    }
  }

  /// A bound as exactly as it was given.
  private static func bound(_ value: Double, _ unit: Estimate.Unit) -> String {
    switch unit {
    case .share: Numerals.short(value * 1_000) + " ‰"
    case .money: Numerals.short(value)
    case .time: Numerals.exact(Delay(roundingSeconds: max(0, value)))
    }
  }

  /// A number with its unit.
  private static func number(_ value: Double, _ unit: Estimate.Unit, _ language: Language) -> String
  {
    let digits = digits(value, unit, language)
    return unit == .share ? digits + " ‰" : digits
  }

  /// A number; shares without their unit.
  private static func digits(_ value: Double, _ unit: Estimate.Unit, _ language: Language) -> String
  {
    switch unit {
    case .share: return Numerals.signedPerMille(value)
    case .money:
      if value.magnitude >= 9e18 { return language("beyond count") }
      return Numerals.count(Int(value.rounded()))
    case .time:
      if value == -.infinity { return language("unknown") }
      return Numerals.time(seconds: value, language)
    }
  }

  private static func text(_ expected: ExpectedEnding, _ language: Language) -> String {
    let charges = expected.charges.map { charge in
      [charge.outcome.rawValue, charge.kind?.rawValue, charge.dropPoint?.rawValue].compactMap(
        \.self)
    }
    return text(charges, expected.flags, language)
  }

  private static func text(_ ending: Ending, _ language: Language) -> String {
    let charges = ending.fates.map { fate in
      guard case .lost(let kind, let point) = fate else { return [fate.name] }
      return [fate.name, kind.rawValue, point.rawValue]
    }
    return text(charges, ending.flags, language)
  }

  private static func text(_ charges: [[String]], _ flags: [String], _ language: Language) -> String
  {
    let charges =
      charges.isEmpty
      ? language("no charge")
      : language.list(charges.map { $0.map { language.named($0) }.joined(separator: " ") })
    let flags = flags.map { language.named($0) }
    return flags.isEmpty
      ? language("{0} (no flags)", charges)
      : language("{0} (flags {1})", charges, language.list(flags))
  }
}
