internal import EventEngine

/// The faults that await the user, and how far they have come (section 7).
struct Misfortune: ~Copyable {
  /// What will strike, in the order of the user's plan.
  var plan = Table<Kind.Planned, PlannedFault>()
  /// Whether one of them is tied to a step.
  var hasSteps = false
  /// How far each has come, in the order of the plan; empty while nothing is watched.
  var states = Table<Kind.Planned, PlanState>()
  /// Whether what passes is noted even if no fault is planned, because one may be planned later.
  var watchesAlways = false
  /// What has passed of each wish, while it ``watches``.
  var passed = Table<Kind.Intent, Passed>()
  var state = State()

  struct State: BitwiseCopyable {
    /// Which declarations have struck, as bits.
    var struck: UInt64 = 0
  }

  /// Sets the stage for the next life with the same plan.
  /// - Parameter wishes: how many the user comes with.
  @inline(__always) mutating func reset(wishes: Int) {
    state = State()
    guard _slowPath(watchesAlways || !plan.isEmpty) else {
      states.removeAll()
      passed.removeAll()
      return
    }
    states.replaceAll(with: .planned, count: plan.count)
    passed.replaceAll(with: Passed(), count: wishes)
  }

  /// Whether a fault may strike, so that what passes matters.
  @inline(__always) var watches: Bool { _slowPath(!passed.isEmpty) }

  mutating func become(_ other: borrowing Misfortune) {
    watchesAlways = other.watchesAlways
    plan.replaceAll(with: other.plan)
    hasSteps = other.hasSteps
    states.replaceAll(with: other.states)
    passed.replaceAll(with: other.passed)
    state = other.state
  }

  /// Goes into bytes, or comes out of them.
  mutating func carry(by bytes: inout StateBytes) {
    bytes.carry(&plan)
    bytes.carry(&hasSteps)
    bytes.carry(&states)
    bytes.carry(&passed)
    bytes.carry(&state)
  }

  /// What is still to strike; of a fault that is done, nothing is left but what it did.
  func add(to print: inout StateHasher, at now: Instant) {
    for intent in passed.indices { passed[intent].add(to: &print, at: now) }
    for planned in states.indices where states[planned] != .done {
      print.add(StateHasher.byte(states[planned]))
      print.add(plan[planned].declaration)
    }
  }

  /// By which declaration a transaction was interrupted: plans that were struck by hand differ in order.
  func declaration(of planned: PlannedID?) -> Int { planned.map { plan[$0].declaration } ?? -1 }

  /// Whether a planned fault waits for its time, which will come whatever happens until then.
  @inline(__always) var canStrikeYet: Bool {
    for planned in states.indices {
      if states[planned] == .armed { return true }
      if hasSteps, states[planned] == .planned, case .step = plan[planned].anchor { return true }
    }
    return false
  }

  /// Whether a fault waits for its time, and nothing else.
  @inline(__always) var hasArmed: Bool { states.indices.contains { states[$0] == .armed } }

  /// Whether a fault that can add a charge has not struck.
  var canAddCharge: Bool {
    states.indices.contains { states[$0] != .done && plan[$0].fault.kind.canAddCharge }
  }

  /// A fault of a wish that waits for a sheet or a confirmation.
  @inline(__always) func armed(for intent: IntentID, where isMeant: (Fault) -> Bool) -> PlannedID? {
    states.indices.first {
      plan[$0].intent == intent.place && (states[$0] == .armed || states[$0] == .due)
        && isMeant(plan[$0].fault)
    }
  }

  /// What no store of a life knows never strikes there.
  mutating func leaveOut(unknownTo design: PlayedDesign) {
    for planned in states.indices
    where !plan[planned].fault.kind.isKnown(to: design.store)
      && !plan[planned].fault.kind.isKnown(to: design.lastStore)
    { states[planned] = .done }
  }

  /// Another fault is planned, in the life that is under way.
  mutating func append(_ fault: PlannedFault) -> PlannedID {
    states.append(.planned)
    return plan.append(fault)
  }
}

