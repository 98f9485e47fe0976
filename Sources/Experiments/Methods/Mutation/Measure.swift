import Experiments
import EventEngine
import PurchaseWorld
package import Scenarios
import Statistics

/// Something that an expectation can bound: a metric, over all products or of one.
package struct Measure: Hashable, Sendable {
  package var metric: Metric
  /// The product, by index; nil for all.
  package var product: Int?

  /// Deadlines for which deliveries can be late, whatever the file asks for.
  private static let deadlines: [Delay] = [5, 60, 3_600, 86_400].map { .seconds($0) }

  /// The deadlines of some conditions, and those that every expectation could ask for; ascending.
  static func deadlines(of conditions: Conditions) -> [Delay] {
    let more = deadlines.filter { $0 <= conditions.horizon && !conditions.deadlines.contains($0) }
    return (conditions.deadlines + more).sorted()
  }

  /// All that a design can be bound by: over all products first, then of each if there are several.
  /// - Parameter conditions: those of which the deadlines are counted.
  static func all(of design: Design, _ conditions: Conditions) -> [Measure] {
    let plain = Metric.plain.filter { metric in
      guard case .share(let share) = metric else { return true }
      return share.applies(to: design)
    }
    let metrics = plain + conditions.deadlines.map { .lateRate(within: $0) }
    let retries = design.retry.repeatLast ? ClientLog.rungs - 1 : design.retry.delays.count
    let ladder = (0..<min(retries, ClientLog.rungs - 1)).map {
      Measure(metric: .failedRetryRate(retry: $0 + 1))
    }
    let products = conditions.catalog.products.indices
    let split =
      products.count > 1
      ? products.flatMap { product in metrics.map { Measure(metric: $0, product: product) } } : []
    return metrics.map { Measure(metric: $0) } + ladder + split
  }
}

extension Results {
  /// What a design comes to by each of some measures; nil where there is nothing to measure.
  func estimates(_ measures: [Measure], of design: Int) -> [Estimate?] {
    let (ledger, shape) = (ledger(design), Shape(scenario))
    var tallies: [Int?: SampledTally] = [:]
    return measures.map { measure in
      if case .failedRetryRate(let retry) = measure.metric {
        return ledger.ladder.rate(retry: retry)
      }
      let tally = tallies[measure.product] ?? ledger.tally(product: measure.product)
      tallies[measure.product] = tally
      return tally.estimate(measure.metric, of: measure.product, shape: shape, exact: false)
    }
  }

  /// Whether everything that was counted of two designs is the same.
  func areAlike(_ first: Int, _ second: Int) -> Bool {
    books.allSatisfy { $0.ledgers[first] == $0.ledgers[second] }
  }
}
