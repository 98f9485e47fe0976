package import EventEngine

/// A number that results report, and that expectations bound.
package enum Metric: Hashable, Sendable {
  case share(Share)
  /// The share of charges that were not delivered within a deadline.
  case lateRate(within: Delay)
  /// The share of deliveries whose first try failed in which a retry, from 1 to 16, failed too
  /// (C7). [002]
  case failedRetryRate(retry: Int)
  // Minor units.
  case lostRevenue, recoveredRevenue
  /// What the order system books and the store does not pay. [000]
  case badDebt
  // Times from charge to delivery, in seconds, over all charges; what never came counts as never.
  case deliveryP50, deliveryP95, deliveryP99

  package static let lostRate = Metric.share(.lost)

  /// What the numbers of a metric measure, and so how bounds are written.
  package enum Unit: CaseIterable, Sendable {
    case share
    /// Whole minor units of money.
    case money
    /// A time; bounds are durations.
    case time

    /// The bounds of amounts of money.
    static let amounts = 0...Double(Int.max)

    /// How a bound of the unit is written; times are read in seconds.
    var form: Form<Double> {
      switch self {
      case .share: Form(.probability, shape: .value(.number(0...1))) { $0.number(0...1) }
      case .money:
        Form(.other("minor units of money, 0 or more"), shape: .value(.number(Unit.amounts))) {
          $0.number(Unit.amounts)
        }
      case .time: Form(.duration) { $0.duration()?.seconds }
      }
    }
  }

  package struct Row: Sendable {
    package var name: String
    package var unit: Unit
    /// What it counts, in one phrase, with the keys that it needs.
    package var meaning: String

    fileprivate init(_ name: String, _ unit: Unit, _ meaning: String) {
      (self.name, self.unit, self.meaning) = (name, unit, meaning)
    }

    fileprivate init(percentile: Int) {
      self.init(
        "deliveryP\(percentile)", .time,
        "the time from charge to delivery that \(percentile) % of all charges do not exceed")
    }
  }

  package var row: Row {
    switch self {
    case .share(let share): Row(share.row.name, .share, share.row.meaning)
    case .lateRate: Metric.lateRow
    case .failedRetryRate: Metric.failedRetryRow
    case .lostRevenue: Row("lostRevenue", .money, "what the store took for charges that were lost")
    case .recoveredRevenue:
      Row("recoveredRevenue", .money, "what the store took for charges that were recovered")
    case .badDebt: Row("badDebt", .money, "what the order system books and the store does not pay")
    case .deliveryP50: Row("deliveryP50", .time, "the median of the times from charge to delivery")
    case .deliveryP95: Row(percentile: 95)
    case .deliveryP99: Row(percentile: 99)
    }
  }

  /// Late deliveries; their deadline is a key of its own.
  private static let lateRow = Row(
    "lateRate", .share, "the share of charges that were not delivered within a deadline, 'within'")
  /// Failed retries; their number is a key of its own.
  private static let failedRetryRow = Row(
    "failedRetryRate", .share,
    "the share of deliveries whose first try failed in which a retry failed too, whose number is"
      + " 'retry' (C7)")

  /// The metrics that need nothing but their name, in the order of the format.
  package static let plain: [Metric] =
    Share.metrics.map { .share($0) } + [
      .lostRevenue, .recoveredRevenue, .badDebt, .deliveryP50, .deliveryP95, .deliveryP99,
    ]

  static let rows = plain.map(\.row) + [lateRow, failedRetryRow]
  static let names = rows.map(\.name)

  static func names(of unit: Unit) -> [String] { rows.filter { $0.unit == unit }.map(\.name) }

  /// The names under which the format knows late deliveries and failed retries.
  static let (late, failedRetry) = (lateRow.name, failedRetryRow.name)

  package var name: String { row.name }
  package var unit: Unit { row.unit }
}
