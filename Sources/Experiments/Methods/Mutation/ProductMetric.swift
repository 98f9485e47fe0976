import Experiments
import EventEngine
import PurchaseWorld
package import Scenarios
import Statistics

/// Quantity that an expectation can bound: a metric, over all products or of one product.
package struct ProductMetric: Hashable, Sendable {
  package var metric: Metric
  /// The product, by index; nil for all products.
  package var product: Int?

  /// Deadlines of late deliveries that are counted in addition to the file's deadlines.
  private static let deadlines: [Delay] = [5, 60, 3_600, 86_400].map { .seconds($0) }

  /// The deadlines of the conditions and the additional deadlines, ascending.
  static func deadlines(of conditions: Conditions) -> [Delay] {
    let more = deadlines.filter { $0 <= conditions.horizon && !conditions.deadlines.contains($0) }
    return (conditions.deadlines + more).sorted()
  }

  /// All measures of a design: over all products first, then of each product if there are several.
  /// - Parameter conditions: the conditions with the counted deadlines.
  static func all(of design: Design, _ conditions: Conditions) -> [ProductMetric] {
    let plain = Metric.withoutParameters.filter { metric in
      guard case .share(let share) = metric else { return true }
      return share.applies(to: design)
    }
    let metrics = plain + conditions.deadlines.map { .lateRate(within: $0) }
    let retries =
      design.retry.repeatsLastDelay ? ClientLog.maxCountedTries - 1 : design.retry.delays.count
    let ladder = (0..<min(retries, ClientLog.maxCountedTries - 1)).map {
      ProductMetric(metric: .failedRetryRate(retry: $0 + 1))
    }
    let products = conditions.catalog.products.indices
    let split = products.flatMap { product in
      metrics.map { ProductMetric(metric: $0, product: product) }
    }
    return metrics.map { ProductMetric(metric: $0) } + ladder + (products.count > 1 ? split : [])
  }
}

extension RunResults {
  /// The values of a design's measures; nil if there is nothing to measure.
  func estimates(_ measures: [ProductMetric], of design: Int) -> [Estimate?] {
    let (designCounters, counterLayout) = (designCounters(design), CounterLayout(scenario))
    var tallies: [Int?: SampledCounters] = [:]
    return measures.map { measure in
      if case .failedRetryRate(let retry) = measure.metric {
        return designCounters.retryFailures.rate(retry: retry)
      }
      let counters = tallies[measure.product] ?? designCounters.counters(product: measure.product)
      tallies[measure.product] = counters
      return counters.estimate(
        measure.metric, of: measure.product, counterLayout: counterLayout, exact: false)
    }
  }

  /// Whether all counts of two designs are equal.
  func areAlike(_ first: Int, _ second: Int) -> Bool {
    totals.allSatisfy { $0.countersByDesign[first] == $0.countersByDesign[second] }
  }
}
