import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Comparisons of a shared backend (B11)") struct SharedComparisonTests {
  private static func run(
    _ designs: String, users: Int, replications: Int = 4,
    more: String = #""behavior": { "starts": { "uniform": { "from": "0s", "to": "1h" } } },"#
  ) throws -> SharedBackendResults {
    let text = """
      { "name": "s", "users": \(users), "replications": \(replications), "horizon": "2d",
        "catalog": [{ "product": "p", "price": 100, "items": ["i"] }],
        "faults": [{ "fault": "crash", "probability": 0.4, "at": "charge" }],
        \(more)
        "backend": { "capacity": { "workers": 8 } }, "designs": \(designs) }
      """
    return try SharedBackendRunner(ScenarioReader.read(Array(text.utf8), file: "s")).run(workers: 2)
  }

  private static let unlike = #"["naive", "keep-2"]"#
  /// Two designs that cannot be distinguished.
  private static let alike =
    #"[{ "name": "a", "extends": "keep-2" }, { "name": "b", "extends": "keep-2" }]"#

  @Test("B11: the design with fewer losses is named, and differences equal those of claims")
  func decided() throws {
    let found = try Self.run(Self.unlike, users: 400)
    let comparison = try #require(found.comparisons.first)
    #expect(found.comparisons.count == 1 && comparison.lowerDesign == 1)
    #expect(comparison.lowerReplicationCount == 4 && comparison.more == 0)
    expectEqual(comparison.difference, found.difference(.lostRate, 1, 0))
    expectEqual(comparison.lostSalesDifference, found.difference(.share(.lostSale), 1, 0))
  }

  @Test("B11: identical designs are undecided, and no user separates them")
  func undecided() throws {
    let found = try Self.run(Self.alike, users: 200)
    let comparison = try #require(found.comparisons.first)
    #expect(
      comparison.lowerDesign == nil && comparison.lowerReplicationCount == 0 && comparison.more == 0
    )
    #expect(comparison.losersUnderFirstOnly.isEmpty && comparison.losersUnderSecondOnly.isEmpty)
    let conclusion = try #require(Conclusion(found))
    #expect(conclusion.best.count == 2 && conclusion.replicationCount == 4)
    expectEqual(conclusion.designComparison(0, from: 0, to: 1)?.direction, .undecided)
    #expect(conclusion.designComparison(0, from: 0, to: 1)?.usersToDecide(4) == nil)
  }

  @Test("B11: all listed losses under one design only are reported, in every replication")
  func discordantUsers() throws {
    for users in [150, 2_000] {
      let found = try Self.run(Self.unlike, users: users)
      let comparison = try #require(found.comparisons.first)
      var full = 0
      for (discordantUsers, loser, saver) in [
        (comparison.losersUnderFirstOnly, 0, 1), (comparison.losersUnderSecondOnly, 1, 0),
      ] {
        for replication in 1...4 {
          let lost = found.counts[loser][replication - 1].totals.countersByDesign[0].lossSample
          let others = found.counts[saver][replication - 1].totals.countersByDesign[0].lossSample
          if lost.isTruncated || others.isTruncated { full += 1 }
          let end = others.isTruncated ? LossSample.samplingRank(others.values[99].user) : .max
          let expected = Set(lost.values.map(\.user)).subtracting(others.values.map(\.user))
            .filter { LossSample.samplingRank($0) < end }
          let reported = discordantUsers.filter { $0.replication == replication }
          expectEqual(reported.map(\.user), expected.sorted())
          #expect(reported.allSatisfy { $0.status.isLostOrAutoRefunded })
        }
      }
      #expect(!comparison.losersUnderFirstOnly.isEmpty && (full > 0) == (users == 2_000))
    }
  }

  @Test("B11: the conclusion ranks by replications, with intervals for all comparisons jointly")
  func conclusion() throws {
    let found = try Self.run(#"["naive", "keep-2", "ledger"]"#, users: 400, replications: 6)
    let conclusion = try #require(Conclusion(found))
    expectEqual(conclusion.standings.map(\.name), ["naive", "keep-2", "ledger"])
    #expect(conclusion.comparisonCount == 12 && conclusion.users == 400)
    #expect(!conclusion.standings[0].isBest && conclusion.standings[0].dominatedBy != nil)
    let together = Confidence.standard.shared(by: 12)
    for (objective, goal) in found.scenario.objectives.enumerated() {
      let designComparison = conclusion.designComparison(objective, from: 0, to: 1)
      expectEqual(designComparison?.difference, found.difference(goal.metric, 1, 0, together))
      expectEqual(
        conclusion.designComparison(objective, from: 1, to: 0), designComparison?.reversed)
    }
    for (place, standing) in conclusion.standings.enumerated() {
      expectEqual(standing.values[0], found.estimate(.lostRate, of: place))
    }
    #expect(Conclusion(try Self.run(Self.unlike, users: 1, replications: 2)) != nil)
  }

  @Test("B11: a design without charges in some replications has no rate and no rank")
  func unmeasured() throws {
    var seen = 0
    for seed in 1...20 {
      let found = try Self.run(
        Self.unlike, users: 2, replications: 3,
        more: #""seed": \#(seed), "behavior": { "cancels": 0.6 },"#)
      let charges = found.counts.map { $0.map(\.charges) }
      let measured = charges.filter { $0.allSatisfy { $0 > 0 } }.count
      if charges.contains(where: { $0.contains { $0 > 0 } && $0.contains(0) }) { seen += 1 }
      expectEqual((Conclusion(found)?.standings.count ?? 0), measured)
    }
    #expect(seen > 3)
  }
}
