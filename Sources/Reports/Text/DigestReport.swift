package import Experiments
import JSONText
import PurchaseWorld

/// The daily digest of a run as text for people, as article 000 mails it: the key counts of each day
/// of simulated time, its abnormal users, and the revenue that was recovered. [000]
package struct DigestReport {
  /// The moments that the article's digest counts, with their headings.
  private static let events: [(event: LogEvent, header: [String])] = [
    (.purchaseClick, ["purchase_", "click"]), (.transactionCancel, ["transaction_", "cancel"]),
    (.transactionFail, ["transaction_", "fail"]),
    (.transactionSucceed, ["transaction_", "succeed"]),
    (.transactionUnbound, ["transaction_", "unbound"]), (.verifySucceed, ["verify_", "succeed"]),
    (.verifyFail, ["verify_", "fail"]), (.retryVerifySucceed, ["retry_verify_", "succeed"]),
    (.retryExhausted, ["retry_", "exhausted"]), (.supportTicket, ["support_", "ticket"]),
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
    var lines = [digest.heading, digest.subtitle]
    for (index, found) in digest.designs.enumerated() where design == nil || design == index {
      lines += ["", found.name.escapingControls] + table(of: found.days)
    }
    lines += [""] + DigestReport.legend
    return lines.joined(separator: "\n") + "\n"
  }

  /// The days on which anything was logged or recovered.
  private func table(of days: [DayCount]) -> [String] {
    let events = DigestReport.events.filter { event, _ in
      days.contains { $0.funnel.count(event) > 0 }
    }
    var table = TextTable(
      [.numbers("day")] + events.map { TextTable.Column(header: $0.header, isNumber: true) } + [
        .numbers("abnormal", "users"), .numbers("recovered", "that day"), .numbers("in", "total"),
      ])
    var total = 0
    for (number, day) in days.enumerated() {
      total += day.recovered
      let isQuiet = LogEvent.allCases.allSatisfy { day.funnel.count($0) == 0 }
      if isQuiet && day.recovered == 0 { continue }
      table.add(
        [String(number + 1)] + events.map { Numerals.count(day.funnel.count($0.event)) } + [
          Numerals.count(day.funnel.abnormalUsers), Numerals.count(day.recovered),
          Numerals.count(total),
        ])
    }
    return table.rows.isEmpty ? ["nothing was logged"] : table.lines
  }
}
