import EventEngine
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Experiments
@testable import Methods

@Suite("Sweeps of a shared backend (B11)") struct SharedSweepTests {
  private static let text = """
    { "name": "s", "users": 900, "horizon": "1d", "replications": 4,
      "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
      "behavior": { "starts": { "uniform": { "from": "0s", "to": "1h" } }, "neverReturns": 0.3 },
      "outages": [
        { "of": "backend", "from": "10m", "lasts": "5m" },
        { "of": "backend", "from": "50m", "lasts": "1m" }
      ],
      "backend": { "capacity": { "workers": 1, "queue": 300, "service": { "verify": "3s" } } },
      "designs": ["keep-1", "beiliao"],
      "sweep": { "value": "backend.capacity.workers", "values": [1, 2, 400] } }
    """

  @Test("B11: a point equals the run with its value, with intervals from replications")
  func points() throws {
    let scenario = try ScenarioReader.read(Array(Self.text.utf8), file: "s")
    let plan = try #require(SweepPlan(scenario))
    let points = try plan.sweep.points.enumerated().map { index, point in
      SweepFindings.Point(
        try SharedBackendRunner(plan.scenario(at: index)).run(workers: 2), at: point)
    }
    for (workers, point) in zip([1, 2, 400], points) {
      let text = Self.text.replacing("\"workers\": 1", with: "\"workers\": \(workers)")
      let alone = try SharedBackendRunner(ScenarioReader.read(Array(text.utf8), file: "s")).run(
        workers: 1)
      for (design, found) in point.designs.enumerated() {
        expectEqual(found.chargeCount, alone.charges(of: design))
        expectEqual(found.comparedEstimate, alone.estimate(.share(.lost), of: design))
        expectEqual(found.lostSales, alone.estimate(.share(.lostSale), of: design))
        let outages = alone.recoveries(of: design)
        expectEqual(found.recoveries, zip(outages[0], outages[1]).map(worse))
      }
      expectEqual(point.differences, [alone.difference(.share(.lost), 1, 0)])
    }
    // One worker is too few for 900 users in an hour, and 400 workers are never all busy.
    #expect(points[0].designs[0].recoveries.allSatisfy { $0 == .overloaded })
    expectEqual(points[2].designs[0].metastableShare?.value, 0)
    expectEqual(points[2].designs[0].recoveries.count, 4)
  }

  private func worse(_ first: QueueRecovery, _ second: QueueRecovery) -> QueueRecovery {
    switch (first, second) {
    case (.metastable, _), (_, .metastable): .metastable
    case (.overloaded, _), (_, .overloaded): .overloaded
    case (.undecided, _), (_, .undecided): .undecided
    case (.draining(let one), .draining(let other)): .draining(max(one, other))
    case (.draining(let one), _), (_, .draining(let one)): .draining(one)
    case (.after(let one), .after(let other)): .after(max(one, other))
    }
  }

  @Test("the share of metastable replications excludes undecided replications")
  func storms() throws {
    let found = { (recoveries: [QueueRecovery]) in
      SweepFindings.DesignFindings(
        chargeCount: 1, comparedEstimate: nil, lostSales: nil, doubleCharges: nil,
        recoveries: recoveries
      ).metastableShare
    }
    let share = try #require(found([.metastable, .undecided, .after(.zero), .overloaded]))
    #expect(share == found([.metastable, .after(.zero), .overloaded]) && share.value == 1.0 / 3)
    #expect(found([.undecided, .undecided]) == nil)
  }

  @Test("the least designs include each design that replications do not separate from the lowest")
  func least() throws {
    let same = Self.text.replacing(
      "\"beiliao\"", with: "{ \"name\": \"twin\", \"extends\": \"keep-1\" }")
    let worse = Self.text.replacing("\"beiliao\"", with: "\"zero-loss-1.2\"")
    let least = try [same, worse].map { text in
      let scenario = try ScenarioReader.read(Array(text.utf8), file: "s")
      let plan = try #require(SweepPlan(scenario))
      let results = try SharedBackendRunner(plan.scenario(at: 2)).run(workers: 2)
      return SweepFindings.Point(results, at: plan.sweep.points[2]).leastLosingDesignIndices
    }
    expectEqual(least, [[0, 1], [0]])
  }
}
