package import PurchaseWorld
package import Scenarios

/// How the one user of a case ended under one design.
package struct Ending: Hashable, Sendable {
  /// The classes of the charges, in the order of charging.
  package var fates: [Fate]
  /// The exact set of flags.
  package var flags: Set<CaseFlag>

  /// Reads the ending from what became of the user.
  package init(_ outcome: Outcome) {
    fates = outcome.charges.map(\.fate)
    flags = []
    if outcome.charges.contains(where: \.duplicateDelivery) { flags.insert(.duplicateDelivery) }
    for intent in outcome.intents {
      if intent.charges > 1 { flags.insert(.doubleCharge) }
      if intent.flags.contains(.hung) { flags.insert(.hung) }
      if intent.flags.contains(.refused) { flags.insert(.refused) }
      if intent.flags.contains(.noOrder) { flags.insert(.noOrder) }
    }
  }

  /// Whether exactly this was expected.
  package func agrees(with charges: [ExpectedCharge], _ flags: Set<CaseFlag>) -> Bool {
    self.flags == flags && fates.count == charges.count
      && zip(fates, charges).allSatisfy { $0.agrees(with: $1) }
  }
}

extension Fate {
  /// Whether this fate is the expected one; what the expectation leaves out may be anything.
  package func agrees(with expected: ExpectedCharge) -> Bool {
    switch self {
    case .delivered: expected.outcome == .delivered
    case .recovered: expected.outcome == .recovered
    case .rescued: expected.outcome == .rescued
    case .lost(let kind, let point):
      expected.outcome == .lost && (expected.kind ?? kind) == kind
        && (expected.dropPoint ?? point) == point
    }
  }
}
