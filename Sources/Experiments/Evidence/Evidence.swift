package import PurchaseWorld
package import Scenarios
package import Statistics

/// What was measured of the designs of a scenario, user by user or replication by replication: claims, verdicts and
/// troubles rest on nothing else.
package protocol Evidence: OfScenario {
  /// Whether replications of all users decide, as where users share a backend, and not users.
  var isOfReplications: Bool { get }
  /// Whether any charge was made under any design, refunded or not.
  var hasCharge: Bool { get }
  /// The declared faults that struck no user under any design.
  var faultsThatNeverStruck: [(declaration: Int, kind: FaultKind)] { get }
  /// How many intents that wanted to pay met an outage, under all designs.
  var metOutage: Int { get }

  /// A metric of a design, by index, as claims bound it; nil where there is nothing to measure.
  /// - Parameter product: the product that counts, by index; nil for all.
  func estimate(_ metric: Metric, of design: Int, product: Int?) -> Estimate?
  /// What a claim says of two designs: a metric of the upper less a multiple of that of the lower; nil where there is
  /// nothing to measure.
  /// - Parameter claim: by index.
  func difference(
    _ metric: Metric, of claim: Int, upper: Int, lower: Int, factor: Int, product: Int?
  ) -> Estimate?
  /// How sure intervals are.
  var confidence: Confidence { get }
  /// What was counted of a design, by index, over all users.
  func tally(of design: Int) -> SampledTally
  /// What compares two designs by one of the objectives of the scenario, by its place; it says nil where either has
  /// nothing to measure.
  func relations(_ confidence: Confidence) -> (_ objective: Int, _ pair: DesignPair) -> Relation?
  /// How the user of a case ended under a design; nil of many users.
  func ending(of design: Int) -> Ending?
  /// About how many users, or replications, would decide on which side of some bounds a number lies; nil where nothing
  /// hints at it.
  func usersToDecide(_ found: Estimate, _ bounds: [Double]) -> Int?
}

extension Evidence {
  package func estimate(_ metric: Metric, of design: Int) -> Estimate? {
    estimate(metric, of: design, product: nil)
  }

  /// What is said of each claim, in the order of the scenario.
  package var claims: [ClaimFinding] {
    let products = scenario.population.conditions.catalog.products
    let margin = scenario.precision?.goal.decision?.margin
    return scenario.expectations.enumerated().map { number, expectation in
      let (evidence, verdict) = decide(expectation, number) ?? (.nothing, .inconclusive)
      var finding = ClaimFinding(
        expectation: expectation, product: expectation.product.map { products[$0].name },
        currency: scenario.currency, evidence: evidence, verdict: verdict)
      finding.isOfReplications = isOfReplications
      guard verdict == .inconclusive, case .number(let found) = evidence else { return finding }
      let bounds = expectation.claim.bounds
      if let margin, found.unit == .share {
        finding.isTied = bounds.contains { found.interval.isWithin(margin, of: $0) }
      }
      finding.usersToDecide = usersToDecide(found, bounds)
      return finding
    }
  }

  /// - Parameter claim: the index of the expectation.
  /// - Returns: nil where there is nothing of which the metric could be measured.
  private func decide(
    _ expectation: Expectation, _ claim: Int
  ) -> (ClaimFinding.Evidence, Verdict)? {
    let product = expectation.product
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
      return ending(of: index(of: design)).map {
        (.ending($0), Ending(charges, flags).accepts($0) ? .pass : .fail)
      }
    }
  }

  private func index(of design: String) -> Int {
    guard let index = scenario.designs.firstIndex(where: { $0.name == design }) else {
      preconditionFailure("a claim names a design of its scenario")
    }
    return index
  }

  /// What makes the scenario say less than it seems to.
  package var troublesOfScenario: [Trouble] {
    scenario.troubles(
      hasCharge: hasCharge, neverStruck: faultsThatNeverStruck, metOutage: metOutage)
  }
}

extension Verdict {
  /// The worst of some claims; with a trouble never a pass, and undecided if the run was cut short.
  package init(of claims: [ClaimFinding], _ troubles: [Trouble]) {
    let wasCut = troubles.contains { if case .cut = $0 { true } else { false } }
    if wasCut {
      self = .inconclusive
    } else if claims.contains(where: { $0.verdict == .fail }) {
      self = .fail
    } else {
      let isOpen = claims.contains { $0.verdict == .inconclusive }
      self = isOpen || !troubles.isEmpty ? .inconclusive : .pass
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
