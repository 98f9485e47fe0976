internal import EventEngine

/// The store's record of one payment.
struct Transaction {
  enum State {
    /// Waits for its turn to show its sheet.
    case queued
    case onSheet
    case processing
    /// Waits for an approval (S9).
    case deferred
    case charged
    /// Cancelled or failed, and the client has not finished it.
    case failed
    /// Not approved; the transaction stays in the queue and is never charged (S9).
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
  /// The client's flow; nil if the store completed the payment by itself (S7).
  let flow: FlowID?
  var state: State
  /// The client's payload as the store's server keeps it (S8).
  var payload: Payload

  var number: ChargeID?
  /// The time of the charge, if there is one.
  var chargedAt = Instant.start
  /// The planned fault that interrupted it (S7).
  var interruption: PlannedFaultID?
  /// Whether the live `purchased` will get lost.
  var missesLive = false
  /// Whether `purchased` ever reached the app.
  var wasCalledBack = false
  var isFinished = false
  /// Whether the store refunded it (S10).
  var isRefunded = false

  /// The number of posts to the backend without an answer (B8).
  var unansweredPosts: Int32 = 0
  var isPosted = false
  /// The faults of the next post (`missedNotification`, `lateNotification`).
  var missesPost = false
  var postLateBy = Delay.zero

  /// The data that only StoreKit 1 has.
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
