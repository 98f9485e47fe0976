import EventEngine
import Scenarios
import TestSupport
import Testing

@testable import Execution
@testable import Experiments

/// Replications with a shared backend, simulated by shards (B11).
@Suite("Replications in shards") struct SharedBackendDivisionTests {
  /// Two designs with a small queue; the second has a store that refunds automatically.
  private static func scenario() throws -> Scenario {
    let text = """
      { "name": "s", "users": 300, "horizon": "1d", "replications": 5,
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "1h" } } },
        "outages": [{ "of": "backend", "from": "10m", "lasts": "5m" }],
        "backend": { "capacity": { "workers": 1, "queue": 20, "service": { "verify": "5s" } } },
        "designs": ["keep-1", { "name": "p", "extends": "keep-1", "store": "playBilling" }] }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s")
  }

  private static func run(
    _ scenario: Scenario, _ division: ShardedExecution?,
    _ stop: CancellationToken = CancellationToken()
  ) -> String {
    do throws(Interruption) {
      let found = try SharedBackendRunner(scenario, stop: stop, in: division).run(workers: 2)
      return found.counts.joined().map {
        "\($0.designCounters) \($0.load) \($0.overloadLost) \($0.overloadLostSales)"
      }.joined(separator: "\n")
    } catch { return "\(error)" }
  }

  @Test("B11: replications in shards equal those of one run", arguments: [1, 2, 3, 16])
  func shards(count: Int) throws {
    let scenario = try Self.scenario()
    let shared = try Divided.together(shards: count) { Self.run(scenario, $0) }
    expectEqual(shared.found, Self.run(scenario, nil))
    expectEqual(shared.rounds, 1)
  }

  @Test("damaged numbers of replications are rejected or harmless, and never crash the process")
  func damaged() throws {
    let scenario = try Self.scenario()
    let parts = try Divided.together(shards: 2) { Self.run(scenario, $0) }.parts
    var draws = RandomStream(seed: 12)
    let values: [Int64] = [0, 1, -1, 2, 1 << 20, -(1 << 20), 1 << 40, .max, .min]
    var refused = 0
    for _ in 0..<300 {
      var parts = parts
      let part = Int(draws.bits() % 2)
      var numbers = parts[part].batches[0].numbers
      let place = Int(draws.bits() % UInt64(numbers.count))
      switch draws.bits() % 4 {
      case 0: numbers.remove(at: place)
      case 1: numbers.insert(values[Int(draws.bits() % 9)], at: place)
      default: numbers[place] = values[Int(draws.bits() % 9)]
      }
      parts[part].batches[0].numbers = numbers
      let store = PartialResultStore(.merges(shardCount: 2), parts)
      do throws(Interruption) {
        let found = try SharedBackendRunner(scenario, in: ShardedExecution(store)).run(workers: 1)
        _ = (found.claims, found.waits(of: 0), found.recoveries(of: 1), found.loadTimeline(of: 0))
      } catch { refused += 1 }
    }
    #expect(refused > 100)
  }
}
