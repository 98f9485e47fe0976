import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// An expectation and its result, in words.
struct ClaimText {
  /// The metric and design or designs; the measured number, or the ending of a case; its interval,
  /// empty for an exact number; the expected range.
  typealias Parts = (subject: String, value: String, interval: String, limit: String)

  private let finding: ClaimFinding
  private let language: Language

  private var claim: Expectation.Claim { finding.expectation.claim }

  init(_ finding: ClaimFinding, _ language: Language = .en) {
    (self.finding, self.language) = (finding, language)
  }

  /// The expectation on one line, without its verdict. An inconclusive one adds what would decide
  /// it.
  var line: String { language.clauses([words, hint].compactMap(\.self)) }

  /// Number of users, or of replications with a shared backend, that would decide an inconclusive
  /// expectation, or why more do not help. Nil for other verdicts, and if nothing was measured.
  var hint: String? {
    guard finding.verdict == .inconclusive, case .number = finding.measurement else { return nil }
    if finding.isTied { return language("within the margin of its bound") }
    return switch (finding.usersToDecide.map(NumberFormat.count), finding.usesReplications) {
    case (let users?, false): language("about {0} users would decide it", users)
    case (let replications?, true): language("about {0} replications would decide it", replications)
    case (nil, false): language("it cannot be estimated how many users would decide it")
    case (nil, true): language("the number of replications needed cannot be estimated")
    }
  }

  /// The same line without what would decide it.
  var words: String {
    let parts = parts
    let value =
      parts.interval.isEmpty ? parts.value : language("{0} ({1})", parts.value, parts.interval)
    let isMeasured = if case .number = finding.measurement { true } else { false }
    return switch claim {
    case .ending: language("{0}: expected {1}; actual {2}", parts.subject, parts.limit, value)
    case _ where !isMeasured: language("{0} {1}, expected {2}", parts.subject, value, parts.limit)
    case .range: language("{0} = {1}, expected {2}", parts.subject, value, parts.limit)
    case .below: language("{0} by {1}, expected {2}", parts.subject, value, parts.limit)
    }
  }

  var parts: Parts {
    switch claim {
    case .range(let metric, let design, let min, let max):
      let (value, interval) = found(metric.unit)
      let subject = language("{0}: {1}", design.escapingControls, name(metric))
      return (subject, value, interval, limits(min, max, metric.unit))
    case .below(let metric, let lower, let upper, let margin):
      let (value, interval) = found(metric.unit)
      let (lower, upper) = (lower.escapingControls, upper.escapingControls)
      var subject = language("{0}: {1} below {2}", name(metric), lower, upper)
      var limit = language("above 0")
      switch margin {
      case .factor(let factor):
        let times = NumberFormat.count(factor)
        subject = language("{0}: {1} times {2} below {3}", name(metric), times, lower, upper)
      case .difference(let least):
        if least > 0 { limit = language("at least {0}", bound(least, metric.unit)) }
      }
      return (subject, value, interval, limit)
    case .ending(let design, let charges, let flags):
      let limit = text(CaseOutcome(charges, flags))
      // Only a runaway simulation has no ending.
      guard case .ending(let ending) = finding.measurement else {
        return (design.escapingControls, language("no end"), "", limit)
      }
      return (design.escapingControls, text(ending), "", limit)
    }
  }

  private func name(_ metric: Metric) -> String {
    ClaimText.name(metric, product: finding.product, language)
  }

  /// Name of a metric with its parameter.
  /// - Parameter product: name of the only product counted; nil for all.
  static func name(_ metric: Metric, product: String?, _ language: Language) -> String {
    let text =
      switch metric {
      case .lateRate(let within): language("{0} after {1}", metric.name, NumberFormat.exact(within))
      case .failedRetryRate(let retry): language("{0} at retry {1}", metric.name, "\(retry)")
      case .share, .deliveryP50, .deliveryP95, .deliveryP99, .lostRevenue, .recoveredRevenue,
        .badDebt, .backend:
        metric.name
      }
    guard let product else { return text }
    return language("{0} of {1}", text, product.escapingControls)
  }

