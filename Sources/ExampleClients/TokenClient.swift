public import PurchaseClientKit

/// An order before the payment, whose token goes with the purchase; every route of StoreKit 2 is heard, and a
/// transaction is finished when the backend has delivered. What the design `sk2-token` describes.
public actor TokenClient: PurchaseClient {
  private let device: Device
  private var store: any StoreKit2 { device.store.storeKit2 }
  /// The deliveries that go on, by the identifiers of their transactions.
  private var deliveries: [String: Delivery] = [:]
  /// Tasks that wait until somebody has logged in.
  private var waitsForLogin: [CheckedContinuation<Void, Never>] = []

  private static let waits: [Duration] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }

  /// What waits between two tries, if anything does.
  private struct Delivery {
    var pause: Task<Void, Never>?
    /// Whether the pause was cut short, so that the waits begin anew.
    var beginsAnew = false
  }

  public init(device: Device) { self.device = device }

  // MARK: What the app is told

  public func launched() async {
    Task { for await result in store.updates { take(result) } }
    await takeUnfinished()
  }

  public func becameActive() async {
    await takeUnfinished()
    tryAgainNow()
  }

  public func networkCameBack() async { tryAgainNow() }

  public func accountChanged(to account: Account?) async { goOnAfterLogin() }

  public func letGo() async { goOnAfterLogin() }

  // MARK: Buying

  public func buy(_ item: Item) async -> Shown {
    do {
      let order = try await order(for: item)
      let result = try await store.purchase(
        item.product, options: [.appAccountToken(order.token)])
      switch result {
      case .success(let result): return await deliver(result.unsafePayloadValue)
      case .userCancelled: return .cancelled
      case .pending: return .pending
      }
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

  // MARK: Delivering

  private func takeUnfinished() async {
    for await result in store.unfinished { take(result) }
  }

  private func take(_ result: VerificationResult) {
    Task { await deliver(result.unsafePayloadValue) }
  }

  /// Asks the backend for the goods until they are there, or the waits are used up.
  @discardableResult private func deliver(_ transaction: Transaction) async -> Shown {
    guard deliveries[transaction.id] == nil else { return .pending }
    guard let token = transaction.appAccountToken else { return .pending }
    deliveries[transaction.id] = Delivery()
    defer { deliveries[transaction.id] = nil }
    var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
    request.token = token
    var failures = 0
    while !Task.isCancelled {
      if device.account() == nil { await loggedIn() }
      do {
        switch try await device.server.verify(request) {
        case .delivered, .alreadyDelivered, .accepted:
          await store.finish(transaction)
          return .delivered
        case .rejected: return .failed
        }
      } catch ServerError.unauthorized { await login() } catch ServerError.notForSale {
        return .failed
      } catch is CancellationError { return .failed } catch {
        guard failures < TokenClient.waits.count else { return .pending }
        failures = await pause(TokenClient.waits[failures], transaction.id) ? 0 : failures + 1
      }
    }
    return .failed
  }

  /// Waits between two tries.
  /// - Returns: whether the wait was cut short.
  private func pause(_ wait: Duration, _ id: String) async -> Bool {
    let clock = device.clock
    let pause = Task { _ = try? await clock.sleep(for: wait) }
    deliveries[id]?.pause = pause
    await pause.value
    defer { deliveries[id] = Delivery() }
    return deliveries[id]?.beginsAnew ?? false
  }

  /// Whatever waits between two tries tries now.
  private func tryAgainNow() {
    for (id, delivery) in deliveries where delivery.pause != nil {
      deliveries[id]?.beginsAnew = true
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
