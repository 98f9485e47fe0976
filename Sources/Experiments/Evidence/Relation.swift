package import Scenarios
package import Statistics

/// How a second design compares with a first by one objective, over the same users.
package struct Relation: Hashable, Sendable {
  /// The second design less the first, with an interval at the confidence of the whole conclusion.
  package var difference: Estimate
  /// Whether every user counts the same under both, so that no number of users tells them apart.
  package var isSame: Bool

  /// What the interval says of the second design.
  package enum Order: Hashable, Sendable { case fewer, more, undecided }

  package var order: Order {
    if difference.interval.low > 0 { return .more }
    return difference.interval.high < 0 ? .fewer : .undecided
  }

  /// About how many users would decide an undecided difference; nil where nothing hints at one.
  /// - Parameter users: how many met both designs.
  package func usersToDecide(_ users: Int) -> Int? {
    order == .undecided && !isSame ? difference.usersToDecide([0], users) : nil
  }

  /// The same seen from the other design.
  package var turned: Relation {
    let (low, high) = (-difference.interval.high, -difference.interval.low)
    return Relation(
      difference: Estimate(-difference.value, Interval(low: low, high: high), difference.unit),
      isSame: isSame)
  }
}

extension Results {
  /// The joint sums of two designs for an objective, by its place among those of the scenario; nil if they
  /// were not kept.
  func moments(_ objective: Int, of pair: DesignPair) -> Sampled<PairMoments>? {
    guard books[0].joint.moments(objective, of: pair, books[0].ledgers) != nil else { return nil }
    return sampled { $0.joint.moments(objective, of: pair, $0.ledgers) ?? PairMoments() }
  }

  /// Compares two designs by an objective; nil where either has nothing to measure.
  ///
  /// Where there are no joint sums it is not known how the two vary together, and the interval allows for
  /// everything.
  package func relation(
    _ objective: Int, of pair: DesignPair, _ confidence: Confidence
  ) -> Relation? {
    let metric = scenario.objectives[objective].metric
    // Far out in the tails, where many comparisons together look, only exact limits are trusted.
    let certainty = Certainty(confidence: confidence, method: .clopperPearson)
    guard var moments = moments(objective, of: pair) else {
      let each = [pair.first, pair.second].map { design -> Estimate? in
        var tally = ledger(design).all
        tally.certainty = certainty
        return tally.estimate(metric, of: nil, shape: Shape(scenario), exact: false)
      }
      guard let first = each[0], let second = each[1] else { return nil }
      return Relation(difference: second.minus(first), isSame: false)
    }
    moments.certainty = certainty
    let difference: Estimate?
    if case .share(let share) = metric {
      difference = (share.row.isLoss ? moments.ofLosses : moments).shareDifference(1)
    } else {
      let perUser = Shape(scenario).perUser(metric, product: nil)
      difference = moments.totalDifference(1, perUser: perUser)
    }
    let isSame = moments.parts.allSatisfy(\.part.isSame)
    return difference.map { Relation(difference: $0, isSame: isSame) }
  }
}

extension PairMoments {
  /// Whether every user counted the same: Σ(n₁ − n₂)² and Σ(d₁ − d₂)² are 0.
  fileprivate var isSame: Bool {
    first.numeratorSquares + second.numeratorSquares == 2 * numerators
      && first.denominatorSquares + second.denominatorSquares == 2 * denominators
  }
}

extension Confidence {
  /// How sure each of some comparisons has to be, so that all hold together.
  package func shared(by comparisons: Int) -> Confidence {
    Confidence(error: error / Double(max(1, comparisons)))
  }
}
