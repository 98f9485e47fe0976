/// Simulated users of a run from one part of the population, with the part's weight.
package struct SampledStratum: Hashable, Sendable {
  /// Restriction of a part to users with certain random draws.
  package enum DrawRestriction: String, CaseIterable, Sendable {
    /// All users; users proven to lose no order (`LossFreeUsers`); or the remaining users.
    case any, safe, doubtful
  }

  /// The index of the stratum in the population; nil for a plain sample.
  package var index: Int?
  package var drawRestriction = DrawRestriction.any
  /// The exact share of all users who belong to this part, above 0, up to 1.
  package var weight: Double
  /// The number of simulated users of the part.
  package var users: Int
  /// The number of tested user numbers, from 0; `users` unless the part restricts the draws.
  package var testedUserNumberCount: Int
  /// Whether any user of the part can be charged; if not, no order can be lost.
  package var canCharge: Bool

  package init(index: Int?, weight: Double, users: Int, canCharge: Bool) {
    (self.index, self.weight, self.users, self.canCharge) = (index, weight, users, canCharge)
    testedUserNumberCount = users
  }

  /// The only part of a plain sample.
  package static func plainSample(_ users: Int) -> SampledStratum {
    SampledStratum(index: nil, weight: 1, users: users, canCharge: true)
  }

  /// The same part with another number of users.
  package func with(users: Int) -> SampledStratum {
    var part = self
    part.users = users
    return part
  }
}
