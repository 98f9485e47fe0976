import Methods
import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Results of a design.
extension SummaryJSON {
  /// A design with the findings to which it belongs.
  struct DesignSource {
    var design: RunFindings.DesignFindings
    var findings: RunFindings
    var counts: Counts { (design.totalCounters, findings.deadlines, design.design) }
  }

  static let named: [Member<DesignSource, BaselineSummary.Design>] = [
    .text("name") { $0.design.name }.read(.line) {
      if let name = $0.singleLineText() { $1.name = name }
    },
    .count("events") { $0.design.designCounters.events },
    Member("axes", .anyObject, "differences from the defaults, for a design that is not built in") {
      $0.design.axes.isEmpty ? nil : .object($0.design.axes)
    }.optional.read(.other("an object")) { value, design in
      guard case .object(let members) = value.json.content else {
        return value.reportMismatch(.other("an object"))
      }
      for member in value.unique(members) {
        design.axes[member.key] = JSONOutput(member.value).line
      }
    },
  ]

  /// Members that only the one user of a case has.
  static let ofCase: [Member<DesignSource, BaselineSummary.Design>] = [
    .object("ending", ending, into: \.caseOutcome, "of a case") { $0.design.caseOutcome }
  ]

  /// Members that only the users of a scenario have.
  static let ofScenario: [Member<DesignSource, BaselineSummary.Design>] =
    [
      .count("plainUsers") { source in
        if source.findings.isPlainSample { return nil }
        return source.counts.counters.equivalentPlainSampleSize(.lost).map {
          Int(clamping: Int64(min($0, 1e18)))
        }
      }.optional,
      .count(
        "metOutage",
        "intents whose user wanted to pay, with a request in an outage; only with"
          + " declared outages"
      ) { source in
        let hasOutages = !source.findings.scenario.population.conditions.outages.isEmpty
        return hasOutages ? source.design.designCounters.count(\.outageIntents) : nil
      }.optional,
    ] + counters.map { member in member.of { $0.counts } } + [
      .object("funnel", funnel) { $0.design.designCounters.funnel },
      .counts("ladder") { $0.design.designCounters.retryFailures.failures },
      Member("ladderRates", .list(.orNull(.interval(.share)))) {
        let ladder = $0.design.designCounters.retryFailures
        return .list(ladder.failures.indices.dropFirst()) { .estimate(ladder.rate(retry: $0)) }
      },
      .list("lost", of: lossOutcome, "how orders were lost") { source in
        let counts = LossKind.allCases.flatMap { source.design.totalCounters.counts($0) }
        return zip(LossTable.lossOutcomes, counts).filter { $0.1 > 0 }.map { lossOutcome, count in
          (
            lossOutcome.kind, lossOutcome.point, count,
            source.design.designCounters.firstUsers(lossOutcome.kind, lossOutcome.point)
          )
        }
      },
      .object("losers", losingUsers, into: \.self, "users with a lost order") {
        $0.design.designCounters.lossSample
      },
      .list("products", of: product, "if there are several") { source in
        if source.design.designCounters.products.isEmpty { return nil }
        return zip(source.findings.catalog.products, source.design.designCounters.products).map {
          ($0, ($1, source.findings.deadlines, source.design.design))
        }
      }.optional,
    ]

  private typealias LossOutcome = (
    kind: LossKind, point: DropPoint, charges: Int, firstUsers: [UInt64]
  )

  private static let lossOutcome: [Member<LossOutcome, Never>] = [
    .word("kind") { $0.kind }, .word("dropPoint") { $0.point }, .count("charges") { $0.charges },
    .users("firstUsers") { $0.firstUsers },
  ]

  private static let losingUsers: [Member<LossSample, BaselineSummary.Design>] = [
    .boolean("all", "whether the list contains all users with a lost order") { !$0.isTruncated }
      .read(\.hasAllLosers),
    .users("users", "by hash") { losses in
      // Runs are compared only by users whom the lost rate counts.
      losses.values.filter(\.status.countsAsLost).map(\.user).reduce(into: []) { users, user in
        if users.last != user { users.append(user) }
      }
    }.read(.other("a list of users")) { value, design in
      design.losingUsers = value.list(.other("a list of users"))?.compactMap { $0.user() } ?? []
    },
  ]

  /// How often clients logged each moment, and the number of abnormal users.
  static let funnel: [Member<Funnel, Never>] =
    ClientLogEvent.allCases.map { event in .count(event.name) { $0.count(event) } }
    + [.count("abnormalUsers") { $0.abnormalUsers }]

  private typealias ProductCounts = (product: Catalog.Product, counts: Counts)

  private static let product: [Member<ProductCounts, BaselineSummary.Design>] =
    [.text("name") { $0.product.name }, .count("items") { $0.product.itemIndices.count }]
    + counters.map { member in member.of { $0.counts } }

  // Counts of a design, over all products or for one.

  typealias Counts = (counters: SampledCounters, deadlines: [Delay], design: Design)

