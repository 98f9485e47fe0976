public import PurchaseClientKit

/// Creates an order before the payment and attaches its token to the purchase. Handles every route
/// of StoreKit 2, and finishes a transaction after the backend has delivered. Implements the design
/// `sk2-token`.
public actor TokenClient: PurchaseClient, RetryingClient {
  let device: Device
  private var store: any StoreKit2 { device.store.storeKit2 }
  var deliveries: [String: Delivery] = [:]
  var waitsForLogin: [CheckedContinuation<Void, Never>] = []

  public init(device: Device) { self.device = device }

  // MARK: App events

  public func launched() async {
    Task { for await result in store.updates { take(result) } }
    await takeUnfinished()
  }

  public func becameActive() async {
    await takeUnfinished()
    tryAgainNow()
  }

  public func networkCameBack() async { tryAgainNow() }

  public func accountChanged(to account: Account?) async { resumeAfterLogin() }

  public func releaseResources() async { resumeAfterLogin() }

  // MARK: Buying

  public func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await order(for: item)
      let result = try await store.purchase(item.product, options: [.appAccountToken(order.token)])
      switch result {
      case .success(let result): return await deliver(result.unsafePayloadValue)
      case .userCancelled: return .cancelled
      case .pending: return .pending
      }
    } catch BackendError.notForSale { return .refused } catch { return .failed }
  }

  // MARK: Delivering

  private func takeUnfinished() async { for await result in store.unfinished { take(result) } }

  private func take(_ result: VerificationResult) {
    Task { await deliver(result.unsafePayloadValue) }
  }

  @discardableResult private func deliver(_ transaction: Transaction) async -> ShownOutcome {
    guard let token = transaction.appAccountToken else { return .pending }
    var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
    request.token = token
    return await deliver(request) { await store.finish(transaction) }
  }
}
