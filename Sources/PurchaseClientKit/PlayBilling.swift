/// Play Billing, modelled on Google's interface. [D BillingClient]
public protocol BillingClient: Sendable {
  /// Connects to the Play service. The listener receives purchase updates from this call on. [D
  /// startConnection, setListener]
  /// - Parameter reconnects: whether a lost connection is restored automatically, and an
  ///   unavailable service is awaited. [D enableAutoServiceReconnection]
  /// - Returns: ``BillingResponse/serviceDisconnected`` if the service is unavailable and not
  ///   awaited; call again later.
  nonisolated(nonsending) func startConnection(
    _ listener: any BillingListener, reconnectsAutomatically reconnects: Bool
  ) async -> BillingResponse
  /// Whether the service is connected.
  var isReady: Bool { get }
  /// Shows the payment sheet; the listener receives the result. [D launchBillingFlow]
  /// - Returns: whether the flow was started.
  @discardableResult func launchBillingFlow(_ flow: BillingFlowParams) -> BillingResponse
  /// Returns the owned purchases: paid and not consumed, or pending. [D queryPurchasesAsync]
  /// - Throws: the response, if it is not ``BillingResponse/ok``.
  nonisolated(nonsending) func queryPurchases() async throws(BillingResponse) -> [Purchase]
  /// Acknowledges that the goods were delivered; the product stays owned. A purchase that is
  /// neither acknowledged nor consumed is refunded after three days. [D acknowledgePurchase]
  @discardableResult nonisolated(nonsending) func acknowledgePurchase(
    _ purchaseToken: String
  ) async -> BillingResponse
  /// Consumes a purchase after its goods were delivered, so that the product can be bought again.
  /// [D consumeAsync]
  @discardableResult nonisolated(nonsending) func consumePurchase(
    _ purchaseToken: String
  ) async -> BillingResponse
}

extension BillingClient {
  /// Connects to the service if it is available; a lost connection stays lost until the next call.
  public nonisolated(nonsending) func startConnection(
    _ listener: any BillingListener
  ) async -> BillingResponse { await startConnection(listener, reconnectsAutomatically: false) }
}

/// A receiver of purchase updates. [D PurchasesUpdatedListener, BillingClientStateListener]
public protocol BillingListener: AnyObject, Sendable {
  /// Called when a flow has ended, or a purchase has arrived from elsewhere. Start a task for long
  /// work.
  func purchasesUpdated(_ response: BillingResponse, _ purchases: [Purchase])
  /// Called when the connection is lost; no updates arrive until it is restored.
  func billingServiceDisconnected()
}

extension BillingListener { public func billingServiceDisconnected() {} }

/// The response of Play to a request. [D BillingResponseCode]
public enum BillingResponse: String, Error, Hashable, CaseIterable, Sendable {
  case ok
  /// The user cancelled, as far as Play reports.
  case userCanceled
  /// The product was bought and not consumed yet, or its purchase is pending.
  case itemAlreadyOwned
  /// There is no such purchase.
  case itemNotOwned
  /// The service is not connected.
  case serviceDisconnected
  /// Play could not be reached.
  case networkError
  /// The product is unknown, or the user did not ask to buy.
  case developerError
  /// Any other error; Play does not state the cause.
  case error
}

/// The parameters of a purchase flow. [D BillingFlowParams]
public struct BillingFlowParams: Hashable, Sendable {
  public let product: String
  /// The two identifiers usually come back with the purchase.
  public var obfuscatedAccountID: String?
  public var obfuscatedProfileID: String?

  public init(
    product: String, obfuscatedAccountID: String? = nil, obfuscatedProfileID: String? = nil
  ) {
    (self.product, self.obfuscatedAccountID) = (product, obfuscatedAccountID)
    self.obfuscatedProfileID = obfuscatedProfileID
  }
}

/// An owned purchase. [D Purchase]
public struct Purchase: Hashable, Sendable {
  /// Whether the user was charged. [D PurchaseState]
  public enum State: String, Hashable, CaseIterable, Sendable { case purchased, pending }

  /// The identifier at Play and at the backend, which also proves the purchase.
  public let purchaseToken: String
  public let product: String
  public let state: State
  /// The identifiers of its flow, if Play kept them.
  public let obfuscatedAccountID: String?
  public let obfuscatedProfileID: String?
  public let isAcknowledged: Bool
  /// The time of the charge since an epoch of the device's clock; nil while the purchase is
  /// pending.
  public let purchaseTime: Duration?

  public init(
    purchaseToken: String, product: String, state: State, obfuscatedAccountID: String?,
    obfuscatedProfileID: String?, isAcknowledged: Bool, purchaseTime: Duration?
  ) {
    (self.purchaseToken, self.product, self.state) = (purchaseToken, product, state)
    self.obfuscatedAccountID = obfuscatedAccountID
    self.obfuscatedProfileID = obfuscatedProfileID
    (self.isAcknowledged, self.purchaseTime) = (isAcknowledged, purchaseTime)
  }
}

extension VerifyRequest {
  /// Creates a request for the goods of a Play purchase; its token identifies and proves the
  /// purchase. [D purchases.products]
  public init(_ purchase: Purchase, order: String? = nil, item: Item? = nil) {
    let proof = Proof(text: purchase.purchaseToken)
    self.init(transaction: purchase.purchaseToken, proof: proof, order: order, item: item)
  }
}
