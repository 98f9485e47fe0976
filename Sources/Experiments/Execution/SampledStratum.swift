/// The users of a run who were drawn from one part of all users, and how much they stand for.
package struct SampledStratum: Hashable, Sendable {
  /// Which users of a stratum make a part, by what their random streams prove.
  package enum Luck: String, CaseIterable, Sendable {
    /// All; users proved to lose no order (`SafeLuck`); or the other users.
    case any, safe, doubtful
  }

  /// The index of the stratum among those of the population; nil: drawn from all users.
  package var index: Int?
  package var luck = Luck.any
  /// The exact share of all users who are of this part, above 0 to 1.
  package var weight: Double
  /// How many users were drawn from it.
  package var users: Int
  /// How many numbers of the stratum, from 0, were looked through for them: as many as users, unless
  /// not all users of the stratum are meant.
  package var numbers: Int
  /// Whether any of them could be charged; where none could, no order could be lost.
  package var canCharge: Bool

  package init(index: Int?, weight: Double, users: Int, canCharge: Bool) {
    (self.index, self.weight, self.users, self.canCharge) = (index, weight, users, canCharge)
    numbers = users
  }

  /// The only part of a run whose users are all drawn alike.
  package static func everyone(_ users: Int) -> SampledStratum {
    SampledStratum(index: nil, weight: 1, users: users, canCharge: true)
  }

  /// The same with another number of users.
  func with(users: Int) -> SampledStratum {
    var part = self
    part.users = users
    return part
  }
}
