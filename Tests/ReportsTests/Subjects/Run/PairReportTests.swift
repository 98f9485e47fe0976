import Methods
import EventEngine
import Experiments
import JSONText
import PurchaseWorld
import Reports
import Scenarios
import Testing

/// The pairs of designs as text and as a part of the summary.
@Suite("PairReport")
struct PairReportTests {
  /// Three designs over 1,000 users: b saves 12 of the 14 whom a loses, and loses another; c saves
  /// all but one of them.
  private static func findings(_ change: (inout Scenario) -> Void = { _ in }) -> Findings {
    Findings(results(change))
  }

  private static func results(_ change: (inout Scenario) -> Void = { _ in }) -> Results {
    var scenario = HandMade.scenario([])
    scenario.users = 1_000
    scenario.designs = ["a", "b", "c"].map { Design(name: $0) }
    change(&scenario)
    let lost = HandMade.outcome([
      HandMade.charge(.lost(.undelivered, .recordDied), after: nil)
    ])
    let rescued = HandMade.outcome([HandMade.charge(.rescued, after: .seconds(90))])
    let plain = HandMade.outcome([HandMade.charge(.delivered, after: .seconds(1))])
    var books = Books(scenario)
    for user in 0..<UInt64(scenario.users) {
      let first = user == 101 ? rescued : (100..<114).contains(user) ? lost : plain
      let second = user < 102 && user >= 100 || user == 500 ? lost : plain
      for (design, outcome) in [first, second, user == 103 ? rescued : plain].enumerated() {
        books.add(outcome, design: design, of: user)
      }
      books.endUser()
    }
    return Results(scenario: scenario, books: books, endings: [])
  }

  private static func text(_ findings: Findings, most: Int) -> String {
    RunReport(findings).pairs(most: most) { "play \($1) under \($0)" }
  }

  @Test("pairs with one first design stand in one table, a line a pair, and users follow")
  func reference() {
    #expect(PairReportTests.text(PairReportTests.findings(), most: 1) == PairReportTests.table)
  }

  @Test("pairs and the users who tell them apart are told in Chinese, too")
  func chinese() {
    let text = RunReport(PairReportTests.findings(), .zh).pairs(most: 1) {
      "play \($1) under \($0)"
    }
    #expect(text.contains("\nA: a   B − A        95 % 区间  都掉单  仅 A  仅 B  都不掉单 "))
    #expect(text.hasSuffix(PairReportTests.chineseFlips), "\(text)")
  }

  private static let chineseFlips = """

    a 下掉单、b 下不掉单：12 名用户，列出前 1 名
      用户 102：lost 掉单，undelivered 未发货，掉单点 recordDied 记录随进程丢失
        play 102 under a
        play 102 under b

    b 下掉单、a 下不掉单：1 名用户
      用户 500：lost 掉单，undelivered 未发货，掉单点 recordDied 记录随进程丢失
        play 500 under b
        play 500 under a

    a 下掉单、c 下不掉单：13 名用户，列出前 1 名
      用户 100：lost 掉单，undelivered 未发货，掉单点 recordDied 记录随进程丢失
        play 100 under a
        play 100 under c

    c 下掉单、a 下不掉单：没有用户

    """

  private static let table = """
    hand-made: Two designs by hand
    lostorder 0.1.0, seed 7, 1,000 users

    A: a   B − A             95 %   both  only A  only B  neither       p       p  fewer
    B       lost         interval                                          (Holm)  lose under
               ‰                ‰  users   users   users    users
    b     -11.00  -19.94 to -3.68      2      12       1      985  0.0034  0.0034  b
    c     -13.00  -22.17 to -5.94      1      13       0      986  0.0002  0.0005  c

    B compared with A over the same users: B's lost orders per mille of charges less A's; users who
    lost an order under both, under one alone, under neither; p: the exact McNemar test of 'only A'
    against 'only B', and adjusted by Holm for 2 pairs. A design is named if fewer users lose
    an order under it and the adjusted p is at most 0.05.

    lost under a, not under b: 12 users, of whom the first 1
      user 102: lost, undelivered, drop point recordDied
        play 102 under a
        play 102 under b

    lost under b, not under a: 1 user
      user 500: lost, undelivered, drop point recordDied
        play 500 under b
        play 500 under a

    lost under a, not under c: 13 users, of whom the first 1
      user 100: lost, undelivered, drop point recordDied
        play 100 under a
        play 100 under c

    lost under c, not under a: no user

    """

