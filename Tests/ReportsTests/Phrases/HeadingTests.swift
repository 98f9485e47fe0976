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
    let overrides: [Setting] = []
    let interruption: Interruption?
  }

  private static func runaway(_ violation: ClientViolation?) -> Interruption {
    .runaway(AbortedUser(design: "d", user: 0, cause: .retries, violation: violation))
  }

  @Test(arguments: ClientViolation.allCases)
  func `a run stopped by its client is not a runaway simulation`(violation: ClientViolation) {
    let identity = RunIdentity(interruption: Self.runaway(violation))
    #expect(identity.subtitle().hasSuffix(", seed 1, 3 users, stopped because of its client"))
    let other = RunIdentity(interruption: Self.runaway(nil))
    #expect(identity.subtitle(.zh) != other.subtitle(.zh))
  }

  @Test func `every other interruption has its own heading`() {
    let interruptions = [nil, .interrupted, .timeUp, Self.runaway(nil)]
    let headings = interruptions.map {
      String(
        RunIdentity(interruption: $0).subtitle().split(
          separator: "users", omittingEmptySubsequences: false)[1])
    }
    let expected = ["", ", interrupted", ", stopped by the time limit"]
    expectEqual(headings, expected + [", stopped by a runaway simulation"])
  }
}
