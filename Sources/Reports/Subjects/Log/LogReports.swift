import Methods
package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// Simulated client logs of a run: the funnel and the retry ladder.
extension RunReport {
  /// Most designs side by side.
  private static let columns = 5

  private var legendOfFunnel: [String] {
    language(
      "How often clients logged each moment. A retry is any try except the first of a transaction in the\n"
        + "process of its tap. Moments that no client logged are omitted. The ladder: deliveries whose first\n"
        + "try failed, and the share of them whose k-th retry failed as well. A delivery that starts again, at\n"
        + "a launch for example, begins with its first try again."
    ).lines
  }

  package var funnel: String {
    let blocks = findings.designs.blocks(of: RunReport.columns)
    let isEmpty = findings.designs.allSatisfy(\.designCounters.retryFailures.failures.isEmpty)
    let noLadder = language("no first try failed, so there is no retry ladder")
    let ladders = isEmpty ? [[noLadder]] : blocks.map(ladder)
    let head = [findings.heading, findings.subtitle(language)]
    return ([head] + blocks.map(funnelTable) + ladders + [legendOfFunnel]).page
  }

  /// Retry ladder: one row per rung, beside the published ladder if there is one.
  private func ladder(_ designs: [RunFindings.DesignFindings]) -> [String] {
    let published = findings.publishedFailuresByTry
    let ladders = designs.map { ($0.name, $0.designCounters.retryFailures.failures) }
    let longest = ladders.map(\.1.count).max() ?? 0
    let columns = (published.isEmpty ? [] : [(language("published"), published)]) + ladders
    let rungs = Column<Int>.words(language("failed")) {
      $0 == 0 ? language("first try") : language("retry {0}", "\($0)")
    }
    return Table(
      0..<(published.isEmpty ? longest : published.count),
      [rungs] + columns.map { name, failures in .numbers(name) { RunReport.cell(failures, $0) } }
    ).lines
  }

  /// Count on the first rung, shares of it on the others, and a dash after the last failure.
  private static func cell(_ failures: [Int], _ rung: Int) -> String {
    guard let first = failures.first, rung < failures.count else { return "–" }
    if rung == 0 { return NumberFormat.count(first) }
    return NumberFormat.fixed(Double(failures[rung]) / Double(first) * 100, digits: 1) + " %"
  }

  private func funnelTable(_ designs: [RunFindings.DesignFindings]) -> [String] {
    let funnels = designs.map { (name: $0.name, funnel: $0.designCounters.funnel) }
    let logged = ClientLogEvent.allCases.filter { event in
      funnels.contains { $0.funnel.count(event) > 0 }
    }
    return Table(
      logged.map(Optional.some) + [nil],
      [.words(language("logged")) { $0?.name ?? language("abnormal users") }]
        + funnels.map { name, funnel in
          .counts(name) { $0.map(funnel.count) ?? funnel.abnormalUsers }
        }
    ).lines
  }
}

extension Array {
  /// Elements in blocks of a size; the last block may be smaller.
  func blocks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

/// Daily digest of a run as text for people, as in article 000: the key counts of each day of
/// simulated time, its abnormal users, and the recovered revenue. [000]
package struct DailyDigestReport {
  /// Moments in the article's digest, with their headings.
  private static let events: [(event: ClientLogEvent, header: String)] = [
    (.purchaseClick, "purchase_\nclick"), (.transactionCancel, "transaction_\ncancel"),
    (.transactionFail, "transaction_\nfail"), (.transactionSucceed, "transaction_\nsucceed"),
    (.transactionUnbound, "transaction_\nunbound"), (.verifySucceed, "verify_\nsucceed"),
    (.verifyFail, "verify_\nfail"), (.retryVerifySucceed, "retry_verify_\nsucceed"),
    (.retryExhausted, "retry_\nexhausted"), (.supportTicket, "support_\nticket"),
  ]

  private var legend: [String] {
    language(
      "Counts of iap_… moments by day of simulated time; the start is on day 1. Abnormal users logged a\n"
        + "failure, a retry, a transaction without an item, or a ticket. recovered: {0} of the orders\n"
        + "that a retry or a later launch delivered.",
      NumberFormat.unit(of: digest.scenario.currency, language)
    ).lines
  }

  private let digest: DailyDigest
  private let language: Language

  package init(_ digest: DailyDigest, _ language: Language = .en) {
    (self.digest, self.language) = (digest, language)
  }

  /// One table per design.
  /// - Parameter design: index of the only design shown; nil for all.
  package func text(design: Int? = nil) -> String {
    let tables = digest.designs(design).map { [$0.name.escapingControls] + table(of: $0.days) }
    return ([[digest.heading, digest.subtitle(language)]] + tables + [legend]).page
  }

  /// Days with logged moments or recovered orders.
  private func table(of days: [DayCounts]) -> [String] {
    let events = DailyDigestReport.events.filter { event, _ in
      days.contains { $0.funnel.count(event) > 0 }
    }
    var total = 0
    let rows = days.enumerated().map { number, day in
      total += day.recoveredAmount
      return (number: number, day: day, total: total)
    }.filter { row in
      row.day.recoveredAmount != 0
        || ClientLogEvent.allCases.contains { row.day.funnel.count($0) != 0 }
    }
    if rows.isEmpty { return [language("nothing was logged")] }
    let currency = digest.scenario.currency
    let counted = events.map { event, header in
      Column<(number: Int, day: DayCounts, total: Int)>.counts(header) {
        $0.day.funnel.count(event)
      }
    }
    return Table(
      rows,
      [.numbers(language("day")) { String($0.number + 1) }] + counted + [
        .counts(language("abnormal\nusers"), \.day.funnel.abnormalUsers),
        .cells(language("recovered\nthat day")) { .money($0.day.recoveredAmount, currency) },
        .cells(language("in\ntotal")) { .money($0.total, currency) },
      ]
    ).lines
  }
}
