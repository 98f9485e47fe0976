package import EventEngine
import JSONText
package import PurchaseWorld

/// A metric that results report and that expectations can bound.
package enum Metric: Hashable, Sendable {
  case share(ShareMetric)
  /// The share of charges that were not delivered within a deadline.
  case lateRate(within: Delay)
  /// The share of deliveries with a failed first try whose retry, from 1 to 16, also failed (C7).
  /// [002]
  case failedRetryRate(retry: Int)
  // Minor units.
  case lostRevenue, recoveredRevenue
  /// The amount that the order system books but the store does not pay. [000]
  case badDebt
  // Times from charge to delivery in seconds, over all charges; an undelivered charge counts as
  // never.
  case deliveryP50, deliveryP95, deliveryP99
  /// A metric of a shared backend.
  case backend(BackendMetric)

  package static let lostRate = Metric.share(.lost)

  /// The unit of a metric, which decides how bounds are written.
  package enum Unit: CaseIterable, Sendable {
    case share
    /// Whole minor units of money.
    case money
    /// A time, with durations as bounds.
    case time

    /// The bounds of amounts of money.
    static let amounts = 0...Double(Int.max)

    /// The form of a bound; times are read in seconds.
    var form: ValueFormat<Double> {
      switch self {
      case .share: ValueFormat(.probability, shape: .value(.number(0...1))) { $0.number(0...1) }
      case .money:
        ValueFormat(
          .other("an amount of money, 0 or more: in the currency, or in minor units"),
          shape: .value(.number(Unit.amounts))
        ) { $0.number(Unit.amounts) }
      case .time: ValueFormat(.duration) { $0.duration()?.seconds }
      }
    }
  }

  package struct Row: Sendable {
    package var name: String
    package var unit: Unit
    /// The meaning in one phrase, with the keys that the metric needs.
    package var meaning: String

    init(_ name: String, _ unit: Unit, _ meaning: String) {
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
    case .lostRevenue: Row("lostRevenue", .money, "the amount that the store took for lost charges")
    case .recoveredRevenue:
      Row("recoveredRevenue", .money, "the amount that the store took for recovered charges")
    case .badDebt:
      Row("badDebt", .money, "the amount that the order system books but the store does not pay")
    case .deliveryP50: Row("deliveryP50", .time, "the median time from charge to delivery")
    case .deliveryP95: Row(percentile: 95)
    case .deliveryP99: Row(percentile: 99)
    case .backend(let metric): metric.row
    }
  }

  /// The metric of late deliveries, whose deadline has its own key.
  private static let lateRow = Row(
    "lateRate", .share, "the share of charges that were not delivered within a given time")
  /// The metric of failed retries, whose number has its own key.
  private static let failedRetryRow = Row(
    "failedRetryRate", .share,
    "of the deliveries whose first try failed: the share that also failed at the given retry (C7)")

  /// The metrics that need only their name, in the order of the format.
  package static let withoutParameters: [Metric] =
    ShareMetric.expectationMetrics.map { .share($0) } + [
      .lostRevenue, .recoveredRevenue, .badDebt, .deliveryP50, .deliveryP95, .deliveryP99,
    ]

  package static let rows =
    withoutParameters.map(\.row) + [lateRow, failedRetryRow] + BackendMetric.allCases.map(\.row)
  static let names = rows.map(\.name)

  static func names(of unit: Unit) -> [String] { rows.filter { $0.unit == unit }.map(\.name) }

  /// The names of late deliveries and failed retries in the format.
  static let (late, failedRetry) = (lateRow.name, failedRetryRow.name)

  package var name: String { row.name }
  package var unit: Unit { row.unit }

  /// Whether the first metric comes before the second in the order of the format; equal names are
  /// ordered by deadline or retry.
  package static func comesBefore(_ first: Metric, _ second: Metric) -> Bool {
    (first.place, first.step) < (second.place, second.step)
  }

  private var place: Int { Metric.names.firstIndex(of: name) ?? Metric.names.count }

  /// The deadline in seconds, or the number of the retry.
  private var step: Double {
    switch self {
    case .lateRate(let within): within.seconds
    case .failedRetryRate(let retry): Double(retry)
    default: 0
    }
  }
}

