import Experiments
import Methods
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Lost orders of a scenario with custom calls become cases without random draws.
@Suite struct ShrinkingCallTests {
  /// The case of the first order lost by a client that finishes too early when a call fails.
  private func shrunk(_ keys: String) throws -> MinimalCase? {
    let text = """
      { "name": "s", "users": 200, \(keys),
        "designs": [{ "name": "own", "client": "own", "store": "storeKit2" }] }
      """
    let known = OwnClients(["own": { Configured($0) }]).references
    return try ClientRegistry.$all.withValue(known) {
      let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
      for user in 0..<UInt64(scenario.userCount) {
        let shrinking = Shrinker(scenario, scenario.designs[0]).shrink(user: user, name: "minimal")
        switch shrinking {
        case .nothingLost: continue
        case .shrunk(let minimal): return minimal
        case .conversionFailed, .interruption:
          Issue.record("\(shrinking)")
          return nil
        }
      }
      return nil
    }
  }

  @Test func `randomly failing calls that cause no loss are not in the case`() throws {
    let minimal = try shrunk(
      #"""
      "calls": [{ "name": "other", "takes": "2s", "fails": 0.02, "answers": "{}" }],
      "faults": [{ "fault": "crash", "probability": 1, "at": "charge" }]
      """#)
    expectEqual(minimal?.scenario.caseText.contains("calls"), false)
  }

  @Test func `a call whose failure loses an order fails in the case`() throws {
    let minimal = try shrunk(
      #"""
      "calls": [{ "name": "other", "fails": 0.5 },
        { "name": "config", "takes": { "uniform": { "from": "1s", "to": "3s" } }, "fails": 0.1, "answers": "{}" }]
      """#)
    let text = try #require(minimal?.scenario.caseText)
    #expect(text.contains("\n  \"calls\": [{\"name\": \"config\", \"fails\": 1}],\n"), "\(text)")
    #expect(minimal?.faultCount == 0 && minimal?.tapCount == 1)
  }
}

/// Requests a configuration before the goods, and finishes without the goods if there is none.
private final class Configured: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {}

  func buy(_ item: Item) async -> ShownOutcome {
    do {
      let order = try await device.backend.createOrder(for: item, account: device.account())
      let store = device.store.storeKit2
      let result = try await store.purchase(item.product, options: [.appAccountToken(order.token)])
      guard case .success(let bought) = result else { return .cancelled }
      let transaction = bought.unsafePayloadValue
      var request = VerifyRequest(transaction: transaction.id, proof: transaction.jws)
      request.token = transaction.appAccountToken
      if (try? await device.backend.call("config", "")) != nil {
        _ = try await device.backend.verify(request)
      }
      await store.finish(transaction)
      return .delivered
    } catch { return .failed }
  }
}
