import EventEngine
import Experiments
import JSONText
import Methods
import PurchaseWorld
import Reports
import Scenarios
import TestSupport
import Testing

/// The pairs of designs in the text and in the summary.
@Suite("PairReport") struct PairReportTests {
  /// Three designs over 1,000 users: a loses 14; b keeps 12 of these and loses another; c keeps
  /// all but one of the 14.
  private static func findings(_ change: (inout Scenario) -> Void = { _ in }) -> RunFindings {
    RunFindings(results(change))
  }

  private static func results(_ change: (inout Scenario) -> Void = { _ in }) -> RunResults {
    var scenario = HandMade.scenario([])
    scenario.userCount = 1_000
    scenario.designs = ["a", "b", "c"].map { Design(name: $0) }
    change(&scenario)
    let lost = HandMade.outcome([HandMade.charge(.lost(.undelivered, .recordDied), after: nil)])
    let rescued = HandMade.outcome([HandMade.charge(.rescued, after: .seconds(90))])
    let plain = HandMade.outcome([HandMade.charge(.delivered, after: .seconds(1))])
    var totals = RunAccumulator(scenario)
    for user in 0..<UInt64(scenario.userCount) {
      let first = user == 101 ? rescued : (100..<114).contains(user) ? lost : plain
      let second = user < 102 && user >= 100 || user == 500 ? lost : plain
      for (design, outcome) in [first, second, user == 103 ? rescued : plain].enumerated() {
        totals.add(outcome, design: design, of: user)
      }
      totals.completeUser()
    }
    return RunResults(scenario: scenario, totals: totals, endings: [])
  }

  private static func text(_ findings: RunFindings, maximum: Int) -> String {
    RunReport(findings).pairs(maximum: maximum) { "play \($1) under \($0)" }
  }

  @Test("pairs with the same first design are one table with a line a pair, and users follow")
  func reference() throws {
    #expect(try Golden.difference(Self.text(Self.findings(), maximum: 1), "pairs.txt") == nil)
  }

  @Test("pairs and the users who distinguish them are reported in Chinese")
  func chinese() throws {
    let text = RunReport(Self.findings(), .zh).pairs(maximum: 1) { "play \($1) under \($0)" }
    #expect(text.contains("\nA: a   B − A        95 % 区间  都掉单  仅 A  仅 B  都不掉单 "))
    #expect(try Golden.difference(text, "pairs.zh.txt") == nil)
  }

  @Test("pairs with several first designs have one table each, and users of both sides are listed")
  func several() {
    let findings = Self.findings {
      $0.declaredPairs = [DesignPair(1, 2), DesignPair(0, 2), DesignPair(1, 0)]
    }
    let lines = Self.text(findings, maximum: 3).split(separator: "\n")
    expectEqual(lines.filter { $0.hasPrefix("A: ") }.map { $0.prefix(4) }, ["A: b", "A: a"])
    expectEqual(lines.count { $0.hasPrefix("lost under ") }, 6)
  }

  @Test("the table states the confidence of a precision and the p at which a design is named")
  func confidence() {
    let findings = Self.findings {
      $0.precision = Precision(.halfWidth(0.1))
      $0.precision?.confidence = 0.99
    }
    let text = Self.text(findings, maximum: 1)
    // The first look spends half of the error.
    #expect(text.contains("99 %") && !text.contains("95 %"))
    #expect(text.contains("p (Holm) is at most 0.005."))
  }

  @Test("with strata, users are counted as drawn, and p is beside the difference that it tests")
  func strata() {
    var results = Self.results()
    results.strata = [SampledStratum(index: 0, weight: 1, users: 1_000, canCharge: true)]
    results.users = 100
    let text = Self.text(RunFindings(results), maximum: 10)
    #expect(text.contains("p (Holm) is at most 0.05."))
    #expect(text.contains("      2      12       1  -11.00  0.00"), "\(text)")
    #expect(text.contains("lost under a, not under b: 12 users, of whom the first 10\n"))
    #expect(text.contains("lost under b, not under a: 1 user\n  user 500:"))
    #expect(text.contains("lost under c, not under a: no user\n"))
    let summary = SummaryJSON.output(RunFindings(results)).text
    #expect(summary.contains("        [2, 12, 1]\n      ],\n      \"losers\": [-0.011, "))
    #expect(summary.contains("\"neither\": 99"))
  }

  @Test("the summary has the compared pairs")
  func summary() throws {
    let text = SummaryJSON.output(Self.findings()).text
    #expect(try Golden.difference(text, "pair.txt") == nil)
    let alone = Self.findings { $0.declaredPairs = [] }
    #expect(!SummaryJSON.output(alone).text.contains("\"comparisons\""))
    #expect(!RunReport(alone).text.contains("McNemar"))
  }

  @Test("a difference smaller than its digits keeps its sign, and a small p is an upper bound")
  func small() {
    var findings = Self.findings()
    findings.comparisons[0].difference?.value = -0.000_001
    findings.comparisons[0].pValue = 0.000_1
    findings.comparisons[0].adjustedPValue = 0.000_099
    findings.comparisons[0].second = "b\u{1B}[31m"
    let line = Self.text(findings, maximum: 1).split(separator: "\n")[5]
    expectEqual(
      line,
      "b\\u{1b}[31m  >-0.01  -19.94 to -3.68      2      12       1      985  0.0001"
        + "  <0.0001  b")
  }
}
