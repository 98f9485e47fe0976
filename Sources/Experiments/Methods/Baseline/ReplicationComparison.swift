package import Experiments
import PurchaseWorld
package import Scenarios
package import Statistics

/// Comparison of two runs with a shared backend; each is a sample of replications.
extension BaselineComparison {
  /// The compared metrics; lower values are better.
  package static let replicatedMetrics: [Metric] =
    ShareMetric.criteria.map { .share($0) } + BackendMetric.allCases.map { .backend($0) }

  /// The metrics among them that either run of a design has; lost orders always.
  package static func availableReplicatedMetrics(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design
  ) -> [Metric] {
    replicatedMetrics.filter { metric in
      metric == .lostRate || [old, new].contains { $0.replicationValues[metric.name] != nil }
    }
  }

  /// The change of every metric of a design.
  /// - Parameter isPaired: whether equal replication numbers mean the same users and random draws.
  /// - Parameter error: the error probability of an interval.
  /// - Parameter tests: the number of metrics that are tested together.
  package static func replicatedChanges(
    _ old: BaselineSummary.Design, _ new: BaselineSummary.Design, isPaired: Bool,
    _ tolerance: Double, _ error: Double, tests: Int
  ) -> [Change] {
    availableReplicatedMetrics(old, new).map { metric in
      let (was, now) = (old.replicationValues[metric.name], new.replicationValues[metric.name])
      guard let was, let now else {
        let isUnknown = was == nil && now == nil
        return Change(new.name, metric.name, .incomparable, .unmeasured(metric, byBoth: isUnknown))
      }
      let change = ReplicatedChange(
        was, now, metric.unit, isPaired: isPaired, error: error / Double(max(1, tests)),
        charges: metric.unit == .share ? min(old.charges, new.charges) : nil)
      var verdict = change.verdict(tolerance: tolerance)
      // Work is a cost: a design that loses less may need more of it.
      let isCost = metric == .backend(.workPerCharge)
      if isCost, [.worse, .better].contains(verdict) { verdict = .changed }
      return Change(new.name, metric.name, verdict, .replicated(metric, change))
    }
  }
}

/// Change of a metric between two runs, from its values in their replications.
package struct ReplicatedChange: Hashable, Sendable {
  /// Means over the replications; medians if a value is infinite.
  package let now, before: Double
  package let unit: Estimate.Unit
  /// The interval of the mean difference: Student's t, or for unpaired replications B. L. Welch's t
  /// (Biometrika 34 (1947) 28–35); nil if a value is infinite.
  package let difference: Interval?
  /// The numbers of replications with a higher, and a lower, value than in the old run.
  package let more, less: Int
  private let old, new: [Double], error: Double
  /// Whether paired differences repeat, without other observations: they are not normal.
  private var isUneven = false

  /// Compares the values of two runs.
  /// - Parameter charges: for a share, the smaller number of charges, which supports the interval;
  ///   nil if only the variation between replications is informative.
  package init(
    _ old: [Double], _ new: [Double], _ unit: Estimate.Unit, isPaired: Bool, error: Double,
    charges: Int? = nil
  ) {
    (self.old, self.new, self.unit, self.error) = (old, new, unit, error)
    now = Estimate(replications: new, unit).value
    before = Estimate(replications: old, unit).value
    let pairs = Array(zip(old, new))
    (more, less) = (pairs.count { $0 < $1 }, pairs.count { $0 > $1 })
    guard (old + new).allSatisfy(\.isFinite) else {
      difference = nil
      return
    }
    let confidence = Confidence(error: error)
    let differences = pairs.map { $1 - $0 }
    let arePairs = isPaired && old.count == new.count
    let found =
      arePairs ? ReplicatedMean(differences, confidence).interval : Self.welch(old, new, error)
    guard let charges, charges > 0 else {
      isUneven = Set(differences).count < differences.count
      difference = found
      return
    }
    let counts = PooledCounts(total: Double(charges))
    let support: Interval
    if arePairs {
      support = counts.differenceInterval(differences, confidence)
    } else {
      let (first, second) = (counts.interval(before, confidence), counts.interval(now, confidence))
      support = Interval(low: second.low - first.high, high: second.high - first.low)
    }
    difference = found.map(support.joined)
  }

  private static func welch(_ old: [Double], _ new: [Double], _ error: Double) -> Interval? {
    guard old.count > 1, new.count > 1 else { return nil }
    let parts = [old, new].map { values -> (mean: Double, variance: Double, degrees: Double) in
      let count = Double(values.count)
      let mean = values.reduce(0, +) / count
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (mean, squares / (count - 1) / count, count - 1)
    }
    let difference = parts[1].mean - parts[0].mean
    let variance = parts[0].variance + parts[1].variance
    guard variance > 0 else { return Interval(low: difference, high: difference) }
    let degrees =
      variance * variance / parts.reduce(0) { $0 + $1.variance * $1.variance / $1.degrees }
    // Rounding the degrees down makes the interval wider.
    let half =
      StudentT.quantile(upperTail: error / 2, degrees: max(1, Int(degrees))) * variance.squareRoot()
    return Interval(low: difference - half, high: difference + half)
  }

  /// - Parameter tolerance: the tolerated increase: absolute for a share, relative for a time.
  package func verdict(tolerance: Double) -> BaselineComparison.ChangeVerdict {
    if more == 0, less == 0, now == before { return .same }
    guard let difference else { return signs(tolerance) }
    let maximum = unit == .share ? tolerance : tolerance * before
    let verdict: BaselineComparison.ChangeVerdict =
      difference.low > maximum ? .worse : difference.high < -maximum ? .better : .undecided
    return isUneven && signs(tolerance) != verdict ? .undecided : verdict
  }

  /// The sign test over pairs that differ by more than the tolerance, as with an infinite value.
  private func signs(_ tolerance: Double) -> BaselineComparison.ChangeVerdict {
    let apart = zip(old, new).filter { old, new in
      let maximum = unit == .share ? tolerance : tolerance * old
      return old.isFinite && new.isFinite ? abs(new - old) > maximum : old != new
    }
    let more = apart.count { $0 < $1 }
    let pValue = McNemarTest(onlyFirst: apart.count - more, onlySecond: more).pValue
    guard pValue <= error else { return .undecided }
    return 2 * more > apart.count ? .worse : .better
  }
}
