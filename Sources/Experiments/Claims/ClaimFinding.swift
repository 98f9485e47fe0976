package import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// What a run says of one claim of its scenario.
package struct ClaimFinding: Hashable, Sendable {
  /// What is claimed, in the terms of the format.
  package enum Claim: Hashable, Sendable {
    /// A metric of a design lies between bounds; either may be absent.
    case range(Measure, design: String, min: Double?, max: Double?)
    /// A metric of one design lies below that of another, by a margin.
    case below(Measure, lower: String, upper: String, by: Expectation.Margin)
    /// A case ends so under a design.
    case ending(design: String, ExpectedEnding)
  }

  /// What is measured.
  package struct Measure: Hashable, Sendable {
    /// The name of the metric.
    package var metric: String
    /// What its numbers count.
    package var unit: Estimate.Unit
    /// The deadline that belongs to the metric, if it has one.
    package var within: Delay?
    /// The number of the retry that belongs to the metric, from 1, if it has one.
    package var retry: Int?
    /// The name of the product to which it is restricted; nil for all.
    package var product: String?
  }

  /// What was found.
  package enum Evidence: Hashable, Sendable {
    /// A number; for a comparison, the difference of two designs: the upper minus the lower, or
    /// minus the claimed multiple of the lower.
    case number(Estimate)
    /// How a case ended.
    case ending(Ending)
    /// Nothing of which the metric could be measured, such as a design without a charge.
    case nothing
  }

  /// Where the claim stands in the file, such as `expect[2]`.
  package var path: String
  /// The line of the file at which it begins, from 1.
  package var line: Int
  /// The column of that line, from 1.
  package var column: Int
  package var claim: Claim
  package var evidence: Evidence
  package var verdict: Verdict
}

/// How the one user of a case ended under one design.
package struct Ending: Hashable, Sendable {
  /// The classes of the charges, in the order of charging.
  package var fates: [Fate]
  /// The names of the flags, each once, in the order of the format.
  package var flags: [String]

  /// Reads the ending from what became of the user.
  package init(_ outcome: Outcome) {
    fates = outcome.charges.map(\.fate)
    var found: Set<CaseFlag> = []
    if outcome.charges.contains(where: \.duplicateDelivery) { found.insert(.duplicateDelivery) }
    for intent in outcome.intents {
      if intent.charges > 1 { found.insert(.doubleCharge) }
      if intent.flags.contains(.hung) { found.insert(.hung) }
      if intent.flags.contains(.refused) { found.insert(.refused) }
      if intent.flags.contains(.noOrder) { found.insert(.noOrder) }
    }
    flags = Ending.names(of: found)
  }

  /// The names of some flags, in the order of the format.
  static func names(of flags: Set<CaseFlag>) -> [String] {
    CaseFlag.allCases.filter(flags.contains).map(\.rawValue)
  }
}

/// How a case is expected to end under one design.
package struct ExpectedEnding: Hashable, Sendable {
  /// The charges, in the order of charging.
  package var charges: [ExpectedCharge]
  /// The names of the flags, in the order of the format.
  package var flags: [String]

  /// Takes over what a case states.
  package init(_ charges: [ExpectedCharge], _ flags: Set<CaseFlag>) {
    self.charges = charges
    self.flags = Ending.names(of: flags)
  }

  /// Whether an ending is exactly the expected one.
  package func accepts(_ ending: Ending) -> Bool {
    flags == ending.flags && charges.count == ending.fates.count
      && zip(charges, ending.fates).allSatisfy { $0.accepts($1) }
  }
}

extension ExpectedCharge {
  /// Whether a fate is the expected one.
  fileprivate func accepts(_ fate: Fate) -> Bool {
    guard fate.name == outcome.rawValue else { return false }
    guard case .lost(let kind, let point) = fate else { return true }
    return (self.kind ?? kind) == kind && (dropPoint ?? point) == point
  }
}

extension Fate {
  /// The name of the class in scenarios and results.
  package var name: String {
    switch self {
    case .delivered: "delivered"
    case .recovered: "recovered"
    case .rescued: "rescued"
    case .lost: "lost"
    case .refunded: "refunded"
    }
  }
}
