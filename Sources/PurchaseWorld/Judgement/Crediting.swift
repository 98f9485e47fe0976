internal import EventEngine

/// What a delivery hands out.
struct Goods {
  let item: ItemID
  let account: AccountID
}

/// Who got what for which charge, and what became of each charge (section 8).
extension JudgeHost where Self: ~Copyable {
  /// Credits a delivery to a charge.
  ///
  /// It counts for the charge that the request names if it is right for that one and comes first;
  /// else for the charge of the receipt entry that was used, right or wrong.
  /// - Parameter goods: what was handed out.
  /// - Parameter entry: the charge whose receipt entry was used.
  /// - Parameter named: the charge that the request names, or the entry if it was delivered beside it.
  /// - Parameter request: the request that led to the delivery; nil if the backend acted by itself (B8, B9).
  mutating func credit(
    _ goods: Goods, entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    note(.goodsDelivered(transaction: entry, item: goods.item, account: goods.account))
    let isRightForEntry = isRight(goods, for: entry)
    if isFirstRight(goods, for: named) {
      book(goods.item, for: named)
      deliverRightly(named, by: request)
    } else if isRightForEntry {
      book(goods.item, for: entry)
      if judge.payments[entry].right == nil { deliverRightly(entry, by: request) }
    } else {
      book(goods.item, for: entry)
      judge.payments[entry].wrongBeside = true
      noteWrong(goods, for: entry, named: named, by: request)
    }
  }

  /// Goods are about to be handed out: for the named charge if they are its first that are right.
  @inline(__always)
  mutating func passDelivery(of goods: Goods, entry: TransactionID, named: TransactionID) {
    let isOfNamed =
      judge.payments[named].intent == judge.payments[entry].intent
      && isFirstRight(goods, for: named)
    passAnchor(.delivery, of: isOfNamed ? named : entry)
  }

  /// Whether goods are right for a charge that has none that are.
  private func isFirstRight(_ goods: Goods, for transaction: TransactionID) -> Bool {
    judge.payments[transaction].right == nil && isRight(goods, for: transaction)
  }

  /// Whether goods are what the intent of a charge wanted, for whom it wanted it.
  @inline(__always) private func isRight(_ goods: Goods, for transaction: TransactionID) -> Bool {
    let intent = judge.payments[transaction].intent
    return wish(intent).item == goods.item && wish(intent).account == goods.account
  }

  private mutating func deliverRightly(_ transaction: TransactionID, by request: RequestID?) {
    let tapProcess = judge.payments[transaction].tapProcess
    guard let request = request.map({ self.request($0) }) else {
      judge.payments[transaction].isAfterRelaunch = livingProcess != tapProcess
      deliver(transaction, as: .recovered)
      return
    }
    let isInTapsProcess = request.process == tapProcess
    let isFirst =
      request.call.transaction == transaction && TryMark.isFirst(request.call.mark)
      && isInTapsProcess
    judge.payments[transaction].isAfterRelaunch = !isInTapsProcess
    deliver(transaction, as: request.call.isManual ? .rescued : isFirst ? .delivered : .recovered)
  }

  /// The right goods have come; nobody misses them any more.
  @inline(never) mutating func deliver(_ transaction: TransactionID, as fate: Fate) {
    precondition(judge.payments[transaction].right == nil, "a charge is delivered first only once")
    if fate == .rescued, case .lost(_, let point) = self.fate(of: transaction) {
      judge.payments[transaction].rescuedFrom = point
    }
    judge.payments[transaction].right = fate
    judge.payments[transaction].rightAt = now
    if !isRefunded(transaction) { closeCharge(of: judge.payments[transaction].intent) }
    endSearch(for: judge.payments[transaction].intent)
  }

  /// The company's order system books what was handed out for a charge, at its list price.
  mutating func book(_ item: ItemID, for transaction: TransactionID) {
    let price = price(of: item)
    if judge.payments[transaction].booked == nil {
      judge.payments[transaction].booked = price
    } else {
      judge.payments[transaction].bookedAgain += price
      judge.payments[transaction].duplicate = true
    }
  }

  /// Notes how and where a charge came to the wrong goods.
  private mutating func noteWrong(
    _ goods: Goods, for entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    let intent = judge.payments[entry].intent
    let kind = wish(intent).item == goods.item ? LossKind.misdelivered : .crossed
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

  /// Whether a record of another wish said whom the goods of a request are for; not if the wish's own holds
  /// the same item, so that either record would have bound it.
  private func isOfOthers(_ request: Request, _ entry: TransactionID) -> Bool {
    let intent = judge.payments[entry].intent
    guard request.call.transaction == entry, let record = request.call.accountRecord,
      judge.records[record] != intent
    else { return false }
    return item(of: record) != wish(intent).item || !hasRecord(intent)
  }

  /// Support delivers by hand what is undelivered of a wish (P3); the backend then completes the purchase as
  /// at any delivery (B10).
  mutating func deliverByHand(_ intent: IntentID) {
    for number in charges {
      let charge = charge(number)
      guard judge.payments[charge].intent == intent, judge.payments[charge].right == nil,
        !isKnownAsRefunded(charge)
      else { continue }
      note(.deliveredByHand(transaction: charge))
      passAnchor(.delivery, of: charge)
      enterServed(charge)
      if design.server.completes != .nothing { complete(charge) }
      book(wish(intent).item, for: charge)
      deliver(charge, as: .rescued)
    }
  }

  /// The store is about to take a charge back by itself: what has come of it until now stays known (G10).
  mutating func willLapse(_ transaction: TransactionID) {
    guard case .lost(let kind, let point) = fate(of: transaction) else {
      judge.payments[transaction].takenBack = .delivered
      return
    }
    judge.payments[transaction].takenBack = .lost(kind, point)
    judge.intents[judge.payments[transaction].intent].autoRefunds += 1
  }

  /// The store has refunded a charge (S10).
  ///
  /// Nobody tells the backend, unless it receives notifications; then it takes the goods back and
  /// delivers nothing more for the charge.
  mutating func wasRefunded(_ transaction: TransactionID) {
    let intent = judge.payments[transaction].intent
    if judge.payments[transaction].right == nil { closeCharge(of: intent) }
    if judge.intents[intent].open == 0 { endNotices(of: intent) }
    guard design.server.notifications, judge.payments[transaction].booked != nil else { return }
    judge.payments[transaction].booked = nil
    judge.payments[transaction].bookedAgain = 0
    note(.goodsTakenBack(transaction: transaction))
  }

  /// A charge of an intent has brought its goods, or was given back.
  private mutating func closeCharge(of intent: IntentID) {
    judge.intents[intent].open -= 1
    judge.state.open -= 1
    precondition(judge.intents[intent].open >= 0, "a charge is closed only once")
  }
}
