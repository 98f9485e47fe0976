package import EventEngine

/// The moments that a client logs, named after those of the main article. [000]
///
/// A *retry* is whatever is not the first try of a transaction in the process of its tap, and every
/// try by hand, so the charges that ``retryVerifySucceed`` counts are those that results call
/// recovered or rescued.
package enum LogEvent: Int, CaseIterable, Sendable {
  /// A tap on Buy.
  case purchaseClick
  /// A tap that `repurchase` or the backend refused (C1, B1).
  case purchaseRefused
  /// A tap that resumed a delivery instead (C1).
  case purchaseResumed
  /// The order request before a payment was answered with an order (C2).
  case orderSucceed
  /// It was not; no payment follows (C2).
  case orderFail
  /// The payment was handed to the store (S1).
  case paymentAdded
  /// `failed` with code `cancelled` reached the app (S2, S7).
  case transactionCancel
  /// `failed` with code `error` reached the app (S7).
  case transactionFail
  /// `purchased` reached the app, once for every callback (S3).
  case transactionSucceed
  /// No item was found for a transaction (C5).
  case transactionUnbound
  /// The first try began (C7).
  case verifyStart
  /// The first try ended in a delivery, or in the answer that there had been one.
  case verifySucceed
  /// The first try was rejected.
  case verifyReject
  /// The first try failed: an error, or no answer in time.
  case verifyFail
  /// A later try began.
  case retryVerifyStart
  case retryVerifySucceed
  case retryVerifyReject
  case retryVerifyFail
  /// The tries of a delivery were used up (C7).
  case retryExhausted
  /// The user tried by hand from the recovery page (C9).
  case recoveryPageRetry
  /// The user wrote to support (P3).
  case supportTicket
  /// A charged transaction was finished (S11).
  case transactionFinish

  /// The number of events.
  static var count: Int { LogEvent.transactionFinish.rawValue + 1 }

  /// The name in reports.
  package var name: String {
    switch self {
    case .purchaseClick: "iap_purchase_click"
    case .purchaseRefused: "iap_purchase_refused"
    case .purchaseResumed: "iap_purchase_resumed"
    case .orderSucceed: "iap_order_succeed"
    case .orderFail: "iap_order_fail"
    case .paymentAdded: "iap_purchase_payment_added"
    case .transactionCancel: "iap_purchase_transaction_cancel"
    case .transactionFail: "iap_purchase_transaction_fail"
    case .transactionSucceed: "iap_purchase_transaction_succeed"
    case .transactionUnbound: "iap_purchase_transaction_unbound"
    case .verifyStart: "iap_verify_start"
    case .verifySucceed: "iap_verify_succeed"
    case .verifyReject: "iap_verify_reject"
    case .verifyFail: "iap_verify_fail"
    case .retryVerifyStart: "iap_retry_verify_start"
    case .retryVerifySucceed: "iap_retry_verify_succeed"
    case .retryVerifyReject: "iap_retry_verify_reject"
    case .retryVerifyFail: "iap_retry_verify_fail"
    case .retryExhausted: "iap_retry_exhausted"
    case .recoveryPageRetry: "iap_recovery_page_retry"
    case .supportTicket: "iap_support_ticket"
    case .transactionFinish: "iap_transaction_finish"
    }
  }

  /// Whether a user to whom it happens belongs in the daily list of abnormal users. [000]
  package var isAbnormal: Bool {
    switch self {
    case .transactionFail, .transactionUnbound, .verifyReject, .verifyFail, .retryVerifyStart,
      .retryVerifySucceed, .retryVerifyReject, .retryVerifyFail, .retryExhausted,
      .recoveryPageRetry, .supportTicket, .orderFail:
      true
    case .purchaseClick, .purchaseRefused, .purchaseResumed, .orderSucceed, .paymentAdded,
      .transactionCancel, .transactionSucceed, .verifyStart, .verifySucceed, .transactionFinish:
      false
    }
  }
}

