import ExampleClients
import LostOrder
import PurchaseClientKit
import TestSupport
import Testing

/// `LostOrder.replay`: one simulation with a team's client, in a test of the team.
@Suite struct ReplayTests {
  private static func scenario(
    _ fault: String = #"{ "fault": "spuriousCancel", "at": "sheet" }"#,
    _ design: String = #"{ "name": "d", "client": "mine", "ui": "blocking" }"#
  ) -> String {
    """
    { "name": "life", "catalog": [{ "product": "tier.500", "items": ["a", "b"] }], "designs": [\(design)],
      "plan": [{ "tap": 1, "item": "a" }, \(fault)] }
    """
  }

  @Test func `a release that wipes its record loses the order, the next one does not`() throws {
    let lost = try LostOrder.replay(
      scenario: Self.scenario(), client: { ZeroLossClient(device: $0, wipesOnFailure: true) })
    #expect(lost.chargeCount == 1 && lost.lostOrderCount == 1)
    #expect(
      lost.story.hasPrefix("life: d\n\n    00:00:00.000  app      starts in a new process (D1)"))
    #expect(lost.story.contains("\ncharge 1 (T2): lost, undelivered, drop point "))
    let kept = try LostOrder.replay(
      scenario: Self.scenario(), client: { ZeroLossClient(device: $0, wipesOnFailure: false) })
    #expect(kept.chargeCount == 1 && kept.lostOrderCount == 0, "\(kept.story)")
  }

  @Test func `a replay is reproducible, also beside concurrent replays`() async throws {
    let outcomes = try await withThrowingTaskGroup(of: LostOrder.ReplayResult.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try LostOrder.replay(
            scenario: Self.scenario(), client: { ZeroLossClient(device: $0, wipesOnFailure: true) })
        }
      }
      var all: Set<LostOrder.ReplayResult> = []
      for try await outcome in group { all.insert(outcome) }
      return all
    }
    expectEqual(outcomes.count, 1)
  }

  @Test func `a planned fault that never occurs is an error that has the trace`() {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      try LostOrder.replay(
        scenario: Self.scenario(#"{ "fault": "crash", "at": { "step": 4000 } }"#),
        client: { KeepClient(device: $0) })
    }
    let words = problem?.description ?? ""
    #expect(
      words.hasPrefix("scenario: these faults never occurred: 'crash' (fault 1 of the plan);"),
      "\(words)")
    #expect(words.contains("starts in a new process"))
  }

  @Test(arguments: [
    ("{", "scenario:1:2: "), ("[]", "scenario:1:1: "), ("", "scenario:1:1: "),
    (ReplayTests.scenario(#"{ "fault": "crsh" }"#), "did you mean 'crash'?"),
    (
      ReplayTests.scenario("", #""naive""#).replacing("}, ]", with: "}]"),
      "scenario: expected a case (with 'plan') in which exactly one design has a client"
    ),
    (
      #"{ "name": "s", "designs": [{ "name": "d", "client": "mine" }] }"#,
      "scenario: expected a case (with 'plan') in which exactly one design has a client"
    ),
  ])
  func `a scenario that cannot be replayed is reported`(scenario: String, words: String) {
    let problem = #expect(throws: LostOrder.ReplayProblem.self) {
      try LostOrder.replay(scenario: scenario, client: { KeepClient(device: $0) })
    }
    expectEqual(problem?.description.contains(words), true, "\(problem?.description ?? "")")
  }
}
