@_exported public import Execution
package import PurchaseWorld
package import Scenarios
package import Statistics

/// Measurements of the designs of a scenario, by users or by replications: the only input of
/// claims, verdicts and warnings.
package protocol Evidence: ScenarioResult {
  /// Whether replications of all users, as with a shared backend, are the independent observations.
  var usesReplications: Bool { get }
  /// Whether any charge was made under any design, including refunded charges.
  var hasCharge: Bool { get }
  /// The declared faults that no user experienced under any design.
  var faultsThatNeverOccurred: [(declaration: Int, kind: FaultKind)] { get }
  /// The number of paying intents that ran into an outage, over all designs.
  var outageIntents: Int { get }

  /// The metric of a design, by index, as claims bound it; nil if there is nothing to measure.
  /// - Parameter product: the product that counts, by index; nil for all products.
  func estimate(_ metric: Metric, of design: Int, product: Int?) -> Estimate?
  /// The number of a claim about two designs: the metric of the upper design minus a multiple of
  /// the lower design's metric; nil if there is nothing to measure.
  /// - Parameter claim: the index of the claim.
  /// - Parameter upper: the index of a design, like `lower`.
  func difference(
    _ metric: Metric, of claim: Int, upper: Int, lower: Int, factor: Int, product: Int?
  ) -> Estimate?
  /// The confidence of the intervals.
  var confidence: Confidence { get }
  /// The counters of a design, by index, over all users.
  func counters(of design: Int) -> SampledCounters
  /// Returns a closure that compares the two designs of a pair by an objective, given its index; it
  /// returns nil if either design has nothing to measure.
  func designComparer(_ confidence: Confidence) -> (_ objective: Int, _ pair: DesignPair) ->
    DesignComparison?
  /// The outcome of a case's user under a design; nil for a scenario with many users.
  func caseOutcome(of design: Int) -> CaseOutcome?
  /// Approximate number of users, or replications, that would decide on which side of the bounds a
  /// number lies; nil if it cannot be estimated.
  func usersToDecide(_ found: Estimate, _ bounds: [Double]) -> Int?
}

extension Evidence {
  package func estimate(_ metric: Metric, of design: Int) -> Estimate? {
    estimate(metric, of: design, product: nil)
  }

  /// The finding of each claim, in the order of the scenario.
  package var claims: [ClaimFinding] {
    let products = scenario.population.conditions.catalog.products
    let margin = scenario.precision?.goal.decision?.margin
    return scenario.expectations.enumerated().map { number, expectation in
      let (evidence, verdict) = decide(expectation, number) ?? (.nothing, .inconclusive)
      var finding = ClaimFinding(
        expectation: expectation, product: expectation.productIndex.map { products[$0].name },
        currency: scenario.currency, measurement: evidence, verdict: verdict)
      finding.usesReplications = usesReplications
      guard verdict == .inconclusive, case .number(let found) = evidence else { return finding }
      let bounds = expectation.claim.bounds
      if let margin, found.unit == .share {
        finding.isTied = bounds.contains { found.interval.isWithin(margin, of: $0) }
      }
      finding.usersToDecide = usersToDecide(found, bounds)
      return finding
    }
  }

  /// Evidence and verdict of one claim.
  /// - Parameter claim: the index of the expectation.
  /// - Returns: nil if there is nothing to measure.
  private func decide(
    _ expectation: Expectation, _ claim: Int
  ) -> (ClaimFinding.Measurement, Verdict)? {
    let product = expectation.productIndex
    switch expectation.claim {
    case .range(let metric, let design, let min, let max):
      return estimate(metric, of: index(of: design), product: product).map {
        (.number($0), Verdict(of: $0.interval, min: min, max: max))
      }
    case .below(let metric, let lower, let upper, let margin):
      let (factor, least) =
        switch margin {
        case .difference(let least): (1, least)
        case .factor(let factor): (factor, 0.0)
        }
      return difference(
        metric, of: claim, upper: index(of: upper), lower: index(of: lower), factor: factor,
        product: product
      ).map { (.number($0), Verdict(of: $0.interval, reaching: least)) }
    case .ending(let design, let charges, let flags):
      return caseOutcome(of: index(of: design)).map {
        (.ending($0), CaseOutcome(charges, flags).accepts($0) ? .pass : .fail)
      }
    }
  }

  private func index(of design: String) -> Int {
    guard let index = scenario.designs.firstIndex(where: { $0.name == design }) else {
      preconditionFailure("the design of a claim is one of its scenario")
    }
    return index
  }
}

extension Verdict {
  /// The worst verdict of the claims. No pass with a warning; inconclusive after an interruption.
  package init(of claims: [ClaimFinding], _ warnings: [RunWarning]) {
    let wasCut = warnings.contains { if case .interruption = $0 { true } else { false } }
    if !wasCut, claims.contains(where: { $0.verdict == .fail }) {
      self = .fail
    } else {
      let isOpen = claims.contains { $0.verdict == .inconclusive }
      self = isOpen || !warnings.isEmpty ? .inconclusive : .pass
    }
  }

  /// Whether a difference reaches a margin; without a margin, whether it is above 0.
  package init(of interval: Interval, reaching margin: Double) {
    if interval.low >= margin && interval.low > 0 {
      self = .pass
    } else {
      self = interval.high < margin || interval.high <= 0 ? .fail : .inconclusive
    }
  }
}
