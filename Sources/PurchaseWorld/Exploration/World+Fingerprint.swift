internal import EventEngine

extension World {
  /// The fingerprint of everything on which the rest of this life and its judgement depend.
  ///
  /// Left out is what only counts or explains: the number of events so far, the log, the trace, which
  /// faults struck. Times that are over count as never; losses of the link count by who they hit.
  ///
  /// - Precondition: the user's faults were struck by hand, not planned.
  mutating func fingerprint() -> Fingerprint {
    var print = Fingerprint()
    print.add(now.microseconds)
    calendar.forEach { event, time in
      print.add(time.microseconds)
      print.add(event)
    }
    addStore(to: &print)
    addApp(to: &print)
    addBackend(to: &print)
    addUser(to: &print)
    addFaults(to: &print)
    return print
  }

  private mutating func addStore(to print: inout Fingerprint) {
    print.add(Int32(transactions.count), Int32(charges.count))
    for index in transactions.indices {
      transactions[index].add(to: &print)
      let planned = transactions[index].interruption
      print.add(planned < 0 ? -1 : plan[Int(planned)].declaration)
    }
    for place in charges.indices { print.add(charges[place], -2) }
    print.add(Int32(sheetQueue.count), sheet)
    for place in sheetQueue.indices { print.add(sheetQueue[place], -3) }
    print.add(openInterruptions)
  }

  private mutating func addApp(to print: inout Fingerprint) {
    print.add(
      Fingerprint.byte(app) | Fingerprint.byte(isObserving) << 8 | Fingerprint.byte(hasTapped) << 16
        | Fingerprint.byte(listsAfterLogin) << 24 | Fingerprint.byte(asksForLogin) << 32
        | Fingerprint.byte(missedLinkUp) << 40 | Fingerprint.byte(spinner.isOpen) << 48)
    print.add(process, spinner.serial)
    print.add(lastOpening.microseconds)
    print.add(spinner.product, spinner.intent)
    print.add(spinner.patience.microseconds)
    print.add(Int32(suspended.count), Int32(flows.count))
    for place in suspended.indices { print.add(suspended[place]) }
    for index in flows.indices { flows[index].add(to: &print) }
    print.add(Int32(records.count), Int32(tasks.count))
    for index in records.indices { records[index].add(to: &print) }
    for index in tasks.indices { tasks[index].add(to: &print) }
    print.add(ledger)
    print.add(listings)
  }

  private mutating func addBackend(to print: inout Fingerprint) {
    print.add(Int32(requests.count), Int32(orders.count))
    for index in requests.indices {
      requests[index].add(to: &print)
      print.add(isLost(index) ? 1 : 0)
    }
    for index in orders.indices {
      print.add(orders[index].item, orders[index].account)
      print.add(orders[index].isDelivered ? 1 : 0)
    }
    print.add(Int32(storedRecords.count), Int32(storedLedgers.count))
    for index in storedRecords.indices { storedRecords[index].add(to: &print) }
    for index in storedLedgers.indices { print.add(storedLedgers[index]) }
    print.add(Int32(servedReceipts.count), customer)
    for index in servedReceipts.indices { print.add(servedReceipts[index]) }
    for index in shelf.items.indices { print.add(shelf.items[index].isDelisted ? 1 : 0) }
    print.add(pending(backendOutUntil))
    print.add(pending(checkOutUntil))
    print.add(pending(receiptStaleUntil))
    print.add(pending(tokenExpiredUntil))
    print.add(pending(link.weakUntil))
    if now < link.weakUntil { print.add(link.slowdown) }
    print.add(link.isDown ? link.downUntil.microseconds : -1)
    print.add(Fingerprint.byte(repliesToLose) | Fingerprint.byte(losesNextReply) << 8)
  }

  /// An instant until which something lasts, if that is still to come.
  private func pending(_ end: Instant) -> Int64 { now < end ? end.microseconds : -1 }

  private mutating func addUser(to print: inout Fingerprint) {
    print.add(Int32(intents.count), Int32(taps.count))
    for index in intents.indices { intents[index].add(to: &print) }
    for index in taps.indices { taps[index].add(to: &print) }
    print.add(Int32(waitingTaps.count), Int32(tapsToCome))
    for place in waitingTaps.indices { print.add(waitingTaps[place], -4) }
    print.add(session, pendingSwitch?.account ?? -1)
    print.add(pendingSwitch?.returns?.microseconds ?? -1)
    print.add(visit, plannedVisit)
    print.add(staysUntil.microseconds)
    print.add(
      Fingerprint.byte(leavePending) | Fingerprint.byte(wantsToLeave) << 8
        | Fingerprint.byte(hasGone) << 16 | Fingerprint.byte(neverReturns) << 24)
    print.add(Int32(noticesToCome), Int32(spinners))
    print.add(logins)
  }

  /// What is still to strike; of a fault that is done, nothing is left but what it did.
  private mutating func addFaults(to print: inout Fingerprint) {
    for planned in planStates.indices where planStates[planned] != .done {
      print.add(Fingerprint.byte(planStates[planned]))
      print.add(plan[planned].declaration)
    }
  }
}

