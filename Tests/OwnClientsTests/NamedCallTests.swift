import Experiments
import OwnClients
import PurchaseClientKit
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

/// Custom calls of a team, which a scenario delays and breaks (D3, D4).
@Suite struct NamedCallTests {
  /// The output of a client that calls, under some keys of a scenario.
  private func lines(_ keys: String, users: UInt64 = 1) throws -> [String] {
    let text = #"{ "name": "s", "designs": ["sk2-token"], \#(keys) }"#
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    var design = scenario.designs[0]
    (design.client, design.routes) = (
      OwnClients(["own": { Calling($0) }]).references[0], [.result, .updates]
    )
    var simulator = Simulator(conditions: scenario.population.conditions)
    var outcome = UserOutcome()
    return (0..<users).compactMap { number in
      let user = scenario.population.user(number, seed: scenario.seed)
      let trace = simulator.trace(design, of: user, into: &outcome)
      return trace.printed.map { "\($0.text), \($0.seconds)" }.first { !$0.hasPrefix("calls") }
    }
  }

  @Test func `a call has the duration and the answer of the scenario`() throws {
    let call = #""calls": [{ "name": "config", "takes": "3s", "answers": "on" }]"#
    #expect(try lines(call) == ["on, 24.0"])
    // A call that no scenario declares takes as long as an order.
    #expect(try lines(#""backend": { "order": "2s" }"#) == [", 23.0"])
  }

  @Test func `a call fails as often as declared, and with backend and link (D3, D4)`() throws {
    let call = #""calls": [{ "name": "config", "takes": "3s", "fails": 0.25, "answers": "on" }]"#
    let found = try lines(call, users: 4_000)
    let failed = found.count { $0 == "unavailable, 24.0" }
    // Four deviations of a binomial distribution around a quarter.
    #expect(abs(failed - 1_000) < 110 && failed + found.count { $0 == "on, 24.0" } == 4_000)
    #expect(try lines(call, users: 4_000) == found)
    let outage = #""outages": [{ "of": "backend", "from": "0s", "lasts": "1h" }]"#
    #expect(try lines(outage) == ["timeout, 36.0"])
    let loss =
      #""faults": [{ "fault": "replyLoss", "of": "calls", "probability": 1, "at": "tap" }]"#
    #expect(try lines(loss) == ["timeout, 36.0"])
  }

  @Test func `calls have unique names`() throws {
    let text =
      #"{ "name": "s", "designs": ["naive"], "calls": [{ "name": "a" }, { "name": "a" }, { "takes": "1s" }] }"#
    #expect(throws: Problems.self) { try ScenarioReader.read(Array(text.utf8), file: "s.json") }
    do throws(Problems) { _ = try ScenarioReader.read(Array(text.utf8), file: "s.json") } catch {
      let found = error.list.map(\.description)
      #expect(found.count == 2 && found[0].contains("call 'a' is declared twice"), "\(found)")
      expectEqual(found.last?.contains("'name' is missing"), true, "\(found)")
    }
  }
}

/// Calls once, and prints the result.
private final class Calling: PurchaseClient {
  let device: Device
  init(_ device: Device) { self.device = device }

  func launched() async {}

  func buy(_ item: Item) async -> ShownOutcome {
    do { device.print(try await device.backend.call("config", "")) } catch {
      device.print("\(error)")
    }
    return .refused
  }
}
