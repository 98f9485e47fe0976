import EventEngine
import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Sweep") struct SweepTests {
  /// Interruptions wipe the record of one design, kills that of the other.
  private static func scenario(_ sweep: String, users: Int = 1_500) throws -> Scenario {
    let text = """
      { "name": "s", "seed": 5, "users": \(users),
        "faults": [
          { "fault": "spuriousCancel", "probability": 0.1, "at": "sheet", "after": "6s",
            "resolves": "1m" },
          { "fault": "appKill", "probability": 0.1, "at": "sheet", "after": "3s" }],
        "designs": ["zero-loss-legacy", "zero-loss-1.0"],
        "expect": [{ "design": "zero-loss-1.0", "metric": "lostRate", "max": 0.5 }],
        "sweep": \(sweep) }
      """
    return try ScenarioReader.read(Array(text.utf8), file: "s.json")
  }

  private static func simulate(_ scenario: Scenario, workers: Int = 1) throws -> SweepFindings {
    let plan = try #require(SweepPlan(scenario))
    return SweepFindings(
      plan,
      plan.sweep.points.indices.map { index in
        SweepFindings.Point(
          Runner(plan.scenario(at: index)).run(workers: workers), at: plan.sweep.points[index])
      })
  }

  private static let interruptions =
    #"{ "value": "faults[0].probability", "from": 0.02, "to": 0.2, "steps": 4 }"#

  @Test("a break-even agrees with runs of other users on both sides of it")
  func bothSides() throws {
    let found = try Self.simulate(Self.scenario(Self.interruptions))
    let curve = try #require(found.comparisons.first?.curve)
    let breakEven = try #require(curve.breakEvens.first)
    #expect(curve.breakEvens.count == 1 && !breakEven.firstIsBetterBelow)
    let low = try #require(breakEven.low)
    let high = try #require(breakEven.high)
    #expect(low < breakEven.value && breakEven.value < high)
    for (probability, order) in [
      (low * 0.7, DifferenceCurve.LowerDesign.second), (high * 1.3, .first),
    ] {
      var other = try Self.scenario(
        #"{ "value": "faults[0].probability", "values": [\#(probability), 1] }"#, users: 3_000)
      other.seed = 77
      let side = try Self.simulate(other)
      expectEqual(side.comparisons[0].lowerDesigns[0], order)
    }
  }

  @Test("every value is simulated as in its own file, with the seed and users of the sweep")
  func simulatedAsWritten() throws {
    var scenario = try Self.scenario(Self.interruptions)
    scenario.seed = 9
    scenario.userCount = 300
    let found = try Self.simulate(scenario)
    #expect(found.seed == 9 && found.users == 300)
    for (point, probability) in zip(found.points, ["0.02", "0.08", "0.14", "0.2"]) {
      expectEqual(found.value(of: point).json.line, probability)
      let text = """
        { "name": "s", "seed": 9, "users": 300,
          "faults": [
            { "fault": "spuriousCancel", "probability": \(probability), "at": "sheet",
              "after": "6s", "resolves": "1m" },
            { "fault": "appKill", "probability": 0.1, "at": "sheet", "after": "3s" }],
          "designs": ["zero-loss-legacy", "zero-loss-1.0"],
          "expect": [
            { "metric": "lostRate", "of": "zero-loss-legacy", "below": "zero-loss-1.0" }] }
        """
      let written = try ScenarioReader.read(Array(text.utf8), file: "s.json")
      let findings = RunFindings(Runner(written).run(workers: 1))
      for (design, expected) in zip(point.designs, findings.designs) {
        expectEqual(design.chargeCount, expected.totalCounters.total(.charges))
        expectEqual(design.comparedEstimate, expected.totalCounters.rate(.lost))
      }
      expectEqual(
        findings.claims.map(\.measurement),
        point.differences.map { $0.map { .number($0) } ?? .nothing })
    }
  }

  @Test("every value is simulated with the same users: an unaffected design loses the same")
  func sameUsers() throws {
    let found = try Self.simulate(
      Self.scenario(#"{ "value": "behavior.login", "values": ["10s", "1m"] }"#))
    expectEqual(found.points[0].designs, found.points[1].designs)
    #expect(found.points[0].designs.allSatisfy { ($0.comparedEstimate?.value ?? 0) > 0 })
  }

  @Test("values share random draws: a fault at a low probability also occurs at a higher one")
  func monotone() throws {
    let found = try Self.simulate(Self.scenario(Self.interruptions))
    let lost = found.points.map { $0.designs[1].comparedEstimate?.value ?? 0 }
    #expect(zip(lost, lost.dropFirst()).allSatisfy(<))
    // Independent users would differ by several in a thousand here.
    let legacy = found.points.map { $0.designs[0].comparedEstimate?.value ?? 0 }
    let (least, maximum) = (legacy.min() ?? 0, legacy.max() ?? 1)
    #expect(maximum - least < 0.02)
  }

  @Test("up to four designs are compared with each other, more designs with the first")
  func pairs() throws {
    let names = ["naive", "leo", "keep-1", "keep-2", "ledger"]
    let pairs = try (1...5).map { count -> [[Int]] in
      let designs = names.prefix(count).map { "\"\($0)\"" }.joined(separator: ", ")
      let text = """
        { "name": "s", "designs": [\(designs)],
          "sweep": { "value": "horizon", "values": ["1d", "2d"] } }
        """
      let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
      return try #require(SweepPlan(scenario)).pairs.map { [$0.first, $0.second] }
    }
    expectEqual(
      pairs,
      [
        [], [[0, 1]], [[0, 1], [0, 2], [1, 2]],
        [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]], [[0, 1], [0, 2], [0, 3], [0, 4]],
      ])
  }

  @Test(
    "reference and compare select the same pairs as in a run",
    arguments: [
      (#""reference": "leo""#, [[1, 0], [1, 2], [1, 3], [1, 4]]),
      (#""compare": [["ledger", "leo"], ["naive", "leo"]]"#, [[4, 1], [0, 1]]),
      (
        #""reference": "naive", "compare": [["leo", "ledger"]]"#,
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 4]]
      ),
    ])
  func askedPairs(asked: String, pairs: [[Int]]) throws {
    let text = """
      { "name": "s", "designs": ["naive", "leo", "keep-1", "keep-2", "ledger"], \(asked),
        "users": 20, "sweep": { "value": "horizon", "values": ["1d", "2d"] } }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    let plan = try #require(SweepPlan(scenario))
    expectEqual(plan.pairs.map { [$0.first, $0.second] }, pairs)
    expectEqual(plan.pairs, scenario.pairs)
    let points = plan.sweep.points.indices.map { index in
      SweepFindings.Point(
        Runner(plan.scenario(at: index)).run(workers: 1), at: plan.sweep.points[index])
    }
    let findings = SweepFindings(plan, points)
    expectEqual(findings.comparisons.map(\.pair), plan.pairs)
    #expect(findings.points.allSatisfy { $0.differences.count == pairs.count })
  }

  @Test("a scenario without a sweep has no plan")
  func without() { #expect(SweepPlan(HandMade.scenario()) == nil) }

  @Test("a fault that occurs at no value and a value without a charge are reported")
  func warnings() throws {
    let text = """
      { "name": "s", "users": 20, "designs": ["naive", "leo"],
        "faults": [{ "fault": "crash", "probability": 0 }],
        "sweep": { "value": "behavior.cancels", "values": [0, 1] } }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "s.json")
    let found = try Self.simulate(scenario)
    expectEqual(found.warnings, [.noCharge(point: 1), .neverOccurred(declaration: 0, .crash)])
    expectEqual(found.points[1].differences, [nil])
    #expect(found.comparisons[0].curve == nil && found.comparisons[0].lowerDesigns[1] == .undecided)
    let rising = try Self.simulate(
      Self.scenario(#"{ "value": "faults[0].probability", "values": [0, 1] }"#, users: 20))
    expectEqual(rising.warnings, [])
  }

  @Test("each choice has an order of designs, and there is no break-even between choices")
  func choices() throws {
    let found = try Self.simulate(
      Self.scenario(
        """
        { "value": "faults[1]", "values": [
          { "fault": "refund", "probability": 0.5 },
          { "fault": "appKill", "probability": 0.5, "at": "sheet", "after": "3s" }] }
        """))
    #expect(found.dimensions[0].scale == .choices && found.comparisons[0].curve == nil)
    expectEqual(found.comparisons[0].lowerDesigns, [.first, .second])
  }

  @Test("a point of two values equals the simulation of a file with both values")
  func twoValues() throws {
    let found = try Self.simulate(
      Self.scenario(
        """
        { "value": "faults[0].probability", "values": [0.02, 0.3],
          "and": { "value": "faults[1].probability", "values": [0.05, 0.2] } }
        """, users: 400))
    expectEqual(found.points.map(\.valueIndices), [[0, 0], [0, 1], [1, 0], [1, 1]])
    #expect(found.hasTwoDimensions && found.comparisons.allSatisfy { $0.curve == nil })
    for (index, kills) in ["0.05", "0.2"].enumerated() {
      var other = try Self.scenario(
        #"{ "value": "faults[0].probability", "values": [0.02, 0.3] }"#, users: 400)
      let swept = try Self.scenario(
        #"{ "value": "faults[1].probability", "values": [\#(kills), 1] }"#, users: 400)
      other.sweep?.points[0].scenario = try #require(swept.sweep).points[0].scenario
      other.sweep?.points[0].scenario.population.faults[0].probability = Probability(0.02)
      let alone = try Self.simulate(other)
      let point = try #require(found.point(at: [0, index]))
      expectEqual(point.designs, alone.points[0].designs)
      expectEqual(point.differences, alone.points[0].differences)
    }
    // Interruptions wipe the record of one design, kills that of the other.
    #expect(
      found.point(at: [0, 1])?.leastLosingDesignIndices == [1]
        && found.point(at: [1, 0])?.leastLosingDesignIndices == [0])
  }

  @Test("costs equal those of a run, and the least designs are not separated from the lowest")
  func least() throws {
    let text = """
      { "name": "s", "seed": 5, "users": 3000,
        "behavior": { "starts": { "uniform": { "from": "0s", "to": "1d" } } },
        "outages": [{ "of": "backend", "from": "10h", "lasts": "2h" }],
        "designs": [
          { "name": "a", "extends": "naive" }, { "name": "b", "extends": "naive" },
          { "name": "c", "extends": "naive", "timing": "orderFirst" },
          { "name": "d", "extends": "naive", "timing": "orderFirst" }],
        "sweep": { "value": "outages[0].lasts", "values": ["1s", "6h"] } }
      """
    let found = try Self.simulate(ScenarioReader.read(Array(text.utf8), file: "s.json"))
    expectEqual(found.points.map(\.leastLosingDesignIndices), [[0, 1, 2, 3], [2, 3]])
    let last = found.points[1].designs
    #expect(try #require(last[2].lostSales).value > 0.1 && last[0].lostSales?.value == 0)
    #expect(last.allSatisfy { $0.doubleCharges?.value == 0 })
    let plan = try #require(SweepPlan(found.scenario))
    let run = RunFindings(Runner(plan.scenario(at: 1)).run(workers: 1))
    for (design, expected) in zip(last, run.designs) {
      expectEqual(design.lostSales, expected.totalCounters.rate(.lostSale))
      expectEqual(design.doubleCharges, expected.totalCounters.rate(.doubleCharge))
    }
  }

  @Test("without a charge, no design is the least")
  func nobody() throws {
    let found = try Self.simulate(
      Self.scenario(#"{ "value": "behavior.cancels", "values": [0, 1] }"#, users: 200))
    #expect(
      found.points[0].leastLosingDesignIndices.isEmpty == false
        && found.points[1].leastLosingDesignIndices == [])
  }
}
