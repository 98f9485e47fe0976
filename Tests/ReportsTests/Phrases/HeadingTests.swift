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
    let played: Int? = 3
    let settings: [Setting] = []
    let cut: Interruption?
  }

  private static func life(_ misdeed: ClientViolation?) -> Interruption {
    .endless(RunawayUser(design: "d", user: 0, cause: .retries, misdeed: misdeed))
  }

  @Test(arguments: ClientViolation.allCases)
  func `a run stopped by its client is not a runaway simulation`(misdeed: ClientViolation) {
    let ran = RunIdentity(cut: HeadingTests.life(misdeed))
    #expect(ran.subtitle().hasSuffix(", seed 1, 3 users, stopped because of its client"))
    #expect(ran.subtitle(.zh) != RunIdentity(cut: HeadingTests.life(nil)).subtitle(.zh))
  }

  @Test func `every other interruption has its own heading`() {
    let cuts = [nil, .interrupted, .timeUp, HeadingTests.life(nil)]
    let told = cuts.map {
      String(
        RunIdentity(cut: $0).subtitle().split(separator: "users", omittingEmptySubsequences: false)[
          1])
    }
    let expected = ["", ", interrupted", ", stopped by the time limit"]
    expectEqual(told, expected + [", stopped by a runaway simulation"])
  }
}
