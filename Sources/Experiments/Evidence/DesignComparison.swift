package import Scenarios
package import Statistics

/// Comparison of a second design with a first design by one objective, over the same users.
package struct DesignComparison: Hashable, Sendable {
  /// The second design minus the first, with an interval at the confidence of the whole conclusion.
  package var difference: Estimate
  /// Whether every user has the same counts under both, so more users cannot separate the designs.
  package var hasIdenticalCounts: Bool

  /// Direction of the second design relative to the first, by the interval.
  package enum Direction: Hashable, Sendable { case fewer, more, undecided }

  package var direction: Direction {
    if difference.interval.low > 0 { return .more }
    return difference.interval.high < 0 ? .fewer : .undecided
  }

  /// Approximate number of users that would decide the difference; nil if decided or unknown.
  /// - Parameter users: the number of users simulated under both designs.
  package func usersToDecide(_ users: Int) -> Int? {
    direction == .undecided && !hasIdenticalCounts ? difference.usersToDecide([0], users) : nil
  }

  /// The same comparison with the two designs exchanged.
  package var reversed: DesignComparison {
    let (low, high) = (-difference.interval.high, -difference.interval.low)
    return DesignComparison(
      difference: Estimate(-difference.value, Interval(low: low, high: high), difference.unit),
      hasIdenticalCounts: hasIdenticalCounts)
  }
}

extension RunResults {
  /// The joint sums of two designs for an objective of the scenario, by index; nil if not kept.
  func moments(_ objective: Int, of pair: DesignPair) -> StratifiedCounts<PairMoments>? {
    guard totals[0].jointSums.moments(objective, of: pair, totals[0].countersByDesign) != nil else {
      return nil
    }
    return stratifiedCounts {
      $0.jointSums.moments(objective, of: pair, $0.countersByDesign) ?? PairMoments()
    }
  }

  /// Comparison of two designs by an objective; nil if either design has nothing to measure.
  ///
  /// Without joint sums the correlation of the designs is unknown, and the interval allows any.
  package func designComparison(
    _ objective: Int, of pair: DesignPair, _ confidence: Confidence
  ) -> DesignComparison? {
    let metric = scenario.objectives[objective].metric
    // Many comparisons at once use the far tails of the distribution: only exact limits hold there.
    let intervalSettings = IntervalSettings(confidence: confidence, method: .clopperPearson)
    guard var moments = moments(objective, of: pair) else {
      let each = [pair.first, pair.second].map { design -> Estimate? in
        var counters = designCounters(design).all
        counters.intervalSettings = intervalSettings
        return counters.estimate(
          metric, of: nil, counterLayout: CounterLayout(scenario), exact: false)
      }
      guard let first = each[0], let second = each[1] else { return nil }
      return DesignComparison(difference: second.minus(first), hasIdenticalCounts: false)
    }
    moments.intervalSettings = intervalSettings
    let difference: Estimate?
    if case .share(let share) = metric {
      difference = (share.row.isLoss ? moments.ofLosses : moments).shareDifference(1)
    } else {
      let perUser = CounterLayout(scenario).contributionRange(metric, product: nil)
      difference = moments.totalDifference(1, perUser: perUser)
    }
    let isSame = moments.parts.allSatisfy(\.part.isSame)
    return difference.map { DesignComparison(difference: $0, hasIdenticalCounts: isSame) }
  }
}

extension PairMoments {
  /// Whether every user had the same counts: Σ(n₁ − n₂)² and Σ(d₁ − d₂)² are 0.
  fileprivate var isSame: Bool {
    first.numeratorSquareSum + second.numeratorSquareSum == 2 * sumN1N2
      && first.denominatorSquareSum + second.denominatorSquareSum == 2 * sumD1D2
  }
}

extension Confidence {
  /// The confidence that each of several comparisons needs so that all of them hold together.
  package func shared(by comparisons: Int) -> Confidence {
    Confidence(error: error / Double(max(1, comparisons)))
  }
}
