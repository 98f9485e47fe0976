/// A part of all users: those whom so many faults strike, and who have such traits.
///
/// The strata of a scenario are disjoint and cover all users, and the share of each is known exactly.
package struct Stratum: Hashable, Sendable {
  /// Whether a wish of the user leads to a tap that pays.
  package enum Buying: Hashable, Sendable {
    /// At least one wish does.
    case buys
    /// Every wish ends on a sheet that is cancelled.
    case cancelsAll

    var goal: BuyGoal { self == .buys ? .oneMore : .none }
  }

  /// What beside faults decides whether a user's orders get lost.
  package enum Trait: Hashable, Sendable {
    /// Returns to the app, and does not first open it about the time of a declared outage.
    case ordinary
    /// Never opens the app again after a death or a visit (P4).
    case neverReturns
    /// Returns, and first opens the app during a declared outage or just before it.
    case meetsOutage
    /// Any of these.
    case any
  }

  /// How many declared faults strike the wishes of the user.
  package enum Strikes: Hashable, Sendable {
    case none
    /// Exactly one, of the declaration with this index.
    case one(declaration: Int)
    case two
    case threeOrMore
    case oneOrMore

    var goal: StrikeGoal {
      switch self {
      case .none: StrikeGoal(count: 0)
      case .one: StrikeGoal(count: 1)
      case .two: StrikeGoal(count: 2)
      case .threeOrMore: StrikeGoal(count: 3, orMore: true)
      case .oneOrMore: StrikeGoal(count: 1, orMore: true)
      }
    }
  }

  package var buying: Buying
  package var trait: Trait
  package var strikes: Strikes
  /// The share of all users, from above 0 to 1.
  package var weight: Double
  /// Whether a user could be charged at all.
  ///
  /// Without a fault nobody is who cancels on every sheet (S2): then there is no order to lose.
  package var canCharge: Bool
}
