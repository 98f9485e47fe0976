public import PurchaseClientKit

/// Creates an order before the payment and names it in `applicationUsername`; delays between tries
/// grow; a payment without an order is sent as well, and the backend creates one. Implements the
/// design `keep-2`. [002]
public actor KeepClient: PurchaseClient, LoginWaiter {
  let device: Device
  private var queue: any PaymentQueue { device.store.paymentQueue }
  /// The identifiers of transactions that are being delivered.
  private var deliveries: Set<String> = []
  var waitsForLogin: [CheckedContinuation<Void, Never>] = []
  private var observer: QueueObserver?

  private static let waits: [Duration] = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55].map { .seconds($0) }

  public init(device: Device) { self.device = device }

  public func launched() async {
    let observer = QueueObserver { [weak self] in await self?.take($0) }
    self.observer = observer
    queue.add(observer)
  }

  public func accountChanged(to account: Account?) async { resumeAfterLogin() }
  public func releaseResources() async { resumeAfterLogin() }

  // MARK: Buying

  public func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await order(for: item)
      queue.add(Payment(product: item.product, applicationUsername: order.id))
      return .pending
    } catch BackendError.notForSale { return .refused } catch { return .failed }
  }

  // MARK: Delivering

  private func take(_ payment: PaymentTransaction) async {
    switch payment.state {
    case .purchasing, .deferred: break
    case .failed: queue.finish(payment)
    case .purchased: await deliver(payment)
    }
  }

  private func deliver(_ payment: PaymentTransaction) async {
    guard let id = payment.transactionIdentifier, deliveries.insert(id).inserted else { return }
    defer { deliveries.remove(id) }
    let order = payment.payment.applicationUsername
    let account = order == nil ? device.account() : nil
    if device.account() == nil { await loggedIn() }
    var failures = 0
    while !Task.isCancelled {
      let request = VerifyRequest(
        transaction: id, proof: queue.receipt(), order: order, account: account)
      do {
        switch try await device.backend.verify(request) {
        case .delivered, .alreadyDelivered, .accepted: return queue.finish(payment)
        case .rejected: return
        }
      } catch BackendError.unauthorized { await login() } catch BackendError.notForSale {
        return
      } catch is CancellationError { return } catch {
        guard failures < KeepClient.waits.count else { return }
        do { try await device.clock.sleep(for: KeepClient.waits[failures]) } catch { return }
        failures += 1
      }
    }
  }
}

/// Passes the notifications of the queue to an actor, one payment at a time.
final class QueueObserver: PaymentQueueObserver {
  private let take: @Sendable (PaymentTransaction) async -> Void

  init(_ take: @escaping @Sendable (PaymentTransaction) async -> Void) { self.take = take }

  func paymentQueue(updated transactions: [PaymentTransaction]) {
    for transaction in transactions { Task { [take] in await take(transaction) } }
  }
}
