import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Result of a run for one claim of its scenario.
package struct ClaimFinding: Hashable, Sendable {
  /// The measurement by which a claim is decided: a number, the outcome of a case, or nothing.
  package enum Measurement: Hashable, Sendable {
    /// A number; for a comparison the difference of two designs: the upper design minus the lower
    /// design, or minus the claimed multiple of the lower design.
    case number(Estimate)
    /// The outcome of a case under one design.
    case ending(CaseOutcome)
    /// No evidence: the metric has nothing to measure, such as a design without a charge.
    case nothing
  }

  /// The claim as the scenario declares it, with its position in the file.
  package var expectation: Expectation
  /// The name of the product to which the claim is restricted; nil for all products.
  package var product: String?
  /// The currency of amounts; nil if amounts are in minor units.
  package var currency: Currency?
  /// The measurement, and whether the claim holds.
  package var measurement: Measurement, verdict: Verdict
  /// Whether the claim is undecided and its value is shown to be within the margin of a bound of
  /// the `precision`; always false without a margin.
  package var isTied = false
  /// Approximate number of users, or replications, that would decide the claim; nil if unknown.
  package var usersToDecide: Int?
  /// Whether users share a backend, so the evidence is a number of replications.
  package var usesReplications = false

  /// The design whose value may be too high, so that one of its users can show why the claim fails;
  /// nil if the claim holds, if a value may only be too low, or if nothing was measured.
  package var designAboveLimit: String? {
    if verdict == .pass { return nil }
    switch expectation.claim {
    case .ending(let design, _, _), .below(_, let design, _, _): return design
    case .range(_, let design, _, let max):
      if let max, case .number(let found) = measurement, found.interval.high > max { return design }
      return nil
    }
  }

  /// Whether the claim is neither decided nor tied: a run with a `precision` needs more users.
  package var isOpen: Bool { verdict == .inconclusive && !isTied }
}

/// Outcome of a case's single user under one design, simulated or expected.
package struct CaseOutcome: Hashable, Sendable {
  /// In the order of charging.
  package var charges: [CaseChargeResult] = []
  /// Without repetition, in the order of the format.
  package var flags: [CaseFlag] = []

  package init() {}

  package init(_ charges: [CaseChargeResult], _ flags: Set<CaseFlag>) {
    (self.charges, self.flags) = (charges, CaseFlag.allCases.filter(flags.contains))
  }

  /// Creates the outcome from the simulated user.
  package init(_ outcome: UserOutcome) {
    var found: Set<CaseFlag> = []
    if outcome.charges.contains(where: \.hasDuplicateDelivery) { found.insert(.duplicateDelivery) }
    for intent in outcome.intents {
      if intent.chargeCount > 1 { found.insert(.doubleCharge) }
      if intent.flags.contains(.hung) { found.insert(.hung) }
      if intent.flags.contains(.refused) { found.insert(.refused) }
      if intent.flags.contains(.noOrder) { found.insert(.noOrder) }
    }
    self.init(outcome.charges.map { CaseChargeResult(of: $0.status) }, found)
  }

  /// The number of orders that were lost, or rescued with human help.
  package var lostOrders: Int { charges.count { [.lost, .rescued].contains($0.outcome) } }

  /// Whether an outcome agrees with this expectation; omitted parts of a charge match anything.
  package func accepts(_ ending: CaseOutcome) -> Bool {
    flags == ending.flags && charges.count == ending.charges.count
      && zip(charges, ending.charges).allSatisfy { expected, found in
        expected.outcome == found.outcome && (expected.kind ?? found.kind) == found.kind
          && (expected.dropPoint ?? found.dropPoint) == found.dropPoint
      }
  }
}

extension CaseChargeResult {
  /// Creates the full description of how a charge ended.
  package init(of status: ChargeStatus) {
    switch status {
    case .delivered: self.init(.delivered)
    case .recovered: self.init(.recovered)
    case .rescued: self.init(.rescued)
    case .lost(let kind, let point): self.init(.lost, kind: Kind(kind), dropPoint: point)
    case .refunded: self.init(.refunded)
    case .autoRefunded(.delivered): self.init(.refunded, kind: .delivered)
    case .autoRefunded(.lost(let kind, let point)):
      self.init(.refunded, kind: Kind(kind), dropPoint: point)
    }
  }

