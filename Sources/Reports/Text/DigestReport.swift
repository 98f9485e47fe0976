package import Experiments
import JSONText
import PurchaseWorld

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

  private static let legend = [
    "Counts of iap_… moments by day of simulated time, the day of the start being 1; abnormal users",
    "logged a failure, a retry, a transaction without an item or a ticket; recovered: minor units of",
    "the orders that a retry or a later launch brought back.",
  ]

  private let digest: Digest

  package init(_ digest: Digest) { self.digest = digest }

  /// A table a design.
  ///
  /// - Parameter design: the only design to show, by index; nil for all.
  package func text(design: Int? = nil) -> String {
    let shown = design.map { [digest.designs[$0]] } ?? digest.designs
    let tables = shown.map { [$0.name.escapingControls] + table(of: $0.days) }
    return ([[digest.heading, digest.subtitle]] + tables + [DigestReport.legend]).page
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
    let counted = events.map { event, header in
      Column<(number: Int, day: DayCount, total: Int)>.counts(header) { $0.day.funnel.count(event) }
    }
    let table = Table(
      rows,
      [.numbers("day") { String($0.number + 1) }] + counted + [
        .counts("abnormal\nusers", \.day.funnel.abnormalUsers),
        .counts("recovered\nthat day", \.day.recovered), .counts("in\ntotal", \.total),
      ])
    return rows.isEmpty ? ["nothing was logged"] : table.lines
  }
}
