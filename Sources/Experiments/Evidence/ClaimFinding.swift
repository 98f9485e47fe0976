import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// What a run says of one claim of its scenario.
package struct ClaimFinding: Hashable, Sendable {
  package enum Evidence: Hashable, Sendable {
    /// A number; for a comparison, the difference of two designs: the upper minus the lower, or
    /// minus the claimed multiple of the lower.
    case number(Estimate)
    case ending(Ending)
    /// Nothing of which the metric could be measured, such as a design without a charge.
    case nothing
  }

  package var expectation: Expectation
  /// The name of the product to which the claim is restricted; nil for all.
  package var product: String?
  /// The currency of amounts; nil where they are minor units.
  package var currency: Currency?
  package var evidence: Evidence, verdict: Verdict
  /// Whether it is undecided, and what it bounds is known to lie within the margin of a bound that the
  /// precision asks for; without a margin false.
  package var isTied = false
  /// About how many users would decide an undecided claim, or how many replications; nil where nothing hints
  /// at it.
  package var usersToDecide: Int?
  /// Whether users share a backend, so that replications decide.
  package var isOfReplications = false

  /// The design under which a user can show why the claim does not hold: the design that may have too much. Nil where
  /// it holds, where there may only be too little, and where nothing was measured.
  package var designWithTooMuch: String? {
    if verdict == .pass { return nil }
    switch expectation.claim {
    case .ending(let design, _, _), .below(_, let design, _, _): return design
    case .range(_, let design, _, let max):
      guard let max, case .number(let found) = evidence, found.interval.high > max else {
        return nil
      }
      return design
    }
  }

  /// Whether a precision until all is decided wants more users for it.
  package var isOpen: Bool { verdict == .inconclusive && !isTied }
}

/// How the one user of a case ended, or is expected to end, under one design.
package struct Ending: Hashable, Sendable {
  /// In the order of charging.
  package var charges: [ExpectedCharge] = []
  /// Each once, in the order of the format.
  package var flags: [CaseFlag] = []

  package init() {}

  package init(_ charges: [ExpectedCharge], _ flags: Set<CaseFlag>) {
    (self.charges, self.flags) = (charges, CaseFlag.allCases.filter(flags.contains))
  }

  /// Reads the ending from what became of the user.
  package init(_ outcome: Outcome) {
    var found: Set<CaseFlag> = []
    if outcome.charges.contains(where: \.duplicateDelivery) { found.insert(.duplicateDelivery) }
    for intent in outcome.intents {
      if intent.charges > 1 { found.insert(.doubleCharge) }
      if intent.flags.contains(.hung) { found.insert(.hung) }
      if intent.flags.contains(.refused) { found.insert(.refused) }
      if intent.flags.contains(.noOrder) { found.insert(.noOrder) }
    }
    self.init(outcome.charges.map { ExpectedCharge(of: $0.fate) }, found)
  }

  /// How many orders were lost, or rescued by a human.
  package var lostOrders: Int { charges.count { [.lost, .rescued].contains($0.outcome) } }

  /// Whether an ending is exactly this one; what a charge leaves out may be anything.
  package func accepts(_ ending: Ending) -> Bool {
    flags == ending.flags && charges.count == ending.charges.count
      && zip(charges, ending.charges).allSatisfy { expected, found in
        expected.outcome == found.outcome && (expected.kind ?? found.kind) == found.kind
          && (expected.dropPoint ?? found.dropPoint) == found.dropPoint
      }
  }
}

extension ExpectedCharge {
  /// How a charge ended, with nothing left out.
  package init(of fate: Fate) {
    switch fate {
    case .delivered: self.init(.delivered)
    case .recovered: self.init(.recovered)
    case .rescued: self.init(.rescued)
    case .lost(let kind, let point): self.init(.lost, kind: Kind(kind), dropPoint: point)
    case .refunded: self.init(.refunded)
    case .takenBack(.delivered): self.init(.refunded, kind: .delivered)
    case .takenBack(.lost(let kind, let point)):
      self.init(.refunded, kind: Kind(kind), dropPoint: point)
    }
  }

