import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Statistics

/// The counts of a tally as members of a summary.
enum TallyJSON {
  /// Charges, intents, money, rates and times.
  static func members(_ tally: SampledTally, _ deadlines: [Delay]) -> [JSONOutput.Member] {
    [
      .init("charges", charges(tally, deadlines)),
      .init("intents", intents(tally)),
      .init("money", money(tally.money)),
      .init("rates", rates(tally)),
      .init("delivery", delivery(tally)),
    ]
  }

  /// The failed tries of deliveries: their numbers, and the shares of each retry.
  static func members(_ ladder: SampledLadder) -> [JSONOutput.Member] {
    let failures = ladder.failures
    let rates = failures.indices.dropFirst().map { interval(ladder.rate(retry: $0)) }
    return [
      .init("ladder", .array(failures.map { .integer($0) })),
      .init("ladderRates", .array(rates)),
    ]
  }

  /// How many charges were lost in which way, and the first users to whom it happened.
  static func ways(_ ledger: SampledLedger) -> JSONOutput {
    let all = ledger.all
    let lost = DropTable.ways.filter { all.count($0.kind, $0.point) > 0 }
    return .array(
      lost.map { kind, point in
        [
          "kind": .string(kind.rawValue),
          "dropPoint": .string(point.rawValue),
          "charges": .integer(all.count(kind, point)),
          "firstUsers": .array(
            ledger.firstUsers(kind, point).map { user($0) }),
        ]
      })
  }

  /// Users who lost an order: all of them, or those with the lowest hashes.
  static func losers(_ losses: LossList) -> JSONOutput {
    let users = losses.orders.map(\.user).reduce(into: [UInt64]()) { users, user in
      if users.last != user { users.append(user) }
    }
    return ["all": .bool(!losses.isFull), "users": .array(users.map { user($0) })]
  }

  /// How often clients logged each moment, and how many users something abnormal.
  static func funnel(_ funnel: Funnel) -> JSONOutput {
    .object(
      LogEvent.allCases.map { .init($0.name, .integer(funnel.count($0))) }
        + [.init("abnormalUsers", .integer(funnel.abnormalUsers))])
  }

  private static func charges(_ tally: SampledTally, _ deadlines: [Delay]) -> JSONOutput {
    let count = { (share: Share) in JSONOutput.integer(tally.count(share)) }
    var members: [JSONOutput.Member] = [
      .init("total", .integer(tally.total(.charges))),
      .init("delivered", .integer(tally.deliveredAtOnce)),
      .init("recovered", count(.recovered)),
      .init("rescued", count(.rescued)),
      .init("undelivered", count(.undelivered)),
      .init("crossed", count(.crossed)),
      .init("misdelivered", count(.misdelivered)),
      .init("duplicateDelivery", count(.duplicate)),
      .init("wrongBeside", count(.wrongBeside)),
      .init("refunded", .integer(tally.refunded)),
    ]
    if !deadlines.isEmpty {
      let late = deadlines.enumerated().map { index, deadline -> JSONOutput in
        let moments = tally.moments(row: Share.allCases.count + index, of: .charges)
        return [
          "within": TallyJSON.seconds(deadline.seconds),
          "missed": .integer(moments.count(\.numerators)),
          "rate": interval(moments.share),
        ]
      }
      members.append(.init("late", .array(late)))
    }
    return .object(members)
  }

  private static func intents(_ tally: SampledTally) -> JSONOutput {
    let count = { (share: Share) in JSONOutput.integer(tally.count(share)) }
    return [
      "total": .integer(tally.total(.intents)),
      "wantedToPay": .integer(tally.total(.wishes)),
      "lostSales": count(.lostSale),
      "doubleCharge": count(.doubleCharge),
      "hung": count(.hung),
      "refused": count(.refused),
      "noOrder": count(.noOrder),
      "blocked": count(.blocked),
      "tickets": count(.ticket),
    ]
  }

  private static func money(_ money: Money) -> JSONOutput {
    [
      "charged": .integer(money.charged), "delivered": .integer(money.delivered),
      "recovered": .integer(money.recovered), "rescued": .integer(money.rescued),
      "lost": .integer(money.lost), "refunded": .integer(money.refunded),
      "booked": .integer(money.booked),
      "badDebt": [
        "total": .integer(money.badDebt), "refundedGoods": .integer(money.refundedGoods),
        "duplicates": .integer(money.duplicates),
        "priceDifferences": .integer(money.priceDifferences),
      ],
    ]
  }

  /// The shares of a summary by their names.
  static let shares: [(name: String, share: Share)] = [
    ("lostRate", .lost), ("undeliveredRate", .undelivered), ("crossedRate", .crossed),
    ("misdeliveredRate", .misdelivered), ("rescuedRate", .rescued),
    ("recoveredRate", .recovered), ("recoveredInProcessRate", .recoveredInProcess),
    ("recoveredAfterRelaunchRate", .recoveredAfterRelaunch), ("duplicateRate", .duplicate),
    ("doubleChargeRate", .doubleCharge), ("hungRate", .hung), ("refusedRate", .refused),
    ("blockedRate", .blocked), ("ticketRate", .ticket), ("lostSaleRate", .lostSale),
  ]

  private static func rates(_ tally: SampledTally) -> JSONOutput {
    .object(shares.map { .init($0.name, interval(tally.rate($0.share))) })
  }

  private static func delivery(_ tally: SampledTally) -> JSONOutput {
    .object(
      [("p50", 0.50), ("p95", 0.95), ("p99", 0.99)].map { name, level in
        guard let quantile = tally.quantile(level) else { return .init(name, .null) }
        let times = [quantile.time, quantile.low, quantile.high]
        return .init(
          name, .array(times.map { $0.map { TallyJSON.seconds($0.seconds) } ?? "never" }))
      })
  }

  /// The value and both limits; null without anything to measure.
  static func interval(_ rate: Estimate?) -> JSONOutput {
    guard let rate else { return .null }
    let interval = rate.interval
    return .array([rate.value, interval.low, interval.high].map { TallyJSON.share($0) })
  }

  /// The number of a user; of a stratum as text, such as `3:17`.
  static func user(_ number: UInt64) -> JSONOutput {
    UserNumber.stratum(number) == nil
      ? .integer(Int(clamping: number)) : .string(UserNumber.text(number))
  }

  /// A share with nine digits behind the point.
  static func share(_ value: Double) -> JSONOutput { .number((value * 1e9).rounded() / 1e9) }

  /// Seconds, to the microsecond.
  static func seconds(_ value: Double) -> JSONOutput { .number((value * 1e6).rounded() / 1e6) }
}
