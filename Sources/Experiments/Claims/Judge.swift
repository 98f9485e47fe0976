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
  let shape: Shape

  init(_ results: Results) {
    self.results = results
    shape = Shape(results.scenario)
  }

  private var isCase: Bool { results.isCase }

  /// The findings for all claims, in their order.
  func decide() -> [ClaimFinding] {
    let pairs = results.books[0].pairs
    return results.scenario.expectations.enumerated().map { number, expectation in
      let pair = pairs.firstIndex { $0.claim == number }.map { index in
        results.sampled { $0.pairs[index].moments }
      }
      let (claim, evidence, verdict) = decide(expectation, pair)
      return ClaimFinding(
        path: expectation.path, line: expectation.line, column: expectation.column,
        claim: claim, evidence: evidence, verdict: verdict)
    }
  }

  private func decide(
    _ expectation: Expectation, _ pair: Sampled<PairMoments>?
  ) -> (ClaimFinding.Claim, ClaimFinding.Evidence, Verdict) {
    let product = expectation.product
    switch expectation.claim {
    case .range(let metric, let design, let min, let max):
      let claim = ClaimFinding.Claim.range(
        measure(metric, product), design: design, min: min, max: max)
      guard let found = estimate(metric, of: design, product) else {
        return (claim, .nothing, .inconclusive)
      }
      return (claim, .number(found), Verdict(of: found.interval, min: min, max: max))
    case .below(let metric, let lower, let upper, let margin):
      let claim = ClaimFinding.Claim.below(
        measure(metric, product), lower: lower, upper: upper, by: margin)
      guard let low = estimate(metric, of: lower, product),
        let high = estimate(metric, of: upper, product),
        let found = difference(metric, product, low, high, margin.terms.factor, pair)
      else { return (claim, .nothing, .inconclusive) }
      return (claim, .number(found), Judge.exceeds(found.interval, margin.terms.least))
    case .ending(let design, let charges, let flags):
      let expected = ExpectedEnding(charges, flags)
      let claim = ClaimFinding.Claim.ending(design: design, expected)
      guard !results.endings.isEmpty else { return (claim, .nothing, .inconclusive) }
      let ending = Ending(results.endings[index(of: design)])
      return (claim, .ending(ending), expected.accepts(ending) ? .pass : .fail)
    }
  }

  /// Whether a difference reaches a margin; without a margin, whether it is above 0.
  private static func exceeds(_ interval: Interval, _ margin: Double) -> Verdict {
    if interval.low >= margin && interval.low > 0 { return .pass }
    if interval.high < margin || interval.high <= 0 { return .fail }
    return .inconclusive
  }

  private func measure(_ metric: Metric, _ product: Int?) -> ClaimFinding.Measure {
    var within: Delay?
    if case .lateRate(let deadline) = metric { within = deadline }
    var retry: Int?
    if case .failedRetryRate(let number) = metric { retry = number }
    let products = results.scenario.population.conditions.catalog.products
    return ClaimFinding.Measure(
      metric: metric.name, unit: metric.unit, within: within, retry: retry,
      product: product.map { products[$0].name })
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
        ledger.tally(product: product).estimate(metric, of: product, shape: shape, exact: isCase)
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
      ? pair.totalDifference(factor, perUser: shape.perUser(metric, product: product))
      : pair.shareDifference(factor)
  }
}

extension Expectation.Margin {
  /// How many times the lower metric is subtracted, and what must remain at least.
  fileprivate var terms: (factor: Int, least: Double) {
    switch self {
    case .difference(let least): (1, least)
    case .factor(let factor): (factor, 0)
    }
  }
}
