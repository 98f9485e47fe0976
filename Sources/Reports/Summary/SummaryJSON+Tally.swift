import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// The counts of a design, over all products or over one.
extension SummaryJSON {
  struct Counts {
    var tally: SampledTally
    var deadlines: [Delay]
  }

  static let tally: [Member<Counts, BaselineSummary.Design>] = [
    .object("charges", charges, into: \.charges) { $0 }, .object("intents", intents) { $0.tally },
    .object("money", money, "minor units") { $0.tally.money },
    .object("rates", rates, into: \.rates, "value, lower and upper limit") { $0.tally },
    .object("delivery", delivery, "seconds from the charge: value, lower and upper limit") {
      $0.tally
    },
  ]

  private static let charges: [Member<Counts, Int>] =
    [
      .count("total") { $0.tally.total(.charges) }.read(\.self, 0...BaselineSummary.mostUsers),
      .count("delivered") { $0.tally.deliveredAtOnce },
    ]
    + counts([
      ("recovered", .recovered), ("rescued", .rescued), ("undelivered", .undelivered),
      ("crossed", .crossed), ("misdelivered", .misdelivered), ("duplicateDelivery", .duplicate),
      ("wrongBeside", .wrongBeside),
    ]).map { member in member.of { $0.tally } } + [
      .count("refunded") { $0.tally.refunded },
      .list("late", of: late) { counts in
        if counts.deadlines.isEmpty { return nil }
        return counts.deadlines.enumerated().map { index, deadline in
          (deadline, counts.tally.moments(row: Share.allCases.count + index, of: .charges))
        }
      }.optional,
    ]

  private static let late: [Member<(deadline: Delay, moments: Sampled<RatioMoments>), Never>] = [
    Member("within", .number, "seconds") { .seconds($0.deadline.seconds) },
    .count("missed") { $0.moments.count(\.numerators) },
    .estimate("rate") { $0.moments.share },
  ]

  private static let intents: [Member<SampledTally, Never>] =
    [.count("total") { $0.total(.intents) }, .count("wantedToPay") { $0.total(.wishes) }]
    + counts([
      ("lostSales", .lostSale), ("doubleCharge", .doubleCharge), ("hung", .hung),
      ("refused", .refused), ("noOrder", .noOrder), ("blocked", .blocked), ("tickets", .ticket),
    ])

  private static func counts<Target>(_ shares: [(name: String, share: Share)]) -> [Member<
    SampledTally, Target
  >] { shares.map { name, share in .count(name) { $0.count(share) } } }

  private static let money: [Member<Money, Never>] =
    amounts([
      ("charged", \.charged), ("delivered", \.delivered), ("recovered", \.recovered),
      ("rescued", \.rescued), ("lost", \.lost), ("refunded", \.refunded), ("booked", \.booked),
    ]) + [.object("badDebt", badDebt) { $0 }]

  private static let badDebt: [Member<Money, Never>] = amounts([
    ("total", \.badDebt), ("refundedGoods", \.refundedGoods), ("duplicates", \.duplicates),
    ("priceDifferences", \.priceDifferences),
  ])

  private static func amounts(_ amounts: [(String, any KeyPath<Money, Int> & Sendable)]) -> [Member<
    Money, Never
  >] { amounts.map { name, amount in Member(name, .money) { .integer($0[keyPath: amount]) } } }

  private static let rates: [Member<SampledTally, [String: BaselineSummary.Rate]>] =
    Share.metrics.map { share in
      let name = share.row.name
      let member = Member<SampledTally, [String: BaselineSummary.Rate]>.estimate(name) {
        $0.rate(share)
      }
      guard Share.Compared.allCases.contains(where: { $0.share == share }) else { return member }
      return member.read(.other("null, or a share with both limits")) { value, rates in
        if case .null = value.json.content { return }
        rates[name] = value.rate()
      }
    }

  private static let delivery: [Member<SampledTally, Never>] =
    [("p50", 0.50), ("p95", 0.95), ("p99", 0.99)].map { name, level in
      Member(name, .orNull(.interval(.seconds))) { tally in
        guard let quantile = tally.quantile(level) else { return .null }
        let times = [quantile.time, quantile.low, quantile.high]
        return .array(times.map { $0.map { .seconds($0.seconds) } ?? "never" })
      }
    }
}
