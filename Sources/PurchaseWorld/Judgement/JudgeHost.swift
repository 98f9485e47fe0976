internal import EventEngine

/// What hosts the judge: its state, and the facts for which it asks.
protocol JudgeHost: PartHost, ~Copyable {
  var judge: Judge { get set }

  // The user.
  func wish(_ intent: IntentID) -> WishState
  mutating func endSearch(for intent: IntentID)
  mutating func endNotices(of intent: IntentID)

  // The device.
  var process: ProcessID { get }
  var livingProcess: ProcessID? { get }
  var session: AccountID { get }
  var isInFront: Bool { get }
  var lastOpening: Instant { get }

  // The store.
  var charges: IDs<Kind.Charge> { get }
  func charge(_ number: ChargeID) -> TransactionID
  /// Whether the client has settled a charge (S11).
  func isSettled(_ charge: TransactionID) -> Bool
  /// Whether the client was ever told that it is paid.
  func wasTold(_ charge: TransactionID) -> Bool
  /// Whether the app was in front when it should have been told, and no route of its was open.
  func foundApp(_ charge: TransactionID) -> Bool
  func isRefunded(_ charge: TransactionID) -> Bool
  func chargedAt(_ charge: TransactionID) -> Instant
  func product(of transaction: TransactionID) -> ProductID
  /// Whether a payment can still be charged, or is charged and unsettled.
  func isOpen(_ payment: TransactionID) -> Bool
  /// Whether a payment is on its way to a delivery.
  func isUnderWay(_ payment: TransactionID) -> Bool
  /// Whether the user deals with an interruption.
  var hasInterruption: Bool { get }

  // The client.
  func isOrdering(_ flow: FlowID) -> Bool
  func hasTask(for transaction: TransactionID) -> Bool
  /// Whether a settled payment has a record that will be tried again (C8).
  func canTryAgain(_ transaction: TransactionID) -> Bool
  /// Whether a record is in its place, wherever records live.
  func isKept(_ record: RecordID) -> Bool
  /// Whether a record names what an item can be bound by (C5): an item, or an order that was made.
  func canBind(_ record: RecordID) -> Bool
  /// The item that a record names, by itself or by its order.
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
  /// The backend acknowledges or consumes what was delivered (B10).
  mutating func complete(_ transaction: TransactionID)

  // Misfortune.
  mutating func passAnchor(_ anchor: Anchor, of transaction: TransactionID)
}