  static let counters: [Member<Counts, BaselineSummary.Design>] = [
    .object("charges", charges, into: \.charges) { $0 },
    .object("intents", intents) { $0.counters },
    .object("money", money, "minor units") { ($0.counters.money, $0.design) },
    .object("rates", rates, into: \.rates, "value, lower and upper limit") { $0 },
    .object("delivery", delivery, "seconds from the charge: value, lower and upper limit") {
      $0.counters
    },
  ]

  private static let charges: [Member<Counts, Int>] =
    [
      .count("total") { $0.counters.total(.charges) }.read(\.self, 0...BaselineSummary.maxUsers),
      .count("delivered") { $0.counters.deliveredAtOnce },
    ]
    + counts([
      ("recovered", .recovered), ("rescued", .rescued), ("undelivered", .undelivered),
      ("crossed", .crossed), ("misdelivered", .misdelivered), ("duplicateDelivery", .duplicate),
      ("wrongBeside", .wrongBeside),
    ]).map { member in member.of { $0.counters } } + [
      .count("refunded") { $0.counters.refunded },
      .object("autoRefunded", autoRefunded, "automatic ones among them (G10)") {
        ShareMetric.autoRefunded.applies(to: $0.design) ? $0.counters.autoRefunded : nil
      }.optional,
      .list("late", of: late) { counts in
        if counts.deadlines.isEmpty { return nil }
        return counts.deadlines.enumerated().map { index, deadline in
          (deadline, counts.counters.moments(row: ShareMetric.count + index, of: .charges))
        }
      }.optional,
    ]

  private static let late:
    [Member<(deadline: Delay, moments: StratifiedCounts<RatioMoments>), Never>] = [
      Member("within", .number, "seconds") { .seconds($0.deadline.seconds) },
      .count("missed") { $0.moments.count(\.numeratorSum) }, .estimate("rate") { $0.moments.share },
    ]

  private static let intents: [Member<SampledCounters, Never>] =
    [.count("total") { $0.total(.intents) }, .count("wantedToPay") { $0.total(.payingIntents) }]
    + counts([
      ("lostSales", .lostSale), ("doubleCharge", .doubleCharge), ("hung", .hung),
      ("refused", .refused), ("noOrder", .noOrder), ("blocked", .blocked), ("tickets", .ticket),
    ])

  private static func counts<Target>(_ shares: [(name: String, share: ShareMetric)]) -> [Member<
    SampledCounters, Target
  >] { shares.map { name, share in .count(name) { $0.count(share) } } }

  private static let money: [Member<(money: Money, design: Design), Never>] =
    amounts([
      ("charged", \.charged), ("delivered", \.delivered), ("recovered", \.recovered),
      ("rescued", \.rescued), ("lost", \.lost), ("refunded", \.refunded), ("booked", \.booked),
    ]).map { member in member.of { $0.money } } + [
      .object("badDebt", badDebt) { $0.money },
      .object("autoRefunded", autoRefunded, "automatic ones among the refunded (G10)") { counts in
        ShareMetric.autoRefunded.applies(to: counts.design)
          ? (0..<4).map { counts.money.autoRefunded[$0] } : nil
      }.optional,
    ]

  /// Automatic refunds by the store, by the charge's state at the refund.
  private static let autoRefunded: [Member<[Int], Never>] =
    [.count("total") { $0.reduce(0, +) }]
    + (["delivered"] + LossKind.allCases.map(\.rawValue)).enumerated().map { place, name in
      .count(name) { $0[place] }
    }

  private static let badDebt: [Member<Money, Never>] = amounts([
    ("total", \.badDebt), ("refundedGoods", \.refundedGoods), ("duplicates", \.duplicates),
    ("priceDifferences", \.priceDifferences),
  ])

  private static func amounts(_ amounts: [(String, any KeyPath<Money, Int> & Sendable)]) -> [Member<
    Money, Never
  >] { amounts.map { name, amount in Member(name, .money) { .integer($0[keyPath: amount]) } } }

  private static let rates: [Member<Counts, [String: Estimate]>] =
    ShareMetric.expectationMetrics.map { share in
      let name = share.row.name
      let meaning = share.isOfAutoRefunds ? "if the store refunds automatically" : ""
      var member = Member<Counts, [String: Estimate]>.estimate(name, meaning) {
        $0.counters.rate(share)
      }
      if share.isOfAutoRefunds { member = member.where { share.applies(to: $0.design) } }
      guard ShareMetric.criteria.contains(share) else { return member }
      return member.read(.other("null, or a share with both limits")) { value, rates in
        if case .null = value.json.content { return }
        rates[name] = value.rate()
      }
    }

  private static let delivery: [Member<SampledCounters, Never>] =
    [("p50", 0.50), ("p95", 0.95), ("p99", 0.99)].map { name, level in
      Member(name, .orNull(.interval(.seconds))) { counters in
        guard let quantile = counters.quantile(level) else { return .null }
        let times = [quantile.time, quantile.low, quantile.high]
        return .array(times.map { $0.map { .seconds($0.seconds) } ?? "never" })
      }
    }
}
