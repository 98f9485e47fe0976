internal import EventEngine

struct Goods {
  let item: ItemID
  let account: AccountID
}

/// The deliveries for each charge, and their results (<doc:Outcomes>).
extension JudgeHost where Self: ~Copyable {
  /// Credits a delivery to a charge.
  ///
  /// It counts for the charge that the request names if it is that charge's first right delivery;
  /// else for the charge of the receipt entry that was used, right or wrong.
  /// - Parameter goods: the delivered goods.
  /// - Parameter entry: the charge whose receipt entry was used.
  /// - Parameter named: the charge that the request names, or the entry for an additional delivery.
  /// - Parameter request: the request; nil if the backend acted by itself (B8, B9).
  mutating func credit(
    _ goods: Goods, entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    note(.goodsDelivered(transaction: entry, item: goods.item, account: goods.account))
    let isForNamed = isFirstRight(goods, for: named)
    book(goods.item, for: isForNamed ? named : entry)
    if isForNamed {
      deliverRightly(named, by: request)
    } else if isRight(goods, for: entry) {
      if judge.payments[entry].right == nil { deliverRightly(entry, by: request) }
    } else {
      judge.payments[entry].wrongBeside = true
      noteWrong(goods, for: entry, named: named, by: request)
    }
  }

  /// Passes the anchor before a delivery: of the named charge if these are its first right goods.
  @inline(__always)
  mutating func passDelivery(of goods: Goods, entry: TransactionID, named: TransactionID) {
    let isOfNamed = intent(of: named) == intent(of: entry) && isFirstRight(goods, for: named)
    passAnchor(.delivery, of: isOfNamed ? named : entry)
  }

  private func isFirstRight(_ goods: Goods, for transaction: TransactionID) -> Bool {
    judge.payments[transaction].right == nil && isRight(goods, for: transaction)
  }

  /// Whether goods are the item of a charge's intent, for its account.
  @inline(__always) private func isRight(_ goods: Goods, for transaction: TransactionID) -> Bool {
    let intent = judge.payments[transaction].intent
    return intentState(intent).item == goods.item && intentState(intent).account == goods.account
  }

  private mutating func deliverRightly(_ transaction: TransactionID, by request: RequestID?) {
    let request = request.map { self.request($0) }
    let process = request?.process ?? livingProcess
    let isAfterRelaunch = process != judge.payments[transaction].tapProcess
    judge.payments[transaction].isAfterRelaunch = isAfterRelaunch
    guard let call = request?.call else { return deliver(transaction, as: .recovered) }
    let isFirst = call.transaction == transaction && TryMark.isFirst(call.mark) && !isAfterRelaunch
    deliver(transaction, as: call.isManual ? .rescued : isFirst ? .delivered : .recovered)
  }

  /// Notes a charge's first right delivery, which ends the user's search.
  @inline(never) mutating func deliver(_ transaction: TransactionID, as status: ChargeStatus) {
    precondition(judge.payments[transaction].right == nil, "a charge has one first delivery")
    if status == .rescued, case .lost(_, let point) = self.status(of: transaction) {
      judge.payments[transaction].rescuedFrom = point
    }
    judge.payments[transaction].right = status
    judge.payments[transaction].rightAt = now
    if !isRefunded(transaction) { closeCharge(of: judge.payments[transaction].intent) }
    endSearch(for: judge.payments[transaction].intent)
  }

  /// Records the delivered item for a charge, at the list price of the company.
  mutating func book(_ item: ItemID, for transaction: TransactionID) {
    let price = price(of: item)
    if judge.payments[transaction].booked == nil {
      judge.payments[transaction].booked = price
    } else {
      judge.payments[transaction].bookedAgain += price
      judge.payments[transaction].duplicate = true
    }
  }

  private mutating func noteWrong(
    _ goods: Goods, for entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    let intent = judge.payments[entry].intent
    let kind = intentState(intent).item == goods.item ? LossKind.misdelivered : .crossed
    if judge.payments[entry].wrong == nil { judge.payments[entry].wrong = kind }
    let point: DropPoint
    if named != entry {
      point = .wrongEntry
    } else if kind == .crossed || request.map({ isOfOthers(self.request($0), entry) }) ?? false {
      point = .wrongRecord
    } else {
      point = .wrongAccount
    }
    noteDrop(of: entry, at: point)
  }

  /// Whether another intent's record named the recipient; false if the intent's own record has the
  /// same item, so that either would have bound.
  private func isOfOthers(_ request: Request, _ entry: TransactionID) -> Bool {
    let intent = judge.payments[entry].intent
    guard request.call.transaction == entry, let record = request.call.accountRecord,
      judge.records[record] != intent
    else { return false }
    return item(of: record) != intentState(intent).item || !hasRecord(intent)
  }

  /// Delivers the undelivered goods of an intent by support (P3); the backend then completes the
  /// purchase as at any delivery (B10).
  mutating func deliverByHand(_ intent: IntentID) {
    for number in charges {
      let charge = charge(number)
      guard judge.payments[charge].intent == intent, judge.payments[charge].right == nil,
        !isKnownAsRefunded(charge)
      else { continue }
      note(.deliveredByHand(transaction: charge))
      passAnchor(.delivery, of: charge)
      enterServed(charge)
      if design.backend.completion != .nothing { complete(charge) }
      book(intentState(intent).item, for: charge)
      deliver(charge, as: .rescued)
    }
  }

  /// Notes the state of a charge before its automatic refund (G10).
  mutating func willLapse(_ transaction: TransactionID) {
    guard case .lost(let kind, let point) = status(of: transaction) else {
      judge.payments[transaction].autoRefunded = .delivered
      return
    }
    judge.payments[transaction].autoRefunded = .lost(kind, point)
    judge.intents[intent(of: transaction)].autoRefunds += 1
  }

  /// Notes a refund (S10). A backend with notifications takes the goods back and delivers no more.
  mutating func wasRefunded(_ transaction: TransactionID) {
    let intent = judge.payments[transaction].intent
    if judge.payments[transaction].right == nil { closeCharge(of: intent) }
    if judge.intents[intent].open == 0 { endNotices(of: intent) }
    guard design.backend.receivesNotifications, judge.payments[transaction].booked != nil else {
      return
    }
    judge.payments[transaction].booked = nil
    judge.payments[transaction].bookedAgain = 0
    note(.goodsRevoked(transaction: transaction))
  }

  /// Closes a charge of an intent: its goods were delivered, or it was refunded.
  private mutating func closeCharge(of intent: IntentID) {
    judge.intents[intent].open -= 1
    judge.state.open -= 1
    precondition(judge.intents[intent].open >= 0, "a charge is closed only once")
  }
}
