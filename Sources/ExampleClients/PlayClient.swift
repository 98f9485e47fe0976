public import PurchaseClientKit

/// Creates an order before the payment and attaches its identifier to the Play purchase. Queries
/// the owned purchases whenever the app returns to the foreground, and consumes a purchase after
/// the backend has delivered. Implements the design `simulate-server-ack`, whose backend acknowledges.
public actor PlayClient: PurchaseClient, RetryingClient {
  let device: Device
  private var billing: any BillingClient { device.store.billingClient }
  private var listener: Listener?
  var deliveries: [String: Delivery] = [:]
  var waitsForLogin: [CheckedContinuation<Void, Never>] = []
  /// The taps whose flow has not ended.
  private var waitsForFlow: [CheckedContinuation<ShownOutcome, Never>] = []

  /// Passes the notifications of Play to the client.
  private final class Listener: BillingListener {
    let client: PlayClient
    init(_ client: PlayClient) { self.client = client }

    func purchasesUpdated(_ response: BillingResponse, _ purchases: [Purchase]) {
      Task { await client.handle(response, purchases) }
    }
    func billingServiceDisconnected() { Task { await client.connect() } }
  }

  public init(device: Device) { self.device = device }

  // MARK: App events

  public func launched() async { await connect() }

  public func becameActive() async {
    await takeOwned()
    tryAgainNow()
  }

  public func networkCameBack() async { tryAgainNow() }

  public func accountChanged(to account: Account?) async { resumeAfterLogin() }

  public func releaseResources() async {
    resumeAfterLogin()
    endFlows(.failed)
    listener = nil
  }

  private func connect() async {
    let current = listener ?? Listener(self)
    listener = current
    if await billing.startConnection(current, reconnectsAutomatically: true) == .ok {
      await takeOwned()
    }
  }

  // MARK: Buying

  public func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await order(for: item)
      let flow = BillingFlowParams(
        product: item.product, obfuscatedAccountID: device.account()?.id,
        obfuscatedProfileID: order.id)
      guard billing.launchBillingFlow(flow) == .ok else { return .failed }
      return await withCheckedContinuation { waitsForFlow.append($0) }
    } catch BackendError.notForSale { return .refused } catch { return .failed }
  }

  // MARK: Purchases

  private func handle(_ response: BillingResponse, _ purchases: [Purchase]) async {
    switch response {
    case .ok:
      for purchase in purchases {
        if purchase.state == .pending { endFlows(.pending) } else { take(purchase) }
      }
    case .userCanceled: endFlows(.cancelled)
    case .itemAlreadyOwned:
      endFlows(.failed)
      await takeOwned()
    default: endFlows(.failed)
    }
  }

  private func endFlows(_ shown: ShownOutcome) {
    let waiting = waitsForFlow
    waitsForFlow = []
    for tap in waiting { tap.resume(returning: shown) }
  }

  private func takeOwned() async {
    guard listener != nil, let owned = try? await billing.queryPurchases() else { return }
    for purchase in owned where purchase.state == .purchased { take(purchase) }
  }

  private func take(_ purchase: Purchase) {
    Task {
      guard let order = purchase.obfuscatedProfileID else { return endFlows(.pending) }
      let shown = await deliver(VerifyRequest(purchase, order: order)) {
        await billing.consumePurchase(purchase.purchaseToken)
      }
      endFlows(shown)
    }
  }
}
