internal import EventEngine

/// What hosts the store: its state, what it asks, and whom it tells what. It knows no wish, no order
/// and no record.
protocol StoreHost: OutsideHost, ~Copyable {
  var store: Store { get set }

  // The device.
  var isInFront: Bool { get }
  var isInBackground: Bool { get }
  var process: ProcessID { get }
  /// The process that runs now; nil if none does.
  var livingProcess: ProcessID? { get }
  /// Whether a confirmation fails, if confirmations need the link (D3).
  var isLinkDown: Bool { get }
  /// A callback waits for the foreground (D5).
  mutating func suspend(_ event: Event)
  mutating func die(reopensAfter delay: Delay)

  // The client.
  /// A callback reaches the client.
  /// - Parameter call: the payment whose call ends with it, if one does (K2, G2).
  mutating func hear(
    _ news: StoreNews, of transaction: TransactionID, endsCall call: TransactionID?)
  /// A sheet has closed, so that the app comes to the front (G2).
  mutating func comeToFrontAfterSheet()
  /// The service of Play is lost to a team's own client, or can be connected again (G12).
  mutating func learnOfService(isUp: Bool)
  /// The client has dropped what had not been called back yet, or the device has gone (D2).
  mutating func losesWithDevice(_ transaction: TransactionID)

  // The user, who looks at the sheet of a payment.
  /// The sheet is up; returns how long the user looks at it.
  mutating func meetSheet(of transaction: TransactionID) -> Delay
  /// The sheet is gone.
  mutating func countPatience()
  /// Whether the user confirms.
  func confirms(_ transaction: TransactionID) -> Bool
  /// The user has cancelled, and may think again.
  mutating func hasCancelled(_ transaction: TransactionID)
  /// The user has paid and looks for what was bought (P4).
  mutating func hasPaid(_ transaction: TransactionID)
  /// How long the store works on what was confirmed on the newest sheet; keyed like the user's luck.
  mutating func processingTime(of transaction: TransactionID) -> Delay
  /// The same for what the user completed in the store (S7).
  mutating func completionTime(of transaction: TransactionID) -> Delay

  // Misfortune.
  mutating func passAnchor(_ anchor: Anchor, of transaction: TransactionID)
  /// The anchor `callback` is about to pass.
  mutating func passCallback(of transaction: TransactionID)
  /// Whether an interruption whose time has come waits for this sheet (S7).
  func isInterruptionDue(for transaction: TransactionID) -> Bool
  /// An interruption that awaits the sheet of a payment strikes, if there is one (S7).
  mutating func strikeInterruption(of transaction: TransactionID) -> PlannedID?
  func interruption(_ planned: PlannedID) -> Interruption
  /// Ask to Buy strikes a confirmation, if it is planned (S9).
  mutating func strikeApproval(of transaction: TransactionID) -> Approval?
  /// Whether the device cannot check the signature of a transaction now (K12).
  func isUnverified(_ transaction: TransactionID) -> Bool
  /// Whether a replay leaves a transaction out now (fault `missedReplay`).
  func misses(_ transaction: TransactionID, in replay: Replays) -> Bool
  /// Until when the receipt lacks a charge that comes now.
  func receiptStaleUntil(for transaction: TransactionID) -> Instant
  /// No receipt lacks a charge that is still to come.
  mutating func endStaleReceipts()

  // The backend.
  var isBackendOut: Bool { get }
  var isCheckOut: Bool { get }
  /// A post reaches the backend, with what the store's server holds (B8).
  mutating func receiveNotification(of transaction: TransactionID, _ payload: Payload)
  /// Whether a finished charge leaves the receipt (S6).
  func type(of product: ProductID) -> Catalog.ProductType

  // The judge.
  /// A payment was entered for a flow of the client.
  mutating func entered(_ transaction: TransactionID, from flow: FlowID)
  /// A payment was entered in the place of another (S7).
  mutating func entered(_ transaction: TransactionID, after first: TransactionID)
  mutating func wasBlocked(_ transaction: TransactionID)
  mutating func wasCharged(_ transaction: TransactionID)
  mutating func wasRefunded(_ transaction: TransactionID)
  /// The store is about to take back by itself what it took (G10).
  mutating func willLapse(_ transaction: TransactionID)
}

/// An answer to Ask to Buy (S9).
struct Approval {
  let approves: Bool
  /// From the confirmation on.
  let answers: Delay
}
