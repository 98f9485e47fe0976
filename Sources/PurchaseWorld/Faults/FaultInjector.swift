internal import EventEngine

/// The planned faults of the user, and their progress.
struct FaultInjector: ~Copyable {
  var plan = Table<EntityKind.PlannedFault, PlannedFault>()
  var hasSteps = false
  /// The progress of each fault, in the order of the plan; empty if nothing is watched.
  var states = Table<EntityKind.PlannedFault, PlanState>()
  /// Whether moments are noted even without a planned fault, because one may be added later.
  var watchesAlways = false
  /// The moments of each intent so far, while it ``watches``.
  var passed = Table<EntityKind.Intent, ObservedProgress>()
  var state = State()

  struct State: BitwiseCopyable {
    /// The declarations whose faults have occurred, as bits.
    var occurredFaults: UInt64 = 0
  }

  /// Resets the state for the next run with the same plan.
  /// - Parameter intentCount: the number of the user's intents.
  @inline(__always) mutating func reset(intentCount: Int) {
    state = State()
    guard _slowPath(watchesAlways || !plan.isEmpty) else {
      states.removeAll()
      passed.removeAll()
      return
    }
    states.replaceAll(with: .planned, count: plan.count)
    passed.replaceAll(with: ObservedProgress(), count: intentCount)
  }

  /// Whether a fault may occur, so that moments must be noted.
  @inline(__always) var watches: Bool { _slowPath(!passed.isEmpty) }

  mutating func restore(_ other: borrowing FaultInjector) {
    watchesAlways = other.watchesAlways
    plan.replaceAll(with: other.plan)
    hasSteps = other.hasSteps
    states.replaceAll(with: other.states)
    passed.replaceAll(with: other.passed)
    state = other.state
  }

  mutating func transcode(by bytes: inout StateSnapshot) {
    bytes.transcode(&plan)
    bytes.transcode(&hasSteps)
    bytes.transcode(&states)
    bytes.transcode(&passed)
    bytes.transcode(&state)
  }

  /// Adds the pending faults; a fault that is done leaves only its effects.
  func add(to print: inout StateHasher, at now: Instant) {
    for intent in passed.indices { passed[intent].add(to: &print, at: now) }
    for planned in states.indices where states[planned] != .done {
      print.add(StateHasher.byte(states[planned]))
      print.add(plan[planned].declarationIndex)
    }
  }

  /// The declaration that interrupted a transaction: faults placed by hand can differ in order.
  func declaration(of planned: PlannedFaultID?) -> Int {
    planned.map { plan[$0].declarationIndex } ?? -1
  }

  /// Whether a planned fault waits only for its time, which comes in any case.
  @inline(__always) var canStillInject: Bool {
    for planned in states.indices {
      if states[planned] == .armed { return true }
      if hasSteps, states[planned] == .planned, case .step = plan[planned].anchor { return true }
    }
    return false
  }

  @inline(__always) var hasArmed: Bool { states.indices.contains { states[$0] == .armed } }

  /// Whether a fault that can add a charge has not occurred.
  var canAddCharge: Bool {
    states.indices.contains { states[$0] != .done && plan[$0].fault.kind.canAddCharge }
  }

  /// A fault of an intent that waits for a sheet or a confirmation.
  @inline(__always) func armed(for intent: IntentID, where isMeant: (Fault) -> Bool)
    -> PlannedFaultID?
  {
    states.indices.first {
      plan[$0].intentIndex == intent.index && (states[$0] == .armed || states[$0] == .due)
        && isMeant(plan[$0].fault)
    }
  }

  /// Removes the faults that cannot occur in the stores of the run.
  mutating func leaveOut(unknownTo design: CompiledDesign) {
    for planned in states.indices
    where !plan[planned].fault.kind.applies(to: design.store)
      && !plan[planned].fault.kind.applies(to: design.lastStore)
    { states[planned] = .done }
  }

  mutating func append(_ fault: PlannedFault) -> PlannedFaultID {
    states.append(.planned)
    return plan.append(fault)
  }
}

/// The moments of one intent so far.
struct ObservedProgress {
  /// The anchors that have passed, by ``FaultAnchor/bit``.
  var anchors: UInt8 = 0
  var newest: TransactionID?
  /// The transactions at the anchors `charge` and `delivery`.
  var charged: TransactionID?
  var delivered: TransactionID?
  var calledBack: TransactionID?
  /// The end of the time in which the receipt lacks new charges (fault `staleReceipt`).
  var receiptStaleUntil = Instant.start
  /// The end of the time in which the device cannot check signatures (K12).
  var unverifiedUntil = Instant.start
  /// The ends of the times in which `updates` and queries omit transactions (fault `missedReplay`).
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

/// The progress of a planned fault.
enum PlanState {
  case planned
  /// Its anchor has passed; it occurs after its delay.
  case armed
  /// Its delay has passed; it waits for a sheet (S7, S9) or a transaction.
  case due
  case done
}

/// The host of the faults: their state, and their effects on each part.
protocol FaultInjectorHost: OutsideHost, ~Copyable {
  var faultInjector: FaultInjector { get set }

  // The device and the user.
  mutating func die(reopensAfter delay: Delay)
  mutating func switchAway(returns: Delay?)
  mutating func reinstall(keychain: Bool, reopens: Delay)
  mutating func moveToNewDevice(reopens: Delay)
  func intentState(_ intent: IntentID) -> IntentState
  /// Adds a tap on Buy for an intent (fault `doubleTap`).
  mutating func addTap(of intent: IntentID, pays: Bool, after delay: Delay)

  // The link and the backend.
  mutating func dropLink(for delay: Delay)
  mutating func slowDown(by slowdown: Int, for lasts: Delay)
  mutating func loseNextReply(_ kind: RequestKinds)
  mutating func delist(_ item: ItemID)
  mutating func expireToken(for lasts: Delay)
  mutating func takeOut(_ target: Outage.Target, for lasts: Delay)

  // The store.
  var sheet: TransactionID? { get }
  /// Interrupts a payment if its sheet is open and would be confirmed (S7).
  mutating func interruptIfOnSheet(_ transaction: TransactionID)
  mutating func losePayload(of transaction: TransactionID, from: PayloadLossStart)
  mutating func copyCallback(of transaction: TransactionID, _ copies: Int, _ gap: Delay)
  mutating func missCallback(of transaction: TransactionID)
  /// Loses or delays the next notification of a payment (B8).
  mutating func missNotification(of transaction: TransactionID)
  mutating func delayNotification(of transaction: TransactionID, by delay: Delay)
  /// Keeps the receipt as it was before a charge; returns whether the charge exists (S6).
  mutating func holdReceiptBack(before transaction: TransactionID, until end: Instant) -> Bool
  mutating func refund(_ transaction: TransactionID)
  /// Cancels the task that awaits an intent's calls (fault `taskCancelled`).
  mutating func cancelTask(of intent: IntentID)
  mutating func loseService(for lasts: Delay)
  /// The oldest payment of an intent on its way to a delivery.
  func paymentUnderWay(of intent: IntentID) -> TransactionID?

  // The judge, which finds the payments of a fault's intent.
  func intent(of transaction: TransactionID) -> IntentID
  /// The charge of an intent that is refunded if the anchor names none (S10).
  func chargeToRefund(of intent: IntentID) -> TransactionID?
}
