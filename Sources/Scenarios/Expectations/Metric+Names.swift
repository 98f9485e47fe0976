import EventEngine

extension Metric {
  /// What the numbers of a metric measure, and so how bounds are written.
  package enum Unit: CaseIterable, Sendable {
    /// A share from 0 to 1.
    case share
    /// Whole minor units of money.
    case money
    /// A time; bounds are durations.
    case time

    /// The greatest bound of an amount of money.
    static let mostMoney = Double(Int.max)

    /// How a bound of the unit is written.
    var phrase: Phrase {
      switch self {
      case .share: ValueKind.probability.phrase
      case .money: "minor units of money, 0 or more"
      case .time: ValueKind.duration.phrase
      }
    }

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

  /// A metric that needs nothing but its name.
  struct Named: Sendable {
    var name: String
    var metric: Metric
    var unit: Unit
    /// What it counts, in one phrase.
    var meaning: String

    init(_ name: String, _ metric: Metric, _ unit: Unit, _ meaning: String) {
      self.name = name
      self.metric = metric
      self.unit = unit
      self.meaning = meaning
    }
  }

  /// The metrics that need nothing but their name, in the order of the format.
  static let named: [Named] = [
    Named(
      "lostRate", .lostRate, .share,
      "the share of charges that were lost, or rescued by a human"),
    Named(
      "undeliveredRate", .undeliveredRate, .share,
      "the share of charges that were lost because nothing was delivered"),
    Named(
      "crossedRate", .crossedRate, .share,
      "the share of charges that were lost because another item was delivered"),
    Named(
      "misdeliveredRate", .misdeliveredRate, .share,
      "the share of charges that were lost because the goods went to another account"),
    Named(
      "rescuedRate", .rescuedRate, .share,
      "the share of charges that the recovery page or support set right (C9, P3)"),
    Named(
      "recoveredRate", .recoveredRate, .share,
      "the share of charges that were delivered automatically, but not by their first try"),
    Named(
      "recoveredInProcessRate", .recoveredInProcessRate, .share,
      "the share of charges that were recovered in the process of the tap"),
    Named(
      "recoveredAfterRelaunchRate", .recoveredAfterRelaunchRate, .share,
      "the share of charges that were recovered in another process than that of the tap"),
    Named(
      "duplicateRate", .duplicateRate, .share,
      "the share of charges for which goods were delivered more than once"),
    Named(
      "doubleChargeRate", .doubleChargeRate, .share,
      "the share of intents that were charged more than once"),
    Named(
      "hungRate", .hungRate, .share,
      "the share of intents whose spinner outlasted the user's patience (P2)"),
    Named(
      "refusedRate", .refusedRate, .share,
      "the share of intents of which a tap was refused (C1, B1)"),
    Named(
      "blockedRate", .blockedRate, .share,
      "the share of intents of which a sheet ended in the store's alert (S5)"),
    Named(
      "ticketRate", .ticketRate, .share,
      "the share of intents whose user wrote to support (P3)"),
    Named(
      "lostSaleRate", .lostSaleRate, .share,
      "the share of intents that wanted to pay and were never charged"),
    Named("lostRevenue", .lostRevenue, .money, "what the store took for charges that were lost"),
    Named(
      "recoveredRevenue", .recoveredRevenue, .money,
      "what the store took for charges that were recovered"),
    Named("badDebt", .badDebt, .money, "what the order system books and the store does not pay"),
    Named("deliveryP50", .deliveryP50, .time, "the median of the times from charge to delivery"),
    Named(
      "deliveryP95", .deliveryP95, .time,
      "the time from charge to delivery that 95 % of all charges do not exceed"),
    Named(
      "deliveryP99", .deliveryP99, .time,
      "the time from charge to delivery that 99 % of all charges do not exceed"),
  ]

  /// What a metric counts, in one phrase, with the keys that it needs.
  static func meaning(of name: String) -> String? {
    switch name {
    case late: "the share of charges that were not delivered within a deadline, 'within'"
    case failedRetry:
      "the share of deliveries whose first try failed in which a retry failed too, whose number is"
        + " 'retry' (C7)"
    default: named.first { $0.name == name }?.meaning
    }
  }

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
