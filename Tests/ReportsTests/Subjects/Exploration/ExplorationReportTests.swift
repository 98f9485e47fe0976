import EventEngine
import JSONText
import PurchaseWorld
import Reports
import TestSupport
import Testing

@testable import ExhaustiveSearch
@testable import Experiments

/// Explorations as text and as data, from findings made by hand.
@Suite("Reports of explorations") struct ExplorationReportTests {
  private static func losses(_ statuses: ChargeStatus...) -> LossSet {
    var losses = LossSet()
    for status in statuses { losses.add(status) }
    return losses
  }

  private static func found(faultFree: LossSet = LossSet(), lost: LossSet? = nil) -> Exploration {
    var found = Exploration(
      design: "a", exploredFaults: [ExploredFault(.missedCallback), ExploredFault(.refund)],
      lossesWithoutFaults: faultFree, eventCount: 9)
    found.resultsByFaultCount = [
      Exploration.FaultCountResult(faultCount: 1, placementCount: 18),
      Exploration.FaultCountResult(faultCount: 2, placementCount: 1_234),
    ]
    if let lost {
      found.resultsByFaultCount[1].losingPlacementCount = 3
      found.resultsByFaultCount[1].equivalentPlacementCount = 1_000
      found.resultsByFaultCount[1].prunedBranchCount = 2
      found.groups = [
        Exploration.Group(
          losses: lost, kinds: [.missedCallback, .refund], count: 3,
          example: [
            PlacedFault(
              faultIndex: 0, eventNumber: 4, kind: .charge, occurrence: 0,
              time: .start + .seconds(31)),
            PlacedFault(
              faultIndex: 1, eventNumber: 6, kind: .reply, occurrence: 0,
              time: .start + .seconds(90)),
          ])
      ]
    }
    return found
  }

  private static func report(_ found: Exploration, faults: Int = 2) -> ExplorationReport {
    ExplorationReport(
      found, of: "s\u{1B}", .one, faults: faults, kinds: 2, words: { "\($0.kind)" },
      replay: { plan in "play \(plan.map(\.anchor))" })
  }

  @Test("a minimal set is listed by kind of loss with both faults, their events and a command")
  func minimalSets() {
    let lost = Self.losses(.lost(.undelivered, .recordDied), .rescued)
    let text = Self.report(Self.found(lost: lost)).text
    let sets = """
        missedCallback at 00:00:31.000, before the store charges the user
         + refund at 00:01:30.000, before a reply reaches the app (3 sets)
      """
    #expect(
      text.hasPrefix("s\\u{1b}: a with up to 2 faults, injected before each event\n"), "\(text)")
    #expect(text.contains("undelivered, recordDied: 3 minimal sets\n" + sets))
    #expect(text.contains("rescued: 3 minimal sets\n" + sets))
    #expect(text.contains("     2       1,234     3        3  1,000         2\n"))
    #expect(
      text.hasSuffix("verdict: a loses orders with 2 faults; 1,252 placements, 2 kinds of loss\n"))
  }

  @Test("the verdict states whether an order is lost, and what is lost without any fault")
  func verdicts() {
    let report = { Self.report($0).verdict }
    expectEqual(
      report(Self.found()),
      "verdict: no loss under a with up to 2 faults of these 2 kinds, 1,252 placements")
    let faultFree = Self.losses(.lost(.crossed, .wrongRecord))
    expectEqual(
      report(Self.found(faultFree: faultFree)),
      "verdict: a loses an order without any fault (crossed, wrongRecord)")
    let lost = Self.losses(.lost(.undelivered, .recordDied))
    expectEqual(
      report(Self.found(faultFree: faultFree, lost: lost)),
      "verdict: a loses an order without any fault (crossed, wrongRecord), and in other"
        + " ways with faults")
  }

  @Test("the article names every member of the JSON output")
  func article() throws {
    let text = try ArticleTests.text("ExplorationFormat")
    let lost = Self.losses(.lost(.undelivered, .recordDied), .rescued)
    let found = Self.found(faultFree: lost, lost: lost)
    let keys = ArticleTests.keys(
      of: ExplorationJSON.output(
        [(.one, found)], of: "s", faults: 2, kinds: [.refund],
        fault: { .string("\($0.fault.kind)") }))
    #expect(keys.count > 20)
    expectEqual(keys.filter { !text.contains("`\($0)`") }, [])
    for journey in Journey.allCases { #expect(text.contains("`\(journey.rawValue)`")) }
    #expect(text.contains("format version: \(ExplorationJSON.format)"))
  }
}
