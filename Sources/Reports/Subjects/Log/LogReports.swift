import Methods
package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// What the clients of a run logged: the funnel and the ladder of retries.
extension RunReport {
  /// How many designs stand side by side.
  private static let columns = 5

  private var legendOfFunnel: [String] {
    language(
      "How often clients logged each moment; a retry is whatever is not the first try of a transaction\n"
        + "in the process of its tap. What no client logged is left out. The ladder: deliveries whose first\n"
        + "try failed, and the share of them whose k-th retry failed too; a delivery that starts anew, at a\n"
        + "launch for example, begins at its first try again."
    ).lines
  }

  package var funnel: String {
    let blocks = findings.designs.blocks(of: RunReport.columns)
    let isClimbed = findings.designs.contains { !$0.ledger.ladder.failures.isEmpty }
    let ladders =
      isClimbed
      ? blocks.map(ladder) : [[language("no first try failed, so there is no ladder of retries")]]
    let head = [findings.heading, findings.subtitle(language)]
    return ([head] + blocks.map(funnelTable) + ladders + [legendOfFunnel]).page
  }

  /// The ladder of retries: a row a rung, beside the published one if there is one.
  private func ladder(_ designs: [Findings.DesignFindings]) -> [String] {
    let published = findings.publishedLadder
    let ladders = designs.map { (name: $0.name, failures: $0.ledger.ladder.failures) }
    let longest = ladders.map(\.failures.count).max() ?? 0
    let told =
      (published.isEmpty ? [] : [(name: language("published"), failures: published)]) + ladders
    return Table(
      0..<(published.isEmpty ? longest : published.count),
      [
        .words(language("failed")) {
          $0 == 0 ? language("first try") : language("retry {0}", "\($0)")
        }
      ]
        + told.map { name, failures in .numbers(name) { RunReport.cell(failures, $0) } }
    ).lines
  }

  /// The count of the first rung, and shares of it on the others; a dash after the last failure.
  private static func cell(_ failures: [Int], _ rung: Int) -> String {
    guard let first = failures.first, rung < failures.count else { return "–" }
    if rung == 0 { return Numerals.count(first) }
    return Numerals.fixed(Double(failures[rung]) / Double(first) * 100, digits: 1) + " %"
  }

  private func funnelTable(_ designs: [Findings.DesignFindings]) -> [String] {
    let funnels = designs.map { (name: $0.name, funnel: $0.ledger.funnel) }
    let logged = LogEvent.allCases.filter { event in funnels.contains { $0.funnel.count(event) > 0 }
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
  /// The elements in blocks of so many; the last one may have fewer.
  func blocks(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

/// The daily digest of a run as text for people, as article 000 mails it: the key counts of each day
/// of simulated time, its abnormal users, and the revenue that was recovered. [000]
package struct DigestReport {
  /// The moments that the article's digest counts, with their headings.
  private static let events: [(event: LogEvent, header: String)] = [
    (.purchaseClick, "purchase_\nclick"), (.transactionCancel, "transaction_\ncancel"),
    (.transactionFail, "transaction_\nfail"), (.transactionSucceed, "transaction_\nsucceed"),
    (.transactionUnbound, "transaction_\nunbound"), (.verifySucceed, "verify_\nsucceed"),
    (.verifyFail, "verify_\nfail"), (.retryVerifySucceed, "retry_verify_\nsucceed"),
    (.retryExhausted, "retry_\nexhausted"), (.supportTicket, "support_\nticket"),
  ]

  private var legend: [String] {
    language(
      "Counts of iap_… moments by day of simulated time, the day of the start being 1; abnormal users\n"
        + "logged a failure, a retry, a transaction without an item or a ticket; recovered: {0} of\n"
        + "the orders that a retry or a later launch brought back.",
      Numerals.unit(of: digest.scenario.currency, language)
    ).lines
  }

  private let digest: Digest
  private let language: Language

  package init(_ digest: Digest, _ language: Language = .en) {
    (self.digest, self.language) = (digest, language)
  }

  /// A table a design.
  /// - Parameter design: the only design to show, by index; nil for all.
  package func text(design: Int? = nil) -> String {
    let tables = digest.shown(design).map { [$0.name.escapingControls] + table(of: $0.days) }
    return ([[digest.heading, digest.subtitle(language)]] + tables + [legend]).page
  }

  /// The days on which anything was logged or recovered.
  private func table(of days: [DayCount]) -> [String] {
    let events = DigestReport.events.filter { event, _ in
      days.contains { $0.funnel.count(event) > 0 }
    }
    var total = 0
    let rows = days.enumerated().map { number, day in
      total += day.recovered
      return (number: number, day: day, total: total)
    }.filter { row in
      row.day.recovered != 0 || LogEvent.allCases.contains { row.day.funnel.count($0) != 0 }
    }
    let currency = digest.scenario.currency
    let counted = events.map { event, header in
      Column<(number: Int, day: DayCount, total: Int)>.counts(header) { $0.day.funnel.count(event) }
    }
    let table = Table(
      rows,
      [.numbers(language("day")) { String($0.number + 1) }] + counted + [
        .counts(language("abnormal\nusers"), \.day.funnel.abnormalUsers),
        .cells(language("recovered\nthat day")) { .money($0.day.recovered, currency) },
        .cells(language("in\ntotal")) { .money($0.total, currency) },
      ])
    return rows.isEmpty ? [language("nothing was logged")] : table.lines
  }
}
