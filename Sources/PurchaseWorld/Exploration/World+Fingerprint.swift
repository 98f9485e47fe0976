internal import EventEngine

extension World {
  /// The fingerprint of everything on which the rest of this life and its judgement depend.
  ///
  /// Left out is what only counts or explains: the number of events so far, the log, the trace, which
  /// faults struck. Times that are over count as never; losses of the link count by who they hit.
  ///
  /// - Precondition: the user's faults were struck by hand, not planned.
  mutating func hashed() -> StateHasher {
    var print = StateHasher()
    print.add(now)
    calendar.forEach { event, time in
      print.add(time)
      print.add(event)
    }
    addState(to: &print)
    return print
  }

  /// The fingerprint of that in which a fault shows once it has changed something: what is scheduled, what
  /// the app knows and does, its requests and their answers.
  ///
  /// Left out is what may still have an effect, such as a payload that nobody has read so far, or an outage
  /// that nobody has met.
  mutating func hashedEffects() -> StateHasher {
    var print = StateHasher()
    print.add(now)
    calendar.forEach { event, time in
      print.add(time)
      print.add(event)
    }
    addApp(to: &print)
    addRequests(to: &print)
    return print
  }

  /// Takes in what the world holds, without what is scheduled.
  mutating func addState(to print: inout StateHasher) {
    addStore(to: &print)
    addApp(to: &print)
    addBackend(to: &print)
    addUser(to: &print)
    addFaults(to: &print)
  }

  private mutating func addStore(to print: inout StateHasher) {
    print.add(Int32(transactions.count), Int32(charges.count))
    for index in transactions.indices {
      transactions[index].add(to: &print)
      print.add(transactions[index].listedFrom, ifAfter: now)
      let planned = transactions[index].interruption
      print.add(planned.map { plan[$0].declaration } ?? -1)
    }
    for place in charges.indices { print.add(charges[place], Int32(-2)) }
    print.add(Int32(sheetQueue.count), sheet)
    for place in sheetQueue.indices { print.add(sheetQueue[place], Int32(-3)) }
    print.add(openInterruptions)
  }

  private mutating func addApp(to print: inout StateHasher) {
    print.add(
      StateHasher.byte(app) | StateHasher.byte(isObserving) << 8 | StateHasher.byte(hasTapped) << 16
        | StateHasher.byte(listsAfterLogin) << 24 | StateHasher.byte(asksForLogin) << 32
        | StateHasher.byte(missedLinkUp) << 40 | StateHasher.byte(spinner.isOpen) << 48
        | StateHasher.byte(missedLogin) << 56)
    print.add(process, spinner.serial)
    print.add(lastOpening)
    print.add(spinner.product, spinner.intent)
    print.add(spinner.patience)
    print.add(Int32(suspended.count), Int32(flows.count))
    for place in suspended.indices { print.add(suspended[place]) }
    for index in flows.indices { flows[index].add(to: &print) }
    print.add(Int32(records.count), Int32(tasks.count))
    for index in records.indices { records[index].add(to: &print) }
    for index in tasks.indices { tasks[index].add(to: &print) }
    print.add(ledger)
    print.add(listings)
  }

  private mutating func addRequests(to print: inout StateHasher) {
    print.add(Int32(requests.count), Int32(orders.count))
    for index in requests.indices {
      requests[index].add(to: &print)
      print.add(isLost(index) ? 1 : 0)
    }
    for index in orders.indices {
      print.add(orders[index].item, orders[index].account)
      print.add(orders[index].isDelivered ? 1 : 0)
    }
  }

  private mutating func addBackend(to print: inout StateHasher) {
    addRequests(to: &print)
    print.add(Int32(storedRecords.count), Int32(storedLedgers.count))
    for index in storedRecords.indices { storedRecords[index].add(to: &print) }
    for index in storedLedgers.indices { print.add(storedLedgers[index]) }
    print.add(Int32(servedReceipts.count), customer)
    for index in servedReceipts.indices { print.add(servedReceipts[index]) }
    for index in shelf.items.indices { print.add(shelf.items[index].isDelisted ? 1 : 0) }
    print.add(backendOutUntil, ifAfter: now)
    print.add(checkOutUntil, ifAfter: now)
    print.add(tokenExpiredUntil, ifAfter: now)
    print.add(link.weakUntil, ifAfter: now)
    if now < link.weakUntil { print.add(link.slowdown) }
    print.add(link.downUntil, if: link.isDown)
    print.add(StateHasher.byte(repliesToLose) | StateHasher.byte(losesNextReply) << 8)
  }