extension Fingerprint {
  @inline(__always)
  fileprivate mutating func add(_ event: Event) {
    let (kind, payload) = event.parts
    add(Int32(kind.rawValue), payload)
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
      Fingerprint.byte(bound.accountIsRecorded) | Fingerprint.byte(bound.accountIsOwners) << 8
        | Fingerprint.byte(bound.needsRead) << 16)
  }
}

extension Transaction {
  fileprivate func add(to print: inout Fingerprint) {
    print.add(intent, product)
    print.add(tapProcess, flow)
    print.add(payload.order, payload.item)
    print.add(payload.account, payloadLostIn)
    print.add(
      Fingerprint.byte(pays) | Fingerprint.byte(state) << 8 | Fingerprint.byte(payloadLoss) << 16
        | Fingerprint.byte(code) << 24 | Fingerprint.byte(waits) << 32
        | Fingerprint.byte(isOnItsWay) << 40 | Fingerprint.byte(missesLive) << 48
        | Fingerprint.byte(wasCalledBack) << 56)
    print.add(number, copies)
    print.add(chargedAt.microseconds)
    print.add(unansweredPosts, tries)
    print.add(
      Fingerprint.byte(isFinished) | Fingerprint.byte(isPosted) << 8 | Fingerprint.byte(isServed)
        << 16
        | Fingerprint.byte(isAfterRelaunch) << 24 | Fingerprint.byte(failedCheck) << 32
        | Fingerprint.byte(wrong) << 40 | Fingerprint.byte(wrongBeside) << 48
        | Fingerprint.byte(duplicate) << 56)
    print.add(
      Fingerprint.byte(isRefunded) | Fingerprint.byte(standing) << 8 | Fingerprint.byte(drop) << 16
        | (right?.code ?? 255) << 24)
    print.add(rightAt.microseconds)
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
  fileprivate func add(to print: inout Fingerprint) {
    print.add(intent, item)
    print.add(product, account)
    print.add(process, order)
    print.add(Int(record))
    print.add(
      Fingerprint.byte(pays) | Fingerprint.byte(state) << 8 | Fingerprint.byte(waitsForLogin) << 16)
  }
}

extension Record {
  fileprivate func add(to print: inout Fingerprint) {
    print.add(intent, product)
    print.add(item, order)
    print.add(account, transaction)
    print.add(madeAt.microseconds)
    print.add(receipt)
    print.add(exists ? 1 : 0)
  }
}

extension DeliveryTask {
  fileprivate func add(to print: inout Fingerprint) {
    print.add(transaction, record)
    print.add(bound)
    print.add(receipt)
    print.add(
      Fingerprint.byte(isManual) | Fingerprint.byte(recordLoss) << 8 | Fingerprint.byte(state) << 16
        | Fingerprint.byte(isRetry) << 24)
    print.add(retries)
    print.add(tryNumber, request)
  }
}

extension Request {
  fileprivate func add(to print: inout Fingerprint) {
    asker.add(to: &print)
    print.add(transaction, item)
    print.add(order, account)
    print.add(product, session)
    print.add(receipt)
    print.add(process, tryNumber)
    print.add(sentAt.microseconds)
    print.add(latency.microseconds)
    print.add(check.microseconds)
    print.add(
      Fingerprint.byte(isManual) | Fingerprint.byte(accountIsRecorded) << 8
        | Fingerprint.byte(recordLoss) << 16 | Fingerprint.byte(isAwaited) << 24
        | Fingerprint.byte(isAtWork) << 32)
    answer.add(to: &print)
    print.add(alsoDelivered)
    print.add(checks, answeredAt)
  }
}

extension Request.Asker {
  fileprivate func add(to print: inout Fingerprint) {
    let (kind, whom): (Int32, Int) =
      switch self {
      case .flow(let index): (0, index)
      case .order(let task): (1, task)
      case .verification(let task): (2, task)
      case .reading(let task): (3, task)
      case .listing: (4, 0)
      case .writing(let record): (5, record)
      case .clearing: (6, 0)
      case .settling(let record): (7, record)
      case .wiping(let record): (8, record)
      }
    print.add(kind, Int32(whom))
  }
}

extension Request.Answer {
  fileprivate func add(to print: inout Fingerprint) {
    let (kind, order): (Int32, Int32) =
      switch self {
      case .order(let order): (0, order)
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
  fileprivate func add(to print: inout Fingerprint) {
    print.add(owner, transaction)
    print.add(receipt)
    print.add(storedAt, wipedBy)
    print.add(exists ? 1 : 0)
  }
}

extension IntentState {
  fileprivate func add(to print: inout Fingerprint) {
    print.add(item, product)
    print.add(account, newest)
    print.add(outcome.charges)
    print.add(
      Fingerprint.byte(outcome.wantsToPay) | Fingerprint.byte(outcome.flags) << 8
        | Fingerprint.byte(anchors) << 16 | Fingerprint.byte(recordLoss) << 24
        | Fingerprint.byte(expectsGoods) << 32 | Fingerprint.byte(noticeWaits) << 40
        | Fingerprint.byte(hasReconsidered) << 48 | Fingerprint.byte(knowsRecoveryPage) << 56)
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
  fileprivate func add(to print: inout Fingerprint) {
    print.add(Int32(intent), Int32(visit))
    print.add(after.microseconds)
    print.add(
      Fingerprint.byte(pays) | Fingerprint.byte(isHandled) << 8
        | Fingerprint.byte(waitsForLogin) << 16)
  }
}
