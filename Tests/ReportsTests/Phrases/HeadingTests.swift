import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// The subtitle of an interrupted run.
@Suite struct HeadingTests {
  private struct RunIdentity: HeadedResult {
    let name = "s"
    let title = ""
    let seed: UInt64 = 1
    let simulatedUsers: Int? = 3
    let settings: [Setting] = []
    let interruption: Interruption?
  }

  private static func life(_ violation: ClientViolation?) -> Interruption {
    .runaway(RunawayUser(design: "d", user: 0, cause: .retries, violation: violation))
  }

  @Test(arguments: ClientViolation.allCases)
  func `a run stopped by its client is not a runaway simulation`(violation: ClientViolation) {
    let ran = RunIdentity(interruption: HeadingTests.life(violation))
    #expect(ran.subtitle().hasSuffix(", seed 1, 3 users, stopped because of its client"))
    #expect(ran.subtitle(.zh) != RunIdentity(interruption: HeadingTests.life(nil)).subtitle(.zh))
  }

  @Test func `every other interruption has its own heading`() {
    let interruptions = [nil, .interrupted, .timeUp, HeadingTests.life(nil)]
    let told = interruptions.map {
      String(
        RunIdentity(interruption: $0).subtitle().split(
          separator: "users", omittingEmptySubsequences: false)[1])
    }
    let expected = ["", ", interrupted", ", stopped by the time limit"]
    expectEqual(told, expected + [", stopped by a runaway simulation"])
  }
}
