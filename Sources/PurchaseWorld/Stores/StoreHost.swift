internal import EventEngine

/// The host of the store: its state, queries and callbacks, without intents, orders or records.
protocol StoreHost: OutsideHost, ~Copyable {
  var store: Store { get set }

  // The device.
  var isInFront: Bool { get }
  var isInBackground: Bool { get }
  var process: ProcessID { get }
  var livingProcess: ProcessID? { get }
  /// Whether a confirmation fails, if confirmations need the link (D3).
  var isLinkDown: Bool { get }
  /// Keeps a callback for the foreground (D5).
  mutating func suspend(_ event: Event)
  mutating func die(reopensAfter delay: Delay)

  // The client.
  /// Calls the client back.
  /// - Parameter call: the payment whose call ends with it, if any (K2, G2).
  mutating func receive(
    _ news: StoreCallback, of transaction: TransactionID, endsCall call: TransactionID?)
  /// A sheet has closed, so that the app is in front (G2).
  mutating func comeToFrontAfterSheet()
  /// A team's own client loses Play's service, or can connect to it again (G12).
  mutating func learnOfService(isUp: Bool)
  /// A callback is lost: the client has dropped the transaction, or the device has changed (D2).
  mutating func losesWithDevice(_ transaction: TransactionID)

  // The user, who looks at the sheet of a payment.
  /// Shows the sheet; returns how long the user looks at it.
  mutating func lookAtSheet(of transaction: TransactionID) -> Delay
  mutating func countPatience()
  func confirms(_ transaction: TransactionID) -> Bool
  mutating func hasCancelled(_ transaction: TransactionID)
  /// The user has paid and checks for the goods (P4).
  mutating func hasPaid(_ transaction: TransactionID)
  /// The processing time of the payment on the newest sheet, from the user's random draws.
  mutating func processingTime(of transaction: TransactionID) -> Delay
  /// The processing time of a purchase that the user completed in the store (S7).
  mutating func completionTime(of transaction: TransactionID) -> Delay

  // Faults.
  mutating func passAnchor(_ anchor: FaultAnchor, of transaction: TransactionID)
  /// The anchor `callback` is about to pass.
  mutating func passCallback(of transaction: TransactionID)
  /// Whether a due interruption waits for this sheet (S7).
  func isInterruptionDue(for transaction: TransactionID) -> Bool
  /// Starts an interruption that waits for the sheet of a payment, if there is one (S7).
  mutating func injectInterruption(of transaction: TransactionID) -> PlannedFaultID?
  func interruption(_ planned: PlannedFaultID) -> StoreInterruption
  /// Starts Ask to Buy at a confirmation, if it is planned (S9).
  mutating func injectApproval(of transaction: TransactionID) -> Approval?
  /// Whether the device cannot check the signature of a transaction now (K12).
  func isUnverified(_ transaction: TransactionID) -> Bool
  /// Whether a replay omits a transaction now (fault `missedReplay`).
  func misses(_ transaction: TransactionID, in replay: RedeliveryRoutes) -> Bool
  func receiptStaleUntil(for transaction: TransactionID) -> Instant
  /// Ends the faults that keep future charges out of the receipt.
  mutating func endStaleReceipts()

  // The backend.
  var isBackendOut: Bool { get }
  var isCheckOut: Bool { get }
  /// Posts a charge to the backend, with the data of the store's server (B8).
  mutating func receiveNotification(of transaction: TransactionID, _ payload: Payload)
  /// The type of a product, which decides whether a finished charge leaves the receipt (S6).
  func type(of product: ProductID) -> Catalog.ProductType

  // The judge.
  mutating func entered(_ transaction: TransactionID, from flow: FlowID)
  /// A payment was added in the place of another (S7).
  mutating func entered(_ transaction: TransactionID, after first: TransactionID)
  mutating func wasBlocked(_ transaction: TransactionID)
  mutating func wasCharged(_ transaction: TransactionID)
  mutating func wasRefunded(_ transaction: TransactionID)
  /// The store is about to refund a charge automatically (G10).
  mutating func willLapse(_ transaction: TransactionID)
}

/// An answer to Ask to Buy (S9).
struct Approval {
  let approves: Bool
  /// The delay from the confirmation.
  let answers: Delay
}
