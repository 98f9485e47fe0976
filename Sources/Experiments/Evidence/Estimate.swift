package import EventEngine
import PurchaseWorld
package import Scenarios
package import Statistics

/// A number that a run estimated, with its confidence interval.
package struct Estimate: Hashable, Sendable {
  /// The unit of a number; times are simulated seconds, infinite for an event that never occurs.
  package typealias Unit = Metric.Unit

  /// The estimated number, in its unit.
  package var value: Double
  /// The interval at the confidence of all results; a single point if the run is exact.
  package var interval: Interval
  package var unit: Unit

  package init(_ value: Double, _ interval: Interval, _ unit: Unit) {
    (self.value, self.interval, self.unit) = (value, interval, unit)
  }

  /// The number without uncertainty, as in a case, except that times keep their interval.
  package var exact: Estimate {
    unit == .time ? self : Estimate(value, Interval(low: value, high: value), unit)
  }

  /// The number and its interval, multiplied by a factor.
  func times(_ factor: Int) -> Estimate {
    let times = Double(factor)
    return Estimate(
      times * value, Interval(low: times * interval.low, high: times * interval.high), unit)
  }

  /// The difference of two numbers with an unknown correlation. Its interval contains every
  /// difference that the two intervals allow.
  package func minus(_ other: Estimate) -> Estimate {
    let (low, high) = (interval.low - other.interval.high, interval.high - other.interval.low)
    return Estimate(
      value - other.value,
      Interval(low: low.isNaN ? -.infinity : low, high: high.isNaN ? .infinity : high), unit)
  }
}

extension Proportion {
  /// The share with its interval as an estimate.
  package var estimate: Estimate { Estimate(value, interval, .share) }
}

extension WaitHistogram {
  /// The interval of a quantile of the waits, in seconds; waits are treated as independent.
  /// - Precondition: there is at least one request.
  /// - Parameter level: strictly between 0 and 1.
  func interval(_ level: Double, _ confidence: Confidence = .standard) -> Interval {
    let ranks = QuantileRanks(
      level: level, count: count, effective: Double(count), confidence: confidence)
    let low = ranks.low < 1 ? 0 : bucket(ofRank: ranks.low)?.lowerBound.seconds ?? 0
    let high = ranks.high > count ? nil : bucket(ofRank: ranks.high)?.upperBound.seconds
    return Interval(low: low, high: max(low, high ?? .infinity))
  }
}

/// A quantile of the time from charge to delivery, infinite for lost charges.
///
/// The resolution of times is their bucket (see ``DeliveryTimes``).
package struct Quantile: Hashable, Sendable {
  /// The middle of the bucket; nil if the quantile falls among the charges that were never
  /// delivered.
  package var time: Delay?
  /// The limits: start of the lower rank's bucket, end of the upper rank's; nil: never.
  package var low, high: Delay?

  /// Finds a quantile and its limits.
  /// - Parameter level: strictly between 0 and 1.
  /// - Parameter times: the times of at least one charge.
  /// - Parameter effective: the equivalent number of independent charges; nil if the run is exact,
  ///   and the limits are those of the quantile's own bucket.
  /// - Parameter confidence: the confidence of the limits.
  package init(
    _ level: Double, of times: DeliveryTimes, effective: Double?,
    _ confidence: Confidence = .standard
  ) {
    let ranks = QuantileRanks(
      level: level, count: times.count, effective: effective ?? Double(times.count),
      confidence: confidence)
    let bucket = times.times(ofRank: ranks.rank)
    time = bucket.map { times in
      let (first, last) = (times.lowerBound.microseconds, times.upperBound.microseconds)
      return Delay(microseconds: first + (last - first) / 2)
    }
    (low, high) = (bucket?.lowerBound, bucket?.upperBound)
    if effective == nil { return }
    low = ranks.low < 1 ? .zero : times.times(ofRank: ranks.low)?.lowerBound
    high = ranks.high > times.count ? nil : times.times(ofRank: ranks.high)?.upperBound
  }

  /// The quantile in seconds; infinite if the charge was never delivered.
  package var estimate: Estimate {
    let seconds = { (delay: Delay?) in delay?.seconds ?? .infinity }
    return Estimate(seconds(time), Interval(low: seconds(low), high: seconds(high)), .time)
  }
}
