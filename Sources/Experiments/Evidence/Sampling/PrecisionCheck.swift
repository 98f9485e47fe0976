import PurchaseWorld
package import Scenarios
import Statistics

/// What came of the precision that a scenario asked for.
package struct PrecisionFinding: Hashable, Sendable {
  /// Some of what a run was to decide, in the order of the scenario.
  package struct Questions: Hashable, Sendable {
    package var claims: [ClaimFinding] = []
    package var pairs: [ComparisonFinding] = []

    package var isEmpty: Bool { claims.isEmpty && pairs.isEmpty }
  }

  package var asked: Precision
  /// At which look the run ended, from 1.
  package var look: Int
  package var isMet: Bool
  /// What was to be decided and is not, and what is known to be a tie within the margin; empty where rates
  /// were to be known.
  package var undecided = Questions(), tied = Questions()
}

extension Results {
  /// What came of the precision that was asked for; nil when none was.
  package func precision(
    _ claims: [ClaimFinding], _ comparisons: [ComparisonFinding]
  ) -> PrecisionFinding? {
    guard let asked = scenario.precision else { return nil }
    guard let decision = asked.goal.decision else {
      return PrecisionFinding(asked: asked, look: look, isMet: isNarrow(asked.goal))
    }
    let pairs = decision.expectationsAlone ? [] : comparisons
    let undecided = PrecisionFinding.Questions(
      claims: claims.filter(\.isOpen), pairs: pairs.filter(\.isOpen))
    return PrecisionFinding(
      asked: asked, look: look, isMet: undecided.isEmpty, undecided: undecided,
      tied: .init(claims: claims.filter(\.isTied), pairs: pairs.filter(\.isTied)))
  }

  /// Whether the run knows what its precision asks for; true without one.
  package var isPrecise: Bool {
    guard let goal = scenario.precision?.goal else { return true }
    if goal.decision == nil { return isNarrow(goal) }
    return precision(claims, ComparisonFinding.all(self))?.isMet ?? true
  }

  /// How many users the next look needs; nil: the run has seen enough, or as many as it may. The
  /// next look is set where the intervals should be narrow enough if more users are like those seen
  /// so far; too early a look costs confidence, too late a one users. Before the first look a run
  /// does not end, however narrow its intervals are: that would be a look as well.
  var nextLook: Int? {
    guard let precision = scenario.precision, look == 0 || !isPrecise else { return nil }
    // Users like those seen so far would never tell a rate of which there is nothing to measure.
    guard designsWithoutCharge.isEmpty else { return nil }
    let users = Double(self.users)
    var most = Double(precision.atMost) / users
    guard most > 1 else { return nil }
    // A rate of which nothing was seen does not tell how many users it takes.
    if widths().contains(where: { $0.value == 0 }) { most = min(most, 9) }
    let goal = precision.goal
    let next = goal.decision != nil ? min(most, look == 0 ? 1.05 : 2) : factor(of: goal, upTo: most)
    // Rounded up, so that every look has more users, and the last one all that are allowed.
    return min(precision.atMost, Int((users * next).rounded(.up)))
  }

  /// The designs, by index, that the precision speaks of and that charged nobody.
  package var designsWithoutCharge: [Int] {
    guard let precision = scenario.precision else { return [] }
    let silent = scenario.designsOfPrecision.filter { index in
      !books.contains { $0.ledgers[index].all.total(.charges) > 0 }
    }
    guard precision.goal.decision?.expectationsAlone == true, !silent.isEmpty else { return silent }
    let unmeasured = claims.filter { $0.evidence == .nothing }.flatMap(\.expectation.claim.designs)
    return silent.filter { unmeasured.contains(scenario.designs[$0].name) }
  }

  /// How many times as many users should be enough.
  private func factor(of goal: Precision.Goal, upTo most: Double) -> Double {
    var (few, many) = (1.0, most)
    while many / few > 1.01 {
      let middle = (few * many).squareRoot()
      if isNarrow(goal, times: middle) { many = middle } else { few = middle }
    }
    // A later look is made with more confidence, which makes its interval wider.
    return min(most, many * (look == 0 ? 1.15 : 1.25))
  }

  /// Whether the intervals are narrow enough, or would be with so many times as many users.
  private func isNarrow(_ goal: Precision.Goal, times factor: Double = 1) -> Bool {
    widths(times: factor).allSatisfy { width in
      switch goal {
      case .halfWidth(let most): width.half <= most
      case .relativeHalfWidth(let most): width.half <= most * width.value
      case .until: true
      }
    }
  }

  /// The rates that must be known, with half the widths of their intervals; a rate of which there is
  /// nothing to measure is as unknown as can be.
  private func widths(times factor: Double = 1) -> [(value: Double, half: Double)] {
    scenario.designsOfPrecision.map { index in
      let moments = sampled { $0.ledgers[index].moments(.lost) }.ofLosses
      guard let rate = (factor == 1 ? moments : moments.times(factor)).share else {
        return (0, .infinity)
      }
      return (rate.value, (rate.interval.high - rate.interval.low) / 2)
    }
  }
}

extension Scenario {
  /// The designs, by index, that the precision speaks of: all without a name.
  var designsOfPrecision: [Int] {
    designs.indices.filter { [nil, designs[$0].name].contains(precision?.design) }
  }
}

extension Sampled<RatioMoments> {
  /// The same as from more users like these.
  fileprivate func times(_ factor: Double) -> Sampled<RatioMoments> {
    Sampled(
      users, certainty,
      parts.map { ($0.with(users: Int(Double($0.users) * factor)), $1.times(factor)) })
  }
}

extension RatioMoments {
  fileprivate func times(_ factor: Double) -> RatioMoments {
    RatioMoments(
      numerators: Int(Double(numerators) * factor),
      denominators: Int(Double(denominators) * factor),
      numeratorSquares: Int128(Double(numeratorSquares) * factor),
      products: Int128(Double(products) * factor),
      denominatorSquares: Int128(Double(denominatorSquares) * factor))
  }
}