  @Test("pairs with several first designs stand in a table each; the users of both are listed")
  func several() {
    let findings = PairReportTests.findings {
      $0.comparedPairs = [DesignPair(1, 2), DesignPair(0, 2), DesignPair(1, 0)]
    }
    let lines = PairReportTests.text(findings, most: 3).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("A: ") }.map { $0.prefix(4) } == ["A: b", "A: a"])
    #expect(lines.count { $0.hasPrefix("lost under ") } == 6)
  }

  @Test("the table says how sure a precision makes it, and at which p a design is named")
  func confidence() {
    let findings = PairReportTests.findings {
      $0.precision = Precision(.halfWidth(0.1))
      $0.precision?.confidence = 0.99
    }
    let text = PairReportTests.text(findings, most: 1)
    // The first look spends half of the error.
    #expect(text.contains("99 %") && !text.contains("95 %"))
    #expect(text.contains("the adjusted p is at most 0.005."))
  }

  @Test("of strata, users are counted as drawn, and p stands beside the difference that it tests")
  func strata() {
    var results = PairReportTests.results()
    results.strata = [SampledStratum(index: 0, weight: 1, users: 1_000, canCharge: true)]
    results.users = 100
    let text = PairReportTests.text(Findings(results), most: 10)
    #expect(text.contains("the adjusted\np is at most 0.05."))
    #expect(text.contains("      2      12       1  -11.00  0.00"), "\(text)")
    #expect(text.contains("lost under a, not under b: 12 users, of whom the first 10\n"))
    #expect(text.contains("lost under b, not under a: 1 user\n  user 500:"))
    #expect(text.contains("lost under c, not under a: no user\n"))
    let summary = SummaryJSON.output(Findings(results)).text
    #expect(summary.contains("        [2, 12, 1]\n      ],\n      \"losers\": [-0.011, "))
    #expect(summary.contains("\"neither\": 99"))
  }

  @Test("a pair in the summary")
  func summary() {
    let text = SummaryJSON.output(PairReportTests.findings()).text
    #expect(text.hasSuffix(PairReportTests.pair))
    let alone = PairReportTests.findings { $0.comparedPairs = [] }
    #expect(!SummaryJSON.output(alone).text.contains("\"comparisons\""))
    #expect(!RunReport(alone).text.contains("McNemar"))
  }

  private static let pair = """
      "comparisons": [
        {
          "first": "a",
          "second": "b",
          "lostRate": [-0.011, -0.019944865, -0.00367584],
          "users": {
            "both": 2,
            "onlyFirst": 12,
            "onlySecond": 1,
            "neither": 985
          },
          "p": 0.003417969,
          "adjustedP": 0.003417969,
          "fewer": "b",
          "flips": {
            "onlyFirst": [
              {
                "outcome": "lost",
                "kind": "undelivered",
                "dropPoint": "recordDied",
                "users": [102, 103, 104, 105, 106, 107, 108, 109, 110, 111]
              }
            ],
            "onlySecond": [
              {
                "outcome": "lost",
                "kind": "undelivered",
                "dropPoint": "recordDied",
                "users": [500]
              }
            ]
          }
        },
        {
          "first": "a",
          "second": "c",
          "lostRate": [-0.013, -0.022167649, -0.005936836],
          "users": {
            "both": 1,
            "onlyFirst": 13,
            "onlySecond": 0,
            "neither": 986
          },
          "p": 0.000244141,
          "adjustedP": 0.000488281,
          "fewer": "c",
          "flips": {
            "onlyFirst": [
              {
                "outcome": "lost",
                "kind": "undelivered",
                "dropPoint": "recordDied",
                "users": [100, 102, 104, 105, 106, 107, 108, 109, 110]
              },
              {
                "outcome": "rescued",
                "users": [101]
              }
            ],
            "onlySecond": []
          }
        }
      ],
      "expectations": []
    }

    """

  @Test("a difference too small for its digits keeps its sign, and a small p is a bound")
  func small() {
    var findings = PairReportTests.findings()
    findings.comparisons[0].difference?.value = -0.000_001
    findings.comparisons[0].pValue = 0.000_1
    findings.comparisons[0].adjustedPValue = 0.000_099
    findings.comparisons[0].second = "b\u{1B}[31m"
    let line = PairReportTests.text(findings, most: 1).split(separator: "\n")[5]
    #expect(
      line
        == "b\\u{1b}[31m  >-0.01  -19.94 to -3.68      2      12       1      985  0.0001"
        + "  <0.0001  b")
  }
}
