package import EventEngine
import Scenarios
package import Statistics

/// A quantile of the time from charge to delivery, over all charges; what was lost never came.
///
/// Times are known to their bucket (see ``DeliveryTimes``).
package struct Quantile: Hashable, Sendable {
  /// The middle of the bucket; nil: the quantile falls among the charges that were never delivered.
  package var time: Delay?
  /// The lower limit, at which the bucket of its rank begins; nil: never.
  package var low: Delay?
  /// The upper limit, at which the bucket of its rank ends; nil: never.
  package var high: Delay?

  /// Finds a quantile and its limits.
  ///
  /// - Parameters:
  ///   - level: strictly between 0 and 1.
  ///   - times: at least one charge.
  ///   - effective: the number of independent charges that would say as much; nil: the run is exact
  ///     and the limits are those of the quantile's own bucket.
  ///   - confidence: that of the limits.
  package init(
    _ level: Double, of times: DeliveryTimes, effective: Double?,
    _ confidence: Confidence = .standard
  ) {
    let ranks = QuantileRanks(
      level: level, count: times.count, effective: effective ?? Double(times.count),
      confidence: confidence)
    let own = times.times(ofRank: ranks.rank)
    time = own.map { Quantile.middle($0) }
    guard effective != nil else {
      low = own?.lowerBound
      high = own?.upperBound
      return
    }
    low = ranks.low < 1 ? .zero : times.times(ofRank: ranks.low)?.lowerBound
    high = ranks.high > times.count ? nil : times.times(ofRank: ranks.high)?.upperBound
  }

  private static func middle(_ times: ClosedRange<Delay>) -> Delay {
    let (first, last) = (times.lowerBound.microseconds, times.upperBound.microseconds)
    return Delay(microseconds: first + (last - first) / 2)
  }

  /// The quantile in seconds; what never came is infinite.
  package var estimate: Estimate {
    let seconds = { (delay: Delay?) in delay?.seconds ?? .infinity }
    return Estimate(seconds(time), Interval(low: seconds(low), high: seconds(high)), .time)
  }
}