  /// Measured number with its unit, and its interval.
  private func found(_ unit: Estimate.Unit) -> (value: String, interval: String) {
    guard case .number(let estimate) = finding.measurement else {
      return (language("has nothing to measure"), "")
    }
    let interval = ClaimText.words(estimate.interval, unit, finding.currency, language)
    return (number(estimate.value, unit), interval ?? "")
  }

  private func number(_ value: Double, _ unit: Estimate.Unit) -> String {
    ClaimText.number(value, unit, finding.currency, language)
  }

  /// Number with its unit.
  static func number(
    _ value: Double, _ unit: Estimate.Unit, _ currency: Currency?, _ language: Language
  ) -> String {
    let digits = digits(value, unit, currency, language)
    return switch unit {
    case .share: digits + " ‰"
    case .money: digits + (currency.map { " " + $0.code } ?? "")
    case .time: digits
    }
  }

  /// Expected range in words, with the unit.
  private func limits(_ min: Double?, _ max: Double?, _ unit: Estimate.Unit) -> String {
    switch (min, max) {
    case (let min?, let max?): language("{0} to {1}", bound(min, unit), bound(max, unit))
    case (let min?, nil): language("at least {0}", bound(min, unit))
    case (nil, let max?): language("at most {0}", bound(max, unit))
    case (nil, nil): language("anything")
    }
  }

  /// A bound exactly as written in the scenario.
  private func bound(_ value: Double, _ unit: Estimate.Unit) -> String {
    switch unit {
    case .share: NumberFormat.short(value * 1_000) + " ‰"
    case .money where finding.currency != nil: number(value, unit)
    case .money: NumberFormat.short(value)
    case .time: NumberFormat.exact(Delay(roundingSeconds: max(0, value)))
    }
  }

  /// Number and interval in words, without the unit.
  static func words(_ found: Estimate, _ currency: Currency?, _ language: Language) -> String {
    if found.unit == .share { return NumberFormat.estimate(found, language) }
    let value = digits(found.value, found.unit, currency, language)
    return words(found.interval, found.unit, currency, language)
      .map { language("{0} ({1})", value, $0) } ?? value
  }

  /// Both limits of an interval, without the unit; nil for an exact number.
  private static func words(
    _ interval: Interval, _ unit: Estimate.Unit, _ currency: Currency?, _ language: Language
  ) -> String? {
    if interval.low == interval.high { return nil }
    let ends = [interval.low, interval.high].map { digits($0, unit, currency, language) }
    return language("{0} to {1}", ends[0], ends[1])
  }

  /// Number; a share or an amount of money has no unit.
  private static func digits(
    _ value: Double, _ unit: Estimate.Unit, _ currency: Currency?, _ language: Language
  ) -> String {
    switch unit {
    case .share: NumberFormat.signedPerMille(value)
    case .money:
      value.magnitude >= 9e18
        ? language("too large to print") : NumberFormat.money(Int(value.rounded()), currency)
    case .time:
      value == -.infinity ? language("unknown") : NumberFormat.time(seconds: value, language)
    }
  }

  /// Ending of a case in words: its charges and its flags.
  private func text(_ ending: CaseOutcome) -> String {
    let charges = ending.chargeWords(language)
    return ending.flags.isEmpty
      ? language("{0} (no flags)", charges)
      : language("{0} (flags {1})", charges, ending.flagWords(language))
  }
}

extension CaseOutcome {
  /// Endings of the charges, as identifiers with their names.
  func chargeWords(_ language: Language) -> String {
    let words = charges.map { $0.words.map(language.named).joined(separator: " ") }
    return words.isEmpty ? language("no charge") : language.list(words)
  }

  /// The flags, as identifiers with their names.
  func flagWords(_ language: Language) -> String {
    language.list(flags.map { language.named($0.rawValue) })
  }
}