/// What misfortune has seen pass of one wish.
struct Passed {
  /// The anchors that have fired, by ``Anchor/bit``.
  var anchors: UInt8 = 0
  /// The newest transaction, if there is one.
  var newest: TransactionID?
  /// The transactions with which the anchors `charge` and `delivery` fired.
  var charged: TransactionID?
  var delivered: TransactionID?
  /// The transaction of the first `purchased` that reached the app.
  var calledBack: TransactionID?
  /// Until when a receipt lacks a charge that is still to come (fault `staleReceipt`).
  var receiptStaleUntil = Instant.start
  /// Until when the device cannot check the signatures of its transactions (K12).
  var unverifiedUntil = Instant.start
  /// Until when `updates`, and queries, leave its transactions out (fault `missedReplay`).
  var updatesMissedUntil = Instant.start
  var queriesMissedUntil = Instant.start

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(newest, charged)
    print.add(delivered, calledBack)
    print.add(StateHasher.byte(anchors))
    print.add(receiptStaleUntil, ifAfter: now)
    print.add(unverifiedUntil, ifAfter: now)
    print.add(updatesMissedUntil, ifAfter: now)
    print.add(queriesMissedUntil, ifAfter: now)
  }
}

/// How far a planned fault has come.
enum PlanState {
  /// Its anchor has not fired.
  case planned
  /// Its anchor has fired; it strikes after its delay.
  case armed
  /// Its time has come; it waits for a sheet (S7, S9) or a transaction.
  case due
  /// It has struck.
  case done
}

/// What hosts misfortune: its state, and how it hits each part.
protocol MisfortuneHost: OutsideHost, ~Copyable {
  var misfortune: Misfortune { get set }

  // The device and the user.
  /// The process dies (faults `crash`, `appKill`).
  mutating func die(reopensAfter delay: Delay)
  mutating func switchAway(returns: Delay?)
  mutating func reinstall(keychain: Bool, reopens: Delay)
  mutating func moveToNewDevice(reopens: Delay)
  func wish(_ intent: IntentID) -> WishState
  /// Another tap on Buy for a wish (fault `doubleTap`).
  mutating func addTap(of intent: IntentID, pays: Bool, after delay: Delay)

  // The link and the backend.
  mutating func dropLink(for delay: Delay)
  mutating func slowDown(by slowdown: Int, for lasts: Delay)
  mutating func loseNextReply(_ kind: RequestKinds)
  mutating func delist(_ item: ItemID)
  mutating func expireToken(for lasts: Delay)
  mutating func takeOut(_ target: Outage.Target, for lasts: Delay)

  // The store.
  /// The transaction that is up on a sheet.
  var sheet: TransactionID? { get }
  /// Interrupts a payment if its sheet is up and would be confirmed (S7).
  mutating func interruptIfOnSheet(_ transaction: TransactionID)
  mutating func losePayload(of transaction: TransactionID, from: PayloadLoss)
  mutating func copyCallback(of transaction: TransactionID, _ copies: Int, _ gap: Delay)
  mutating func missCallback(of transaction: TransactionID)
  /// The next notification of a payment never comes, or so much later (B8).
  mutating func missNotification(of transaction: TransactionID)
  mutating func delayNotification(of transaction: TransactionID, by delay: Delay)
  /// Keeps the receipt as it was before a charge; returns whether there is one yet (S6).
  mutating func holdReceiptBack(before transaction: TransactionID, until end: Instant) -> Bool
  mutating func refund(_ transaction: TransactionID)
  /// The task that awaits a wish's calls is gone (fault `taskCancelled`).
  mutating func cancelTask(of intent: IntentID)
  mutating func loseService(for lasts: Delay)
  /// The payment of a wish that is the oldest on its way to a delivery.
  func paymentUnderWay(of intent: IntentID) -> TransactionID?

  // The judge says which payments a fault of a wish can mean.
  func intent(of transaction: TransactionID) -> IntentID
  /// The charge of a wish that is given back when its anchor names none (S10).
  func chargeToRefund(of intent: IntentID) -> TransactionID?
}
