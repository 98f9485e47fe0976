internal import EventEngine

/// What a delivery hands out.
struct Goods {
  let item: ItemID
  let account: AccountID
}

/// Who got what for which charge, and what became of each charge (section 8).
extension World {
  /// Credits a delivery to a charge.
  ///
  /// It counts for the charge that the request names if it is right for that one and comes first;
  /// else for the charge of the receipt entry that was used, right or wrong.
  ///
  /// - Parameters:
  ///   - goods: what was handed out.
  ///   - entry: the charge whose receipt entry was used.
  ///   - named: the charge that the request names, or the entry if it was delivered beside it.
  ///   - request: the request that led to the delivery; nil if the backend acted by itself (B8, B9).
  mutating func credit(
    _ goods: Goods, entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    precondition(store.transactions[entry].number != nil, "nothing is delivered without a charge")
    note(.goodsDelivered(transaction: entry, item: goods.item, account: goods.account))
    let isRightForEntry = isRight(goods, for: entry)
    if isFirstRight(goods, for: named) {
      book(goods.item, for: named)
      deliverRightly(named, by: request)
      if !isRightForEntry { noteWrong(goods, for: entry, named: named, by: request) }
    } else if isRightForEntry {
      book(goods.item, for: entry)
      if store.transactions[entry].right == nil { deliverRightly(entry, by: request) }
    } else {
      book(goods.item, for: entry)
      store.transactions[entry].wrongBeside = true
      noteWrong(goods, for: entry, named: named, by: request)
    }
  }

  /// Whether goods are right for a charge that has none that are.
  mutating func isFirstRight(_ goods: Goods, for transaction: TransactionID) -> Bool {
    store.transactions[transaction].right == nil && isRight(goods, for: transaction)
  }

  /// Whether goods are what the intent of a charge wanted, for whom it wanted it.
  @inline(__always)
  private mutating func isRight(_ goods: Goods, for transaction: TransactionID) -> Bool {
    let intent = store.transactions[transaction].intent
    return user.intents[intent].item == goods.item && user.intents[intent].account == goods.account
  }

  private mutating func deliverRightly(_ transaction: TransactionID, by request: RequestID?) {
    let tapProcess = store.transactions[transaction].tapProcess
    guard let request else {
      store.transactions[transaction].isAfterRelaunch = livingProcess != tapProcess
      deliver(transaction, as: .recovered)
      return
    }
    let isInTapsProcess = link.requests[request].process == tapProcess
    let isFirst =
      link.requests[request].transaction == transaction && link.requests[request].tryNumber == 1
      && isInTapsProcess
    store.transactions[transaction].isAfterRelaunch = !isInTapsProcess
    let fate: Fate = link.requests[request].isManual ? .rescued : isFirst ? .delivered : .recovered
    deliver(transaction, as: fate)
  }

  /// The right goods have come; nobody misses them any more.
  mutating func deliver(_ transaction: TransactionID, as fate: Fate) {
    precondition(
      store.transactions[transaction].right == nil, "a charge is delivered first only once")
    store.transactions[transaction].right = fate
    store.transactions[transaction].rightAt = now
    user.intents[store.transactions[transaction].intent].paidAt = nil
    endNotices(of: store.transactions[transaction].intent)
  }

  /// The company's order system books what was handed out for a charge, at its list price.
  mutating func book(_ item: ItemID, for transaction: TransactionID) {
    let price = backend.shelf.products[backend.shelf.items[item].product].price
    if store.transactions[transaction].booked == nil {
      store.transactions[transaction].booked = price
    } else {
      store.transactions[transaction].bookedAgain += price
      store.transactions[transaction].duplicate = true
    }
  }

