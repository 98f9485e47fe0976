internal import EventEngine

/// What hosts misfortune: its state, and how it hits each part.
protocol MisfortuneHost: OutsideHost, ~Copyable {
  var misfortune: Misfortune { get set }

  // The device and the user.
  /// The process dies (faults `crash`, `appKill`).
  mutating func die(reopensAfter delay: Delay)
  mutating func switchAway(returns: Delay?)
  mutating func reinstall(keychain: Bool, reopens: Delay)
  mutating func moveToNewDevice(reopens: Delay)
  func wish(_ intent: IntentID) -> WishState
  /// Another tap on Buy for a wish (fault `doubleTap`).
  mutating func addTap(of intent: IntentID, pays: Bool, after delay: Delay)

  // The link and the backend.
  mutating func dropLink(for delay: Delay)
  mutating func slowDown(by slowdown: Int, for lasts: Delay)
  mutating func loseNextReply(_ kind: RequestKinds)
  mutating func delist(_ item: ItemID)
  mutating func expireToken(for lasts: Delay)
  mutating func takeOut(_ target: Outage.Target, for lasts: Delay)

  // The store.
  /// The transaction that is up on a sheet.
  var sheet: TransactionID? { get }
  /// Interrupts a payment if its sheet is up and would be confirmed (S7).
  mutating func interruptIfOnSheet(_ transaction: TransactionID)
  mutating func losePayload(of transaction: TransactionID, from: PayloadLoss)
  mutating func copyCallback(of transaction: TransactionID, _ copies: Int, _ gap: Delay)
  mutating func missCallback(of transaction: TransactionID)
  /// Keeps the receipt as it was before a charge; returns whether there is one yet (S6).
  mutating func holdReceiptBack(before transaction: TransactionID, until end: Instant) -> Bool
  mutating func refund(_ transaction: TransactionID)
  /// The payment of a wish that is the oldest on its way to a delivery.
  func paymentUnderWay(of intent: IntentID) -> TransactionID?

  // The judge says which payments a fault of a wish can mean.
  func intent(of transaction: TransactionID) -> IntentID
  /// The charge of a wish that is given back when its anchor names none (S10).
  func chargeToRefund(of intent: IntentID) -> TransactionID?
}
