import PurchaseWorld

/// How the users of a run are drawn.
package enum Sampling: String, CaseIterable, Sendable {
  /// Each like all others.
  case plain
  /// By stratum, most where most is to be learnt.
  case stratified
}

/// When a run has seen enough users.
package struct Precision: Hashable, Sendable {
  /// What must be known.
  package enum Goal: Hashable, Sendable {
    /// Half the width of the interval of a lost-order rate is at most this share, above 0.
    case halfWidth(Double)
    /// It is at most this multiple of the rate, above 0.
    case relativeHalfWidth(Double)
    /// Every expectation is decided, and so is which of any two designs loses fewer orders.
    case decided
  }

  package var goal: Goal
  /// The confidence of all intervals of the run, together over all looks; from 0.5 to 0.9999.
  package var confidence = 0.95
  /// The number of users at which the run ends, whatever is known.
  package var atMost = 10_000_000
  /// The design whose rate must be known; nil for every design.
  package var design: String?

  /// Makes a goal with the defaults.
  package init(_ goal: Goal) { self.goal = goal }
}

extension Scenario {
  /// How the users are drawn: as the file says, else by stratum where faults are rare.
  ///
  /// Faults are rare where most users meet none, and where the users asked for are enough for all
  /// strata: then the strata with faults are where orders get lost.
  package var effectiveSampling: Sampling {
    guard !isCase else { return .plain }
    if let sampling { return sampling }
    guard !population.faults.isEmpty else { return .plain }
    let strata = Strata(population)
    let isRare = strata.shareWithoutFault > 0.5 && strata.shareWithoutFault < 1
    return isRare && users >= Scenario.usersPerStratum * strata.all.count ? .stratified : .plain
  }

  /// The fewest users with whom a scenario can be drawn by stratum as it asks; nil if it does not.
  package var fewestUsers: Int? {
    sampling == .stratified ? Strata(population).all.count * Scenario.usersPerStratum : nil
  }

  /// The fewest users in a stratified sample for each of its strata, on average.
  package static let usersPerStratum = 100
}
