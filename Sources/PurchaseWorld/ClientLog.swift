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

/// How often a client logged what, in one life.
package struct ClientLog: Hashable, Sendable {
  /// The rungs of the ladder of retries that are counted: the first try and sixteen retries.
  package static let rungs = 17

  /// The counts by the raw value of ``LogEvent``; with several days, those of the first day first.
  package private(set) var counts: [Int32]
  /// Element 0: deliveries whose first try failed; element k: those whose k-th retry failed (C7).
  ///
  /// A delivery that starts anew, at a launch for example, starts at element 0 again.
  package private(set) var failedTries: [Int32]

  /// Makes an empty log.
  ///
  /// - Parameter days: the number of days to tell apart; 1 counts the whole life together.
  package init(days: Int = 1) {
    precondition(days > 0, "a life has a day")
    counts = Array(repeating: 0, count: days * LogEvent.count)
    failedTries = Array(repeating: 0, count: ClientLog.rungs)
  }

  /// The number of days that are told apart.
  package var days: Int { counts.count / LogEvent.count }

  /// The number of days of a life that ends at a horizon.
  package static func days(until horizon: Delay) -> Int { day(of: .start + horizon) + 1 }

  /// The day of simulated time in which an instant lies, counted from 0.
  package static func day(of instant: Instant) -> Int {
    Int(instant.microseconds / Delay.seconds(86_400).microseconds)
  }

  /// How often an event was logged on a day, counted from 0.
  package func count(_ event: LogEvent, day: Int = 0) -> Int {
    Int(counts[day * LogEvent.count + event.rawValue])
  }

  /// Empties the log and keeps its storage.
  mutating func reset() {
    for index in counts.indices { counts[index] = 0 }
    for rung in failedTries.indices { failedTries[rung] = 0 }
  }

  /// Takes over the counts of another log and keeps its own storage.
  mutating func copy(_ other: ClientLog) {
    if counts.count != other.counts.count { self = ClientLog(days: other.days) }
    for index in counts.indices { counts[index] = other.counts[index] }
    for rung in failedTries.indices { failedTries[rung] = other.failedTries[rung] }
  }

  /// Logs an event.
  @inline(__always)
  mutating func add(_ event: LogEvent, day: Int) {
    counts[day * LogEvent.count + event.rawValue] += 1
  }

  /// Notes that a try failed, on a rung from 0.
  package mutating func addFailure(rung: Int) {
    if rung < failedTries.count { failedTries[rung] += 1 }
  }
}

extension World {
  /// The client, or the user for its support desk, logs an event.
  @inline(__always)
  mutating func log(_ event: LogEvent) {
    log.add(event, day: logsByDay ? ClientLog.day(of: now) : 0)
  }
}
