import EventEngine
import PurchaseWorld
import Scenarios
import Statistics

/// Decides claims by the counts of a run.
///
/// A claim about a drawn scenario is decided on the interval of what it bounds. In a case nothing
/// is random, so numbers are compared as they are.
struct Judge {
  let results: Results

  init(_ results: Results) { self.results = results }

  private var isCase: Bool { results.isCase }

  /// The findings for all claims, in their order.
  func decide() -> [ClaimFinding] {
    let pairs = results.books[0].pairs
    let products = results.scenario.population.conditions.catalog.products
    return results.scenario.expectations.enumerated().map { number, expectation in
      let pair = pairs.firstIndex { $0.claim == number }.map { index in
        results.sampled { $0.pairs[index].moments }
      }
      let (evidence, verdict) = decide(expectation, pair) ?? (.nothing, .inconclusive)
      return ClaimFinding(
        expectation: expectation, product: expectation.product.map { products[$0].name },
        evidence: evidence, verdict: verdict)
    }
  }

  /// - Returns: nil where there is nothing of which the metric could be measured.
  private func decide(
    _ expectation: Expectation, _ pair: Sampled<PairMoments>?
  ) -> (ClaimFinding.Evidence, Verdict)? {
    let product = expectation.product
    switch expectation.claim {
    case .range(let metric, let design, let min, let max):
      return estimate(metric, of: design, product).map {
        (.number($0), Verdict(of: $0.interval, min: min, max: max))
      }
    case .below(let metric, let lower, let upper, let margin):
      let (factor, least) =
        switch margin {
        case .difference(let least): (1, least)
        case .factor(let factor): (factor, 0.0)
        }
      guard let low = estimate(metric, of: lower, product),
        let high = estimate(metric, of: upper, product),
        let found = difference(metric, product, low, high, factor, pair)
      else { return nil }
      return (.number(found), Judge.exceeds(found.interval, least))
    case .ending(let design, let charges, let flags):
      guard !results.endings.isEmpty else { return nil }
      let ending = Ending(results.endings[index(of: design)])
      return (.ending(ending), Ending(charges, flags).accepts(ending) ? .pass : .fail)
    }
  }

  /// Whether a difference reaches a margin; without a margin, whether it is above 0.
  private static func exceeds(_ interval: Interval, _ margin: Double) -> Verdict {
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
    let ledger = results.ledger(index(of: design))
    let estimate =
      if case .failedRetryRate(let retry) = metric {
        ledger.ladder.rate(retry: retry)
      } else {
        ledger.tally(product: product).estimate(
          metric, of: product, shape: Shape(results.scenario), exact: isCase)
      }
    return isCase ? estimate?.exact : estimate
  }

  /// The metric of the upper design minus a multiple of that of the lower.
  private func difference(
    _ metric: Metric, _ product: Int?, _ lower: Estimate, _ upper: Estimate, _ factor: Int,
    _ pair: Sampled<PairMoments>?
  ) -> Estimate? {
    guard let pair, !isCase else { return upper.minus(lower.times(factor)) }
    return upper.unit == .money
      ? pair.totalDifference(
        factor, perUser: Shape(results.scenario).perUser(metric, product: product))
      : pair.shareDifference(factor)
  }
}
