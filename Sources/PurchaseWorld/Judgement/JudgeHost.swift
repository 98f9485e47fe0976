internal import EventEngine

/// The host of the judge: its state, and the facts that it queries.
protocol JudgeHost: PartHost, ~Copyable {
  var judge: Judge { get set }

  // The user.
  func intentState(_ intent: IntentID) -> IntentState
  mutating func endSearch(for intent: IntentID)
  mutating func endNotices(of intent: IntentID)

  // The device.
  var process: ProcessID { get }
  var livingProcess: ProcessID? { get }
  var session: AccountID { get }
  var isInFront: Bool { get }
  var lastOpening: Instant { get }

  // The store.
  var charges: IDs<EntityKind.Charge> { get }
  func charge(_ number: ChargeID) -> TransactionID
  /// Whether the client has settled a charge (S11).
  func isSettled(_ charge: TransactionID) -> Bool
  /// Whether the client ever received the callback of its payment.
  func wasCalledBack(_ charge: TransactionID) -> Bool
  /// Whether the app was in front at the callback, but no route of the app was open.
  func foundApp(_ charge: TransactionID) -> Bool
  func isRefunded(_ charge: TransactionID) -> Bool
  func chargedAt(_ charge: TransactionID) -> Instant
  func product(of transaction: TransactionID) -> ProductID
  func isOpen(_ payment: TransactionID) -> Bool
  func isUnderWay(_ payment: TransactionID) -> Bool
  var hasInterruption: Bool { get }

  // The client.
  func isOrdering(_ flow: FlowID) -> Bool
  func hasTask(for transaction: TransactionID) -> Bool
  /// Whether a settled payment has a record that will be tried again (C8).
  func canTryAgain(_ transaction: TransactionID) -> Bool
  /// Whether a record is stored, on the device or on the backend.
  func isKept(_ record: RecordID) -> Bool
  /// Whether a record can bind an item (C5): it names one, or an order that exists.
  func canBind(_ record: RecordID) -> Bool
  func item(of record: RecordID) -> ItemID?

  // The link and the backend.
  func request(_ request: RequestID) -> Request
  func isWorkedOn(_ transaction: TransactionID) -> Bool
  func goods(of order: OrderID) -> Goods
  func newestOpenOrder(of account: AccountID, product: ProductID) -> OrderID?
  func price(of item: ItemID) -> Int
  func storePrice(of product: ProductID) -> Int
  func isKnownAsRefunded(_ transaction: TransactionID) -> Bool
  mutating func enterServed(_ transaction: TransactionID)
  /// Acknowledges or consumes a delivered purchase (B10).
  mutating func complete(_ transaction: TransactionID)

  // Faults.
  mutating func passAnchor(_ anchor: FaultAnchor, of transaction: TransactionID)
}