  private mutating func addUser(to print: inout StateHasher) {
    print.add(Int32(intents.count), Int32(taps.count))
    for index in intents.indices {
      intents[index].add(to: &print)
      print.add(intents[index].receiptStaleUntil, ifAfter: now)
    }
    for index in taps.indices { taps[index].add(to: &print) }
    print.add(Int32(waitingTaps.count), Int32(tapsToCome))
    for place in waitingTaps.indices { print.add(waitingTaps[place], Int32(-4)) }
    print.add(session, visit)
    print.add(Int(plannedVisit))
    print.add(staysUntil)
    print.add(
      StateHasher.byte(leavePending) | StateHasher.byte(wantsToLeave) << 8
        | StateHasher.byte(hasGone) << 16 | StateHasher.byte(neverReturns) << 24
        | StateHasher.byte(guestLoginWaits) << 32)
    print.add(Int32(noticesToCome), Int32(spinners))
    print.add(logins)
  }

  /// What is still to strike; of a fault that is done, nothing is left but what it did.
  private mutating func addFaults(to print: inout StateHasher) {
    for planned in planStates.indices where planStates[planned] != .done {
      print.add(StateHasher.byte(planStates[planned]))
      print.add(plan[planned].declaration)
    }
  }
}

extension StateHasher {
  @inline(__always)
  mutating func add(_ event: Event) {
    let (kind, payload) = event.parts
    add(Int32(kind.rawValue), payload)
  }

  /// An instant until which something lasts, if that is still to come.
  @inline(__always)
  fileprivate mutating func add(_ end: Instant, ifAfter now: Instant) {
    add(end, if: now < end)
  }

  @inline(__always)
  fileprivate mutating func add(_ receipt: Receipt) {
    let bits = unsafeBitCast(receipt, to: UInt128.self)
    add(UInt64(truncatingIfNeeded: bits))
    add(UInt64(truncatingIfNeeded: bits >> 64))
  }

  fileprivate mutating func add(_ receipt: Receipt?) {
    guard let receipt else { return add(-1) }
    add(receipt)
  }

  fileprivate mutating func add(_ bound: Bound) {
    add(bound.item, bound.order)
    add(bound.account, bound.record)
    add(
      StateHasher.byte(bound.accountIsOthers) | StateHasher.byte(bound.accountIsOwners) << 8
        | StateHasher.byte(bound.needsRead) << 16 | StateHasher.byte(bound.accountNeedsRecord) << 24
    )
  }
}

extension Transaction {
  fileprivate func add(to print: inout StateHasher) {
    print.add(intent, product)
    print.add(tapProcess, flow)
    print.add(payload.order, payload.item)
    print.add(payload.account, payloadLostIn)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(state) << 8 | StateHasher.byte(payloadLoss) << 16
        | StateHasher.byte(code) << 24 | StateHasher.byte(waits) << 32
        | StateHasher.byte(isOnItsWay) << 40 | StateHasher.byte(missesLive) << 48
        | StateHasher.byte(wasCalledBack) << 56)
    print.add(number, copies)
    print.add(chargedAt)
    print.add(unansweredPosts, tries)
    print.add(
      StateHasher.byte(isFinished) | StateHasher.byte(isPosted) << 8 | StateHasher.byte(isServed)
        << 16
        | StateHasher.byte(isAfterRelaunch) << 24 | StateHasher.byte(failedCheck) << 32
        | StateHasher.byte(wrong) << 40 | StateHasher.byte(wrongBeside) << 48
        | StateHasher.byte(duplicate) << 56)
    print.add(
      StateHasher.byte(isRefunded) | StateHasher.byte(standing) << 8 | StateHasher.byte(drop) << 16
        | (right?.code ?? 255) << 24)
    print.add(rightAt)
    print.add(booked ?? -1)
    print.add(bookedAgain)
  }
}

extension Fate {
  /// A number for each fate that a delivery can have.
  fileprivate var code: UInt64 {
    switch self {
    case .delivered: 0
    case .recovered: 1
    case .rescued: 2
    case .refunded: 3
    case .lost(let kind, let point): 4 + UInt64(LossSet.place(of: kind, point))
    }
  }
}

