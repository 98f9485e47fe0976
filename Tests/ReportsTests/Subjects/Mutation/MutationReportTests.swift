import EventEngine
import JSONText
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import Methods
@testable import Reports

/// Mutants as text and as data, from findings made by hand.
@Suite("Reports of mutants") struct MutationReportTests {
  private static func estimate(_ value: Double, _ unit: Estimate.Unit = .share) -> Estimate {
    Estimate(value, Interval(low: value / 2, high: value * 2), unit)
  }

  private static func mutant(
    _ axis: String, _ to: String, _ outcome: MutationFindings.MutantStatus, users: Int? = nil
  ) -> MutationFindings.Mutant {
    let change = MutationFindings.Change(
      metric: ProductMetric(metric: .lostRate, product: users == nil ? 1 : nil),
      from: estimate(0.001), to: estimate(0.02), usersToDistinguish: users)
    return MutationFindings.Mutant(
      axes: [.init(name: axis, from: "none", to: to)], status: outcome,
      change: [.survived, .unseen].contains(outcome) ? change : nil)
  }

  static func found(ineffectiveExpectations: [Int] = []) -> MutationFindings {
    var scenario = HandMade.scenario([])
    scenario.name = "s\u{1B}"
    (scenario.seed, scenario.userCount) = (7, 1_000)
    scenario.expectations = [
      Scenarios.Expectation(
        .range(.lostRate, design: "a\u{1B}", min: nil, max: 0.5), product: nil, line: 3, column: 5,
        path: "expect[0]")
    ]
    let design = MutationFindings.Design(
      name: "a\u{1B}",
      mutants: [
        mutant("finish", "onCallback", .failed), mutant("queue", "x", .undecided),
        mutant("ui", "blocking", .survived), mutant("guest", "y", .unseen, users: 40_000),
        mutant("ledger", "true", .same), mutant("retry.repeatLast", "true", .endless),
      ], refused: 2,
      proposals: [
        .init(
          claim: .range(.lostRate, design: "a\u{1B}", min: nil, max: 0.00004), product: 1,
          detectedSurvivors: [2])
      ])
    return MutationFindings(
      scenario: scenario, designs: [design], ineffectiveExpectations: ineffectiveExpectations,
      plannedMutantCount: 6, interruption: nil)
  }

  @Test("the report has the kill ratio, designs, survivors with proposals, and uncounted mutants")
  func sections() {
    let report = MutationReport(Self.found())
    #expect(
      report.text.hasSuffix(
        """
        s\\u{1b}: 75.00 % of the mutants are killed, 3 of 4
        killed: 1 fail an expectation, 1 make one inconclusive, 1 do not terminate
        not counted: 1 change nothing, 0 change only results that no expectation can check, 1 change too little for this sample; 2 more are invalid designs

        design   mutants  counted  killed  survived
        a\\u{1b}        6        4       3         1

        survived: no expectation detects them; with the metric that changes most, and [the proposal] that detects it
        a\\u{1b}
          ui none → blocking  lostRate of tier.500: 1.00 ‰ → 20.00 ‰  [1]

        add these to 'expect', numbered from [1]; each passes with its design
          { "design": "a\\u001b", "metric": "lostRate", "max": 0.00004, "product": "tier.500" },

        too small for this sample; with the metric that changes most, and the users that a bound would need
        a\\u{1b}
          guest none → y  lostRate: 1.00 ‰ → 20.00 ‰  40,000 users

        """), "\(report.text)")
    expectEqual(report.shortText, "s\\u{1b}: 75.00 % of the mutants are killed, 3 of 4\n")
    expectEqual(report.warnings, [])
  }

  @Test("expectations that fail without a mutant and mutants not simulated are reported")
  func warnings() {
    var found = Self.found(ineffectiveExpectations: [0])
    (found.plannedMutantCount, found.interruption) = (10, .timeUp)
    let report = MutationReport(found)
    expectEqual(
      report.warnings, ["expect[0] fails with the unchanged designs, so it cannot detect a mutant"])
    #expect(report.text.contains("\nnot simulated: 4 of 10\n"))
    #expect(report.text.contains(InterruptionText.mark(.timeUp, .en)))
  }

  @Test("the kill ratio is null if no mutant changes a result")
  func nothing() {
    var found = Self.found()
    found.designs[0].mutants = []
    expectEqual(
      MutationReport(found).verdict,
      "s\\u{1b}: no mutant changes a result that an expectation can check")
    #expect(MutationJSON.output(found).line.contains(#""killRatio": null"#))
  }

  @Test("the Chinese report has the same numbers, and lines to paste are not translated")
  func chinese() {
    let text = MutationReport(Self.found(), .zh).text
    #expect(text.contains("杀死 75.00 % 的变异体，4 个中 3 个"))
    #expect(text.contains(#"{ "design": "a\u001b", "metric": "lostRate", "max": 0.00004, "#))
    #expect(!text.contains("survived"))
  }

  @Test("JUnit has the kill ratio as a property and fails designs below the required ratio")
  func units() {
    let found = [(findings: Self.found(), path: "s.json")]
    let low = MutationXML.text(found, least: 0.8)
    #expect(low.contains(#"<property name="killRatio" value="0.75"/>"#))
    #expect(low.contains(#"failures="1" errors="0">"#))
    #expect(low.contains(#"message="1 of 4 mutants survived">ui none → blocking</failure>"#))
    let enough = MutationXML.text(found, least: 0.75)
    #expect(enough.contains(#"failures="0" errors="0">"#) && !enough.contains("<failure"))
    #expect(enough.contains("<system-out>ui none → blocking</system-out>"))
    #expect(!low.contains("\u{1B}"))
  }
}
