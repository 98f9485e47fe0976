import PurchaseWorld
import Scenarios
import Statistics

extension Results {
  /// Whether the run knows what its precision asks for; true without one.
  package var isPrecise: Bool {
    guard let precision = scenario.precision else { return true }
    switch precision.goal {
    case .halfWidth(let most): return widths(of: precision).allSatisfy { $0.half <= most }
    case .relativeHalfWidth(let most):
      return widths(of: precision).allSatisfy { $0.half <= most * $0.value }
    case .decided: return isDecided
    }
  }

  /// How many users the next look needs; nil: the run has seen enough, or as many as it may.
  ///
  /// A half-width falls with the square root of the number of users, so the next look can be set
  /// where it should be small enough; too early a look costs confidence, too late a one users.
  var nextLook: Int? {
    guard let precision = scenario.precision, !isPrecise else { return nil }
    let users = self.users
    guard users < precision.atMost else { return nil }
    var factor = 2.0
    let widths = widths(of: precision)
    switch precision.goal {
    case .halfWidth(let most):
      let worst = widths.map { $0.half / most }.max() ?? 1
      factor = worst * worst
    case .relativeHalfWidth(let most):
      let worst = widths.map { $0.value > 0 ? $0.half / (most * $0.value) : 3 }.max() ?? 1
      factor = worst * worst
    case .decided: break
    }
    // A later look is made with more confidence, which makes its interval wider.
    let margin = look == 0 ? 1.05 : 1.3
    let next = Double(users) * max(1.25, margin * factor)
    return next < Double(precision.atMost) ? Int(next) : precision.atMost
  }

  /// The rates that must be known, with half the widths of their intervals; a rate of which there is
  /// nothing to measure is as unknown as can be.
  private func widths(of precision: Precision) -> [(value: Double, half: Double)] {
    scenario.designs.indices.compactMap { index in
      if let name = precision.design, name != scenario.designs[index].name { return nil }
      guard let rate = ledger(index).all.rate(.lost) else { return (0, .infinity) }
      return (rate.value, (rate.interval.high - rate.interval.low) / 2)
    }
  }

  /// Whether every expectation is decided, and so is which of any two designs loses fewer orders.
  private var isDecided: Bool {
    if Judge(self).decide().contains(where: { $0.verdict == .inconclusive }) { return false }
    return ComparisonFinding.all(self).allSatisfy { $0.fewer != nil }
  }
}
