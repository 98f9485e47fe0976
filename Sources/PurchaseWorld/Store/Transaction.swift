internal import EventEngine

/// The store's record of one payment, and what the omniscient world knows of it.
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

  /// What keeps an undelivered charge where it is.
  enum Standing {
    case trying
    case unboundKept
    case unboundCollected
    case waitingForAccount
    case notForSale
  }

  /// What the client handed to the store.
  struct Payload {
    var order: OrderID?
    var item: ItemID?
    var account: AccountID?
  }

  let intent: IntentID
  let product: ProductID
  /// The process of the tap from which the payment comes.
  let tapProcess: ProcessID
  /// The flow of that process which started the payment; nil if the store did (S7).
  let flow: FlowID?
  let pays: Bool
  var state: State
  var payload: Payload
  /// From when on the device sees no payload; nil while it does (S8).
  var payloadLoss: PayloadLoss?
  /// The process in which the payload was lost.
  var payloadLostIn = ProcessID(0)
  var code = FailureCode.cancelled

  /// The transaction identifier, from the charge on.
  var number: ChargeID?
  var chargedAt = Instant.start
  /// Before it the receipt stays as it was before this charge (fault `staleReceipt`).
  var listedFrom = Instant.start
  /// Whether a `failed` or `purchased` waits until the app can be reached (S3).
  var waits = false
  /// Whether the live `purchased` has not come yet; an attachment takes its place (S3).
  var isOnItsWay = true
  /// The planned fault that interrupted it (S7).
  var interruption: PlannedID?
  /// Whether the live `purchased` will get lost.
  var missesLive = false
  /// How often beyond once the next attachment calls back (S3, S5).
  var copies: Int32 = 0
  /// Whether `purchased` ever reached the app.
  var wasCalledBack = false
  /// Whether the client finished a charge.
  var isFinished = false

  /// How often the store has posted it to the backend without an answer (B8).
  var unansweredPosts: Int32 = 0
  /// Whether the store will post it again.
  var isPosted = false

  // What the judge needs (section 8).
  /// The tries of all delivery tasks.
  var tries: Int32 = 0
  /// Whether the backend has counted the entry as delivered (B5).
  var isServed = false
  /// The class of the first right delivery; nil while there is none.
  var right: Fate?
  var rightAt = Instant.start
  /// Whether that delivery was asked for in another process than that of the tap.
  var isAfterRelaunch = false
  /// How an asynchronous verification failed, if one did (B3).
  var failedCheck: DropPoint?
  /// How the first wrong delivery was wrong.
  var wrong: LossKind?
  /// Whether something wrong was delivered on this entry's own behalf.
  var wrongBeside = false
  var duplicate = false
  /// What is booked for the first goods that were handed out for it, in minor units; nil if none
  /// were, or if they were taken back.
  var booked: Int?
  /// What is booked for the goods after the first.
  var bookedAgain = 0
  /// Whether the store gave the money back (S10).
  var isRefunded = false
  var standing = Standing.trying
  /// The earliest moment after which it could not come right, so far as one is known.
  var drop: DropPoint?

  init(
    intent: IntentID, product: ProductID, tapProcess: ProcessID, flow: FlowID?, pays: Bool,
    state: State,
    payload: Payload
  ) {
    self.intent = intent
    self.product = product
    self.tapProcess = tapProcess
    self.flow = flow
    self.pays = pays
    self.state = state
    self.payload = payload
  }
}
