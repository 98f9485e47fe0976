import EventEngine
import JSONText
import PurchaseWorld

// Checks for counts that no design on any store can log. A dashboard can miss any event, so only
// relations between the events themselves are checked.

extension Observations {
  /// Counts whose sum cannot exceed the sum of others.
  private struct CountBound: Sendable {
    let parts, wholes: [Quantity]
    /// The reason, in the expectation of the message.
    let reason: Phrase
  }

  private static func event(_ event: ClientLogEvent) -> Quantity { .event(event, day: nil) }

  private static let bounds: [CountBound] = [
    CountBound(
      parts: [.purchaseRefused, .purchaseResumed, .orderFail, .paymentAdded].map(event),
      wholes: [event(.purchaseClick)], reason: "a tap has only one of these results (C1, C2)"),
    CountBound(
      parts: [event(.orderSucceed)], wholes: [event(.paymentAdded)],
      reason: "every order before a payment is followed by a payment (C2)"),
    CountBound(
      parts: [event(.verifyStart)], wholes: [event(.transactionSucceed)],
      reason: "every first try follows its own callback (C5, C7)"),
    CountBound(
      parts: [.verifySucceed, .verifyReject, .verifyFail].map(event),
      wholes: [event(.verifyStart)], reason: "a first try ends once (C7)"),
    CountBound(
      parts: [.retryVerifySucceed, .retryVerifyReject, .retryVerifyFail].map(event),
      wholes: [event(.retryVerifyStart)], reason: "a retry ends once (C7)"),
    CountBound(
      parts: [event(.retryExhausted)], wholes: [.verifyFail, .retryVerifyFail].map(event),
      reason: "the tries are used up only after a failure (C7)"),
    CountBound(
      parts: rungs.map { .failedTries(rung: $0) },
      wholes: [.verifyFail, .retryVerifyFail].map(event),
      reason: "every failure belongs to at most one rung of the ladder (C7)"),
    CountBound(
      parts: [.undelivered, .crossed, .misdelivered, .rescued].map { .share($0) },
      wholes: [.share(.lost)], reason: "a lost order has one kind"),
    CountBound(
      parts: [.recoveredInProcess, .recoveredAfterRelaunch].map { .share($0) },
      wholes: [.share(.recovered)], reason: "an order is recovered once"),
  ]

  /// Reports repeated counts and impossible counts.
  func checkSense(_ log: ProblemLog) {
    var known: [Quantity: Row] = [:]
    for row in rows {
      if let first = known[row.quantity] {
        report(
          "the same count is given twice", "it once (first on line \(first.position.line))", row,
          log)
      } else {
        known[row.quantity] = row
      }
      if let of = row.denominator, row.count > of {
        report(
          "the count \(row.count) is above the total \(of)", "a count of at most the total", row,
          log)
      }
    }
    checkUsers(known, log)
    checkDays(known, log)
    checkLadder(known, log)
    checkDeadlines(log)
    for bound in Observations.bounds { check(bound, known, log) }
  }

  private func report(_ message: Phrase, _ expected: Phrase, _ row: Row, _ log: ProblemLog) {
    log.add(
      Problem(
        file: log.file, position: row.position, message: message, expected: expected,
        concern: .meaning))
  }

  /// Reports counts without users.
  private func checkUsers(_ known: [Quantity: Row], _ log: ProblemLog) {
    guard let users = known[.users], users.count == 0,
      let first = rows.first(where: { $0.count > 0 && $0.quantity != .damaged })
    else { return }
    report(
      "the number of users is 0, but another count is \(first.count)",
      "as many users as the counts cover", users, log)
  }

  private func checkDays(_ known: [Quantity: Row], _ log: ProblemLog) {
    for row in rows {
      guard case .event(let event, .some) = row.quantity, known[.event(event, day: nil)] != nil
      else { continue }
      report(
        "\(event.name.quoted) is counted both by day and in total", "only one of them", row, log)
    }
  }

  private func checkLadder(_ known: [Quantity: Row], _ log: ProblemLog) {
    for rung in Observations.rungs.dropFirst() {
      guard let row = known[.failedTries(rung: rung)],
        let before = known[.failedTries(rung: rung - 1)],
        row.count > before.count + (known[.damaged]?.count ?? 0)
      else { continue }
      report(
        "more retries than failures: \(row.count) after \(before.count)",
        "no more on a rung than on the previous rung (C7)", row, log)
    }
  }

  /// Reports a later deadline with more late charges than an earlier one.
  private func checkDeadlines(_ log: ProblemLog) {
    let late = rows.compactMap { row in
      if case .late(let within) = row.quantity { (within: within, row: row) } else { nil }
    }.sorted { $0.within < $1.within }
    for (first, next) in zip(late, late.dropFirst())
    where first.row.denominator == next.row.denominator && next.row.count > first.row.count {
      report(
        "\(next.row.count) charges are late after \(next.within.words.quoted), but only"
          + " \(first.row.count) after \(first.within.words.quoted)",
        "no more charges after a later deadline", next.row, log)
    }
  }

  private func check(_ bound: CountBound, _ known: [Quantity: Row], _ log: ProblemLog) {
    let parts = bound.parts.compactMap { known[$0] }
    let wholes = bound.wholes.compactMap { known[$0] }
    guard wholes.count == bound.wholes.count, let last = parts.last,
      Set((parts + wholes).map(\.denominator)).count == 1
    else { return }
    let (part, whole) = (parts.reduce(0) { $0 + $1.count }, wholes.reduce(0) { $0 + $1.count })
    // Damaged lines can be missing from the whole.
    if part <= whole + (known[.damaged]?.count ?? 0) { return }
    let (names, of) = (Observations.names(parts), Observations.names(wholes))
    report(
      "\(names) add up to \(part), but \(of) only to \(whole)", "at most as many: \(bound.reason)",
      last, log)
  }

  /// The names of the rows as a list.
  private static func names(_ rows: [Row]) -> Phrase {
    if case .failedTries = rows[0].quantity { return "the rungs of the ladder" }
    return .names(
      rows.map { row in
        switch row.quantity {
        case .event(let event, _): event.name
        case .share(let share): share.row.name
        case .users, .damaged, .failedTries, .late: ""
        }
      })
  }
}
