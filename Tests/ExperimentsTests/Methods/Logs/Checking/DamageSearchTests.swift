import PurchaseWorld
import Testing

@testable import EventLogs
@testable import Experiments

/// Whether rule breaches are attributed to the design, or to lost lines and wrong times.
@Suite struct DamageSearchTests {
  /// A log of 100,000 lines, of which one in some sixteen is moved on trial; no line that is tried breaks the rule.
  /// - Parameter users: the number of users who break the rule nevertheless.
  private static func isAccused(users: Int) -> Bool {
    let rule = LogRule("rule", "a rule", events: [.of(.delivered)], flaws: .wrongTimes) { _, _ in
      nil
    }
    var search = DamageSearch([rule], LogRule.RuleContext(designs: [], skew: 0))
    var userLog = UserLog()
    userLog.begin()
    for number in 0..<100 {
      userLog.append(UserLog.Entry(time: number * 1_000, event: .of(.delivered), line: number + 1))
    }
    userLog.end()
    for number in 0..<1_000 { search.add(userLog, breaking: number < users ? 1 : 0) }
    return search.find().broken != 0
  }

  @Test("a few rule breaks by lines of an untried kind are tolerated, many are not")
  func untried() {
    #expect(!Self.isAccused(users: 4))
    #expect(Self.isAccused(users: 100))
  }
}
