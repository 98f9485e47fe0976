// Callback variants of the asynchronous interfaces. Completions run on the main actor. They are not
// called for a cancelled task or a process that has ended.

/// Purchase code with callbacks on the main actor. ``CallbackClientAdapter`` adapts it to
/// ``PurchaseClient``.
@MainActor public protocol CallbackPurchaseClient: AnyObject {
  /// Called once, first, when the app has started and is visible.
  func launched()
  /// Called when the user taps Buy.
  /// - Parameter completion: receives the outcome that is shown to the user at the end of the tap;
  ///   call it once.
  func buy(_ item: Item, completion: @escaping @MainActor (ShownOutcome) -> Void)
  /// Called when the app has returned to the foreground.
  func becameActive()
  /// Called when the user has left the app.
  func enteredBackground()
  /// Called when an account has logged in, or the account has logged out (nil).
  func accountChanged(to account: Account?)
  /// Called when the network is available again.
  func networkCameBack()
  /// Called when the user retries a transaction that ``Device/showRecoveryPage`` has listed.
  func retryByHand(_ transaction: String)
}

extension CallbackPurchaseClient {
  public func becameActive() {}
  public func enteredBackground() {}
  public func accountChanged(to account: Account?) {}
  public func networkCameBack() {}
  public func retryByHand(_ transaction: String) {}
}

/// Adapts callback-based purchase code to ``PurchaseClient``.
@MainActor public final class CallbackClientAdapter: PurchaseClient {
  private let device: Device
  /// Creates the client.
  package nonisolated let makeClient: @MainActor @Sendable (Device) -> any CallbackPurchaseClient
  private var made: (any CallbackPurchaseClient)?
  /// The taps without an outcome.
  private var taps: [Int: CheckedContinuation<ShownOutcome, Never>] = [:]
  private var number = 0

  /// - Parameter make: creates the client on the main actor, when it is first needed.
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

  public func buy(_ item: Item) async -> ShownOutcome {
    number += 1
    let tap = number
    return await withCheckedContinuation { end in
      taps[tap] = end
      client.buy(item) { [weak self] shown in self?.end(tap, shown) }
    }
  }

  private func end(_ tap: Int, _ shown: ShownOutcome) {
    taps.removeValue(forKey: tap)?.resume(returning: shown)
  }

  public func releaseResources() async {
    for tap in taps.keys.sorted() { end(tap, .failed) }
    made = nil
  }
}

/// Awaits a result and passes it to a completion on the main actor, unless the task was cancelled.
@MainActor private func complete<Value: Sendable>(
  _ completion: @escaping @MainActor (Result<Value, any Error>) -> Void,
  _ work: @escaping @MainActor () async throws -> Value
) {
  Task { @MainActor in
    do { completion(.success(try await work())) } catch is CancellationError {} catch {
      completion(.failure(error))
    }
  }
}

extension Backend {
  /// Creates an order; completes with a ``BackendError`` on failure.
  @MainActor public func createOrder(
    for item: Item, account: Account?, transaction: String? = nil,
    completion: @escaping @MainActor (Result<Order, any Error>) -> Void
  ) {
    complete(completion) {
      try await createOrder(for: item, account: account, transaction: transaction)
    }
  }

  /// Requests the goods of a transaction; completes with a ``BackendError`` if there is no verdict.
  @MainActor public func verify(
    _ request: VerifyRequest, completion: @escaping @MainActor (Result<Verdict, any Error>) -> Void
  ) { complete(completion) { try await verify(request) } }

  /// Sends any other request to the team's backend.
  @MainActor public func call(
    _ name: String, _ payload: String,
    completion: @escaping @MainActor (Result<String, any Error>) -> Void
  ) { complete(completion) { try await call(name, payload) } }
}

extension StoreKit2 {
  /// Shows the payment sheet and completes with its result.
  @MainActor public func purchase(
    _ product: String, options: [PurchaseOption],
    completion: @escaping @MainActor (Result<PurchaseResult, any Error>) -> Void
  ) { complete(completion) { try await purchase(product, options: options) } }

  /// Calls a closure for every transaction that does not come from a purchase call, as it arrives.
  @MainActor public func listen(_ body: @escaping @MainActor (VerificationResult) -> Void) {
    Task { @MainActor in for await result in updates { body(result) } }
  }

  /// Calls a closure for every unfinished transaction.
  @MainActor public func forEachUnfinished(
    _ body: @escaping @MainActor (VerificationResult) -> Void
  ) { Task { @MainActor in for await result in unfinished { body(result) } } }

  /// Finishes a transaction after its goods were delivered.
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
  /// Connects to the service; completes when the attempt has ended.
  @MainActor public func startConnection(
    _ listener: any BillingListener, reconnectsAutomatically reconnects: Bool = false,
    completion: @escaping @MainActor (BillingResponse) -> Void
  ) {
    Task { @MainActor in
      completion(await startConnection(listener, reconnectsAutomatically: reconnects))
    }
  }

  /// Queries the owned purchases; completes with a ``BillingResponse`` other than
  /// ``BillingResponse/ok`` on failure.
  @MainActor public func queryPurchases(
    completion: @escaping @MainActor (Result<[Purchase], any Error>) -> Void
  ) { complete(completion) { try await queryPurchases() } }

  /// Acknowledges a purchase.
  @MainActor public func acknowledgePurchase(
    _ purchaseToken: String, completion: @escaping @MainActor (BillingResponse) -> Void
  ) { Task { @MainActor in completion(await acknowledgePurchase(purchaseToken)) } }

  /// Consumes a purchase.
  @MainActor public func consumePurchase(
    _ purchaseToken: String, completion: @escaping @MainActor (BillingResponse) -> Void
  ) { Task { @MainActor in completion(await consumePurchase(purchaseToken)) } }
}

extension Device {
  /// Calls a closure after a delay.
  @MainActor public func after(_ wait: Duration, _ action: @escaping @MainActor () -> Void) {
    let clock = clock
    Task { @MainActor in
      do { try await clock.sleep(for: wait) } catch { return }
      action()
    }
  }
}
