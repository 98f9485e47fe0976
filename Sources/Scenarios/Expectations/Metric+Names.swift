import EventEngine

extension Metric {
  /// What the numbers of a metric measure, and so how bounds are written.
  package enum Unit: Sendable {
    /// A share from 0 to 1.
    case share
    /// Whole minor units of money.
    case money
    /// A time; bounds are durations.
    case time

    /// The greatest bound of an amount of money.
    static let mostMoney = Double(Int.max)

    /// What a bound of the unit looks like.
    var shape: ValueShape {
      switch self {
      case .share: .value(.number(0...1))
      case .money: .value(.number(0...Unit.mostMoney))
      case .time: .value(.duration)
      }
    }
  }

  /// The names of the metrics of a unit.
  static func names(of unit: Unit) -> [String] {
    named.filter { $0.unit == unit }.map(\.name) + (unit == .share ? [late, failedRetry] : [])
  }

  /// The name under which the format knows late deliveries; their deadline is a key of its own.
  static let late = "lateRate"

  /// The name under which the format knows failed retries; their number is a key of its own.
  static let failedRetry = "failedRetryRate"

  /// The names of all metrics.
  static var names: [String] { named.map(\.name) + [late, failedRetry] }

  /// The metrics that need nothing but their name, in the order of the format.
  static let named: [(name: String, metric: Metric, unit: Unit)] = [
    ("lostRate", .lostRate, .share), ("undeliveredRate", .undeliveredRate, .share),
    ("crossedRate", .crossedRate, .share), ("misdeliveredRate", .misdeliveredRate, .share),
    ("rescuedRate", .rescuedRate, .share), ("recoveredRate", .recoveredRate, .share),
    ("recoveredInProcessRate", .recoveredInProcessRate, .share),
    ("recoveredAfterRelaunchRate", .recoveredAfterRelaunchRate, .share),
    ("duplicateRate", .duplicateRate, .share), ("doubleChargeRate", .doubleChargeRate, .share),
    ("hungRate", .hungRate, .share), ("refusedRate", .refusedRate, .share),
    ("blockedRate", .blockedRate, .share), ("ticketRate", .ticketRate, .share),
    ("lostSaleRate", .lostSaleRate, .share),
    ("lostRevenue", .lostRevenue, .money), ("recoveredRevenue", .recoveredRevenue, .money),
    ("badDebt", .badDebt, .money),
    ("deliveryP50", .deliveryP50, .time), ("deliveryP95", .deliveryP95, .time),
    ("deliveryP99", .deliveryP99, .time),
  ]

  /// The name under which the format knows the metric.
  package var name: String {
    if case .failedRetryRate = self { return Metric.failedRetry }
    return Metric.named.first { $0.metric == self }?.name ?? Metric.late
  }

  /// What the numbers of the metric measure.
  package var unit: Unit {
    Metric.named.first { $0.metric == self }?.unit ?? .share
  }
}
