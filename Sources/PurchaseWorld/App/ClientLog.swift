package import EventEngine

/// The events that a client logs, with the names of the main article [000]; see ``meaning``.
///
/// A *retry* is every try but the first of a transaction in the process of its tap, and every try
/// by hand. So ``retryVerifySucceed`` counts the charges that results call recovered or rescued.
package enum ClientLogEvent: String, CaseIterable, BitwiseCopyable, Sendable {
  case purchaseClick = "iap_purchase_click"
  case purchaseRefused = "iap_purchase_refused"
  case purchaseResumed = "iap_purchase_resumed"
  case orderSucceed = "iap_order_succeed"
  case orderFail = "iap_order_fail"
  case paymentAdded = "iap_purchase_payment_added"
  case transactionCancel = "iap_purchase_transaction_cancel"
  case transactionFail = "iap_purchase_transaction_fail"
  case transactionSucceed = "iap_purchase_transaction_succeed"
  case transactionUnbound = "iap_purchase_transaction_unbound"
  case verifyStart = "iap_verify_start"
  case verifySucceed = "iap_verify_succeed"
  case verifyReject = "iap_verify_reject"
  case verifyFail = "iap_verify_fail"
  case retryVerifyStart = "iap_retry_verify_start"
  case retryVerifySucceed = "iap_retry_verify_succeed"
  case retryVerifyReject = "iap_retry_verify_reject"
  case retryVerifyFail = "iap_retry_verify_fail"
  case retryExhausted = "iap_retry_exhausted"
  case recoveryPageRetry = "iap_recovery_page_retry"
  case supportTicket = "iap_support_ticket"
  case transactionFinish = "iap_transaction_finish"

  static var count: Int { ClientLogEvent.transactionFinish.index + 1 }

  /// The name in reports.
  package var name: String { rawValue }

  /// The number of the event, from 0.
  package var index: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

  /// Whether the daily list of abnormal users includes users with this event. [000]
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

/// How often a client logged each event, on one day or in a whole run.
///
/// Most events are logged at most once, so bits record which, and only repetitions are counted.
package struct LogCounts: Hashable, Sendable {
  /// The events that were logged, by ``ClientLogEvent/index``, as bits.
  package private(set) var loggedEvents: UInt32 = 0
  /// The events that were logged more than once, likewise.
  package private(set) var repeatedEvents: UInt32 = 0
  private var repeats = Array(repeating: Int32(0), count: ClientLogEvent.count)

  /// How often an event was logged, by its number.
  package func count(_ event: Int) -> Int {
    Int(loggedEvents >> UInt32(event) & 1) + Int(repeats[event])
  }

  @inline(__always) mutating func add(_ event: ClientLogEvent) {
    let bit: UInt32 = 1 << UInt32(event.index)
    if loggedEvents & bit == 0 { loggedEvents |= bit } else { addAgain(event.index) }
  }

  private mutating func addAgain(_ event: Int) {
    repeatedEvents |= 1 << UInt32(event)
    repeats[event] += 1
  }

  /// Resets the counts and keeps their storage.
  @inline(__always) mutating func reset() {
    loggedEvents = 0
    if repeatedEvents != 0 { forgetRepeats() }
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    var (loggedBits, repeatedBits) = (loggedEvents, repeatedEvents)
    bytes.transcode(&loggedBits)
    bytes.transcode(&repeatedBits)
    if bytes.isRead {
      reset()
      (loggedEvents, repeatedEvents) = (loggedBits, repeatedBits)
    }
    for event in repeats.indices where repeatedBits & 1 << UInt32(event) != 0 {
      bytes.transcode(&repeats[event])
    }
  }

  private mutating func forgetRepeats() {
    repeatedEvents = 0
    for event in repeats.indices { repeats[event] = 0 }
  }
}

/// What a client logged in one run.
package struct ClientLog: Hashable, Sendable {
  /// The maximum number of tries of a delivery that are counted: the first try and sixteen retries.
  package static let maxCountedTries = 17

  /// The counts of the first day; of the whole run if days are not separated.
  package private(set) var firstDay = LogCounts()
  /// The counts of each later day.
  package private(set) var laterDays: [LogCounts]
  /// Element 0: deliveries whose first try failed; element k: those whose k-th retry also failed.
  ///
  /// A delivery that restarts, at a launch for example, starts at element 0 again.
  package private(set) var failedTries: [Int32]
  /// Whether days are separated, or a try has failed.
  private var hasRest: Bool
  private let separatesDays: Bool

  /// Creates an empty log.
  /// - Parameter days: the number of days to separate; 1 counts the whole run together.
  package init(days: Int = 1) {
    precondition(days > 0, "a run has a day")
    laterDays = Array(repeating: LogCounts(), count: days - 1)
    failedTries = Array(repeating: 0, count: ClientLog.maxCountedTries)
    separatesDays = days > 1
    hasRest = separatesDays
  }

  /// The number of separate days.
  package var dayCount: Int { laterDays.count + 1 }

  /// The number of days of a run that ends at a horizon.
  package static func dayCount(until horizon: Delay) -> Int { day(of: .start + horizon) + 1 }

  /// The day of simulated time that contains an instant, from 0.
  package static func day(of instant: Instant) -> Int {
    Int(instant.microseconds / Delay.seconds(86_400).microseconds)
  }

  /// How often an event was logged on a day, counted from 0.
  package func count(_ event: ClientLogEvent, day: Int = 0) -> Int {
    (day == 0 ? firstDay : laterDays[day - 1]).count(event.index)
  }

  /// Resets the log, and keeps its storage if that has the same number of days.
  @inline(__always) mutating func reset(days: Int) {
    if days != self.dayCount { self = ClientLog(days: days) }
    firstDay.reset()
    if hasRest { forgetRest() }
  }

  /// - Precondition: days are not separated.
  mutating func transcode(by bytes: inout StateSnapshot) {
    precondition(!separatesDays, "a run with a shared backend is logged as a whole")
    firstDay.transcode(by: &bytes)
    var hasFailed = hasRest
    bytes.transcode(&hasFailed)
    if bytes.isRead, hasRest { forgetRest() }
    hasRest = hasFailed
    guard hasFailed else { return }
    for rung in failedTries.indices { bytes.transcode(&failedTries[rung]) }
  }

  private mutating func forgetRest() {
    for day in laterDays.indices { laterDays[day].reset() }
    for rung in failedTries.indices { failedTries[rung] = 0 }
    hasRest = separatesDays
  }

  @inline(__always) mutating func add(_ event: ClientLogEvent, at instant: Instant) {
    if separatesDays { addOnItsDay(event, instant) } else { firstDay.add(event) }
  }

  @inline(never) private mutating func addOnItsDay(_ event: ClientLogEvent, _ instant: Instant) {
    let day = ClientLog.day(of: instant)
    if day == 0 { firstDay.add(event) } else { laterDays[day - 1].add(event) }
  }

  /// Counts a failed try: index 0 is the first try, k the k-th retry.
  package mutating func addFailure(tryIndex: Int) {
    guard tryIndex < failedTries.count else { return }
    failedTries[tryIndex] += 1
    hasRest = true
  }
}
