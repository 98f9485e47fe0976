package import EventEngine

/// What happened in one life, in order, for people to read.
package struct Trace: Sendable {
  /// One thing that happened.
  package struct Entry: Sendable {
    package let time: Instant
    package let moment: Moment
  }

  /// What can happen. Whom and what it concerns is named by ``ID``.
  package enum Moment: Hashable, Sendable {
    // The user.
    case left, lostPatience, loggedIn, reinstalled
    case tapped(intent: IntentID)
    case noticed(intent: IntentID)
    case retriedByHand(intent: IntentID)
    case wroteToSupport(intent: IntentID)
    case accountSwitched(account: AccountID)
    // The app.
    case launched, updated, ready, cameToFront, evicted, died, attached
    case spinnerOpened, spinnerClosed
    case tapIgnored, tapRefused, deliveryResumed, noOrder, loginAsked
    case recordWritten(intent: IntentID)
    case recordLost(intent: IntentID, DropPoint)
    case recordSent(intent: IntentID)
    case wipeSent(intent: IntentID)
    case unbound(transaction: TransactionID)
    case unverified(transaction: TransactionID)
    case waitsForAccount(transaction: TransactionID)
    case waitsForGuest(transaction: TransactionID)
    case movedFromDevice(account: AccountID)
    // What a team's own client calls has a name, told by its place among ``Trace/lines``.
    case sent(RequestKinds, transaction: TransactionID?, name: Int32? = nil)
    case unreachable(RequestKinds, transaction: TransactionID?, name: Int32? = nil)
    case answered(RequestKinds, Answer, transaction: TransactionID?, name: Int32? = nil)
    case triesUsedUp(transaction: TransactionID)
    case rejected(transaction: TransactionID)
    case finished(transaction: TransactionID)
    case dropped(transaction: TransactionID, DropPoint)
    /// A line of a team's own client, by its place among ``Trace/lines``.
    case clientPrinted(line: Int32)
    /// A team's own client writes what outlives its process.
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
    /// The route is nil where the store has but one, the queue of StoreKit 1.
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
    case goodsTakenBack(transaction: TransactionID)
    case reconciled(fetched: Bool)
    case recordStored(intent: IntentID)
    case recordForgotten(intent: IntentID)
    // Faults.
    case faultStruck(planned: PlannedID)
    // The trace.
    /// So many moments are left out here.
    case skipped(Int32)
  }

  package private(set) var entries: [Entry] = []
  /// What a team's own client has printed and stored, and the names of its calls.
  package private(set) var lines: [String] = []
  /// Whether the life was left before the horizon, because nothing could change any more.
  package internal(set) var endsEarly = false
  /// Whether the life was left because it had as many events as any may have.
  package internal(set) var isEndless = false
  /// What the team's own client did, if the life was left for that.
  package internal(set) var misdeed: ClientMisdeed?
  /// Hears every moment as it happens, with ``lines``: what is told of a life that ends the process.
  var listener: (@Sendable (Entry, [String]) -> Void)?
  /// What the store's books hold of each charge at the horizon, in the order of charging; nothing of a
  /// life that was found to be endless.
  package internal(set) var books: [BookedCharge] = []
  /// When each refund came, whatever moments are left out.
  private(set) var refunds: [TransactionID: Instant] = [:]
  /// How many moments were left out.
  private var skipped = 0

  /// The most moments that are kept. Lives of people have some hundred; this is what fits in memory.
  private static let most = 100_000
  /// How many of the first, and of the last, are kept of a life with more: what people read.
  private static let ends = 1_000

  /// Writes down what a team's own client prints, as much as of other moments.
  mutating func print(_ text: String, at time: Instant) {
    guard lines.count < Trace.most else { return }
    lines.append(text)
    append(.clientPrinted(line: Int32(lines.count - 1)), at: time)
  }

  /// Writes down what it stores.
  mutating func store(_ text: String, at time: Instant) {
    guard lines.count < Trace.most else { return }
    lines.append(text)
    append(.clientStored(line: Int32(lines.count - 1)), at: time)
  }

  /// Keeps the name of a call.
  /// - Returns: its place among ``lines``; nil where there is none for more.
  mutating func keep(_ name: String) -> Int32? {
    guard lines.count < Trace.most else { return nil }
    lines.append(name)
    return Int32(lines.count - 1)
  }

  mutating func append(_ moment: Moment, at time: Instant) {
    if case .refunded(let transaction) = moment { refunds[transaction] = time }
    entries.append(Entry(time: time, moment: moment))
    listener?(entries[entries.count - 1], lines)
    if entries.count == Trace.most { skip() }
  }

  /// Ends the trace: where moments are left out, it says so.
  mutating func end() {
    guard skipped > 0 else { return }
    skip()
    let next = entries[Trace.ends]
    entries.insert(
      Entry(time: next.time, moment: .skipped(Int32(clamping: skipped))), at: Trace.ends)
  }

  /// Leaves out what is neither among the first nor among the last moments.
  private mutating func skip() {
    let middle = Trace.ends..<max(Trace.ends, entries.count - Trace.ends)
    skipped += middle.count
    entries.removeSubrange(middle)
  }
}
