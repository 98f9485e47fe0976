import Experiments
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("Retry ladder") struct RetryLadderTests {
  /// A user with the given numbers of failed deliveries at the first try, the first retry, …
  static func outcome(_ failures: [Int], _ outcome: UserOutcome = HandMade.plain) -> UserOutcome {
    var outcome = outcome
    for (rung, count) in failures.enumerated() {
      for _ in 0..<count { outcome.log.addFailure(tryIndex: rung) }
    }
    return outcome
  }

  static func ladder(_ outcomes: [UserOutcome]) -> RetryLadder {
    let runs = outcomes.enumerated().map { (user: UInt64($0.offset), outcome: $0.element) }
    return DesignCountersTests.designCounters(runs).retryFailures
  }

  @Test("failed tries are counted by rung, for every user")
  func counts() {
    let outcomes = [
      Self.outcome([]), Self.outcome([1]),
      Self.outcome([2, 1], HandMade.lost()), Self.outcome([1, 1, 1]),
    ]
    let ladder = Self.ladder(outcomes)
    expectEqual(ladder.failures, [4, 2, 1])
    expectEqual(Proportion(ladder.moments(retry: 1))?.value, 0.5)
    expectEqual(Proportion(ladder.moments(retry: 16))?.value, 0)
    // One user has two deliveries: Σd² = 1 + 4 + 1, Σn² = 1 + 1, Σnd = 2 + 1.
    expectEqual(
      ladder.moments(retry: 1),
      RatioMoments(
        numerators: 2, denominators: 4, numeratorSquares: 2, products: 3, denominatorSquares: 6))
  }

  @Test("without a failed try there is no rate of failed retries")
  func empty() {
    let ladder = Self.ladder([HandMade.plain, HandMade.lost()])
    expectEqual(ladder.failures, [])
    #expect(Proportion(ladder.moments(retry: 1)) == nil)
    expectEqual(ladder, RetryLadder())
  }

  @Test("failures are counted up to the sixteenth retry")
  func last() {
    let ladder = Self.ladder([Self.outcome(Array(repeating: 1, count: 20))])
    expectEqual(ladder.failures, Array(repeating: 1, count: 17))
    expectEqual(Proportion(ladder.moments(retry: 16))?.value, 1)
  }

  @Test("C7: tries without a connection fail rung by rung, one rung per delay")
  func outage() throws {
    // Offline for 3 s from the callback on: tries at 0 s, 1 s and 2 s fail, that at 4 s does not.
    let text = """
      { "name": "offline", "users": 50, "designs": ["keep-1", "naive", "keep-original"],
        "faults": [{ "fault": "networkLoss", "probability": 1, "at": "callback", "lasts": "3s" }] }
      """
    let scenario = try ScenarioReader.read(Array(text.utf8), file: "offline.json")
    let countersByDesign = Runner(scenario).run(workers: 2).totals[0].countersByDesign
    expectEqual(countersByDesign[0].retryFailures.failures, [50, 50, 50])
    expectEqual(countersByDesign[1].retryFailures.failures, [50])
    expectEqual(countersByDesign[2].retryFailures.failures, Array(repeating: 50, count: 11))
  }

  static func findings(_ claims: [Scenarios.Expectation.Claim]) -> [ClaimFinding] {
    // Of 400 first tries that fail under each design, half fail again under a, all under b.
    RunFindingsTests.findings(HandMade.scenario(expect: claims), users: 1_000) { design, user in
      guard user < 400 else { return HandMade.plain }
      return Self.outcome(design == 1 || user % 2 == 0 ? [1, 1] : [1])
    }.claims
  }

  @Test("expectations about failed retries use fractions of the failed first tries")
  func claims() throws {
    let findings = Self.findings([
      .range(.failedRetryRate(retry: 1), design: "a", min: 0.45, max: 0.55),
      .range(.failedRetryRate(retry: 1), design: "b", min: nil, max: 0.9),
      .range(.failedRetryRate(retry: 2), design: "b", min: nil, max: 0.01),
      .below(.failedRetryRate(retry: 1), of: "a", below: "b", by: .difference(0.4)),
      .below(.failedRetryRate(retry: 1), of: "a", below: "b", by: .factor(3)),
    ])
    expectEqual(findings.map(\.verdict), [.pass, .fail, .pass, .pass, .fail])
    guard case .number(let share) = findings[0].measurement,
      case .number(let difference) = findings[3].measurement
    else {
      Issue.record("a share has a number")
      return
    }
    expectEqual(share.value, 0.5)
    expectEqual(share.interval, Proportion(count: 200, of: 400).interval)
    expectEqual(difference.value, 0.5)
  }

  @Test("an expectation about retries is inconclusive if no first try failed")
  func nothing() {
    let claims: [Scenarios.Expectation.Claim] = [
      .range(.failedRetryRate(retry: 1), design: "a", min: nil, max: 1),
      .below(.failedRetryRate(retry: 1), of: "a", below: "b", by: .difference(0)),
    ]
    let findings = RunFindingsTests.findings(HandMade.scenario(expect: claims), users: 10) { _, _ in
      HandMade.plain
    }
    expectEqual(findings.claims.map(\.verdict), [.inconclusive, .inconclusive])
    expectEqual(findings.claims.map(\.measurement), [.nothing, .nothing])
  }
}
