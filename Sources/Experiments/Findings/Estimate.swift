package import Scenarios
package import Statistics

/// A number that a run found, with its interval.
package struct Estimate: Hashable, Sendable {
  /// What a number counts; times are simulated seconds, infinite where something never happens.
  package typealias Unit = Metric.Unit

  /// The number itself, in its unit.
  package var value: Double
  /// The interval at the confidence of all results; a point where the run is exact.
  package var interval: Interval
  package var unit: Unit

  package init(_ value: Double, _ interval: Interval, _ unit: Unit) {
    self.value = value
    self.interval = interval
    self.unit = unit
  }

  /// The same number, known without doubt: that of a case, in which nothing is random.
  package var exact: Estimate {
    unit == .time ? self : Estimate(value, Interval(low: value, high: value), unit)
  }

  /// A multiple of the number.
  func times(_ factor: Int) -> Estimate {
    let times = Double(factor)
    return Estimate(
      times * value, Interval(low: times * interval.low, high: times * interval.high), unit)
  }

  /// This minus another, where nothing is known of how the two vary together.
  ///
  /// The interval holds every difference that the two intervals allow.
  package func minus(_ other: Estimate) -> Estimate {
    let low = interval.low - other.interval.high
    let high = interval.high - other.interval.low
    let value = value - other.value
    return Estimate(
      value, Interval(low: low.isNaN ? -.infinity : low, high: high.isNaN ? .infinity : high), unit)
  }
}

extension Proportion {
  /// The share with its interval as an estimate.
  package var estimate: Estimate { Estimate(value, interval, .share) }
}
