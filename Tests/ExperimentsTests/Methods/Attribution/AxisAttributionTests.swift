import Experiments
import JSONText
import LossAttribution
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Comparison of axes") struct AxisComparisonTests {
  /// Two designs that differ in the place of records, which decides, and in axes without an effect.
  private static let pair = """
    { "name": "memory", "records": { "in": "memory", "at": ["payment"] },
      "binding": { "item": ["record"], "account": ["session"] } },
    { "name": "keychain", "extends": "memory", "records.in": "keychain", "records.match": "oldest",
      "guest": "deviceAccount" }
    """
  private static let crash = #"{ "fault": "crash", "probability": 0.25, "at": "charge" }"#

  private func compare(
    _ scenario: Scenario, workers: Int = 1
  ) -> (difference: DesignDifference, totals: HybridAccumulator, axes: AxisAttribution) {
    let difference = DesignDifference(from: scenario.designs[0], to: scenario.designs[1])
    let plan = ShapleyPlan(players: difference.parts.count, seed: scenario.seed)
    let hybrids = AxisAttribution.hybridScenario(of: scenario, difference, plan)
    let totals: HybridAccumulator = Runner(hybrids).accumulate(workers: workers, progress: nil)
      .totals
    let axes = AxisAttribution(
      difference, plan, totals, isExact: scenario.isCase, highestPrice: 50_000)
    return (difference, totals, axes)
  }

  @Test("an axis that explains everything has the whole difference, and other axes are idle")
  func alone() throws {
    var scenario = try LossAccumulatorTests.scenario(Self.crash, designs: Self.pair)
    scenario.userCount = 2_000
    scenario.sampling = .plain
    let axes = compare(scenario).axes
    #expect(axes.hybridCount == 8 && axes.sampledPermutationCount == nil)
    #expect(axes.rates.from > 0.2 && axes.rates.to == 0)
    expectEqual(
      axes.contributions.map { $0.axes[0].name }, ["records.in", "records.match", "guest"])
    expectEqual(axes.contributions.map(\.hasNoEffect), [false, true, true])
    #expect(abs(axes.contributions[0].rateChange.value + axes.rates.from) < 1e-12)
    #expect(
      axes.contributions.map(\.lostRevenueChange) == [axes.lostRevenueDifference, 0, 0]
        && axes.lostRevenueDifference < 0)
    #expect(
      axes.contributions[1].rateChange.interval.low < 0
        && axes.contributions[1].rateChange.interval.high > 0)
    let countersByDesign = Runner(scenario).run(workers: 1).totals[0].countersByDesign
    expectEqual(-axes.lostRevenueDifference, countersByDesign[0].all.money.lost)
  }

  /// Two shipped designs with few users, far from each other.
  private func field(_ from: String, _ to: String) throws -> Scenario {
    var scenario = try ScenarioFileReader.read(PackageFiles.path("scenarios/field.json"))
    scenario.userCount = 300
    scenario.designs = [from, to].compactMap { name in scenario.designs.first { $0.name == name } }
    return scenario
  }

  @Test("the values of intermediate designs equal those of the same designs in a file")
  func values() throws {
    var scenario = try field("zero-loss-1.0", "zero-loss-1.2")
    scenario.designs[1].finish = .onCallback
    scenario.designs[1].purchasePage = .nonBlocking
    let (difference, totals, axes) = compare(scenario)
    expectEqual(axes.hybridCount, 8)
    let plan = ShapleyPlan(players: difference.parts.count, seed: scenario.seed)
    var lost = 0
    for (index, taken) in plan.coalitions.enumerated() {
      var hybrid = difference.hybrid(taking: taken)
      hybrid.name = "hybrid"
      let text = #"{ "name": "s", "designs": [\#(hybrid.declaration.line)] }"#
      var alone = scenario
      alone.expectations = []
      alone.designs = try ScenarioReader.read(Array(text.utf8), file: "s.json").designs
      let counters = Runner(alone).run(workers: 1).totals[0].countersByDesign[0].all
      let total = totals.total(design: index)
      expectEqual(total.charges, counters.total(.charges))
      expectEqual(total.lost, counters.count(.lost))
      expectEqual(total.lostRevenue, counters.money.lost)
      lost += total.lost
    }
    #expect(lost > 0)
  }

  @Test("shares add up to the difference in minor units and in every printed digit")
  func sums() throws {
    for (from, to) in [("naive", "zero-loss-1.0"), ("singleton-async", "bound-sync")] {
      let axes = compare(try field(from, to)).axes
      #expect(axes.sampledPermutationCount != nil && axes.hybridCount <= 256)
      expectEqual(
        axes.contributions.map(\.lostRevenueChange).reduce(0, +), axes.lostRevenueDifference)
      for units in [1e5, 1e9] {
        let rounded = axes.roundedRates(units: units)
        expectEqual(rounded.from + rounded.shares.reduce(0, +), rounded.to)
        expectEqual(rounded.to, Int((axes.rates.to * units).rounded()))
        for (share, exact) in zip(rounded.shares, axes.contributions) {
          #expect(abs(Double(share) - exact.rateChange.value * units) < 2)
        }
      }
      for share in axes.contributions where share.rateSamplingError > 0 {
        let half = (share.rateChange.interval.high - share.rateChange.interval.low) / 2
        #expect(half > share.rateSamplingError)
      }
    }
  }

  @Test("1, 2 and 5 workers give the same shares")
  func workers() throws {
    let scenario = try field("zero-loss-1.0", "zero-loss-guest")
    let one = compare(scenario, workers: 1).axes
    for workers in [2, 5] {
      expectEqual(compare(scenario, workers: workers).axes.contributions, one.contributions)
    }
  }

  @Test("identical designs have no shares")
  func same() throws {
    var scenario = try field("naive", "naive")
    scenario.designs = [scenario.designs[0], scenario.designs[0]]
    let axes = compare(scenario).axes
    #expect(axes.contributions.isEmpty && axes.hybridCount == 1 && axes.lostRevenueDifference == 0)
  }
}