  /// Its identifiers: the class, and for a lost or refunded charge the kind and the drop point.
  package var words: [String] {
    [outcome.rawValue, kind?.rawValue, dropPoint?.rawValue].compactMap(\.self)
  }
}

/// Evidence of a run without a shared backend. Claims about drawn users are decided on confidence
/// intervals. A case has no randomness, so its numbers are exact.
extension RunResults: Evidence {
  package var usesReplications: Bool { false }
  package var confidence: Confidence { intervalSettings.confidence }
  package func counters(of design: Int) -> SampledCounters { designCounters(design).all }

  package func designComparer(_ confidence: Confidence) -> (Int, DesignPair) -> DesignComparison? {
    { designComparison($0, of: $1, confidence) }
  }

  package var outageIntents: Int {
    scenario.designs.indices.reduce(0) { $0 + designCounters($1).sum(\.outageIntents) }
  }

  package func caseOutcome(of design: Int) -> CaseOutcome? {
    caseUserOutcomes.isEmpty ? nil : CaseOutcome(caseUserOutcomes[design])
  }

  package func usersToDecide(_ found: Estimate, _ bounds: [Double]) -> Int? {
    // The users of a pilot are not allocated to strata as further users would be. A sum of money
    // grows with the number of users; only its sign remains the same question.
    if countsOnlyPilot || found.unit == .money && bounds != [0] { return nil }
    return found.usersToDecide(bounds, users)
  }

  /// The metric of a design, by index, as claims bound it; nil if there is nothing to measure.
  /// - Parameter product: the product that counts, by index; nil for all products.
  package func estimate(_ metric: Metric, of design: Int, product: Int?) -> Estimate? {
    let layout = CounterLayout(scenario)
    // If every price is 0, an amount is not a measurement.
    if layout.isAlwaysZero(metric, product: product) { return nil }
    let designCounters = designCounters(design)
    let estimate =
      if case .failedRetryRate(let retry) = metric {
        designCounters.retryFailures.rate(retry: retry)
      } else {
        designCounters.counters(product: product).estimate(
          metric, of: product, counterLayout: layout, exact: isCase)
      }
    return isCase ? estimate?.exact : estimate
  }

  /// The moments of a metric that is a share; nil for any other metric and for a stratified sample.
  func moments(_ metric: Metric, of design: Int, product: Int?) -> RatioMoments? {
    let designCounters = designCounters(design)
    guard designCounters.isPlain else { return nil }
    let part = designCounters.parts[0].part
    return switch metric {
    case .share(let share): part.counters(product: product).moments(share)
    case .lateRate(let limit):
      part.counters(product: product).moments(
        row: CounterLayout(scenario).row(missing: limit), of: .charges)
    case .failedRetryRate(let retry): part.retryFailures.moments(retry: retry)
    default: nil
    }
  }

  package func difference(
    _ metric: Metric, of claim: Int, upper: Int, lower: Int, factor: Int, product: Int?
  ) -> Estimate? {
    guard let low = estimate(metric, of: lower, product: product),
      let high = estimate(metric, of: upper, product: product)
    else { return nil }
    guard !isCase, let index = totals[0].claimPairSums.firstIndex(where: { $0.claim == claim })
    else { return high.minus(low.times(factor)) }
    let pair = stratifiedCounts { $0.claimPairSums[index].moments }
    return high.unit == .money
      ? pair.totalDifference(
        factor, perUser: CounterLayout(scenario).contributionRange(metric, product: product))
      : pair.shareDifference(factor)
  }
}

extension Expectation.Claim {
  /// The values that the interval of the claim's number must exclude before the claim is decided.
  var bounds: [Double] {
    switch self {
    case .range(_, _, let min, let max): [min, max].compactMap(\.self)
    case .below(_, _, _, .difference(let least)): [least]
    case .below(_, _, _, .factor): [0]
    case .ending: []
    }
  }
}
