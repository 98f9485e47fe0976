import PurchaseWorld
package import Scenarios
import Statistics

/// Result of the `precision` of a scenario.
package struct PrecisionFinding: Hashable, Sendable {
  /// Some of the questions that a run should decide, in the order of the scenario.
  package struct Hypotheses: Hashable, Sendable {
    package var claims: [ClaimFinding] = []
    /// The comparisons of pairs of designs.
    package var pairs: [ComparisonFinding] = []

    package var isEmpty: Bool { claims.isEmpty && pairs.isEmpty }
  }

  /// The requested precision of the scenario.
  package var requested: Precision
  /// The look at which the run ended, from 1.
  package var look: Int
  /// Whether the run reached the requested precision.
  package var isMet: Bool
  /// Questions that should be decided and are not, and ties within the margin; both are empty if
  /// the precision is one of rates.
  package var undecided = Hypotheses(), tied = Hypotheses()
}

extension RunResults {
  /// The result of the precision; nil if the scenario has none.
  package func precisionFinding(
    _ claims: [ClaimFinding], _ comparisons: [ComparisonFinding]
  ) -> PrecisionFinding? {
    guard let requested = scenario.precision else { return nil }
    guard let decision = requested.goal.decision else {
      return PrecisionFinding(requested: requested, look: look, isMet: isNarrow(requested.goal))
    }
    let pairs = decision.decidesExpectationsOnly ? [] : comparisons
    let undecided = PrecisionFinding.Hypotheses(
      claims: claims.filter(\.isOpen), pairs: pairs.filter(\.isOpen))
    return PrecisionFinding(
      requested: requested, look: look, isMet: undecided.isEmpty, undecided: undecided,
      tied: .init(claims: claims.filter(\.isTied), pairs: pairs.filter(\.isTied)))
  }

  /// Whether the run has reached its precision; true without a precision.
  package var isPrecise: Bool {
    guard let goal = scenario.precision?.goal else { return true }
    if goal.decision == nil { return isNarrow(goal) }
    return precisionFinding(claims, ComparisonFinding.all(self))?.isMet ?? true
  }

  /// The number of users at the next look; nil if the run has reached its precision or its maximum.
  /// The next look is set where the intervals should be narrow enough if more users are like the
  /// users so far. An early look costs confidence, a late look costs users. Before the first look a
  /// run does not end, even with narrow intervals, because that test would be a look.
  var nextLook: Int? {
    guard let precision = scenario.precision, look == 0 || !isPrecise else { return nil }
    // More users of this kind would not help to estimate a rate without any charge.
    guard designsWithoutCharge.isEmpty else { return nil }
    let users = Double(self.users)
    var maximum = Double(precision.maxUsers) / users
    guard maximum > 1 else { return nil }
    // A rate of 0 gives no estimate of the number of users that it needs.
    if widths().contains(where: { $0.value == 0 }) { maximum = min(maximum, 9) }
    let goal = precision.goal
    let next =
      goal.decision != nil ? min(maximum, look == 0 ? 1.05 : 2) : factor(of: goal, upTo: maximum)
    // Rounded up, so every look has more users and the last look has the maximum.
    return min(precision.maxUsers, Int((users * next).rounded(.up)))
  }

  /// The designs of the precision, by index, that charged no user.
  package var designsWithoutCharge: [Int] {
    guard let precision = scenario.precision else { return [] }
    let silent = scenario.designsOfPrecision.filter { index in
      !totals.contains { $0.countersByDesign[index].all.total(.charges) > 0 }
    }
    guard precision.goal.decision?.decidesExpectationsOnly == true, !silent.isEmpty else {
      return silent
    }
    let unmeasured = claims.filter { $0.measurement == .nothing }.flatMap(
      \.expectation.claim.designs)
    return silent.filter { unmeasured.contains(scenario.designs[$0].name) }
  }

  /// The estimated factor by which the number of users must grow.
  private func factor(of goal: Precision.Goal, upTo maximum: Double) -> Double {
    var (few, many) = (1.0, maximum)
    while many / few > 1.01 {
      let middle = (few * many).squareRoot()
      if isNarrow(goal, times: middle) { many = middle } else { few = middle }
    }
    // A later look has a higher confidence, which makes its interval wider.
    return min(maximum, many * (look == 0 ? 1.15 : 1.25))
  }

  /// Whether the intervals are narrow enough, or would be with `factor` times as many users.
  private func isNarrow(_ goal: Precision.Goal, times factor: Double = 1) -> Bool {
    widths(times: factor).allSatisfy { width in
      switch goal {
      case .halfWidth(let maximum): width.half <= maximum
      case .relativeHalfWidth(let maximum): width.half <= maximum * width.value
      case .until: true
      }
    }
  }

  /// The rates of the precision and half the widths of their intervals; infinite width for a rate
  /// without anything to measure.
  private func widths(times factor: Double = 1) -> [(value: Double, half: Double)] {
    scenario.designsOfPrecision.map { index in
      let moments = stratifiedCounts { $0.countersByDesign[index].moments(.lost) }.ofLosses
      guard let rate = (factor == 1 ? moments : moments.times(factor)).share else {
        return (0, .infinity)
      }
      return (rate.value, (rate.interval.high - rate.interval.low) / 2)
    }
  }
}

extension Scenario {
  /// The designs, by index, to which the precision applies: all designs if it has no name.
  var designsOfPrecision: [Int] {
    designs.indices.filter { [nil, designs[$0].name].contains(precision?.design) }
  }
}

extension StratifiedCounts<RatioMoments> {
  /// The expected sums of `factor` times as many users.
  fileprivate func times(_ factor: Double) -> StratifiedCounts<RatioMoments> {
    StratifiedCounts(
      users, intervalSettings,
      parts.map { ($0.with(users: Int(Double($0.users) * factor)), $1.times(factor)) })
  }
}

extension RatioMoments {
  fileprivate func times(_ factor: Double) -> RatioMoments {
    RatioMoments(
      numerators: Int(Double(numeratorSum) * factor),
      denominators: Int(Double(denominatorSum) * factor),
      numeratorSquares: Int128(Double(numeratorSquareSum) * factor),
      products: Int128(Double(productSum) * factor),
      denominatorSquares: Int128(Double(denominatorSquareSum) * factor))
  }
}
