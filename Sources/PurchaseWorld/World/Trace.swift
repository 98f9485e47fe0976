package import EventEngine

/// The events of one simulated run, in order, for readers.
package struct Trace: Sendable {
  /// An event with its time.
  package struct Entry: Sendable {
    package let time: Instant
    package let occurrence: Occurrence
  }

  /// An event that can happen in a run; an ``ID`` identifies each object that it concerns.
  package enum Occurrence: Hashable, Sendable {
    // The user.
    case left, lostPatience, loggedIn, reinstalled
    /// `isRepeated` if the intent was tapped before.
    case tapped(intent: IntentID, isRepeated: Bool = false)
    case noticed(intent: IntentID)
    case retriedByHand(intent: IntentID)
    case wroteToSupport(intent: IntentID)
    case accountSwitched(account: AccountID)
    // The app.
    case launched, updated, ready, cameToFront, evicted, died, attached
    case spinnerOpened, spinnerClosed
    case tapIgnored, tapRefused, deliveryResumed, noOrder, loginAsked
    case recordWritten(intent: IntentID, transaction: TransactionID? = nil)
    case recordLost(intent: IntentID, DropPoint)
    case recordSent(intent: IntentID)
    case wipeSent(intent: IntentID)
    case unbound(transaction: TransactionID)
    case unverified(transaction: TransactionID)
    case waitsForAccount(transaction: TransactionID)
    case waitsForGuest(transaction: TransactionID)
    case movedFromDevice(account: AccountID)
    // The name of a call of a team's own client is an index in ``Trace/lines``.
    case sent(RequestKinds, transaction: TransactionID?, name: Int32? = nil)
    case unreachable(RequestKinds, transaction: TransactionID?, name: Int32? = nil)
    case answered(RequestKinds, BackendAnswer, transaction: TransactionID?, name: Int32? = nil)
    case triesUsedUp(transaction: TransactionID)
    case rejected(transaction: TransactionID)
    case finished(transaction: TransactionID)
    case dropped(transaction: TransactionID, DropPoint)
    /// A line that a team's own client printed, by its index in ``Trace/lines``.
    case clientPrinted(line: Int32)
    /// Data that a team's own client stored beyond its process, by index in ``Trace/lines``.
    case clientStored(line: Int32)
    // The store.
    case sheetShown(transaction: TransactionID)
    case confirmed(transaction: TransactionID)
    case cancelled(transaction: TransactionID)
    case blocked(transaction: TransactionID, by: TransactionID)
    case deferred(transaction: TransactionID)
    case interrupted(transaction: TransactionID, FailureCode)
    case completedInStore(transaction: TransactionID)
    case charged(transaction: TransactionID)
    case refunded(transaction: TransactionID)
    case notified(transaction: TransactionID, answered: Bool)
    case notificationMissed(transaction: TransactionID)
    case purchasingCalledBack(transaction: TransactionID)
    case failedCalledBack(transaction: TransactionID, FailureCode)
    case deferredCalledBack(transaction: TransactionID)
    /// The route is nil for the queue of StoreKit 1, which has no other.
    case purchasedCalledBack(transaction: TransactionID, by: Route? = nil)
    case callbackMissed(transaction: TransactionID)
    case answeredWithOwned(transaction: TransactionID, owned: TransactionID)
    case refusedAsOwned(transaction: TransactionID)
    case consumptionFailed(transaction: TransactionID)
    case acknowledged(transaction: TransactionID)
    case acknowledgedByServer(transaction: TransactionID)
    case consumedByServer(transaction: TransactionID)
    case lapsed(transaction: TransactionID)
    case serviceLost, serviceUp
    // The link and the backend.
    case messageLost(RequestKinds, transaction: TransactionID?, name: Int32? = nil)
    case recordChangeLost(intent: IntentID)
    case linkUp
    case waitsForWorker(RequestKinds, transaction: TransactionID?, Delay)
    case turnedAway(RequestKinds, transaction: TransactionID?)
    case orderCreated(item: ItemID)
    case goodsDelivered(transaction: TransactionID, item: ItemID, account: AccountID)
    case deliveredByHand(transaction: TransactionID)
    case goodsRevoked(transaction: TransactionID)
    case reconciled(fetched: Bool)
    case recordStored(intent: IntentID)
    case recordForgotten(intent: IntentID)
    // Faults.
    case faultOccurred(planned: PlannedFaultID)
    /// The number of moments that are left out here.
    case skipped(Int32)
  }

  package private(set) var entries: [Entry] = []
  /// What a team's own client has printed and stored, and the names of its calls.
  package private(set) var clientOutput: [String] = []
  /// Whether the run ended before the horizon because nothing could change any more.
  package internal(set) var endsEarly = false
  /// Whether the run ended because it reached the maximum number of events.
  package internal(set) var isRunaway = false
  /// The violation by the team's own client, if that ended the run.
  package internal(set) var violation: ClientViolation?
  /// Receives every moment at once, with ``lines``, also of a run that ends the process.
  var listener: (@Sendable (Entry, [String]) -> Void)?
  /// The store's entry for each charge at the horizon; empty for an endless run.
  package internal(set) var chargeRecords: [StoreChargeRecord] = []
  /// The time of each refund, also of those whose moment is left out.
  private(set) var refunds: [TransactionID: Instant] = [:]
  private var skipped = 0

  /// The maximum number of moments kept, to fit in memory; realistic runs have some hundred.
  private static let maximum = 100_000
  /// The number of first and of last moments that are kept of a longer run.
  private static let ends = 1_000

  /// Records what a team's own client prints, up to the maximum number of moments.
  mutating func print(_ text: String, at time: Instant) {
    if let line = keep(text) { append(.clientPrinted(line: line), at: time) }
  }

  mutating func store(_ text: String, at time: Instant) {
    if let line = keep(text) { append(.clientStored(line: line), at: time) }
  }

  /// Records the name of a call, or a line.
  /// - Returns: its index in ``lines``; nil if there is no room.
  mutating func keep(_ name: String) -> Int32? {
    guard clientOutput.count < Trace.maximum else { return nil }
    clientOutput.append(name)
    return Int32(clientOutput.count - 1)
  }

  mutating func append(_ moment: Occurrence, at time: Instant) {
    if case .refunded(let transaction) = moment { refunds[transaction] = time }
    entries.append(Entry(time: time, occurrence: moment))
    listener?(entries[entries.count - 1], clientOutput)
    if entries.count == Trace.maximum { skip() }
  }

  /// Ends the trace, and marks where moments are left out.
  mutating func end() {
    guard skipped > 0 else { return }
    skip()
    let next = entries[Trace.ends]
    entries.insert(
      Entry(time: next.time, occurrence: .skipped(Int32(clamping: skipped))), at: Trace.ends)
  }

  /// Removes the moments that are neither among the first nor among the last.
  private mutating func skip() {
    let middle = Trace.ends..<max(Trace.ends, entries.count - Trace.ends)
    skipped += middle.count
    entries.removeSubrange(middle)
  }
}
