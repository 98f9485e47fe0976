package import EventEngine
import JSONText
package import PurchaseWorld

/// A number that results report, and that expectations bound.
package enum Metric: Hashable, Sendable {
  case share(Share)
  /// The share of charges that were not delivered within a deadline.
  case lateRate(within: Delay)
  /// The share of deliveries whose first try failed in which a retry, from 1 to 16, failed too (C7). [002]
  case failedRetryRate(retry: Int)
  // Minor units.
  case lostRevenue, recoveredRevenue
  /// What the order system books and the store does not pay. [000]
  case badDebt
  // Times from charge to delivery, in seconds, over all charges; what never came counts as never.
  case deliveryP50, deliveryP95, deliveryP99
  /// What only a backend that all users share tells.
  case backend(BackendMetric)

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
        Form(
          .other("an amount of money, 0 or more: in the currency, or in minor units"),
          shape: .value(.number(Unit.amounts))
        ) {
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
    case .lostRevenue: Row("lostRevenue", .money, "what the store took for charges that were lost")
    case .recoveredRevenue:
      Row("recoveredRevenue", .money, "what the store took for charges that were recovered")
    case .badDebt: Row("badDebt", .money, "what the order system books and the store does not pay")
    case .deliveryP50: Row("deliveryP50", .time, "the median of the times from charge to delivery")
    case .deliveryP95: Row(percentile: 95)
    case .deliveryP99: Row(percentile: 99)
    case .backend(let metric): metric.row
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

  package static let rows =
    plain.map(\.row) + [lateRow, failedRetryRow] + BackendMetric.allCases.map(\.row)
  static let names = rows.map(\.name)

  static func names(of unit: Unit) -> [String] { rows.filter { $0.unit == unit }.map(\.name) }

  /// The names under which the format knows late deliveries and failed retries.
  static let (late, failedRetry) = (lateRow.name, failedRetryRow.name)

  package var name: String { row.name }
  package var unit: Unit { row.unit }

  /// Sorts metrics as the format lists them, of one name the earlier deadline and the earlier retry first.
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

/// The wholes of which results report shares.
package enum Base: Int, CaseIterable, Sendable {
  case charges
  /// Whether the user wanted to pay or not.
  case intents
  /// Intents whose user wanted to pay.
  case wishes
  /// Charges, and those that the store refunded by itself (G10), which are in no other count.
  case chargesAndAutoRefunds
}

/// What ledgers count of every user, beside the deadlines (section 8): the one table of it.
///
/// Whoever adds a share writes its row here, and in `UserCount` what counts as it. Claims, explanations,
/// summaries, their schema and baselines follow.
package enum Share: Int, CaseIterable, Sendable {
  case lost, undelivered, crossed, misdelivered, rescued, recovered
  /// Recovered in the process of the tap: what its retries bring. [002]
  case recoveredInProcess
  /// Recovered in another process than that of the tap: what launches bring back beyond the retries of
  /// one process. [002]
  case recoveredAfterRelaunch
  case duplicate, wrongBeside, doubleCharge, hung, refused, noOrder, blocked, ticket, lostSale
  /// Refunded by the store itself before a right delivery (G10).
  case autoRefunded
  /// Refunded by the store itself after a right delivery (G10).
  case autoRefundedAfterDelivery
  /// What is lost, and what automatic refunds hide from that count (G10).
  case lostOrAutoRefunded

  /// How many there are, for hot code: `allCases` allocates.
  package static let count = allCases.count

  package struct Row: Sendable {
    /// The name under which the format and results know it.
    package var name: String
    package var base: Base
    /// Which of the whole it counts.
    fileprivate var part: String
    /// Whether nothing is counted of users of whom it is known that they lose no order.
    package var isLoss: Bool
    /// Whether it is a metric; otherwise only its count is reported.
    package var isMetric: Bool

    /// The name as words, without "rate": `duplicate after relaunch`.
    package var words: String {
      (name.hasSuffix("Rate") ? name.dropLast(4) : name[...]).reduce(into: "") { words, letter in
        words += (letter.isUppercase ? " " : "") + letter.lowercased()
      }
    }

    fileprivate init(_ name: String, _ base: Base, _ part: String, isMetric: Bool = true) {
      (self.name, self.base, self.part, isLoss, self.isMetric) = (name, base, part, false, isMetric)
    }

    fileprivate init(loss name: String, of base: Base = .charges, _ part: String) {
      (self.name, self.base, self.part, isLoss, isMetric) = (name, base, part, true, true)
    }

    /// What it counts, in one phrase.
    package var meaning: String {
      let whole =
        switch base {
        case .charges: "charges "
        case .intents, .wishes: "intents "
        case .chargesAndAutoRefunds: "all charges, automatic refunds included, "
        }
      return (isMetric ? "the share of " : "") + whole + part
    }
  }

  package var row: Row {
    switch self {
    case .lost: Row(loss: "lostRate", "that were lost, or rescued by a human")
    case .undelivered: Row(loss: "undeliveredRate", "that were lost because nothing was delivered")
    case .crossed: Row(loss: "crossedRate", "that were lost because another item was delivered")
    case .misdelivered:
      Row(loss: "misdeliveredRate", "that were lost because the goods went to another account")
    case .rescued: Row(loss: "rescuedRate", "that the recovery page or support set right (C9, P3)")
    case .recovered:
      Row(
        "recoveredRate", .charges, "that were delivered automatically, but not by their first try")
    case .recoveredInProcess:
      Row("recoveredInProcessRate", .charges, "that were recovered in the process of the tap")
    case .recoveredAfterRelaunch:
      Row(
        "recoveredAfterRelaunchRate", .charges,
        "that were recovered in another process than that of the tap")
    case .duplicate: Row("duplicateRate", .charges, "for which goods were delivered more than once")
    case .wrongBeside:
      Row(
        "wrongBeside", .charges, "beside whose right delivery a wrong one stands", isMetric: false)
    case .doubleCharge: Row("doubleChargeRate", .intents, "that were charged more than once")
    case .hung: Row("hungRate", .intents, "whose spinner outlasted the user's patience (P2)")
    case .refused: Row("refusedRate", .intents, "of which a tap was refused (C1, B1)")
    case .noOrder: Row("noOrder", .intents, "for which no order was made", isMetric: false)
    case .blocked: Row("blockedRate", .intents, "of which a sheet ended in the store's alert (S5)")
    case .ticket: Row("ticketRate", .intents, "whose user wrote to support (P3)")
    case .lostSale:
      Row(
        "lostSaleRate", .wishes,
        "that wanted to pay and were never charged, or only until an automatic refund (G10)")
    case .autoRefunded:
      Row(
        "autoRefundedRate", .chargesAndAutoRefunds,
        "that the store refunded by itself before the right goods came (G10)")
    case .autoRefundedAfterDelivery:
      Row(
        "autoRefundedAfterDeliveryRate", .chargesAndAutoRefunds,
        "that the store refunded by itself after the right goods had come (G10)")
    case .lostOrAutoRefunded:
      Row(
        loss: "lostOrAutoRefundedRate", of: .chargesAndAutoRefunds,
        "that were lost, or refunded by the store itself before the right goods came (G10)")
    }
  }

  package var base: Base { Share.bases[rawValue] }

  /// Whether it says something only of designs on a store that refunds by itself (G10).
  package var isOfAutoRefunds: Bool { base == .chargesAndAutoRefunds }

  /// Whether it says something of a design, on its store.
  package func applies(to design: Design) -> Bool { !isOfAutoRefunds || design.store.refundsItself }

  /// Whether it says something of one of several designs at least.
  package func applies(toAny designs: some Sequence<Design>) -> Bool {
    !isOfAutoRefunds || designs.contains(where: \.store.refundsItself)
  }

  /// By what designs are compared, in pairs, sweeps and attributions: by lost orders; where one is on a
  /// store that refunds by itself, by these refunds too, which take charges out of the lost ones (G10).
  package static func compared(of designs: some Sequence<Design>) -> Share {
    lostOrAutoRefunded.applies(toAny: designs) ? .lostOrAutoRefunded : .lost
  }

  /// The wholes of all shares: ledgers ask for them at every user.
  package static let bases = allCases.map(\.row.base)
  package static let metrics = allCases.filter(\.row.isMetric)

  /// What a good design has little of: by these designs, and runs, are compared, in this order.
  package static let criteria: [Share] = [
    .lost, .autoRefunded, .autoRefundedAfterDelivery, .lostSale, .doubleCharge, .duplicate,
  ]

  /// The columns of every table of rates, in their order.
  package static let columns: [Share] = [
    .lost, .autoRefunded, .autoRefundedAfterDelivery, .crossed, .misdelivered, .rescued, .recovered,
    .lostSale, .doubleCharge, .duplicate,
  ]
  /// Those for which a terminal has room.
  package static let columnsOfText = columns.filter { $0 != .duplicate }
  /// Those of a comment on a pull request.
  package static let columnsOfMarkdown = columnsOfText.filter(criteria.contains)
  /// Those of files for other programs, in the order of the format: a part of what is lost, and a sum, too.
  package static let columnsOfFiles = allCases.filter {
    columns.contains($0) || $0 == .undelivered || $0 == .lostOrAutoRefunded
  }
}
