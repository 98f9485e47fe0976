/// A part of all users, by number of faults and traits.
///
/// The strata of a scenario are disjoint, cover all users, and have exactly known shares.
package struct Stratum: Hashable, Sendable {
  /// Whether an intent of the user leads to a tap that pays.
  package enum PaymentTrait: Hashable, Sendable {
    /// At least one intent does.
    case buys
    /// Every intent ends on a sheet that is cancelled.
    case cancelsAll

    var goal: PurchaseGoal { self == .buys ? .oneMore : .none }
  }

  /// The trait, besides faults, that decides whether a user's orders get lost.
  package enum Trait: Hashable, Sendable {
    /// Returns to the app, and does not first open it near a declared outage.
    case ordinary
    /// Never opens the app again after a death or a visit (P4).
    case neverReturns
    /// Returns, and first opens the app during a declared outage or just before it.
    case hasOutage
    /// Any of these.
    case any
  }

  /// The number of declared faults that occur for the user's intents.
  package enum FaultCount: Hashable, Sendable {
    case none
    /// Exactly one, of the declaration with this index.
    case one(declaration: Int)
    case two
    case threeOrMore
    case oneOrMore

    var goal: FaultCountGoal {
      switch self {
      case .none: FaultCountGoal(count: 0)
      case .one: FaultCountGoal(count: 1)
      case .two: FaultCountGoal(count: 2)
      case .threeOrMore: FaultCountGoal(count: 3, orMore: true)
      case .oneOrMore: FaultCountGoal(count: 1, orMore: true)
      }
    }
  }

  package var paymentTrait: PaymentTrait
  package var trait: Trait
  package var faultCount: FaultCount
  /// The share of all users, from above 0 to 1.
  package var weight: Double
  /// Whether a user could be charged at all. Without a fault, a user who cancels on every sheet
  /// cannot (S2), and has no order to lose.
  package var canCharge: Bool
}
