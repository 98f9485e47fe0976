import Experiments
import PurchaseWorld
import Scenarios
import TestSupport
import Testing

@testable import Reports

/// What the line that says what ran tells of work that was cut short.
@Suite struct HeadingTests {
  private struct Ran: Headed {
    let name = "s"
    let title = ""
    let seed: UInt64 = 1
    let played: Int? = 3
    let settings: [Setting] = []
    let cut: Cut?
  }

  private static func life(_ misdeed: ClientMisdeed?) -> Cut {
    .endless(EndlessUser(design: "d", user: 0, cause: .retries, misdeed: misdeed))
  }

  @Test(arguments: ClientMisdeed.allCases)
  func `what a client does stops a run, and is no endless life`(misdeed: ClientMisdeed) {
    let ran = Ran(cut: HeadingTests.life(misdeed))
    #expect(ran.subtitle().hasSuffix(", seed 1, 3 users, stopped by what a client does"))
    #expect(ran.subtitle(.zh) != Ran(cut: HeadingTests.life(nil)).subtitle(.zh))
  }

  @Test func `every other cut has a heading of its own`() {
    let cuts = [nil, .interrupted, .timeUp, HeadingTests.life(nil)]
    let told = cuts.map {
      String(Ran(cut: $0).subtitle().split(separator: "users", omittingEmptySubsequences: false)[1])
    }
    let expected = ["", ", interrupted", ", cut short by the time limit"]
    expectEqual(told, expected + [", cut short by an endless life"])
  }
}
