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
  package var evidence: Evidence
  package var verdict: Verdict
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
    case .lost(let kind, let point): self.init(.lost, kind: kind, dropPoint: point)
    case .refunded: self.init(.refunded)
    }
  }

  /// Its identifiers: the class, and of a lost charge the kind and the drop point.
  package var words: [String] {
    [outcome.rawValue, kind?.rawValue, dropPoint?.rawValue].compactMap(\.self)
  }
}
