package import PurchaseWorld

/// How the delivery of a transaction went, as far as a log tells it, of one whose right goods it does not
/// show to have come by themselves.
package struct PaymentSigns: Hashable, Sendable {
  /// Where it was called back first.
  package enum Callback: Int, Hashable, Sendable {
    case none
    /// In the session in which its product was handed to the store.
    case inSession
    case later
    /// The log tells no sessions.
    case somewhere
  }

  /// How its last try ended.
  package enum LastTry: Int, Hashable, Sendable {
    /// There was none.
    case none
    case open, failed, rejected
    /// Taken up by a backend that checks later.
    case accepted
    case succeeded
  }

  package enum Finish: Int, Hashable, Sendable { case none, beforeTries, afterTries }

  package var callback = Callback.none
  /// Whether it was called back in another session again.
  package var isCalledAgain = false
  /// Whether the last payment of its product had been told to have failed (S7).
  package var followsFailure = false
  package var isUnbound = false
  package var lastTry = LastTry.none
  /// How the last try ended, if the log tells it.
  package var code: LogCode?
  package var isExhausted = false
  package var finish = Finish.none
  /// Whether goods were handed out that the user had not tapped.
  package var hasOtherGoods = false
  /// Whether support or the recovery page brought the goods.
  package var isByHand = false
  /// Whether the user logged something later on.
  package var isUsedAgain = false

  /// What a story tells of a transaction; nil if its goods came by themselves, or were taken back.
  package init?(of payment: Int, in story: LogStory, _ view: LogView) {
    let entries = story.payments[payment].map { story.entries[$0] }
    guard let first = entries.first else { return nil }
    let tapped = story.tapped(of: first.product, view)
    var isManual = false
    for entry in entries {
      if entry.isOne(of: .of(.takenBack)) { return nil }
      // Automatic tries are numbered.
      if entry.isOne(of: .starts) {
        isManual = view.keys.contains(.tryNumber) && entry.tryNumber < 0
      }
      if entry.isOne(of: .of(.delivered)) {
        if entry.item >= 0, tapped?.contains(entry.item) == false {
          hasOtherGoods = true
        } else if isManual {
          isByHand = true
        } else if !isByHand {
          return nil
        }
      }
      if entry.isOne(of: .of(.deliveredByHand)) { isByHand = true }
      if entry.isOne(of: .successes), entry.code != .accepted {
        if isManual { isByHand = true } else { lastTry = .succeeded }
      }
    }
    // Without a backend's log the client's word is all there is.
    if lastTry == .succeeded, !hasOtherGoods, !isByHand { return nil }
    readCallbacks(entries, story)
    readTries(entries)
    isUsedAgain = story.goesOn(after: entries)
  }

  private mutating func readCallbacks(_ entries: [LogStory.Entry], _ story: LogStory) {
    let callbacks = entries.filter { $0.isOne(of: .of(.transactionSucceed)) }
    guard let first = callbacks.first else { return }
    let before = story.entries.prefix { $0.line != first.line }
      .filter { $0.product == first.product }
    let payments: EventSet = .of(.paymentAdded)
    let isHere = before.contains { $0.session == first.session && $0.isOne(of: payments) }
    callback = first.session < 0 ? .somewhere : isHere ? .inSession : .later
    isCalledAgain = callbacks.contains { $0.session != first.session }
    let failures: EventSet = .of(.transactionCancel, .transactionFail)
    let last = before.last { $0.isOne(of: payments.union(failures)) }
    followsFailure = last?.isOne(of: failures) ?? false
  }

  private mutating func readTries(_ entries: [LogStory.Entry]) {
    var hasTries = false
    for entry in entries {
      if entry.isOne(of: .of(.transactionUnbound)) { isUnbound = true }
      if entry.isOne(of: .of(.retryExhausted)) { isExhausted = true }
      if entry.isOne(of: .of(.transactionFinish)), finish == .none {
        finish = hasTries ? .afterTries : .beforeTries
      }
      guard entry.isOne(of: [.starts, .results]) else { continue }
      hasTries = true
      if lastTry == .succeeded { continue }
      code = entry.code
      lastTry = LogStory.ending(of: entry)
    }
  }
}

extension LogStory {
  /// How a try stands behind one of its entries.
  fileprivate static func ending(of entry: Entry) -> PaymentSigns.LastTry {
    if entry.isOne(of: .starts) { return .open }
    if entry.isOne(of: .failures) { return .failed }
    if entry.isOne(of: .rejections) { return .rejected }
    return entry.code == .accepted ? .accepted : .succeeded
  }

  /// The items of a product, or of any where it is not known, that the user tapped; nil: the log does not tell.
  fileprivate func tapped(of product: Int32, _ view: LogView) -> Set<Int32>? {
    let taps: EventSet = .of(.purchaseClick)
    guard view.keys.contains(.item), !view.events.isDisjoint(with: taps) else { return nil }
    return Set(
      entries.lazy.filter { $0.isOne(of: taps) && (product < 0 || $0.product == product) }
        .map(\.item))
  }

  /// Whether the user logged something after the last line that a client logged of a transaction.
  fileprivate func goesOn(after entries: [Entry]) -> Bool {
    guard let last = entries.last(where: \.isOfClient) ?? entries.last else { return false }
    return self.entries.contains { entry in
      entry.isOfClient && entry.time > last.time
        && (last.session < 0 || entry.session != last.session)
    }
  }
}
