import Experiments
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import Synchronization
import TestSupport
import Testing

/// The behavior of the StoreKit 1 queue and of the backend for requests of any client (S1, B4, B6).
@Suite struct HostedStoreTests {
  /// The output of a client in a simulation without faults, without the time.
  private static func lines(
    _ store: Design.StoreKind, _ buy: @escaping @Sendable (Device, Item) async throws -> Void
  ) throws -> [String] {
    let text = #"{ "name": "s", "designs": ["naive"] }"#
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    var design = Design(name: "own")
    design.store = store
    if store == .storeKit2 { design.routes = [.result, .updates] }
    design.client = OwnClients(["own": { Client($0, buy) }]).references[0]
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    let trace = simulator.trace(design, of: scenario.population.user(0, seed: 1), into: &outcome)
    return trace.printed.map(\.text)
  }

  @Test(arguments: [true, false])
  func `the queue does not keep its observers (D addTransactionObserver)`(isKept: Bool) throws {
    let found = try Self.lines(.storeKit1) { device, item in
      HostedStoreTests.addObserver(to: device, isKept: isKept)
      device.store.paymentQueue.add(Payment(product: item.product))
      try await device.clock.sleep(for: .seconds(60))
      kept.withLock { $0 = nil }
    }
    expectEqual(found, (isKept ? ["purchasing", "purchased"] : []), "\(found)")
  }

  private static func addObserver(to device: Device, isKept: Bool) {
    let observer = Observer(device)
    if isKept { kept.withLock { $0 = observer } }
    device.store.paymentQueue.add(observer)
  }

  @Test func `a payment of a product that is not sold fails`() throws {
    let found = try Self.lines(.storeKit1) { device, item in
      let observer = Observer(device)
      device.store.paymentQueue.add(observer)
      device.store.paymentQueue.add(Payment(product: "none"))
      try await device.clock.sleep(for: .seconds(60))
      withExtendedLifetime(observer) {}
    }
    expectEqual(found, ["failed(PurchaseClientKit.StoreError.failed)"], "\(found)")
  }

  @Test func `a transaction in the state purchasing cannot be finished`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try HostedStoreTests.lines(.storeKit1) { device, item in
        let observer = Observer(device, finishes: true)
        device.store.paymentQueue.add(observer)
        device.store.paymentQueue.add(Payment(product: item.product))
        try await device.clock.sleep(for: .seconds(60))
        withExtendedLifetime(observer) {}
      }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("a transaction that is 'purchasing' cannot be finished"), "\(errors)")
  }

  /// Buys an item on StoreKit 2, and requests its goods in several ways.
  private static func verdicts(
    token: AppAccountToken? = nil, _ requests: [@Sendable (Transaction) -> VerifyRequest]
  ) throws -> [String] {
    try lines(.storeKit2) { device, item in
      let options = token.map { [PurchaseOption.appAccountToken($0)] } ?? []
      let end = try await device.store.storeKit2.purchase(item.product, options: options)
      guard case .success(let bought) = end else { return }
      device.print("\(bought.unsafePayloadValue.appAccountToken == token)")
      for request in requests {
        var request = request(bought.unsafePayloadValue)
        request.item = item
        device.print("\(try await device.backend.verify(request))")
      }
    }
  }

  @Test func `a backend delivers only with a valid proof (B4)`() throws {
    let found = try Self.verdicts([
      { VerifyRequest(transaction: $0.id, proof: Proof(text: "")) },
      { VerifyRequest(transaction: $0.id, proof: Proof(text: "2")) },
      { VerifyRequest(transaction: $0.id, proof: $0.jws) },
    ])
    expectEqual(found, ["true", "rejected", "rejected", "delivered"], "\(found)")
  }

  @Test func `an order or account that the backend does not have counts as none (B6)`() throws {
    for order in ["order-7", "order--3", "order-", "order-2147483647"] {
      let found = try Self.verdicts([
        { VerifyRequest(transaction: $0.id, proof: $0.jws, order: order) }
      ])
      expectEqual(found, ["true", "delivered"], "\(order): \(found)")
    }
    // The seventh order, which was never created, and an account that does not exist.
    for text in ["4F524445-5200-4000-8000-000000000007", "4143434F-554E-4000-8000-0000FFFFFFFF"] {
      let token = try #require(AppAccountToken(text))
      let found = try Self.verdicts(
        token: token,
        [
          { transaction in
            var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
            request.token = token
            request.account = Account(id: "account--1", token: token)
            return request
          }
        ])
      expectEqual(found, ["true", "delivered"], "\(text): \(found)")
    }
  }
}

private let kept = Mutex<Observer?>(nil)

/// Observes payments, and can finish each at once.
private final class Observer: PaymentQueueObserver {
  private let device: Device, finishes: Bool
  init(_ device: Device, finishes: Bool = false) {
    (self.device, self.finishes) = (device, finishes)
  }

  func paymentQueue(updated transactions: [PaymentTransaction]) {
    for transaction in transactions {
      device.print("\(transaction.state)")
      if finishes { device.store.paymentQueue.finish(transaction) }
    }
  }
}

/// Runs a closure at the first tap.
private final class Client: PurchaseClient {
  private let device: Device
  private let doing: @Sendable (Device, Item) async throws -> Void

  init(_ device: Device, _ doing: @escaping @Sendable (Device, Item) async throws -> Void) {
    (self.device, self.doing) = (device, doing)
  }

  func launched() async {}
  func buy(_ item: Item) async -> ShownOutcome {
    try? await doing(device, item)
    return .pending
  }
}