  /// Its identifiers: the class, and of a charge that was lost, or taken back, the kind and the drop point.
  package var words: [String] {
    [outcome.rawValue, kind?.rawValue, dropPoint?.rawValue].compactMap(\.self)
  }
}

/// Claims about a drawn scenario are decided on the interval of what they bound. In a case nothing is random, so
/// numbers are compared as they are.
extension Results: Evidence {
  package var isOfReplications: Bool { false }
  package var confidence: Confidence { certainty.confidence }
  package func tally(of design: Int) -> SampledTally { ledger(design).all }

  package func relations(_ confidence: Confidence) -> (Int, DesignPair) -> Relation? {
    { relation($0, of: $1, confidence) }
  }

  package var metOutage: Int {
    scenario.designs.indices.reduce(0) { $0 + ledger($1).sum(\.metOutage) }
  }

  package func ending(of design: Int) -> Ending? { endings.isEmpty ? nil : Ending(endings[design]) }

  package func usersToDecide(_ found: Estimate, _ bounds: [Double]) -> Int? {
    // A pilot's users are not divided over the strata as more users would be. A sum of money grows with the users;
    // only on which side of 0 it lies stays the same question.
    if isOfPilot || found.unit == .money && bounds != [0] { return nil }
    return found.usersToDecide(bounds, users)
  }

  /// A metric of a design, by index, as claims bound it; nil where there is nothing to measure.
  /// - Parameter product: the product that counts, by index; nil for all.
  package func estimate(_ metric: Metric, of design: Int, product: Int?) -> Estimate? {
    // Where every price is 0 an amount says nothing.
    if metric.unit == .money, Shape(scenario).perUser(metric, product: product) == 0...0 {
      return nil
    }
    let ledger = ledger(design)
    let estimate =
      if case .failedRetryRate(let retry) = metric { ledger.ladder.rate(retry: retry) } else {
        ledger.tally(product: product).estimate(
          metric, of: product, shape: Shape(scenario), exact: isCase)
      }
    return isCase ? estimate?.exact : estimate
  }

  /// The sums of a metric that is a share of what users did; nil of any other, and of a stratified sample.
  func moments(_ metric: Metric, of design: Int, product: Int?) -> RatioMoments? {
    let ledger = ledger(design)
    guard ledger.isPlain else { return nil }
    let part = ledger.parts[0].part
    return switch metric {
    case .share(let share): part.tally(product: product).moments(share)
    case .lateRate(let limit):
      part.tally(product: product).moments(row: Shape(scenario).row(within: limit), of: .charges)
    case .failedRetryRate(let retry): part.ladder.moments(retry: retry)
    default: nil
    }
  }

  package func difference(
    _ metric: Metric, of claim: Int, upper: Int, lower: Int, factor: Int, product: Int?
  ) -> Estimate? {
    guard let low = estimate(metric, of: lower, product: product),
      let high = estimate(metric, of: upper, product: product)
    else { return nil }
    guard !isCase, let index = books[0].pairs.firstIndex(where: { $0.claim == claim }) else {
      return high.minus(low.times(factor))
    }
    let pair = sampled { $0.pairs[index].moments }
    return high.unit == .money
      ? pair.totalDifference(factor, perUser: Shape(scenario).perUser(metric, product: product))
      : pair.shareDifference(factor)
  }
}

extension Expectation.Claim {
  /// What the interval of the number that it speaks of must not hold, to be decided.
  var bounds: [Double] {
    switch self {
    case .range(_, _, let min, let max): [min, max].compactMap(\.self)
    case .below(_, _, _, .difference(let least)): [least]
    case .below(_, _, _, .factor): [0]
    case .ending: []
    }
  }
}
