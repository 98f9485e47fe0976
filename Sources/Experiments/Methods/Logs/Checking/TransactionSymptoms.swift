package import PurchaseWorld

/// Signs in the log of a transaction whose goods were not visibly delivered automatically.
package struct TransactionSymptoms: Hashable, Sendable {
  /// The session of its first callback.
  package enum Callback: Int, Hashable, Sendable {
    case none
    /// In the session in which its product was handed to the store.
    case inSession
    case later
    /// The log has no sessions.
    case somewhere
  }

  /// The end of its last try.
  package enum LastTry: Int, Hashable, Sendable {
    /// There was no try.
    case none
    case open, failed, rejected
    /// Accepted by a backend that verifies later.
    case accepted
    case succeeded
  }

  /// When the client finished the transaction: never, before its first try, or after it.
  package enum Finish: Int, Hashable, Sendable { case none, beforeTries, afterTries }

  package var callback = Callback.none
  /// Whether it was called back again in another session.
  package var hasLaterCallback = false
  /// Whether the last payment for its product was reported as failed before (S7).
  package var followsFailure = false
  package var isWithoutItem = false, lastTry = LastTry.none
  /// The code of the last try, if the log has one.
  package var code: LogCode?
  /// Whether the client logged that it had used up its retries.
  package var isExhausted = false
  package var finish = Finish.none
  /// Whether goods were delivered that the user had not tapped.
  package var hasOtherGoods = false
  /// Whether support or the recovery page delivered the goods.
  package var isManuallyDelivered = false
  /// Whether the user logged anything later.
  package var hasLaterActivity = false

  /// Reads the signs of a transaction; nil if its goods were delivered automatically or refunded.
  package init?(of payment: Int, in userLog: UserLog, _ view: LogCoverage) {
    let entries = userLog.entriesByTransaction[payment].map { userLog.entries[$0] }
    guard let first = entries.first else { return nil }
    let tapped = userLog.tapped(of: first.product, view)
    let isNumbered = view.keys.contains(.tryNumber)
    var isManual = false
    for entry in entries {
      if entry.isOne(of: .of(.takenBack)) { return nil }
      // Only automatic tries are numbered.
      if entry.isOne(of: .starts) { isManual = isNumbered && entry.tryNumber < 0 }
      if entry.isOne(of: .of(.delivered)) {
        if entry.item >= 0, tapped?.contains(entry.item) == false {
          hasOtherGoods = true
        } else if isManual {
          isManuallyDelivered = true
        } else if !isManuallyDelivered {
          return nil
        }
      }
      if entry.isOne(of: .of(.deliveredByHand)) { isManuallyDelivered = true }
      if entry.isOne(of: .successes), entry.code != .accepted {
        if isManual { isManuallyDelivered = true } else { lastTry = .succeeded }
      }
    }
    // Without the backend's log, the client's success counts as the delivery.
    if lastTry == .succeeded, !hasOtherGoods, !isManuallyDelivered { return nil }
    readCallbacks(entries, userLog)
    readTries(entries)
    hasLaterActivity = userLog.goesOn(after: entries)
  }

  private mutating func readCallbacks(_ entries: [UserLog.Entry], _ userLog: UserLog) {
    let callbacks = entries.filter { $0.isOne(of: .of(.transactionSucceed)) }
    guard let first = callbacks.first else { return }
    let before = userLog.entries.prefix { $0.line != first.line }
      .filter { $0.product == first.product }
    let payments: LogEventSet = .of(.paymentAdded)
    let isHere = before.contains { $0.session == first.session && $0.isOne(of: payments) }
    callback = first.session < 0 ? .somewhere : isHere ? .inSession : .later
    hasLaterCallback = callbacks.contains { $0.session != first.session }
    let failures: LogEventSet = .of(.transactionCancel, .transactionFail)
    let last = before.last { $0.isOne(of: payments.union(failures)) }
    followsFailure = last?.isOne(of: failures) ?? false
  }

  private mutating func readTries(_ entries: [UserLog.Entry]) {
    var hasTries = false
    for entry in entries {
      if entry.isOne(of: .of(.transactionUnbound)) { isWithoutItem = true }
      if entry.isOne(of: .of(.retryExhausted)) { isExhausted = true }
      if entry.isOne(of: .of(.transactionFinish)), finish == .none {
        finish = hasTries ? .afterTries : .beforeTries
      }
      guard entry.isOne(of: [.starts, .results]) else { continue }
      hasTries = true
      if lastTry == .succeeded { continue }
      code = entry.code
      lastTry = UserLog.ending(of: entry)
    }
  }
}

extension UserLog {
  /// The state of a try after one of its entries.
  fileprivate static func ending(of entry: Entry) -> TransactionSymptoms.LastTry {
    if entry.isOne(of: .starts) { return .open }
    if entry.isOne(of: .failures) { return .failed }
    if entry.isOne(of: .rejections) { return .rejected }
    return entry.code == .accepted ? .accepted : .succeeded
  }

  /// The tapped items of a product (all products if unknown); nil if the log has none.
  fileprivate func tapped(of product: Int32, _ view: LogCoverage) -> Set<Int32>? {
    let taps: LogEventSet = .of(.purchaseClick)
    guard view.keys.contains(.item), !view.events.isDisjoint(with: taps) else { return nil }
    return Set(
      entries.lazy.filter { $0.isOne(of: taps) && (product < 0 || $0.product == product) }
        .map(\.item))
  }

  /// Whether the client logged anything in another session after a transaction's last line.
  fileprivate func goesOn(after entries: [Entry]) -> Bool {
    guard let last = entries.last(where: \.isOfClient) ?? entries.last else { return false }
    return self.entries.contains { entry in
      entry.isOfClient && entry.time > last.time
        && (last.session < 0 || entry.session != last.session)
    }
  }
}
