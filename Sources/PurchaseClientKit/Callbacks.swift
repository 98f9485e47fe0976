// For code in the style of callbacks: what the interfaces await is told on the main actor instead. What belongs to
// a task or a process that is gone is told to nobody.

/// A team's own purchase code in the style of callbacks, on the main actor; ``CallbackClient`` makes a
/// ``PurchaseClient`` of it.
@MainActor public protocol CallbackPurchaseClient: AnyObject {
  /// The app has started, and the user sees it. Called once, first.
  func launched()
  /// The user taps Buy.
  /// - Parameter tell: what the user is told when the tap has come to its end; called once.
  func buy(_ item: Item, tell: @escaping @MainActor (Shown) -> Void)
  /// The app is in front again.
  func becameActive()
  /// The user has left.
  func enteredBackground()
  /// Somebody has logged in, or nobody is any more.
  func accountChanged(to account: Account?)
  /// The network is there again.
  func networkCameBack()
  /// The user tries again, by hand, what ``Device/showRecoveryPage`` has listed.
  func retryByHand(_ transaction: String)
}

extension CallbackPurchaseClient {
  public func becameActive() {}
  public func enteredBackground() {}
  public func accountChanged(to account: Account?) {}
  public func networkCameBack() {}
  public func retryByHand(_ transaction: String) {}
}

/// Lets code in the style of callbacks be a ``PurchaseClient``.
@MainActor public final class CallbackClient: PurchaseClient {
  private let device: Device
  /// Makes the client.
  package nonisolated let makeClient: @MainActor @Sendable (Device) -> any CallbackPurchaseClient
  private var made: (any CallbackPurchaseClient)?
  /// Taps that have not come to their end.
  private var taps: [Int: CheckedContinuation<Shown, Never>] = [:]
  private var number = 0

  /// - Parameter make: makes the client, on the main actor, when it is needed first.
  public nonisolated init(
    _ device: Device, _ make: @escaping @MainActor @Sendable (Device) -> any CallbackPurchaseClient
  ) { (self.device, makeClient) = (device, make) }

  private var client: any CallbackPurchaseClient {
    if let made { return made }
    let new = makeClient(device)
    made = new
    return new
  }

  public func launched() async { client.launched() }
  public func becameActive() async { client.becameActive() }
  public func enteredBackground() async { client.enteredBackground() }
  public func accountChanged(to account: Account?) async { client.accountChanged(to: account) }
  public func networkCameBack() async { client.networkCameBack() }
  public func retryByHand(_ transaction: String) async { client.retryByHand(transaction) }

  public func buy(_ item: Item) async -> Shown {
    number += 1
    let tap = number
    return await withCheckedContinuation { end in
      taps[tap] = end
      client.buy(item) { [weak self] shown in self?.end(tap, shown) }
    }
  }

  private func end(_ tap: Int, _ shown: Shown) {
    taps.removeValue(forKey: tap)?.resume(returning: shown)
  }

  public func letGo() async {
    for tap in taps.keys.sorted() { end(tap, .failed) }
    made = nil
  }
}

/// Awaits something and tells the main actor what came of it, unless it was cancelled.
@MainActor private func tell<Value: Sendable>(
  _ completion: @escaping @MainActor (Result<Value, any Error>) -> Void,
  _ work: @escaping @MainActor () async throws -> Value
) {
  Task { @MainActor in
    do { completion(.success(try await work())) } catch is CancellationError {} catch {
      completion(.failure(error))
    }
  }
}

extension Server {
  /// Asks for an order, and tells a ``ServerError`` where there is none.
  @MainActor public func createOrder(
    for item: Item, account: Account?, transaction: String? = nil,
    completion: @escaping @MainActor (Result<Order, any Error>) -> Void
  ) {
    tell(completion) {
      try await createOrder(for: item, account: account, transaction: transaction)
    }
  }

  /// Asks for the goods of a transaction, and tells a ``ServerError`` where there is no verdict.
  @MainActor public func verify(
    _ request: VerifyRequest, completion: @escaping @MainActor (Result<Verdict, any Error>) -> Void
  ) {
    tell(completion) { try await verify(request) }
  }

  /// Asks anything else of the team's backend.
  @MainActor public func call(
    _ name: String, _ payload: String,
    completion: @escaping @MainActor (Result<String, any Error>) -> Void
  ) {
    tell(completion) { try await call(name, payload) }
  }
}

extension StoreKit2 {
  /// Shows the sheet, and tells its end.
  @MainActor public func purchase(
    _ product: String, options: [PurchaseOption],
    completion: @escaping @MainActor (Result<PurchaseResult, any Error>) -> Void
  ) {
    tell(completion) { try await purchase(product, options: options) }
  }

  /// Tells every transaction from elsewhere than a purchase that was asked for, as they come.
  @MainActor public func listen(_ hear: @escaping @MainActor (VerificationResult) -> Void) {
    Task { @MainActor in for await result in updates { hear(result) } }
  }

  /// Tells the transactions that nobody has finished yet.
  @MainActor public func tellUnfinished(_ hear: @escaping @MainActor (VerificationResult) -> Void) {
    Task { @MainActor in for await result in unfinished { hear(result) } }
  }

  /// Says that the goods are there.
  @MainActor public func finish(
    _ transaction: Transaction, completion: @escaping @MainActor () -> Void
  ) {
    Task { @MainActor in
      await finish(transaction)
      completion()
    }
  }
}

extension BillingClient {
  /// Connects to the service, and tells when it is connected.
  @MainActor public func startConnection(
    _ listener: any BillingListener, reconnectsAutomatically reconnects: Bool = false,
    completion: @escaping @MainActor (BillingResponse) -> Void
  ) {
    Task { @MainActor in
      completion(await startConnection(listener, reconnectsAutomatically: reconnects))
    }
  }

  /// Tells what is owned, or a ``BillingResponse`` that is not ``BillingResponse/ok``.
  @MainActor public func queryPurchases(
    completion: @escaping @MainActor (Result<[Purchase], any Error>) -> Void
  ) {
    tell(completion) { try await queryPurchases() }
  }

  /// Acknowledges a purchase.
  @MainActor public func acknowledgePurchase(
    _ purchaseToken: String, completion: @escaping @MainActor (BillingResponse) -> Void
  ) {
    Task { @MainActor in completion(await acknowledgePurchase(purchaseToken)) }
  }

  /// Consumes a purchase.
  @MainActor public func consumePurchase(
    _ purchaseToken: String, completion: @escaping @MainActor (BillingResponse) -> Void
  ) {
    Task { @MainActor in completion(await consumePurchase(purchaseToken)) }
  }
}

extension Device {
  /// Does something when a time has passed.
  @MainActor public func after(_ wait: Duration, _ action: @escaping @MainActor () -> Void) {
    let clock = clock
    Task { @MainActor in
      do { try await clock.sleep(for: wait) } catch { return }
      action()
    }
  }
}
