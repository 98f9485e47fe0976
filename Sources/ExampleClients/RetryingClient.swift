import PurchaseClientKit

/// The pause between two tries of a delivery, if it is pausing.
struct Delivery {
  var pause: Task<Void, Never>?
  /// Whether the pause was ended early, so that the waits start again from the first.
  var beginsAnew = false
}

/// A client that requests the goods from the backend until they are delivered, or its waits are
/// used up.
protocol RetryingClient: LoginWaiter {
  /// The running deliveries, by the identifiers of their transactions.
  var deliveries: [String: Delivery] { get set }
}

extension RetryingClient {
  private var waits: [Duration] { [1, 2, 4, 8, 16, 32].map { .seconds($0) } }

  /// - Parameter settle: finishes the transaction at the store after the delivery.
  func deliver(_ request: VerifyRequest, settle: () async -> Void) async -> ShownOutcome {
    let name = request.transaction
    guard deliveries[name] == nil else { return .pending }
    deliveries[name] = Delivery()
    defer { deliveries[name] = nil }
    var failures = 0
    while !Task.isCancelled {
      if device.account() == nil { await loggedIn() }
      do {
        switch try await device.backend.verify(request) {
        case .delivered, .alreadyDelivered, .accepted:
          await settle()
          return .delivered
        case .rejected: return .failed
        }
      } catch BackendError.unauthorized { await login() } catch BackendError.notForSale {
        return .failed
      } catch is CancellationError { return .failed } catch {
        guard failures < waits.count else { return .pending }
        failures = await pause(waits[failures], name) ? 0 : failures + 1
      }
    }
    return .failed
  }

  /// Waits between two tries.
  /// - Returns: whether the wait was ended early.
  private func pause(_ wait: Duration, _ name: String) async -> Bool {
    let clock = device.clock
    let pause = Task { _ = try? await clock.sleep(for: wait) }
    deliveries[name]?.pause = pause
    await pause.value
    defer { deliveries[name] = Delivery() }
    return deliveries[name]?.beginsAnew ?? false
  }

  /// Ends all pauses, so that the next tries start now.
  func tryAgainNow() {
    for (name, delivery) in deliveries where delivery.pause != nil {
      deliveries[name]?.beginsAnew = true
      delivery.pause?.cancel()
    }
  }
}
