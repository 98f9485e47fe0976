internal import EventEngine

/// A tap that the user means to make, or has made.
struct TapState {
  let intent: IntentID
  let visit: Int
  let after: Delay
  let pays: Bool
  var isHandled = false
  /// Whether it goes on when the user has logged in (C10).
  var waitsForLogin = false
}

/// What became of one intent so far.
struct IntentState {
  let item: ItemID
  let product: ProductID
  /// The account that was logged in at the first tap; nil before it (vocabulary).
  var account: AccountID?
  var outcome: IntentOutcome
  /// The anchors that have fired, by ``AnchorMoment``.
  var anchors: UInt8 = 0
  /// How many sheets it has had; keys the draws of the next.
  var sheets = 0
  /// How many verify requests were sent for it; keys the draws of the next.
  var verifications = 0
  /// How many order requests were sent for it; keys the draws of the next.
  var orderRequests = 0
  /// How many changes and readings of its records were asked for; they key the draws of the next.
  var recordRequests = RecordRequestCounts()
  /// The newest transaction, if there is one.
  var newest: TransactionID?
  /// The transactions with which the anchors `charge` and `delivery` fired.
  var charged: TransactionID?
  var delivered: TransactionID?
  /// The transaction of the first `purchased` that reached the app.
  var calledBack: TransactionID?
  /// Why no record of this intent can bind any more; nil while one can, or none ever could.
  var recordLoss: DropPoint?
  /// How often the user reacted to missing goods (P3).
  var reactions = 0
  /// Whether the user would notice that the goods are missing (P3).
  var expectsGoods = false
  /// Whether a notice waits for the app to be in front.
  var noticeWaits = false
  /// When it was last paid on a sheet or completed in the store; nil once the goods have come (P4).
  var paidAt: Instant?
  /// Until when a receipt lacks a charge that is still to come (fault `staleReceipt`).
  var receiptStaleUntil = Instant.start
  /// Whether the user has thought again after a cancel.
  var hasReconsidered = false
  /// Whether the recovery page has told the user (C9).
  var knowsRecoveryPage = false

  var flags: IntentFlags {
    get { outcome.flags }
    set { outcome.flags = newValue }
  }
}

/// What the client holds in memory from a tap to the `purchasing` callback (C3).
struct Flow {
  /// How far it has come.
  enum State {
    /// Waits for the order.
    case ordering
    /// The payment is with the store.
    case paying
    /// Over.
    case ended
  }

  let intent: IntentID
  let item: ItemID
  let product: ProductID
  var account: AccountID
  let pays: Bool
  let process: ProcessID
  var state: State
  var order: OrderID?
  /// The record that was written for it (C3).
  var record: RecordID?
  /// Whether the order request waits for the user to log in (B2).
  var waitsForLogin = false
}

/// The tap on Buy and the way to the payment (C1, C2, C3).
extension World {
  /// The user taps, if the app is there to be tapped.
  @inline(__always)
  mutating func tapIfPossible(_ tap: TapID) {
    let pending = user.taps[tap]
    if device.state.app == .foreground { fire(.tap, of: pending.intent) }
    guard device.state.app == .foreground else {
      user.waitingTaps.append(tap)
      return
    }
    claim(pending.intent)
    note(.tapped(intent: pending.intent))
    log(.purchaseClick)
    if isGuest, design.guest == .requireLogin {
      user.taps[tap].waitsForLogin = true
      askForLogin()
    } else {
      goOn(with: tap)
    }
  }

  /// A wish is for the account logged in at its tap; one whose taps have come to nothing so far is
  /// made anew, for the account of the moment (vocabulary).
  @inline(__always)
  private mutating func claim(_ intent: IntentID) {
    guard user.intents[intent].account != device.state.session else { return }
    if user.intents[intent].account == nil || isForgone(intent) {
      user.intents[intent].account = device.state.session
    }
  }

  /// Whether nothing was charged for an intent, and nothing can be without another tap.
  mutating func isForgone(_ intent: IntentID) -> Bool {
    guard user.intents[intent].outcome.charges == 0, store.state.openInterruptions == 0 else {
      return false
    }
    for index in client.flows.indices
    where client.flows[index].intent == intent && client.flows[index].state == .ordering {
      return false
    }
    for index in store.transactions.indices where store.transactions[index].intent == intent {
      if store.transactions[index].state.isOpen { return false }
    }
    return true
  }

  /// A tap has met the app, and whoever has to be logged in is.
  @inline(__always)
  mutating func goOn(with tap: TapID) {
    user.taps[tap].isHandled = true
    user.state.tapsToCome -= 1
    stay()
    handleTap(of: user.taps[tap].intent, pays: user.taps[tap].pays)
  }

