import PurchaseWorld

/// Charged money in minor units, by the class in which its charges ended.
package struct Money: Hashable, Sendable {
  package private(set) var delivered = 0
  package private(set) var recovered = 0
  package private(set) var rescued = 0
  package private(set) var lost = 0

  /// No money.
  package init() {}

  /// All that was charged: to the last unit the sum of the classes.
  package var charged: Int { delivered + recovered + rescued + lost }

  /// Adds a charge.
  mutating func add(_ charge: ChargeOutcome) {
    precondition(charge.price >= 0, "a price is not negative")
    switch charge.fate {
    case .delivered: delivered += charge.price
    case .recovered: recovered += charge.price
    case .rescued: rescued += charge.price
    case .lost: lost += charge.price
    }
  }

  /// Adds other money, class by class.
  package static func += (left: inout Money, right: Money) {
    left.delivered += right.delivered
    left.recovered += right.recovered
    left.rescued += right.rescued
    left.lost += right.lost
  }
}
