import Experiments
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Code with callbacks behaves like code that awaits (D1, K1–K3).
@Suite struct CallbackTests {
  @Test func `a client with callbacks loses the orders of a client that awaits`() throws {
    let scenario = try AgreementTests.scenario("storekit2")
    let known = OwnClients([
      "awaits": { Awaiting($0) },
      "callbacks": { device in CallbackClientAdapter(device) { CallingBack($0) } },
    ])
    let designs = known.references.map { client in
      var design = Design(name: client.name)
      (design.store, design.routes, design.client) = (.storeKit2, [.result, .updates], client)
      return design
    }
    var lost = 0
    let different = try AgreementTests.differing(
      (designs[0], designs[1]), users: 0..<10_000, scenario
    ) { outcome in
      lost += outcome.charges.count { $0.status.countsAsLost }
      return outcome.charges.map { "\($0.status)" }
    }
    expectEqual(different, [])
    #expect(lost > 20)
    var both = scenario
    (both.designs, both.expectations) = (designs, [])
    #expect(ClientCheck(both).interruption == nil)
  }
}

/// Buys, requests the goods once, and finishes; likewise for transactions of the updates.
private actor Awaiting: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {
    let store = device.store.storeKit2
    Task { for await result in store.updates { await deliver(result) } }
  }

  func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await device.backend.createOrder(for: item, account: device.account())
      let result = try await device.store.storeKit2.purchase(
        item.product, options: [.appAccountToken(order.token)])
      switch result {
      case .success(let bought): return await deliver(bought)
      case .userCancelled: return .cancelled
      case .pending: return .pending
      }
    } catch { return .failed }
  }

  @discardableResult private func deliver(_ result: VerificationResult) async -> ShownOutcome {
    let transaction = result.unsafePayloadValue
    var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
    request.token = transaction.appAccountToken
    guard (try? await device.backend.verify(request)) != nil else { return .failed }
    await device.store.storeKit2.finish(transaction)
    return .delivered
  }
}

/// The same with callbacks.
@MainActor private final class CallingBack: CallbackPurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() { device.store.storeKit2.listen { [self] in deliver($0) { _ in } } }

  func buy(_ item: Item, completion: @escaping @MainActor (ShownOutcome) -> Void) {
    device.backend.createOrder(for: item, account: device.account()) { [self] order in
      guard case .success(let order) = order else { return completion(.failed) }
      device.store.storeKit2.purchase(item.product, options: [.appAccountToken(order.token)]) {
        [self] result in
        switch result {
        case .success(.success(let bought)): deliver(bought, completion)
        case .success(.userCancelled): completion(.cancelled)
        case .success(.pending): completion(.pending)
        case .failure: completion(.failed)
        }
      }
    }
  }

  private func deliver(
    _ result: VerificationResult, _ completion: @escaping @MainActor (ShownOutcome) -> Void
  ) {
    let transaction = result.unsafePayloadValue
    var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
    request.token = transaction.appAccountToken
    device.backend.verify(request) { [self] verdict in
      guard case .success = verdict else { return completion(.failed) }
      device.store.storeKit2.finish(transaction) { completion(.delivered) }
    }
  }
}
