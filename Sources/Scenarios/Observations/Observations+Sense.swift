import EventEngine
import JSONText
import PurchaseWorld

// What no design on any store can have logged. A dashboard may count too little of anything, so only
// what holds of the moments themselves is asked for.

extension Observations {
  /// Things of which there cannot be more than of others.
  private struct Bound: Sendable {
    let parts: [What]
    let wholes: [What]
    /// Why, completing "… are more than …".
    let reason: Phrase
  }

  private static func event(_ event: LogEvent) -> What { .event(event, day: nil) }

  private static let bounds: [Bound] = [
    Bound(
      parts: [.purchaseRefused, .purchaseResumed, .orderFail, .paymentAdded].map(event),
      wholes: [event(.purchaseClick)],
      reason: "a tap is refused, resumed, fails or pays once (C1, C2)"),
    Bound(
      parts: [event(.orderSucceed)], wholes: [event(.paymentAdded)],
      reason: "every order before a payment is followed by one (C2)"),
    Bound(
      parts: [event(.verifyStart)], wholes: [event(.transactionSucceed)],
      reason: "a first try follows a callback of its own (C5, C7)"),
    Bound(
      parts: [.verifySucceed, .verifyReject, .verifyFail].map(event),
      wholes: [event(.verifyStart)], reason: "a first try ends once (C7)"),
    Bound(
      parts: [.retryVerifySucceed, .retryVerifyReject, .retryVerifyFail].map(event),
      wholes: [event(.retryVerifyStart)], reason: "a retry ends once (C7)"),
    Bound(
      parts: [event(.retryExhausted)], wholes: [.verifyFail, .retryVerifyFail].map(event),
      reason: "tries are used up by one that failed (C7)"),
    Bound(
      parts: rungs.map { .failedTries(rung: $0) },
      wholes: [.verifyFail, .retryVerifyFail].map(event),
      reason: "every failure stands on one rung of the ladder at most (C7)"),
    Bound(
      parts: [.undelivered, .crossed, .misdelivered, .rescued].map { .share($0) },
      wholes: [.share(.lost)], reason: "a lost order is of one kind"),
    Bound(
      parts: [.recoveredInProcess, .recoveredAfterRelaunch].map { .share($0) },
      wholes: [.share(.recovered)], reason: "an order is recovered once"),
  ]

  /// Reports what the rows say twice, and what cannot have been counted.
  func checkSense(_ log: ProblemLog) {
    var known: [What: Row] = [:]
    for row in rows {
      if let first = known[row.what] {
        report(
          "the same count is given twice", "it once (first on line \(first.position.line))", row,
          log)
      } else {
        known[row.what] = row
      }
      if let of = row.of, row.count > of {
        report("\(row.count) of \(of)", "a part that is no more than the whole", row, log)
      }
    }
    checkUsers(known, log)
    checkDays(known, log)
    checkLadder(known, log)
    checkDeadlines(log)
    for bound in Observations.bounds { check(bound, known, log) }
  }

  private func report(_ what: Phrase, _ expected: Phrase, _ row: Row, _ log: ProblemLog) {
    log.add(
      Problem(
        file: log.file, position: row.position, what: what, expected: expected, concern: .meaning))
  }

  /// Whoever is counted is a user.
  private func checkUsers(_ known: [What: Row], _ log: ProblemLog) {
    guard let users = known[.users], users.count == 0,
      let first = rows.first(where: { $0.count > 0 && $0.what != .damaged })
    else { return }
    report(
      "there are no users, and \(first.count) of something else", "as many users as it is of",
      users, log)
  }

  private func checkDays(_ known: [What: Row], _ log: ProblemLog) {
    for row in rows {
      guard case .event(let event, .some) = row.what, known[.event(event, day: nil)] != nil else {
        continue
      }
      report("\(event.name.quoted) is counted by day and in total", "one of both", row, log)
    }
  }

  private func checkLadder(_ known: [What: Row], _ log: ProblemLog) {
    for rung in Observations.rungs.dropFirst() {
      guard let row = known[.failedTries(rung: rung)],
        let before = known[.failedTries(rung: rung - 1)],
        row.count > before.count + (known[.damaged]?.count ?? 0)
      else { continue }
      report(
        "more retries than failures: \(row.count) of \(before.count)",
        "no more on a rung than on the one before it (C7)", row, log)
    }
  }

  /// What came within a deadline came within any later one.
  private func checkDeadlines(_ log: ProblemLog) {
    let late = rows.compactMap { row in
      if case .late(let within) = row.what { (within: within, row: row) } else { nil }
    }.sorted { $0.within < $1.within }
    for (first, next) in zip(late, late.dropFirst())
    where first.row.of == next.row.of && next.row.count > first.row.count {
      report(
        "\(next.row.count) are late after \(next.within.words.quoted), and"
          + " \(first.row.count) after \(first.within.words.quoted)",
        "no more after a later deadline", next.row, log)
    }
  }

  private func check(_ bound: Bound, _ known: [What: Row], _ log: ProblemLog) {
    let parts = bound.parts.compactMap { known[$0] }
    let wholes = bound.wholes.compactMap { known[$0] }
    guard wholes.count == bound.wholes.count, let last = parts.last,
      Set((parts + wholes).map(\.of)).count == 1
    else { return }
    let (part, whole) = (parts.reduce(0) { $0 + $1.count }, wholes.reduce(0) { $0 + $1.count })
    // What could not be counted may be missing of the whole.
    if part <= whole + (known[.damaged]?.count ?? 0) { return }
    let (names, of) = (Observations.names(parts), Observations.names(wholes))
    report("\(names) are \(part), and \(of) \(whole)", "no more: \(bound.reason)", last, log)
  }

  /// What rows count, in a list of names.
  private static func names(_ rows: [Row]) -> Phrase {
    if case .failedTries = rows[0].what { return "the rungs of the ladder" }
    return .names(
      rows.map { row in
        switch row.what {
        case .event(let event, _): event.name
        case .share(let share): share.row.name
        case .users, .damaged, .failedTries, .late: ""
        }
      })
  }
}