extension Flow {
  fileprivate func add(to print: inout StateHasher) {
    print.add(intent, item)
    print.add(product, account)
    print.add(process, order)
    print.add(record)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(state) << 8 | StateHasher.byte(waitsForLogin) << 16)
  }
}

extension Record {
  fileprivate func add(to print: inout StateHasher) {
    print.add(intent, product)
    print.add(item, order)
    print.add(account, transaction)
    print.add(madeAt)
    print.add(receipt)
    print.add(exists ? 1 : 0)
  }
}

extension DeliveryTask {
  fileprivate func add(to print: inout StateHasher) {
    print.add(transaction, record)
    print.add(bound)
    print.add(receipt)
    print.add(
      StateHasher.byte(isManual) | StateHasher.byte(state) << 8 | StateHasher.byte(isRetry) << 16)
    print.add(retries)
    print.add(tryNumber, request)
  }
}

extension Request {
  fileprivate func add(to print: inout StateHasher) {
    asker.add(to: &print)
    print.add(transaction, item)
    print.add(order, account)
    print.add(product, session)
    print.add(receipt)
    print.add(process, tryNumber)
    print.add(sentAt)
    print.add(latency)
    print.add(check)
    print.add(
      StateHasher.byte(isManual) | StateHasher.byte(accountIsOthers) << 8
        | StateHasher.byte(isAwaited) << 16 | StateHasher.byte(isAtWork) << 24)
    answer.add(to: &print)
    print.add(alsoDelivered)
    print.add(checks, answeredAt)
  }
}

extension Request.Asker {
  fileprivate func add(to print: inout StateHasher) {
    let (kind, whom): (Int32, Int32) =
      switch self {
      case .flow(let index): (0, index.number)
      case .order(let task): (1, task.number)
      case .verification(let task): (2, task.number)
      case .reading(let task): (3, task.number)
      case .listing: (4, 0)
      case .writing(let record): (5, record.number)
      case .clearing: (6, 0)
      case .settling(let record): (7, record.map(\.number) ?? -1)
      case .wiping(let record): (8, record.map(\.number) ?? -1)
      }
    print.add(kind, whom)
  }
}

extension Request.Answer {
  fileprivate func add(to print: inout StateHasher) {
    let (kind, order): (Int32, Int32) =
      switch self {
      case .order(let order): (0, order.number)
      case .notForSale: (1, 0)
      case .unauthorised: (2, 0)
      case .accepted: (3, 0)
      case .delivered: (4, 0)
      case .duplicate: (5, 0)
      case .rejected: (6, 0)
      case .list: (7, 0)
      case .error: (8, 0)
      case .timeout: (9, 0)
      }
    print.add(kind, order)
  }
}

extension StoredRecord {
  fileprivate func add(to print: inout StateHasher) {
    print.add(owner, transaction)
    print.add(receipt)
    print.add(storedAt, wipedBy)
    print.add(exists ? 1 : 0)
  }
}

extension IntentState {
  fileprivate func add(to print: inout StateHasher) {
    print.add(item, product)
    print.add(account, newest)
    print.add(charged, delivered)
    print.add(calledBack)
    print.add(outcome.charges)
    print.add(
      StateHasher.byte(outcome.wantsToPay) | StateHasher.byte(outcome.flags) << 8
        | StateHasher.byte(anchors) << 16 | StateHasher.byte(recordLoss) << 24
        | StateHasher.byte(expectsGoods) << 32 | StateHasher.byte(noticeWaits) << 40
        | StateHasher.byte(hasReconsidered) << 48 | StateHasher.byte(knowsRecoveryPage) << 56)
    print.add(paidAt ?? .start, if: paidAt != nil)
    print.add(sheets)
    print.add(verifications)
    print.add(orderRequests)
    print.add(reactions)
    print.add(
      UInt64(recordRequests.reads) | UInt64(recordRequests.writes) << 8
        | UInt64(recordRequests.wipes) << 16)
  }
}

extension TapState {
  fileprivate func add(to print: inout StateHasher) {
    print.add(intent, Int32(visit))
    print.add(after)
    print.add(
      StateHasher.byte(pays) | StateHasher.byte(isHandled) << 8
        | StateHasher.byte(waitsForLogin) << 16)
  }
}
