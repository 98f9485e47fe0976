internal import EventEngine

/// The store's record of one payment.
struct Transaction {
  /// Where the payment stands.
  enum State {
    /// Waits for its turn to show its sheet.
    case queued
    /// The payment sheet is up.
    case onSheet
    /// Confirmed; the store works on it.
    case processing
    /// Waits for somebody's approval (S9).
    case deferred
    /// The money is taken, and the client has not finished it.
    case charged
    /// Cancelled or failed, and the client has not finished it.
    case failed
    /// Somebody refused; the transaction stays in the queue and is never charged (S9).
    case declined
    /// Out of the queue: finished or blocked.
    case gone

    /// Whether it can still be charged, or is charged and unfinished.
    var isOpen: Bool {
      switch self {
      case .queued, .onSheet, .processing, .deferred, .charged: true
      case .failed, .declined, .gone: false
      }
    }
  }

  let product: ProductID
  /// What the client named when it paid; nil if the store completed the payment by itself (S7).
  let flow: FlowID?
  var state: State
  /// What the client handed over, as the store's server keeps it (S8).
  var payload: Payload

  /// The transaction identifier, from the charge on.
  var number: ChargeID?
  /// When the money was taken; of a charge only.
  var chargedAt = Instant.start
  /// The planned fault that interrupted it (S7).
  var interruption: PlannedID?
  /// Whether the live `purchased` will get lost.
  var missesLive = false
  /// Whether `purchased` ever reached the app.
  var wasCalledBack = false
  /// Whether the client finished a charge.
  var isFinished = false
  /// Whether the store gave the money back (S10).
  var isRefunded = false

  /// How often the store has posted it to the backend without an answer (B8).
  var unansweredPosts: Int32 = 0
  /// Whether the store will post it again.
  var isPosted = false
  /// Whether the next post will get lost, and how much later than planned it comes (faults
  /// `missedNotification`, `lateNotification`).
  var missesPost = false
  var postLateBy = Delay.zero

  /// What StoreKit 1 alone keeps of it.
  var queued = QueueEntry()

  func add(to print: inout StateHasher, at now: Instant) {
    print.add(product, flow)
    print.add(payload.order, payload.item)
    print.add(payload.account, number)
    print.add(
      StateHasher.byte(state) | StateHasher.byte(missesLive) << 8
        | StateHasher.byte(wasCalledBack) << 16 | StateHasher.byte(isFinished) << 24
        | StateHasher.byte(isRefunded) << 32 | StateHasher.byte(isPosted) << 40
        | StateHasher.byte(missesPost) << 48)
    print.add(chargedAt)
    if postLateBy != .zero { print.add(postLateBy) }
    print.add(Int(unansweredPosts))
    queued.add(to: &print, at: now)
  }
}