  /// Notes how and where a charge came to the wrong goods.
  private mutating func noteWrong(
    _ goods: Goods, for entry: TransactionID, named: TransactionID, by request: RequestID?
  ) {
    let intent = user.intents[store.transactions[entry].intent]
    let kind = intent.item == goods.item ? LossKind.misdelivered : .crossed
    if store.transactions[entry].wrong == nil { store.transactions[entry].wrong = kind }
    let point: DropPoint
    if named != entry {
      point = .wrongEntry
    } else if kind == .crossed {
      point = .wrongRecord
    } else {
      let isOthers =
        request.map {
          link.requests[$0].transaction == entry && link.requests[$0].accountIsOthers
        } ?? false
      point = isOthers ? .wrongRecord : .wrongAccount
    }
    noteDrop(of: entry, at: point)
  }

  /// Judges every charge and every intent at the horizon.
  mutating func judge(into outcome: inout Outcome) {
    outcome.struck = misfortune.state.struck
    outcome.events = events
    outcome.log.copy(log)
    for place in store.charges.indices {
      let transaction = store.transactions[store.charges[place]]
      var judged = ChargeOutcome(
        intent: position(of: transaction.intent), product: transaction.product.place,
        price: backend.shelf.products[transaction.product].storePrice,
        chargedAt: transaction.chargedAt, fate: fate(of: transaction),
        deliveredAfter: transaction.right == nil
          ? nil : transaction.rightAt - transaction.chargedAt)
      judged.afterRelaunch = transaction.right != nil && transaction.isAfterRelaunch
      judged.booked = transaction.booked
      judged.bookedAgain = transaction.bookedAgain
      judged.duplicateDelivery = transaction.duplicate
      judged.wrongBeside = transaction.right != nil && transaction.wrongBeside
      outcome.charges.put(judged, at: place.place)
    }
    outcome.charges.cut(to: store.charges.count)
    var arisen = 0
    for intent in user.intents.indices where user.intents[intent].account != nil {
      outcome.intents.put(user.intents[intent].outcome, at: arisen)
      arisen += 1
    }
    outcome.intents.cut(to: arisen)
  }

  /// The place of an intent among those that arose; a wish that never came to a tap is none.
  private mutating func position(of intent: IntentID) -> Int {
    var position = 0
    for earlier in IntentID(0)..<intent where user.intents[earlier].account != nil { position += 1 }
    return position
  }

  mutating func fate(of transaction: Transaction) -> Fate {
    if transaction.isRefunded { return .refunded }
    if let right = transaction.right { return right }
    return .lost(transaction.wrong ?? .undelivered, dropPoint(of: transaction))
  }

  /// Whether a lost charge that is gone will be judged by the next opening of the app.
  mutating func isJudgedByOpening(_ index: TransactionID) -> Bool {
    store.transactions[index].number != nil && store.transactions[index].right == nil
      && store.transactions[index].drop == nil
      && device.state.lastOpening < store.transactions[index].chargedAt
  }

  /// The earliest moment after which a lost charge could not come right, or its state now.
  private mutating func dropPoint(of transaction: Transaction) -> DropPoint {
    let wasOpenedSince =
      device.state.lastOpening >= transaction.chargedAt || device.state.app == .foreground
    let wasFinished = transaction.isFinished
    if !transaction.wasCalledBack, !wasFinished, transaction.wrong == nil {
      return wasOpenedSince ? .observerMissing : .neverReopened
    }
    if let drop = transaction.drop { return drop }
    switch transaction.standing {
    case .unboundKept: return .unboundKept
    case .unboundCollected: return .unboundCollected
    case .waitingForAccount: return .waitingForAccount
    case .notForSale: return .notForSale
    case .trying: return wasOpenedSince ? .hungBehindUnfinished : .neverReopened
    }
  }
}

extension Array {
  /// Writes over what the life before has left at a place, or adds an element at the end.
  fileprivate mutating func put(_ element: Element, at place: Int) {
    if place < count { self[place] = element } else { append(element) }
  }

  /// Takes out what the life before has left from a place on.
  fileprivate mutating func cut(to place: Int) {
    if count > place { removeLast(count - place) }
  }
}
