import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

/// The result of a run that must decide something.
@Suite struct PrecisionTextTests {
  /// Two equal designs, and two claims: one is decided, one never is.
  private func findings(_ until: String) throws -> RunFindings {
    let scenario = try Fixture.scenario(
      """
      { "name": "twins", "users": 400, "sampling": "plain", "catalog": [ { "product": "p" } ],
        "designs": [ "keep-2", { "name": "twin", "extends": "keep-2" } ],
        "faults": [ { "fault": "crash", "probability": 0.2, "at": "charge" } ],
        "expect": [ { "design": "twin", "metric": "lostRate", "max": 0.5 },
          { "metric": "lostRate", "of": "keep-2", "below": "twin" } ],
        "precision": { "until": \(until), "atMost": 8000 } }
      """)
    return RunFindings(Runner(scenario).run(workers: 2))
  }

  @Test func `undecided comparisons are named in the text, page, report and summary`() throws {
    let findings = try findings(#""decided""#)
    let named = "expect[1] (lostRate: keep-2 below twin), keep-2 against twin"
    let text = RunReport(findings).text
    #expect(text.contains("goal not reached: every expectation and the ranking decided;\n"))
    #expect(text.contains("\nUndecided: \(named).\n"))
    expectEqual(
      RunReport(findings).warnings,
      ["8000 users do not decide \(named); set a larger 'atMost' or a wider 'margin'"])
    let record = RunRecord(findings, path: "s.json") { "play \($0) \($1)" }
    expectEqual(record.annotations.last?.words, RunReport(findings).warnings[0])
    let page = RunPage(findings, source: "", examples: [], run: "") { "\($0) \($1)" }.text
    #expect(page.contains("Undecided: \(named)."))
    #expect(page.contains("what would decide it"))
    #expect(MarkdownReport.text([(record, [])]).contains("Undecided: \(named.escapingMarkdown)"))
    let summary = SummaryJSON.output(findings).text
    #expect(summary.contains(#""expectations": ["expect[1]"]"#))
    #expect(!summary.contains("\"tied\""))
  }

  @Test func `ties are named with their margin, separately from bounds`() throws {
    let findings = try findings(#"{ "margin": 0.01 }"#)
    let text = RunReport(findings).text
    #expect(text.contains("every expectation and the ranking decided, or a tie within ±10 ‰;\n"))
    let words = text.replacing("\n", with: " ")
    #expect(
      words.contains(
        "Tied: equal within ±10 ‰: keep-2 against twin; within ±10 ‰ of a bound: expect[1] (lostRate:"
          + " keep-2 below twin)."))
    #expect(!text.contains("Undecided:") && findings.warnings == [])
    // The column of the design with fewer losses.
    #expect(text.contains(" tied\n"))
    #expect(text.contains("expected above 0\n                within the margin of its bound\n"))
    #expect(RunReport(findings, .zh).text.contains("平手：相差不超过 ±10 ‰：keep-2 对比 twin"))
    let summary = SummaryJSON.output(findings).text
    #expect(summary.contains(#""margin": 0.01"#) && summary.contains(#""tied": {"#))
    let alone = try self.findings(#"{ "expectations": true }"#)
    #expect(RunReport(alone).text.contains("\ngoal not reached: every expectation decided;\n"))
    #expect(!RunReport(alone).text.contains("keep-2 against twin"))
    #expect(SummaryJSON.output(alone).text.contains(#""expectations": true"#))
  }
}