/// The totals of the shares in results.
package enum Denominator: Int, CaseIterable, Sendable {
  case charges
  /// All intents, whether the user wants to pay or not.
  case intents
  /// Intents whose user wants to pay.
  case payingIntents
  /// Charges including automatic refunds (G10), which are in no other count.
  case chargesAndAutoRefunds
}

/// The rates that accumulators count for every user, without deadlines (section 8), in a single
/// table.
///
/// A new share needs a row here, and a count in `UserCounters`. Claims, explanations, summaries,
/// their schema and baselines use this table.
package enum ShareMetric: Int, CaseIterable, Sendable {
  case lost, undelivered, crossed, misdelivered, rescued, recovered
  /// Recovered in the process of the tap, by its retries. [002]
  case recoveredInProcess
  /// Recovered in a process other than that of the tap: the gain from launches in addition to the
  /// retries of one process. [002]
  case recoveredAfterRelaunch
  case duplicate, wrongBeside, doubleCharge, hung, refused, noOrder, blocked, ticket, lostSale
  /// Refunded automatically before a right delivery (G10).
  case autoRefunded
  /// Refunded automatically after a right delivery (G10).
  case autoRefundedAfterDelivery
  /// Lost, or refunded automatically and therefore not in the count of lost charges (G10).
  case lostOrAutoRefunded

  /// The number of shares, for hot code: `allCases` allocates.
  package static let count = allCases.count

  package struct Row: Sendable {
    /// The name in the format and in results.
    package var name: String
    package var denominator: Denominator
    /// The part of the total that is counted, in words.
    fileprivate var part: String
    /// Whether the count is 0 for users that are known to lose no order.
    package var isLoss = false
    /// Whether expectations can name it as a metric; otherwise only its count is reported.
    package var canBeExpected: Bool

    /// The name as words, without "rate": `duplicate after relaunch`.
    package var words: String {
      (name.hasSuffix("Rate") ? name.dropLast(4) : name[...]).reduce(into: "") { words, letter in
        words += (letter.isUppercase ? " " : "") + letter.lowercased()
      }
    }

    fileprivate init(
      _ name: String, _ base: Denominator, _ part: String, isInExpectations: Bool = true
    ) {
      (self.name, self.denominator, self.part) = (name, base, part)
      self.canBeExpected = isInExpectations
    }

    fileprivate init(loss name: String, of base: Denominator = .charges, _ part: String) {
      self.init(name, base, part)
      isLoss = true
    }

    /// The meaning in one phrase.
    package var meaning: String {
      let whole =
        switch denominator {
        case .charges: "charges "
        case .intents, .payingIntents: "intents "
        case .chargesAndAutoRefunds: "all charges, automatic refunds included, "
        }
      return (canBeExpected ? "the share of " : "") + whole + part
    }
  }

  package var row: Row {
    switch self {
    case .lost: Row(loss: "lostRate", "that were lost, including orders rescued with human help")
    case .undelivered: Row(loss: "undeliveredRate", "that were lost because nothing was delivered")
    case .crossed: Row(loss: "crossedRate", "that were lost because another item was delivered")
    case .misdelivered:
      Row(loss: "misdeliveredRate", "that were lost because the goods went to another account")
    case .rescued:
      Row(
        loss: "rescuedRate", "that were delivered through the recovery page or by support (C9, P3)")
    case .recovered:
      Row("recoveredRate", .charges, "that were delivered automatically, but not by the first try")
    case .recoveredInProcess:
      Row(
        "recoveredInProcessRate", .charges,
        "that were recovered in the app process in which the user tapped Buy")
    case .recoveredAfterRelaunch:
      Row(
        "recoveredAfterRelaunchRate", .charges,
        "that were recovered, but not in the app process in which the user tapped Buy")
    case .duplicate: Row("duplicateRate", .charges, "for which goods were delivered more than once")
    case .wrongBeside:
      Row(
        "wrongBeside", .charges, "with a wrong delivery beside the right one",
        isInExpectations: false)
    case .doubleCharge: Row("doubleChargeRate", .intents, "that were charged more than once")
    case .hung: Row("hungRate", .intents, "whose spinner outlasted the user's patience (P2)")
    case .refused:
      Row(
        "refusedRate", .intents,
        "in which a tap was refused, by the app (C1) or by the backend (B1)")
    case .noOrder: Row("noOrder", .intents, "for which no order was made", isInExpectations: false)
    case .blocked:
      Row(
        "blockedRate", .intents,
        "whose payment the store refused, because the product has an unfinished purchase (S5, G5)")
    case .ticket: Row("ticketRate", .intents, "whose user wrote to support (P3)")
    case .lostSale:
      Row(
        "lostSaleRate", .payingIntents,
        "without a charge, or with every charge refunded automatically before the right delivery"
          + " (G10), among those whose user wanted to pay")
    case .autoRefunded:
      Row(
        "autoRefundedRate", .chargesAndAutoRefunds,
        "that the store refunded automatically before the right delivery (G10)")
    case .autoRefundedAfterDelivery:
      Row(
        "autoRefundedAfterDeliveryRate", .chargesAndAutoRefunds,
        "that the store refunded automatically after the right delivery (G10)")
    case .lostOrAutoRefunded:
      Row(
        loss: "lostOrAutoRefundedRate", of: .chargesAndAutoRefunds,
        "that were lost, or refunded automatically before the right delivery (G10)")
    }
  }

  package var denominator: Denominator { ShareMetric.denominators[rawValue] }

  /// Whether the share applies only to designs on a store with automatic refunds (G10).
  package var isOfAutoRefunds: Bool { denominator == .chargesAndAutoRefunds }

  /// Whether the share applies to a design, by its store.
  package func applies(to design: Design) -> Bool {
    !isOfAutoRefunds || design.store.refundsAutomatically
  }

  /// Whether the share applies to at least one of several designs.
  package func applies(toAny designs: some Sequence<Design>) -> Bool {
    !isOfAutoRefunds || designs.contains(where: \.store.refundsAutomatically)
  }

  /// The share by which pairs, sweeps and attributions compare designs: lost orders, and with a
  /// store with automatic refunds also these refunds, which would otherwise reduce the lost orders
  /// (G10).
  package static func forComparison(of designs: some Sequence<Design>) -> ShareMetric {
    lostOrAutoRefunded.applies(toAny: designs) ? .lostOrAutoRefunded : .lost
  }

  /// The totals of all shares, stored because accumulators use them for every user.
  package static let denominators = allCases.map(\.row.denominator)
  package static let expectationMetrics = allCases.filter(\.row.canBeExpected)

  /// The shares that are small in a good design; comparisons of designs and of runs use them in
  /// this order.
  package static let criteria: [ShareMetric] = [
    .lost, .autoRefunded, .autoRefundedAfterDelivery, .lostSale, .doubleCharge, .duplicate,
  ]

  /// The columns of every table of rates, in their order.
  package static let columns: [ShareMetric] = [
    .lost, .autoRefunded, .autoRefundedAfterDelivery, .crossed, .misdelivered, .rescued, .recovered,
    .lostSale, .doubleCharge, .duplicate,
  ]
  /// The columns that fit a terminal.
  package static let columnsOfText = columns.filter { $0 != .duplicate }
  /// The columns of a comment on a pull request.
  package static let columnsOfMarkdown = columnsOfText.filter(criteria.contains)
  /// The columns of files for other programs, in the order of the format, with undelivered charges
  /// and the sum of lost and automatically refunded charges.
  package static let columnsOfFiles = allCases.filter {
    columns.contains($0) || $0 == .undelivered || $0 == .lostOrAutoRefunded
  }
}
