import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What was found of a design.
extension SummaryJSON {
  struct Told {
    var design: Findings.DesignFindings
    var findings: Findings
    /// The counts over all products, put together once.
    var counts: Counts

    init(_ design: Findings.DesignFindings, _ findings: Findings) {
      (self.design, self.findings) = (design, findings)
      counts = Counts(tally: design.ledger.all, deadlines: findings.deadlines)
    }
  }

  static let named: [Member<Told, BaselineSummary.Design>] = [
    .text("name") { $0.design.name }.read(.line) { if let name = $0.line() { $1.name = name } },
    .count("events") { $0.design.ledger.events },
    Member("axes", .anyObject, "of a design of one's own, away from the defaults") {
      $0.design.axes.isEmpty ? nil : .object($0.design.axes)
    }.optional.read(.other("an object")) { value, design in
      guard case .object(let members) = value.json.content else {
        return value.refuse(.other("an object"))
      }
      for member in value.unique(members) { design.axes[member.key] = member.value.words }
    },
  ]

  /// What only one user of a case has.
  static let ofCase: [Member<Told, BaselineSummary.Design>] = [
    .object("ending", ending, into: \.ending, "of a case") {
      $0.design.ending.map { CaseEnding($0) }
    }
  ]

  /// What only the users of a scenario have.
  static let ofScenario: [Member<Told, BaselineSummary.Design>] =
    [
      .count("plainUsers") { told in
        if told.findings.isPlain { return nil }
        return told.counts.tally.plainUsers(.lost).map { Int(clamping: Int64(min($0, 1e18))) }
      }.optional
    ] + tally.map { member in member.of { $0.counts } } + [
      .object("funnel", funnel) { $0.design.ledger.funnel },
      .counts("ladder") { $0.design.ledger.ladder.failures },
      Member("ladderRates", .list(.orNull(.interval(.share)))) {
        let ladder = $0.design.ledger.ladder
        return .list(ladder.failures.indices.dropFirst()) { .estimate(ladder.rate(retry: $0)) }
      },
      .list("lost", of: way, "the ways in which orders were lost") { told in
        DropTable.ways.map { kind, point in
          Way(
            kind: kind, point: point, charges: told.counts.tally.count(kind, point),
            firstUsers: told.design.ledger.firstUsers(kind, point))
        }.filter { $0.charges > 0 }
      },
      .object("losers", losers, into: \.self, "users who lost an order") {
        $0.design.ledger.losses
      },
      .list("products", of: product, "when there are several") { told in
        if told.design.ledger.products.isEmpty { return nil }
        return zip(told.findings.catalog.products, told.design.ledger.products).map {
          Sold(product: $0, counts: Counts(tally: $1, deadlines: told.findings.deadlines))
        }
      }.optional,
    ]

  /// A way in which orders were lost.
  private struct Way {
    var kind: LossKind
    var point: DropPoint
    var charges: Int
    var firstUsers: [UInt64]
  }

  private static let way: [Member<Way, Never>] = [
    .word("kind") { $0.kind }, .word("dropPoint") { $0.point }, .count("charges") { $0.charges },
    .users("firstUsers") { $0.firstUsers },
  ]

  private static let losers: [Member<LossList, BaselineSummary.Design>] = [
    .flag("all", "whether these are all who lost an order") { !$0.isFull }.read(\.hasAllLosers),
    .users("users", "by hash") { losses in
      losses.orders.map(\.user).reduce(into: []) { users, user in
        if users.last != user { users.append(user) }
      }
    }.read(.other("a list of users")) { value, design in
      design.losers = value.list(.other("a list of users"))?.compactMap { $0.user() } ?? []
    },
  ]

  /// How often clients logged each moment, and how many users something abnormal.
  private static let funnel: [Member<Funnel, Never>] =
    LogEvent.allCases.map { event in .count(event.name) { $0.count(event) } }
    + [.count("abnormalUsers") { $0.abnormalUsers }]

  /// A product with what was counted of it.
  private struct Sold {
    var product: Catalog.Product
    var counts: Counts
  }

  private static let product: [Member<Sold, BaselineSummary.Design>] =
    [.text("name") { $0.product.name }, .count("items") { $0.product.items.count }]
    + tally.map { member in member.of { $0.counts } }
}
