import EventEngine
import PurchaseWorld

/// A condition that no user's log violates if clients and backend follow their design.
package struct LogRule: Sendable {
  /// Properties of the log and the design that rules need.
  struct RuleContext {
    /// The design, and the design after its update.
    let designs: [Design]
    /// The tolerated difference between the clocks of clients and backend, in milliseconds.
    let skew: Int
  }

  /// The name in results.
  package let name: String
  /// The violation in one phrase, with the numbers of the model's rules in parentheses.
  package let violationText: String
  /// The events that a log needs to show a violation; of each set, one event is enough.
  package let events: [LogEventSet]
  package let keys: LogCoverage.Keys
  /// Whether the rule applies to a design.
  let binds: @Sendable (Design) -> Bool
  /// The damage to a log that breaks the rule although clients and backend follow it.
  let flaws: LogDamageKinds
  /// Whether the rule is that an event never occurs.
  private let isSilence: Bool
  /// Returns the index of the first violating entry.
  private let found: @Sendable (UserLog, RuleContext) -> Int?

  init(
    _ name: String, _ meaning: String, events: [LogEventSet], keys: LogCoverage.Keys = [],
    flaws: LogDamageKinds = .all, binds: @escaping @Sendable (Design) -> Bool = { _ in true },
    violation: @escaping @Sendable (UserLog, RuleContext) -> Int?
  ) {
    (self.name, self.violationText, self.events, self.keys) = (name, meaning, events, keys)
    (self.flaws, self.binds, found) = (flaws, binds, violation)
    isSilence = false
  }

  /// The index of the first violating entry; nil if the rule is followed for at least one order of
  /// lines of the same millisecond: the usual order of clients, or the order in the log.
  func violation(_ userLog: UserLog, _ grounds: RuleContext) -> Int? {
    guard let place = found(userLog, grounds) else { return nil }
    return userLog.isReordered && found(userLog.asLogged, grounds) == nil ? nil : place
  }

  /// Creates the rule that an event never occurs under some designs.
  init(
    never event: LogEntry.Event, _ meaning: String, binds: @escaping @Sendable (Design) -> Bool
  ) {
    let wanted = LogEventSet(event)
    (name, self.violationText, events, keys) = (event.rawValue, meaning, [wanted], [])
    (flaws, self.binds, isSilence) = ([], binds, true)
    found = { userLog, _ in userLog.first { $0.isOne(of: wanted) } }
  }

  /// Events and keys that the rule needs and the log lacks.
  package func missing(in view: LogCoverage) -> (events: [LogEventSet], keys: LogCoverage.Keys) {
    let logged = isSilence ? view.loggableEvents : view.events
    return (events.filter { logged.isDisjoint(with: $0) }, keys.subtracting(view.keys))
  }
}

extension LogRule {
  /// All rules: about transactions, tries, sessions, the backend, and events that never occur.
  package static let all = payments + tries + sessions + answers + silences

  private static let callback = LogEventSet.of(.transactionSucceed)
  private static let finish = LogEventSet.of(.transactionFinish)