/// How often a client logged what, on one day or in a whole life.
package struct LogCounts: Hashable, Sendable {
  /// The events that were logged, by the raw value of ``LogEvent``, as bits.
  package private(set) var logged: UInt32 = 0
  /// The counts by the raw value of ``LogEvent``.
  package private(set) var counts = InlineArray<22, Int32>(repeating: 0)

  /// Logs an event.
  @inline(__always)
  mutating func add(_ event: LogEvent) {
    logged |= 1 << UInt32(event.rawValue)
    counts[event.rawValue] += 1
  }

  /// Whether two logs count the same.
  package static func == (left: LogCounts, right: LogCounts) -> Bool {
    left.counts.indices.allSatisfy { left.counts[$0] == right.counts[$0] }
  }

  /// Feeds the counts to a hasher.
  package func hash(into hasher: inout Hasher) {
    for event in counts.indices { hasher.combine(counts[event]) }
  }
}

/// What a client logged in one life.
package struct ClientLog: Hashable, Sendable {
  /// The rungs of the ladder of retries that are counted: the first try and sixteen retries.
  package static let rungs = 17

  /// What was logged on the first day; in the whole life if days are not told apart.
  package private(set) var first = LogCounts()
  /// What was logged on each later day.
  package private(set) var later: [LogCounts]
  /// Element 0: deliveries whose first try failed; element k: those whose k-th retry failed too.
  ///
  /// A delivery that starts anew, at a launch for example, starts at element 0 again.
  package private(set) var failedTries: [Int32]
  private var hasFailures = false

  /// Makes an empty log.
  ///
  /// - Parameter days: the number of days to tell apart; 1 counts the whole life together.
  package init(days: Int = 1) {
    precondition(days > 0, "a life has a day")
    later = Array(repeating: LogCounts(), count: days - 1)
    failedTries = Array(repeating: 0, count: ClientLog.rungs)
  }

  /// The number of days that are told apart.
  package var days: Int { later.count + 1 }

  /// The number of days of a life that ends at a horizon.
  package static func days(until horizon: Delay) -> Int { day(of: .start + horizon) + 1 }

  /// The day of simulated time in which an instant lies, counted from 0.
  package static func day(of instant: Instant) -> Int {
    Int(instant.microseconds / Delay.seconds(86_400).microseconds)
  }

  /// How often an event was logged on a day, counted from 0.
  package func count(_ event: LogEvent, day: Int = 0) -> Int {
    Int((day == 0 ? first : later[day - 1]).counts[event.rawValue])
  }

  /// Empties the log and keeps its storage.
  mutating func reset() {
    first = LogCounts()
    for day in later.indices where later[day].logged != 0 { later[day] = LogCounts() }
    if hasFailures {
      for rung in failedTries.indices { failedTries[rung] = 0 }
      hasFailures = false
    }
  }

  /// Takes over the counts of another log and keeps its own storage.
  mutating func copy(_ other: borrowing ClientLog) {
    if days != other.days { self = ClientLog(days: other.days) }
    first = other.first
    for day in later.indices { later[day] = other.later[day] }
    if hasFailures || other.hasFailures {
      for rung in failedTries.indices { failedTries[rung] = other.failedTries[rung] }
      hasFailures = other.hasFailures
    }
  }

  /// Logs an event.
  @inline(__always)
  mutating func add(_ event: LogEvent, day: Int) {
    if day == 0 { first.add(event) } else { later[day - 1].add(event) }
  }

  /// Notes that a try failed, on a rung from 0.
  package mutating func addFailure(rung: Int) {
    guard rung < failedTries.count else { return }
    failedTries[rung] += 1
    hasFailures = true
  }
}

extension World {
  /// The client, or the user for its support desk, logs an event.
  @inline(__always)
  mutating func log(_ event: LogEvent) {
    log.add(event, day: logsByDay ? ClientLog.day(of: now) : 0)
  }
}
