import PurchaseWorld
import Scenarios
import Statistics

/// Decides claims by the counts of a run.
///
/// A claim about a drawn scenario is decided on the interval of what it bounds. In a case nothing is
/// random, so numbers are compared as they are.
struct Judge {
  let results: Results
  let shape: Shape

  init(_ results: Results) {
    self.results = results
    shape = Shape(results.scenario.population.conditions)
  }

  private var isCase: Bool { results.scenario.isCase }

  /// The findings for all claims, in their order.
  func decide() -> [ClaimFinding] {
    var pairs = results.books.pairs.makeIterator()
    return results.scenario.expectations.map { expectation in
      switch expectation.claim {
      case .range(let metric, let design, let min, let max):
        let estimate = estimate(metric, of: design, expectation.product)
        return finding(expectation, estimate) { Verdict(of: $0.interval, min: min, max: max) }
      case .below(let metric, let lower, let upper, let margin):
        let pair = PairLedger.supports(metric) ? pairs.next() : nil
        let estimate = difference(metric, lower, upper, expectation.product, pair)
        return finding(expectation, estimate) { Judge.below($0.interval, by: margin) }
      case .ending(let design, let charges, let flags):
        let ending = Ending(results.endings[index(of: design)])
        let verdict: Verdict = ending.agrees(with: charges, flags) ? .pass : .fail
        return ClaimFinding(expectation, .ending(ending), verdict)
      }
    }
  }

  private func finding(
    _ expectation: Expectation, _ estimate: Estimate?, _ verdict: (Estimate) -> Verdict
  ) -> ClaimFinding {
    guard let estimate else { return ClaimFinding(expectation, .nothing, .inconclusive) }
    return ClaimFinding(expectation, .number(estimate), verdict(estimate))
  }

  /// The upper design exceeds the lower by the margin; without a margin, by anything above 0.
  private static func below(_ interval: Interval, by margin: Double) -> Verdict {
    if interval.low >= margin && interval.low > 0 { return .pass }
    if interval.high < margin || interval.high <= 0 { return .fail }
    return .inconclusive
  }

  private func index(of design: String) -> Int {
    guard let index = results.scenario.designs.firstIndex(where: { $0.name == design }) else {
      preconditionFailure("a claim names a design of its scenario")
    }
    return index
  }

  private func estimate(_ metric: Metric, of design: String, _ product: Int?) -> Estimate? {
    let ledger = results.books.ledgers[index(of: design)]
    let estimate = ledger.tally(product: product).estimate(
      metric, shape: shape, users: ledger.users, exact: isCase)
    return isCase ? estimate?.exact : estimate
  }

  /// The metric of the upper design minus that of the lower.
  private func difference(
    _ metric: Metric, _ lower: String, _ upper: String, _ product: Int?, _ pair: PairLedger?
  ) -> Estimate? {
    guard let low = estimate(metric, of: lower, product),
      let high = estimate(metric, of: upper, product)
    else { return nil }
    guard let pair, !isCase else { return high.minus(low) }
    if low.unit == .money { return moneyDifference(pair.moments) }
    guard let paired = PairedDifference(pair.moments) else { return nil }
    return Estimate(paired.value, paired.interval, .share)
  }

  /// The total of the users' differences, each of which is one observation.
  private func moneyDifference(_ moments: PairMoments) -> Estimate {
    let sum = moments.second.numerators - moments.first.numerators
    let squares =
      moments.first.numeratorSquares + moments.second.numeratorSquares - 2 * moments.numerators
    let total = AmountTotal(sum: sum, squares: squares, users: moments.first.denominators)
    return Estimate(Double(sum), total.interval, .money)
  }
}