  private static let payments = [
    LogRule(
      "finishWithoutCallback", "a transaction was finished without a callback (S3, C5)",
      events: [finish, callback], keys: .transaction,
      binds: { $0.repurchase != .finishPending && $0.backend.entry != .all }
    ) { userLog, _ in userLog.first(of: finish, without: callback) },
    LogRule(
      "tryWithoutCallback", "a delivery was tried without a callback (C5, C7)",
      events: [.starts, callback], keys: .transaction
    ) { userLog, _ in userLog.first(of: .starts, without: callback) },
    LogRule(
      "finishWithoutReason", "a transaction was finished before this design allows it (C5, C7)",
      events: [finish, .of(.verifySucceed), .of(.retryVerifySucceed)], keys: .transaction,
      binds: {
        $0.finish != .onCallback && $0.repurchase != .finishPending && $0.backend.entry != .all
          && $0.unverified != .finish
      }
    ) { userLog, grounds in userLog.first(of: finish, without: grounds.reasonsToFinish) },
    LogRule(
      "callbackAfterFinish", "a transaction was called back after it was finished (S11)",
      events: [finish, callback], keys: .transaction, flaws: .wrongTimes,
      binds: { $0.store == .storeKit1 }
    ) { userLog, _ in
      userLog.firstByTransaction { payment in
        let end = payment.first { userLog.entries[$0].isOne(of: finish) }
        return payment.first { $0 > end ?? .max && userLog.entries[$0].isOne(of: callback) }
      }
    },
    LogRule(
      "callbackWithoutPayment",
      "a product had more transactions than payments handed to the store (S1, S7)",
      events: [.of(.paymentAdded), callback], keys: [.transaction, .product],
      binds: { $0.store == .storeKit1 }
    ) { userLog, _ in
      var counts: [Int32: Int] = [:]
      var known: Set<Int32> = []
      for (place, entry) in userLog.entries.enumerated() {
        if entry.isOne(of: .of(.paymentAdded)) { counts[entry.product, default: 0] += 1 }
        guard entry.isOne(of: callback), known.insert(entry.transaction).inserted else { continue }
        counts[entry.product, default: 0] -= 1
        if counts[entry.product, default: 0] < 0 { return place }
      }
      return nil
    },
    LogRule(
      "paymentWithoutOrder", "a payment was handed to the store without an order (C2)",
      events: [.of(.paymentAdded), .of(.orderSucceed)], keys: .session,
      binds: { $0.timing == .orderFirst }
    ) { userLog, _ in
      userLog.first(of: .of(.paymentAdded), beyond: .of(.orderSucceed), ofPayments: false)
    },
  ]

  private static let tries = [
    LogRule(
      "resultWithoutTry", "a try ended without a start in its session (C7, D1)",
      events: [.of(.verifyStart), .results], keys: [.transaction, .session]
    ) { userLog, _ in userLog.first(of: .results, beyond: .starts, ofPayments: true) },
    LogRule(
      "retryWithoutFailure", "a retry began without a failure of the previous try (C7)",
      events: [.of(.retryVerifyStart), .failures], keys: [.transaction, .session, .tryNumber]
    ) { userLog, _ in
      for payment in userLog.entriesByTransaction {
        var failed: [Int32: Int32] = [:]
        for place in payment {
          let entry = userLog.entries[place]
          if entry.isOne(of: .failures) {
            failed[entry.session] = max(failed[entry.session] ?? -1, entry.tryNumber)
          }
          guard entry.isOne(of: .starts), entry.tryNumber > 0 else { continue }
          if failed[entry.session] ?? -1 < entry.tryNumber - 1 { return place }
        }
      }
      return nil
    },
    LogRule(
      "retryTooEarly", "a retry began before its delay was over (C7)",
      events: [.of(.retryVerifyStart), .failures], keys: [.transaction, .session, .tryNumber],
      flaws: .wrongTimes, binds: { $0.deliveryConcurrency == .perTransaction }
    ) { userLog, grounds in
      userLog.firstTry { failure, start in
        start.isOne(of: .starts) && start.tryNumber > 0 && failure.isOne(of: .failures)
          && failure.session == start.session && failure.tryNumber == start.tryNumber - 1
          // Both times are truncated to milliseconds.
          && start.time - failure.time < grounds.shortestWait(before: Int(start.tryNumber)) - 1
      }
    },
    LogRule(
      "retryBeyondLast", "a retry began after the last allowed retry (C7)",
      events: [.of(.retryVerifyStart)], keys: .tryNumber, flaws: [],
      binds: { !$0.retry.repeatsLastDelay || $0.retry.delays.isEmpty }
    ) { userLog, grounds in
      let last = grounds.designs.map(\.retry.delays.count).max() ?? 0
      return userLog.first { $0.isOne(of: .starts) && $0.tryNumber > last }
    },
    LogRule(
      "exhaustedTooEarly", "the retries were reported as used up too early (C7)",
      events: [.of(.retryExhausted)], keys: .tryNumber, flaws: [],
      binds: { $0.retry.budgetRefill == nil && $0.retry.afterRefusal != .wait }
    ) { userLog, grounds in
      let last = grounds.designs.map(\.retry.delays.count).min() ?? 0
      return userLog.first { $0.isOne(of: .of(.retryExhausted)) && 0..<Int32(last) ~= $0.tryNumber }
    },
    LogRule(
      "timeoutTooEarly", "a try timed out too early (C7)", events: [.starts, .failures],
      keys: [.transaction, .session, .code], flaws: .wrongTimes,
      // If records are requested first and not received, a try starts at its failure.
      binds: { $0.deliveryConcurrency == .perTransaction && $0.records.place != .server }
    ) { userLog, grounds in
      let least = grounds.designs.map { Int($0.retry.timeout.microseconds / 1_000) }.min() ?? 0
      return userLog.firstTry { start, failure in
        failure.code == .timeout && failure.isOne(of: .failures) && start.isOne(of: .starts)
          && start.session == failure.session && failure.time - start.time < least - 1
      }
    },
  ]