  /// Enters a tap that was not planned from the start.
  mutating func addTap(of intent: IntentID, pays: Bool, after delay: Delay) {
    let tap = user.taps.append(
      TapState(intent: intent, visit: Int(user.state.visit), after: .zero, pays: pays))
    user.state.tapsToCome += 1
    calendar.schedule(.tap(tap), after: delay)
  }

  /// The client meets a tap (C1).
  @inline(__always)
  private mutating func handleTap(of intent: IntentID, pays: Bool) {
    let isFirst = !client.state.hasTapped
    if client.state.spinner.isOpen {
      note(.tapIgnored)
      return
    }
    let product = user.intents[intent].product
    switch judgeRepurchase(of: intent, product: product) {
    case .goesOn: break
    case .refused:
      user.intents[intent].flags.insert(.refused)
      note(.tapRefused)
      log(.purchaseRefused)
      return
    case .resumes(let record):
      openSpinner(for: intent, product: product)
      note(.deliveryResumed)
      log(.purchaseResumed)
      restartDelivery(of: record)
      return
    }
    client.state.hasTapped = true
    if design.observer == .purchase && isFirst { attach() }
    guard device.state.app == .foreground else { return }
    openSpinner(for: intent, product: product)
    let flow = client.flows.append(
      Flow(
        intent: intent, item: user.intents[intent].item, product: product,
        account: device.state.session,
        pays: pays, process: device.state.process, state: .ordering))
    switch design.timing {
    case .orderFirst: requestOrder(forFlow: flow)
    case .purchaseFirst: addPayment(of: flow)
    }
  }

  /// What a tap leads to.
  private enum TapVerdict {
    case goesOn
    case refused
    case resumes(record: RecordID)
  }

  /// Judges a tap while something of its product waits (C1).
  @inline(__always)
  private mutating func judgeRepurchase(of intent: IntentID, product: ProductID) -> TapVerdict {
    switch design.repurchase {
    case .allow:
      return .goesOn
    case .resume, .resumeOrBlock:
      var blocks = false
      for index in client.records.indices
      where client.records[index].isWaiting && client.records[index].product == product {
        if client.records[index].item == user.intents[intent].item,
          client.records[index].account == device.state.session
        {
          return .resumes(record: index)
        }
        blocks = true
      }
      return blocks && design.repurchase == .resumeOrBlock ? .refused : .goesOn
    case .refuse:
      for index in store.transactions.indices
      where store.transactions[index].product == product && store.transactions[index].state != .gone
      {
        return .refused
      }
      return .goesOn
    case .finishPending:
      finishPending()
      return .goesOn
    }
  }

  /// Finishes every charged and every waiting failed transaction (C1). [I]
  private mutating func finishPending() {
    for index in store.transactions.indices {
      switch store.transactions[index].state {
      case .charged:
        let loss = user.intents[store.transactions[index].intent].recordLoss
        noteDrop(of: index, at: (design.bindsItemByRecord ? loss : nil) ?? .finishedEarly)
        finish(index)
      case .failed where store.transactions[index].waits:
        store.transactions[index].waits = false
        store.transactions[index].state = .gone
      default: break
      }
    }
  }

  /// Hands the payment of a flow to the store (C3).
  mutating func addPayment(of index: FlowID) {
    let flow = client.flows[index]
    client.flows[index].state = .paying
    log(.paymentAdded)
    if design.records.at.contains(.payment) { writeRecord(of: index) }
    addPayment(from: flow, at: index)
  }

  /// The backend has answered the order request of a flow (C2).
  mutating func receiveOrder(_ answer: Request.Answer, forFlow index: FlowID) {
    let flow = client.flows[index]
    guard flow.state == .ordering else { return }
    switch answer {
    case .order(let order):
      client.flows[index].order = order
      log(.orderSucceed)
      addPayment(of: index)
    case .notForSale:
      user.intents[flow.intent].flags.insert(.refused)
      note(.tapRefused)
      log(.purchaseRefused)
      endFlow(index)
    case .unauthorised where design.recognisesExpiry:
      client.flows[index].waitsForLogin = true
      askForLogin()
    case .unauthorised, .error, .timeout, .accepted, .delivered, .duplicate, .rejected, .list:
      user.intents[flow.intent].flags.insert(.noOrder)
      note(.noOrder)
      log(.orderFail)
      endFlow(index)
    }
  }

  private mutating func endFlow(_ index: FlowID) {
    client.flows[index].state = .ended
    closeSpinner(of: client.flows[index].product)
  }
}
