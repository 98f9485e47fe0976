public import PurchaseClientKit

/// An order before the payment, whose name goes with the purchase of Play; what is owned is asked for whenever the
/// app comes to the front, and a purchase is consumed when the backend has delivered. What the design
/// `play-server-ack` describes; its backend acknowledges.
public actor PlayClient: PurchaseClient {
  private let device: Device
  private var billing: any BillingClient { device.store.billingClient }
  private var listener: Listener?
  /// The deliveries that go on, by their purchase tokens.
  private var deliveries: [String: Delivery] = [:]
  /// Tasks that wait until somebody has logged in.
  private var waitsForLogin: [CheckedContinuation<Void, Never>] = []
  /// The tap whose flow goes on.
  private var waitsForFlow: [CheckedContinuation<Shown, Never>] = []

  private static let waits: [Duration] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }

  /// What waits between two tries, if anything does.
  private struct Delivery {
    var pause: Task<Void, Never>?
    /// Whether the pause was cut short, so that the waits begin anew.
    var beginsAnew = false
  }

  /// What Play tells, handed on.
  private final class Listener: BillingListener {
    let client: PlayClient
    init(_ client: PlayClient) { self.client = client }

    func purchasesUpdated(_ response: BillingResponse, _ purchases: [Purchase]) {
      Task { await client.hear(response, purchases) }
    }
    func billingServiceDisconnected() { Task { await client.connect() } }
  }

  public init(device: Device) { self.device = device }

  // MARK: What the app is told

  public func launched() async { await connect() }

  public func becameActive() async {
    await takeOwned()
    tryAgainNow()
  }

  public func networkCameBack() async { tryAgainNow() }

  public func accountChanged(to account: Account?) async { goOnAfterLogin() }

  public func letGo() async {
    goOnAfterLogin()
    endFlows(.failed)
    listener = nil
  }

  private func connect() async {
    let told = listener ?? Listener(self)
    listener = told
    if await billing.startConnection(told) == .ok { await takeOwned() }
  }

  // MARK: Buying

  public func buy(_ item: Item) async -> Shown {
    do {
      let order = try await order(for: item)
      let flow = BillingFlow(
        product: item.product, obfuscatedAccountID: device.account()?.id,
        obfuscatedProfileID: order.id)
      guard billing.launchBillingFlow(flow) == .ok else { return .failed }
      return await withCheckedContinuation { waitsForFlow.append($0) }
    } catch ServerError.notForSale { return .refused } catch { return .failed }
  }

  private func order(for item: Item) async throws -> Order {
    while true {
      do {
        return try await device.server.createOrder(for: item, account: device.account())
      } catch ServerError.unauthorized {
        await login()
        try Task.checkCancellation()
      }
    }
  }

  // MARK: Purchases

  private func hear(_ response: BillingResponse, _ purchases: [Purchase]) async {
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

  private func endFlows(_ shown: Shown) {
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
      let shown = await deliver(purchase)
      endFlows(shown)
    }
  }

  /// Asks the backend for the goods until they are there, or the waits are used up.
  private func deliver(_ purchase: Purchase) async -> Shown {
    guard deliveries[purchase.purchaseToken] == nil,
      let order = purchase.obfuscatedProfileID
    else { return .pending }
    deliveries[purchase.purchaseToken] = Delivery()
    defer { deliveries[purchase.purchaseToken] = nil }
    var failures = 0
    while !Task.isCancelled {
      if device.account() == nil { await loggedIn() }
      do {
        switch try await device.server.verify(VerifyRequest(purchase, order: order)) {
        case .delivered, .alreadyDelivered, .accepted:
          await billing.consumePurchase(purchase.purchaseToken)
          return .delivered
        case .rejected: return .failed
        }
      } catch ServerError.unauthorized { await login() } catch ServerError.notForSale {
        return .failed
      } catch is CancellationError { return .failed } catch {
        guard failures < PlayClient.waits.count else { return .pending }
        let wasCutShort = await pause(PlayClient.waits[failures], purchase.purchaseToken)
        failures = wasCutShort ? 0 : failures + 1
      }
    }
    return .failed
  }

  /// Waits between two tries.
  /// - Returns: whether the wait was cut short.
  private func pause(_ wait: Duration, _ token: String) async -> Bool {
    let clock = device.clock
    let pause = Task { _ = try? await clock.sleep(for: wait) }
    deliveries[token]?.pause = pause
    await pause.value
    defer { deliveries[token] = Delivery() }
    return deliveries[token]?.beginsAnew ?? false
  }

  /// Whatever waits between two tries tries now.
  private func tryAgainNow() {
    for (token, delivery) in deliveries where delivery.pause != nil {
      deliveries[token]?.beginsAnew = true
      delivery.pause?.cancel()
    }
  }

  // MARK: Logging in

  private func login() async {
    device.askForLogin()
    await loggedIn()
  }

  private func loggedIn() async {
    await withCheckedContinuation { waitsForLogin.append($0) }
  }

  private func goOnAfterLogin() {
    let waiting = waitsForLogin
    waitsForLogin = []
    for task in waiting { task.resume() }
  }
}
