import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Expected endings") struct CaseOutcomeTests {
  @Test("charges match one by one, and a field that the expectation omits matches any value")
  func charges() {
    let ending = CaseOutcome(
      HandMade.outcome([
        HandMade.charge(.recovered, after: 5), HandMade.charge(.lost(.crossed, .wrongRecord)),
      ]))
    let recovered = CaseChargeResult(.recovered)
    let flags: Set<CaseFlag> = [.doubleCharge]
    #expect(CaseOutcome([recovered, CaseChargeResult(.lost)], flags).accepts(ending))
    #expect(
      CaseOutcome(
        [recovered, CaseChargeResult(.lost, kind: .crossed, dropPoint: .wrongRecord)], flags
      ).accepts(ending))
    #expect(
      !CaseOutcome([recovered, CaseChargeResult(.lost, kind: .undelivered)], flags).accepts(ending))
    #expect(
      !CaseOutcome([recovered, CaseChargeResult(.lost, dropPoint: .wrongEntry)], flags).accepts(
        ending))
    #expect(!CaseOutcome([recovered], flags).accepts(ending))
    #expect(!CaseOutcome([CaseChargeResult(.lost), recovered], flags).accepts(ending))
  }

  @Test("flags match exactly")
  func flags() {
    var outcome = HandMade.plain
    outcome.charges[0].hasDuplicateDelivery = true
    outcome.intents[0].flags = [.hung, .blocked, .ticket]
    let ending = CaseOutcome(outcome)
    expectEqual(ending.flags, [.duplicateDelivery, .hung])
    let charges = [CaseChargeResult(.delivered)]
    #expect(CaseOutcome(charges, [.duplicateDelivery, .hung]).accepts(ending))
    #expect(!CaseOutcome(charges, [.hung]).accepts(ending))
    #expect(!CaseOutcome(charges, [.duplicateDelivery, .hung, .refused]).accepts(ending))
  }

  @Test("the expectations of a case are decided exactly")
  func claims() {
    var scenario = HandMade.scenario(
      designs: ["a"],
      expect: [
        .ending(design: "a", charges: [CaseChargeResult(.delivered)], flags: []),
        .ending(design: "a", charges: [], flags: []),
        .range(.lostRate, design: "a", min: 0, max: 0),
        .range(.deliveryP99, design: "a", min: 0.98, max: 1.02),
        .range(.lostRevenue, design: "a", min: 1, max: nil),
      ])
    scenario.population.script = Population.Script(intents: [], taps: [], plan: [])
    var totals = RunAccumulator(scenario)
    totals.add(HandMade.plain, design: 0, of: 0)
    totals.completeUser()
    let findings = RunFindings(
      RunResults(scenario: scenario, totals: totals, endings: [HandMade.plain]))
    expectEqual(findings.claims.map(\.verdict), [.pass, .fail, .pass, .pass, .fail])
  }
}