  private static let sessions = [
    LogRule(
      "endedSession", "a session continued after the next one had begun (D1)",
      events: [], keys: .session, flaws: .wrongTimes
    ) { userLog, _ in
      var (known, newest): (Set<Int32>, Int32) = ([], -1)
      return userLog.first { entry in
        if entry.session < 0 || entry.session == newest { return false }
        newest = entry.session
        return !known.insert(entry.session).inserted
      }
    },
    LogRule(
      "callbackBeforeTap", "a transaction was called back before the first tap of its session (S3)",
      events: [callback, .of(.purchaseClick)], keys: .session, binds: { $0.observer == .purchase }
    ) { userLog, _ in
      var tapped: Set<Int32> = []
      return userLog.first { entry in
        if entry.isOne(of: .of(.purchaseClick)) { tapped.insert(entry.session) }
        return entry.isOne(of: callback) && !tapped.contains(entry.session)
      }
    },
  ]

  private static let answers = [
    LogRule(
      "deliveryWithoutRequest",
      "goods were delivered before the callback, although only the client could request them (B3, B8)",
      events: [.of(.delivered), callback], keys: .transaction,
      binds: {
        !$0.backend.receivesNotifications && $0.backend.reconciliation == nil
          && $0.backend.entry == .matching
      }
    ) { userLog, grounds in
      userLog.first(of: .of(.delivered), without: callback, skew: grounds.skew)
    },
    LogRule(
      "requestWithoutTry", "the backend received a verification before the client sent it (C7, D3)",
      events: [.of(.verifyReceived), .of(.verifyStart), .of(.retryVerifyStart)], keys: .transaction
    ) { userLog, grounds in
      userLog.first(of: .of(.verifyReceived), without: .starts, skew: grounds.skew)
    },
    LogRule(
      "deliveredAgain", "goods were delivered again for the same transaction (B5)",
      events: [.of(.delivered)], keys: .transaction, flaws: [],
      binds: { $0.backend.dedupe == .transaction }
    ) { userLog, _ in
      userLog.firstByTransaction { payment in
        payment.filter { userLog.entries[$0].isOne(of: .of(.delivered)) }.dropFirst().first
      }
    },
    LogRule(
      "acceptedUnchecked", "the backend answered accepted although it verifies first (B3)",
      events: [.successes], keys: .code, flaws: [],
      binds: { $0.backend.verification == .synchronous }
    ) { userLog, _ in userLog.first { $0.code == .accepted } },
    LogRule(
      "duplicateUnknown", "the backend answered duplicate although it does not check (B5)",
      events: [.successes], keys: .code, flaws: [], binds: { $0.backend.dedupe == .none }
    ) { userLog, _ in userLog.first { $0.code == .duplicate } },
    LogRule(
      "expiryAsError", "the client handled an expired token as an error (B2)",
      events: [.failures], keys: .code, flaws: [], binds: \.recognisesExpiry
    ) { userLog, _ in userLog.first { $0.isOfClient && $0.code == .unauthorised } },
  ]

