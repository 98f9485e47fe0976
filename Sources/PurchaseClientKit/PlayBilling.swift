/// Play Billing, in the shape of Google's interface. [D BillingClient]
public protocol BillingClient: Sendable {
  /// Connects to the service of Play; from the call on, a listener is told what becomes of purchases.
  /// [D startConnection, setListener]
  /// - Parameter reconnects: whether the connection comes back by itself when it was lost, and is waited for where
  ///   it is not there now. [D enableAutoServiceReconnection]
  /// - Returns: ``BillingResponse/serviceDisconnected`` where the service is out and nobody waits for it: whoever
  ///   wants it calls again.
  nonisolated(nonsending) func startConnection(
    _ listener: any BillingListener, reconnectsAutomatically reconnects: Bool
  ) async -> BillingResponse
  /// Whether the service is connected.
  var isReady: Bool { get }
  /// Shows the sheet; what comes of it is told to the listener. [D launchBillingFlow]
  /// - Returns: whether the flow was taken up.
  @discardableResult func launchBillingFlow(_ flow: BillingFlow) -> BillingResponse
  /// What is owned: paid and not consumed, or pending. [D queryPurchasesAsync]
  /// - Throws: the response, if it is not ``BillingResponse/ok``.
  nonisolated(nonsending) func queryPurchases() async throws(BillingResponse) -> [Purchase]
  /// Says that the goods are there, without making the product free again: what is neither acknowledged nor
  /// consumed is refunded after three days. [D acknowledgePurchase]
  @discardableResult nonisolated(nonsending) func acknowledgePurchase(
    _ purchaseToken: String
  ) async -> BillingResponse
  /// Says that the goods are there, and makes the product free to be bought again. [D consumeAsync]
  @discardableResult nonisolated(nonsending) func consumePurchase(
    _ purchaseToken: String
  ) async -> BillingResponse
}

extension BillingClient {
  /// Connects to the service if it is there; once it is lost it stays so until it is called again.
  public nonisolated(nonsending) func startConnection(
    _ listener: any BillingListener
  ) async -> BillingResponse {
    await startConnection(listener, reconnectsAutomatically: false)
  }
}

/// Who is told what becomes of purchases. [D PurchasesUpdatedListener, BillingClientStateListener]
public protocol BillingListener: AnyObject, Sendable {
  /// A flow has ended, or a purchase has come from elsewhere. Called on whatever runs; long work belongs in a
  /// task.
  func purchasesUpdated(_ response: BillingResponse, _ purchases: [Purchase])
  /// The service is gone; nothing more is told until it is connected again.
  func billingServiceDisconnected()
}

extension BillingListener { public func billingServiceDisconnected() {} }

/// What Play says to what it was asked. [D BillingResponseCode]
public enum BillingResponse: String, Error, Hashable, CaseIterable, Sendable {
  case ok
  /// The user has cancelled, so far as Play says.
  case userCanceled
  /// The product was bought and not consumed yet, or its purchase is pending.
  case itemAlreadyOwned
  /// There is no such purchase.
  case itemNotOwned
  /// The service is not connected.
  case serviceDisconnected
  /// Play could not be reached.
  case networkError
  /// No such product, or nobody has asked to buy.
  case developerError
  /// Anything else; Play does not say what.
  case error
}

/// What is asked for with a flow. [D BillingFlowParams]
public struct BillingFlow: Hashable, Sendable {
  public let product: String
  /// Come back with the purchase, mostly.
  public var obfuscatedAccountID: String?
  public var obfuscatedProfileID: String?

  public init(
    product: String, obfuscatedAccountID: String? = nil, obfuscatedProfileID: String? = nil
  ) {
    self.product = product
    (self.obfuscatedAccountID, self.obfuscatedProfileID) = (
      obfuscatedAccountID, obfuscatedProfileID
    )
  }
}

/// A purchase that is owned. [D Purchase]
public struct Purchase: Hashable, Sendable {
  /// Whether the money was taken. [D PurchaseState]
  public enum State: String, Hashable, CaseIterable, Sendable { case purchased, pending }

  /// What names it at Play and at the backend, and proves it.
  public let purchaseToken: String
  public let product: String
  public let state: State
  /// What went with its flow, if Play has kept it.
  public let obfuscatedAccountID: String?
  public let obfuscatedProfileID: String?
  public let isAcknowledged: Bool
  /// When the money was taken, since an epoch of the device's clock; nil while it is pending.
  public let purchaseTime: Duration?

  public init(
    purchaseToken: String, product: String, state: State, obfuscatedAccountID: String?,
    obfuscatedProfileID: String?, isAcknowledged: Bool, purchaseTime: Duration?
  ) {
    (self.purchaseToken, self.product, self.state) = (purchaseToken, product, state)
    (self.obfuscatedAccountID, self.obfuscatedProfileID) = (
      obfuscatedAccountID, obfuscatedProfileID
    )
    (self.isAcknowledged, self.purchaseTime) = (isAcknowledged, purchaseTime)
  }
}

extension VerifyRequest {
  /// Asks for the goods of a purchase of Play, which its token names and proves. [D purchases.products]
  public init(_ purchase: Purchase, order: String? = nil, item: Item? = nil) {
    let proof = Proof(text: purchase.purchaseToken)
    self.init(transaction: purchase.purchaseToken, proof: proof, order: order, item: item)
  }
}
