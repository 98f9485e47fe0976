internal import EventEngine

/// The result of each charge and each intent at the horizon (<doc:Outcomes>).
extension JudgeHost where Self: ~Copyable {
  mutating func judge(into outcome: inout UserOutcome) {
    for number in charges {
      let charge = charge(number)
      let payment = judge.payments[charge]
      let product = product(of: charge)
      let isRight = payment.right != nil
      let judged = ChargeOutcome(
        intentIndex: position(of: payment.intent), product: product.index,
        price: storePrice(of: product), bookedAmount: payment.booked,
        laterBookedAmount: payment.bookedAgain,
        chargedAt: chargedAt(charge), status: status(of: charge),
        deliveredAfter: isRight ? payment.rightAt - chargedAt(charge) : nil,
        isDeliveredAfterRelaunch: isRight && payment.isAfterRelaunch,
        hasDuplicateDelivery: payment.duplicate,
        hasAdditionalWrongDelivery: isRight && payment.wrongBeside, rescuedFrom: payment.rescuedFrom
      )
      outcome.charges.put(judged, at: number.index)
    }
    outcome.charges.cut(to: charges.count)
    var arisen = 0
    for intent in judge.intents.indices {
      let intentState = intentState(intent)
      guard intentState.account != nil else { continue }
      let judged = IntentOutcome(
        intentIndex: intent.index, product: intentState.product.index,
        wantsToPay: intentState.wantsToPay, chargeCount: Int(judge.intents[intent].charges),
        autoRefundCount: Int(judge.intents[intent].autoRefunds), flags: judge.intents[intent].flags)
      outcome.intents.put(judged, at: arisen)
      arisen += 1
    }
    outcome.intents.cut(to: arisen)
  }

  /// The index of an intent among those with a tap.
  private func position(of intent: IntentID) -> Int {
    (IntentID(0)..<intent).count { intentState($0).account != nil }
  }

  /// The class in which a charge would end now.
  @inline(__always) func status(of charge: TransactionID) -> ChargeStatus {
    if isRefunded(charge) {
      return judge.payments[charge].autoRefunded.map { .autoRefunded(judged($0, charge)) }
        ?? .refunded
    }
    if let right = judge.payments[charge].right { return right }
    return .lost(judge.payments[charge].wrong ?? .undelivered, dropPoint(of: charge))
  }

  /// The result of an automatic refund; an app opened after the charge was not abandoned.
  private func judged(_ found: AutoRefundState, _ charge: TransactionID) -> AutoRefundState {
    guard found == .lost(.undelivered, .neverReopened), lastOpening >= chargedAt(charge) else {
      return found
    }
    return .lost(.undelivered, .observerMissing)
  }

  /// Whether the next opening of the app still decides a drop point: no route delivered the charge.
  var isJudgedByOpening: Bool {
    charges.contains { number in
      let charge = self.charge(number)
      return judge.payments[charge].right == nil && judge.payments[charge].drop == nil
        && !wasCalledBack(charge) && lastOpening < chargedAt(charge)
    }
  }

  @inline(__always) var hasOpenCharge: Bool { judge.state.open > 0 }

  /// The drop point of a lost charge: the earliest one noted, or its state now.
  private func dropPoint(of charge: TransactionID) -> DropPoint {
    let payment = judge.payments[charge]
    if !wasCalledBack(charge), !isSettled(charge), payment.wrong == nil {
      let wasOpenedSince = lastOpening >= chargedAt(charge) || isInFront || foundApp(charge)
      return wasOpenedSince ? .observerMissing : .neverReopened
    }
    return payment.drop ?? payment.standing ?? .hungBehindUnfinished
  }

  func isForgone(_ intent: IntentID) -> Bool {
    judge.intents[intent].charges == 0 && !hasInterruption
      && !judge.flows.indices.contains { judge.flows[$0].intent == intent && isOrdering($0) }
      && !judge.payments.indices.contains { judge.payments[$0].intent == intent && isOpen($0) }
  }

  func paymentUnderWay(of intent: IntentID) -> TransactionID? {
    judge.payments.indices.first { judge.payments[$0].intent == intent && isUnderWay($0) }
  }

  /// The charge of an intent to refund without an anchor: the first delivered one, else the first.
  func chargeToRefund(of intent: IntentID) -> TransactionID? {
    var first: TransactionID?
    for number in charges {
      let charge = charge(number)
      guard judge.payments[charge].intent == intent, !isRefunded(charge) else { continue }
      if judge.payments[charge].right != nil { return charge }
      first = first ?? charge
    }
    return first
  }
}

extension Array {
  /// Overwrites an element of the previous run, or appends one.
  fileprivate mutating func put(_ element: Element, at place: Int) {
    if place < count { self[place] = element } else { append(element) }
  }

  /// Removes the elements of the previous run from an index on.
  fileprivate mutating func cut(to place: Int) { if count > place { removeLast(count - place) } }
}