  private static let silences = [
    LogRule(
      never: .client(.orderSucceed), "an order was requested before the payment (C2)",
      binds: { $0.timing == .purchaseFirst }),
    LogRule(
      never: .client(.orderFail), "an order was requested before the payment and not created (C2)",
      binds: { $0.timing == .purchaseFirst }),
    LogRule(
      never: .client(.purchaseRefused), "a tap was refused (C1, B1)",
      binds: {
        $0.timing == .purchaseFirst && [.allow, .resume, .finishPending].contains($0.repurchase)
      }),
    LogRule(
      never: .client(.purchaseResumed), "a tap resumed a delivery (C1)",
      binds: { ![.resume, .resumeOrBlock].contains($0.repurchase) }),
    LogRule(
      never: .client(.transactionUnbound), "a transaction without an item was not submitted (C5)",
      binds: { $0.binding.unbound == .submit }),
    LogRule(
      never: .client(.retryExhausted), "a delivery had no tries left (C7)",
      binds: {
        $0.retry.repeatsLastDelay && !$0.retry.delays.isEmpty && $0.retry.budgetRefill == nil
          && $0.retry.afterRefusal != .wait
      }),
    LogRule(
      never: .client(.recoveryPageRetry), "the user tried again on a recovery page (C9)",
      binds: { !$0.hasRecoveryPage }),
    LogRule(
      never: .server(.notified), "the store notified the backend of a charge (B8)",
      binds: { !$0.backend.receivesNotifications }),
    LogRule(
      never: .server(.reconciled), "the backend fetched charges (B9)",
      binds: { $0.backend.reconciliation == nil }),
    LogRule(
      never: .server(.acknowledged), "the backend acknowledged a purchase (B10)",
      binds: { $0.backend.completion != .acknowledge }),
    LogRule(
      never: .server(.consumed), "the backend consumed a purchase (B10)",
      binds: { $0.backend.completion != .consume }),
  ]
}

extension LogRule.RuleContext {
  /// Events after which a client may finish a transaction.
  fileprivate var reasonsToFinish: LogEventSet {
    designs.reduce(into: LogEventSet.successes) { reasons, design in
      if design.onRejection == .finish { reasons.formUnion(.rejections) }
      if design.retry.onExhaustion == .drop { reasons.formUnion(.of(.retryExhausted)) }
      if design.binding.unbound == .drop { reasons.formUnion(.of(.transactionUnbound)) }
    }
  }

  /// The shortest delay before a retry, from 1, in milliseconds.
  fileprivate func shortestWait(before retry: Int) -> Int {
    designs.map { design in
      let delays = design.retry.delays
      guard !delays.isEmpty else { return 0 }
      let wait = design.retry.jitter.shortestWait(for: delays[min(retry, delays.count) - 1])
      return Int(wait.microseconds / 1_000)
    }.min() ?? 0
  }
}

extension UserLog {
  /// The index of the first entry about a try for which the closure returns true, given the entry
  /// about the same transaction's previous try.
  fileprivate func firstTry(where isWrong: (_ before: Entry, _ entry: Entry) -> Bool) -> Int? {
    firstByTransaction { payment in
      let tries = payment.filter { entries[$0].isOne(of: [.starts, .results]) }
      return zip(tries, tries.dropFirst()).first { isWrong(entries[$0], entries[$1]) }?.1
    }
  }
}
