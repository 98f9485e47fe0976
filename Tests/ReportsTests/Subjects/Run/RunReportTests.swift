import EventEngine
import Experiments
import Methods
import PurchaseWorld
import Reports
import Scenarios
import Statistics
import TestSupport
import Testing

@Suite("RunReport") struct RunReportTests {
  static let claims: [Scenarios.Expectation.Claim] = [
    .range(.lostRate, design: "zero-loss-1.0", min: 0.015, max: 0.025),
    .range(.lateRate(within: .seconds(3_600)), design: "zero-loss-1.0", min: nil, max: 0.0001),
    .range(.deliveryP50, design: "zero-loss-1.2", min: nil, max: 1),
    .range(.deliveryP99, design: "zero-loss-1.0", min: nil, max: 60),
    .range(.lostRevenue, design: "zero-loss-1.0", min: 8_000_000, max: nil),
    .below(.lostRate, of: "zero-loss-1.2", below: "zero-loss-1.0", by: .difference(0.01)),
    .below(.lostRate, of: "zero-loss-1.2", below: "zero-loss-1.0", by: .difference(0.0205)),
    .below(.lostRate, of: "zero-loss-1.2", below: "zero-loss-1.0", by: .factor(20)),
    .range(.failedRetryRate(retry: 2), design: "zero-loss-1.0", min: 0.5, max: 0.7),
  ]

  @Test("a scenario's report has a table, products, expectations and a verdict, in 120 columns")
  func scenario() throws {
    let text = RunReport(HandMade.findings(Self.claims)).text
    #expect(try Golden.difference(text, "run.txt") == nil)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test("the report lists the first passed expectations and all others")
  func many() {
    let holding = Array(repeating: Self.claims[0], count: 30)
    let failing = Self.claims[1]
    let text = RunReport(HandMade.findings(holding + [failing])).text
    let lines = text.split(separator: "\n")
    expectEqual(lines.count { $0.hasPrefix("  pass  ") }, 21)
    #expect(lines.contains("  pass          10 more, see summary.json"))
    expectEqual(lines.count { $0.hasPrefix("  fail  ") }, 1)
  }

  @Test("a run of only a pilot states why it concludes nothing")
  func pilot() throws {
    let words = "\nconclusion: none, because only a pilot was simulated\n"
    var results = Runner(HandMade.scenario([])).run(workers: 1)
    #expect(!RunReport(RunFindings(results)).text.contains(words))
    results.countsOnlyPilot = true
    #expect(RunReport(RunFindings(results)).text.contains(words))
  }

  @Test("a run that ends at a design without charges does not name the limit of users")
  func withoutCharges() throws {
    // No order is created in time, so there is no payment (C2).
    let findings = try Fixture.findings(
      """
      { "name": "silent", "users": 50, "sampling": "plain", "catalog": [ { "product": "p" } ],
        "designs": [ "naive",
          { "name": "mute", "timing": "orderFirst", "retry": { "timeout": "1ms" } } ],
        "faults": [ { "fault": "crash", "probability": 0.5 } ], "precision": { "halfWidth": 0.01 } }
      """)
    let text = RunReport(findings).text
    expectEqual(findings.warnings, [.neverCharged(design: "mute")])
    #expect(
      text.contains(
        """
        Not precise at look 1, after 50 users, because some design charged none of them;
        goal not reached: every lost rate within ±10 ‰;
        the intervals hold jointly at all looks with 95 % confidence.
        """))
  }

  @Test("a quiet report has the verdict and the results that do not hold")
  func shortText() {
    expectEqual(
      RunReport(HandMade.findings(Self.claims)).shortText,
      """
      hand-made: fail (expectations: 5 pass, 2 inconclusive, 2 fail)
        fail          zero-loss-1.0: lateRate after 1h = 20.00 ‰ (17.43 to 22.93), expected at m\
      ost 0.1 ‰
        fail          zero-loss-1.0: deliveryP99 = never, expected at most 1m
        inconclusive  zero-loss-1.0: lostRevenue = 8,000,000 (6,859,971 to 9,325,903), expected a\
      t least 8000000
                      it cannot be estimated how many users would decide it
        inconclusive  lostRate: zero-loss-1.2 below zero-loss-1.0 by 20.00 ‰ (17.42 to 2\
      2.93), expected at least 20.5 ‰
                      about 690,000 users would decide it

      """)
    expectEqual(RunReport(HandMade.findings([])).shortText, "hand-made: pass (no expectations)\n")
  }

  @Test("a case's report shows every charge of every design")
  func ofCase() {
    let text = RunReport(HandMade.caseFindings()).text
    expectEqual(
      text,
      """
      hand-made: Two designs by hand
      lostorder 0.1.0, seed 7, a case

      design         charge     kind         drop point     flags               expected
      zero-loss-1.0  lost       undelivered  recordCleared  doubleCharge, hung  no
                     recovered
      zero-loss-1.2  delivered                                                  yes

      expectations
        fail          zero-loss-1.0: expected lost crossed (no flags); actual lost undelivered re\
      cordCleared, recovered (flags doubleCharge, hung)
        pass          zero-loss-1.2: lostRate = 0.00 ‰, expected at most 0 ‰

      hand-made: fail (expectations: 2 pass, 1 fail)

      """)
  }

  @Test("a verdict is green, yellow or red on a colour terminal")
  func colors() {
    for (verdict, color) in [(Verdict.pass, 32), (.inconclusive, 33), (.fail, 31)] {
      var findings = HandMade.findings(Self.claims)
      findings.claims = findings.claims.prefix(1).map { claim in
        var claim = claim
        claim.verdict = verdict
        return claim
      }
      findings.warnings = []
      let word = verdict.rawValue
      let text = RunReport(findings, hasColor: true).shortText
      #expect(text.hasPrefix("hand-made: \u{1B}[\(color)m\(word)\u{1B}[0m ("), "\(text)")
      #expect(RunReport(findings).shortText.hasPrefix("hand-made: \(word) ("))
    }
  }

  @Test("problems state what is missing and where it was declared")
  func warnings() {
    var findings = HandMade.findings()
    findings.warnings = [.noCharge, .neverOccurred(declaration: 2, .crash)]
    expectEqual(
      RunReport(findings).warnings,
      [
        "no design charged any user, so this run cannot measure lost orders",
        "fault 'crash' (faults[2]) did not occur under any design; expected at least one occurrence",
      ])
    expectEqual(RunReport(findings).shortText, "hand-made: inconclusive (no expectations)\n")
    findings.results.scenario.population.script = Population.Script(intents: [], taps: [], plan: [])
    expectEqual(
      RunReport(findings).warnings[1],
      "fault 'crash' (number 3 of the plan) did not occur under any design;"
        + " expected at least one occurrence")
  }

  @Test("control characters in texts of a scenario are escaped on the terminal")
  func controls() {
    var findings = HandMade.findings()
    findings.results.scenario.title = "red \u{1B}[31m\u{9B}2J and\na new line"
    findings.designs[0].design.name = "a\u{1B}]0;b\u{7}"
    findings.results.scenario.population.conditions.catalog.products[0].name = "c\r"
    let text = RunReport(findings).text
    let controls = text.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n"
    }
    #expect(controls.isEmpty)
    #expect(text.contains("hand-made: red \\u{1b}[31m\\u{9b}2J and\\u{a}a new line\n"))
  }
}
