package import EventEngine

/// What happened in one life, in order, for people to read.
package struct Trace: Sendable {
  /// One thing that happened.
  package struct Entry: Sendable {
    package let time: Instant
    package let moment: Moment
  }

  /// What can happen. Payloads are indices: of transactions and intents in order of their making, of
  /// items in the catalog, of accounts from 0 (see ``Account``), of faults in the user's plan.
  package enum Moment: Hashable, Sendable {
    // The user.
    case tapped(intent: Int32)
    case left
    case lostPatience
    case noticed(intent: Int32)
    case retriedByHand(intent: Int32)
    case wroteToSupport(intent: Int32)
    case loggedIn
    case accountSwitched(account: Int32)
    case reinstalled
    // The app.
    case launched
    case ready
    case cameToFront
    case evicted
    case died
    case attached
    case spinnerOpened
    case spinnerClosed
    case tapIgnored
    case tapRefused
    case deliveryResumed
    case noOrder
    case recordWritten(intent: Int32)
    case recordLost(intent: Int32, DropPoint)
    case recordSent(intent: Int32)
    case wipeSent(intent: Int32)
    case unbound(transaction: Int32)
    case waitsForAccount(transaction: Int32)
    case waitsForGuest(transaction: Int32)
    case movedFromDevice(account: Int32)
    case loginAsked
    case sent(RequestKinds, transaction: Int32)
    case unreachable(RequestKinds, transaction: Int32)
    case answered(RequestKinds, Reply, transaction: Int32)
    case triesUsedUp(transaction: Int32)
    case rejected(transaction: Int32)
    case finished(transaction: Int32)
    case dropped(transaction: Int32, DropPoint)
    // The store.
    case sheetShown(transaction: Int32)
    case confirmed(transaction: Int32)
    case cancelled(transaction: Int32)
    case blocked(transaction: Int32, by: Int32)
    case deferred(transaction: Int32)
    case interrupted(transaction: Int32, FailureCode)
    case completedInStore(transaction: Int32)
    case charged(transaction: Int32)
    case refunded(transaction: Int32)
    case notified(transaction: Int32, answered: Bool)
    case purchasingCalledBack(transaction: Int32)
    case failedCalledBack(transaction: Int32, FailureCode)
    case deferredCalledBack(transaction: Int32)
    case purchasedCalledBack(transaction: Int32)
    case callbackMissed(transaction: Int32)
    // The link and the backend.
    case messageLost(RequestKinds, transaction: Int32)
    case recordChangeLost(intent: Int32)
    case linkUp
    case orderCreated(item: Int32)
    case goodsDelivered(transaction: Int32, item: Int32, account: Int32)
    case deliveredByHand(transaction: Int32)
    case goodsTakenBack(transaction: Int32)
    case reconciled(fetched: Bool)
    case recordStored(intent: Int32)
    case recordForgotten(intent: Int32)
    // Faults.
    case faultStruck(planned: Int32)
    // The trace.
    /// So many moments are left out here.
    case skipped(Int32)
  }

  /// What the client was told.
  package enum Reply: String, Sendable {
    case order
    case notForSale
    case unauthorised
    case accepted
    case delivered
    case duplicate
    case rejected
    case list
    case error
    case timeout

    init(_ answer: Request.Answer) {
      switch answer {
      case .order: self = .order
      case .notForSale: self = .notForSale
      case .unauthorised: self = .unauthorised
      case .accepted: self = .accepted
      case .delivered: self = .delivered
      case .duplicate: self = .duplicate
      case .rejected: self = .rejected
      case .list: self = .list
      case .error: self = .error
      case .timeout: self = .timeout
      }
    }
  }

  package private(set) var entries: [Entry] = []
  /// Whether the life was left before the horizon, because nothing could change any more.
  package internal(set) var endsEarly = false
  /// Whether the life was left because it had as many events as any may have.
  package internal(set) var isEndless = false
  /// How many moments were left out.
  private var skipped = 0

  /// The most moments that are kept. Lives of people have some hundred; this is what fits in memory.
  private static let most = 100_000
  /// How many of the first, and of the last, are kept of a life with more: what people read.
  private static let ends = 1_000

  mutating func append(_ moment: Moment, at time: Instant) {
    entries.append(Entry(time: time, moment: moment))
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
