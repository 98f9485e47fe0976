public import PurchaseClientKit

/// Creates an order before the payment and attaches its token to the purchase. The keychain keeps
/// the unfinished order of each product, for a purchase that comes back without its token. A
/// transaction is finished after the backend has delivered.
public actor OrderFirstClient: PurchaseClient {
  private let device: Device
  private var store: any StoreKit2 { device.store.storeKit2 }
  /// The identifiers of transactions that are being delivered.
  private var deliveries: Set<String> = []

  private static let waits: [Duration] = [1, 2, 4, 8, 16, 32].map { .seconds($0) }

  public init(device: Device) { self.device = device }

  // MARK: App events

  public func launched() async {
    Task { for await result in store.updates { take(result) } }
    await takeUnfinished()
  }

  public func becameActive() async { await takeUnfinished() }
  public func networkCameBack() async { await takeUnfinished() }
  public func accountChanged(to account: Account?) async { await takeUnfinished() }

  // MARK: Buying

  public func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await device.backend.createOrder(for: item, account: device.account())
      remember(order, for: item.product)
      let token = PurchaseOption.appAccountToken(order.token)
      switch try await store.purchase(item.product, options: [token]) {
      case .success(let result): return await deliver(result.unsafePayloadValue)
      // The store can report a cancellation and charge later, so the record stays.
      case .userCancelled: return .cancelled
      case .pending: return .pending
      }
    } catch BackendError.unauthorized {
      device.askForLogin()
      return .refused
    } catch BackendError.notForSale { return .refused } catch { return .failed }
  }

  // MARK: Delivering

  private func takeUnfinished() async { for await result in store.unfinished { take(result) } }

  /// The backend checks the signature itself, whether or not the device could.
  private func take(_ result: VerificationResult) {
    Task { await deliver(result.unsafePayloadValue) }
  }

  /// Requests the goods from the backend until they are delivered, or the waits are used up.
  @discardableResult private func deliver(_ transaction: Transaction) async -> ShownOutcome {
    guard deliveries.insert(transaction.id).inserted else { return .pending }
    defer { deliveries.remove(transaction.id) }
    var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
    request.token = transaction.appAccountToken ?? rememberedToken(of: transaction.product)
    guard let token = request.token else { return .pending }
    for wait in OrderFirstClient.waits + [nil] {
      do {
        switch try await device.backend.verify(request) {
        case .delivered, .alreadyDelivered, .accepted:
          await store.finish(transaction)
          forget(token, of: transaction.product)
          return .delivered
        case .rejected: return .failed
        }
      } catch BackendError.unauthorized {
        // The next login continues the delivery.
        device.askForLogin()
        return .pending
      } catch is CancellationError { return .failed } catch BackendError.notForSale {
        return .failed
      } catch {
        guard let wait, (try? await device.clock.sleep(for: wait)) != nil else { return .pending }
      }
    }
    return .pending
  }

  // MARK: The keychain

  private func remember(_ order: Order, for product: String) {
    device.keychain.set("unfinished \(product)", to: "\(order.token)")
  }

  private func rememberedToken(of product: String) -> AppAccountToken? {
    device.keychain.get("unfinished \(product)").flatMap { AppAccountToken($0) }
  }

  private func forget(_ token: AppAccountToken, of product: String) {
    if rememberedToken(of: product) == token {
      device.keychain.set("unfinished \(product)", to: nil)
    }
  }
}
