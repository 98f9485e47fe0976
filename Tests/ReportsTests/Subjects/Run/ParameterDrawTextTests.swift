import Experiments
import JSONText
import Methods
import PurchaseWorld
import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Reports

/// The output of draws for people and programs.
@Suite struct ParameterDrawTextTests {
  /// Kills wipe the record of one design, interruptions that of another; one is better in three draws.
  private static func findings(_ sets: [[Double]], stop: CancellationToken? = nil) throws
    -> RunFindings
  {
    let scenario = try Fixture.scenario(
      """
      { "name": "s", "seed": 5, "users": 4000,
        "faults": [
          { "fault": "spuriousCancel", "probability": 0.1, "at": "sheet", "after": "6s",
            "resolves": "1m" },
          { "fault": "appKill", "probability": 0.05, "at": "sheet", "after": "3s" }],
        "designs": ["zero-loss-legacy", "zero-loss-1.0"],
        "draws": { "values": ["faults[0].probability", "faults[1].probability"], "sets": \(sets) } }
      """)
    var findings = RunFindings(Runner(scenario).run(workers: 2))
    let plan = try #require(ParameterDrawPlan(scenario))
    findings.parameterDrawFindings = ParameterDrawFindings(
      plan, plan.run(workers: 2, stop: stop ?? CancellationToken()), findings)
    findings.conclusion = Conclusion(findings)
    return findings
  }

  private static let changing = [[0.1, 0.02], [0.2, 0.02], [0.3, 0.02], [0.02, 0.3]]
  private static let steady = (0..<40).map { [0.2 + Double($0) / 1_000, 0.02] }

  private static func leftOpen(_ findings: RunFindings, _ language: Language = .en) throws
    -> [String]
  {
    let text = ConclusionText(try #require(findings.conclusion), language)
    return text.parts.first { $0.label == language("left open") }?.clauses ?? []
  }

  @Test func `the table has the range of the draws beside the interval, and explains both`() throws
  {
    let findings = try Self.findings(Self.changing)
    let text = RunReport(findings).text
    let range = NumberFormat.range(
      try #require(findings.parameterDrawFindings?.variation("zero-loss-legacy", .lost)).range)
    #expect(text.contains("interval   ") || text.contains("open"))
    #expect(
      text.split(separator: "\n").contains {
        $0.hasPrefix("zero-loss-legacy") && $0.contains("  \(range)  ")
      })
    #expect(
      text.contains(
        "Open: the range that the data leave open, from the lowest to the highest of 4 draws, each"
      ))
    let plain = RunReport(with(findings) { $0.parameterDrawFindings = nil }).text
    #expect(!plain.contains("open\n") && !plain.contains("Open:"))
  }

  @Test func `a pair whose ranking changes states in how many draws, for either order`() throws {
    let text = RunReport(try Self.findings(Self.changing)).text
    let turned = RunReport(try Self.findings(Self.changing.map { [$0[1], $0[0]] })).text
    let lines = [text, turned].map { $0.split(separator: "\n").filter { $0.contains("in 3 of 4") } }
    #expect(lines.allSatisfy { $0.count > 0 })
    #expect(lines[0] != lines[1])
    #expect(lines[0][0].contains("draws, more in 1") || lines[0].count > 1)
  }

  @Test func `the conclusion states the range of the draws and ranking changes`() throws {
    let steady = try Self.findings(Self.steady)
    let clauses = try Self.leftOpen(steady)
    let range = try #require(steady.parameterDrawFindings?.variation("zero-loss-legacy")).range
    let other = try #require(steady.parameterDrawFindings?.variation("zero-loss-1.0")).range
    let (leadingDesign, rival) =
      range.high < other.high
      ? ("zero-loss-legacy", "zero-loss-1.0") : ("zero-loss-1.0", "zero-loss-legacy")
    expectEqual(clauses.count, 2)
    #expect(clauses[0].hasPrefix("over the range that the data leave open, \(leadingDesign) has "))
    expectEqual(clauses[1], "fewer in every draw than \(rival)")
    let changing = try Self.leftOpen(try Self.findings(Self.changing))
    #expect(
      changing.contains {
        $0.contains("the order changes: in some draws, other designs have fewer: ")
      })
    #expect(
      try Self.leftOpen(try Self.findings(Self.changing), .zh).allSatisfy { $0.contains(/\p{Han}/) }
    )
    var none = steady
    none.parameterDrawFindings = nil
    none.conclusion = Conclusion(none)
    #expect(try Self.leftOpen(none) == [])
  }

  @Test func `a summary has draws only if the scenario has draws, as in the schema`() throws {
    let findings = try Self.findings(Self.changing)
    let keys = ArticleTests.keys(of: SummaryJSON.output(findings))
    let known = Set(SummaryJSON.schema.matches(of: /"([A-Za-z0-9_]+)":/).map { String($0.1) })
    #expect(keys.subtracting(known) == [] && keys.contains("draws"))
    let draws = try #require(findings.parameterDrawFindings)
    let written = SummaryJSON.draws.output(of: draws).line
    #expect(written.hasPrefix(#"{"sets": 4, "played": 4, "users": 4000, "designs": [{"name": "#))
    let low = JSONOutput.share(try #require(draws.variation("zero-loss-1.0", .lost)).range.low).line
    #expect(written.contains(#""zero-loss-1.0", "lostRate": {"low": \#(low), "#))
    let plain = with(findings) { $0.parameterDrawFindings = nil }
    #expect(!ArticleTests.keys(of: SummaryJSON.output(plain)).contains("draws"))
    #expect(
      try BaselineSummary(Array(SummaryJSON.output(findings).text.utf8), file: "s").name == "s")
  }

  @Test func `interrupted draws are reported with their number and the reason`() throws {
    let stop = CancellationToken()
    stop.cancelAtTimeLimit()
    let findings = try Self.findings(Self.changing, stop: stop)
    let draws = try #require(findings.parameterDrawFindings)
    let missing = "0 of 4 draws were simulated: the time limit was reached"
    expectEqual(ParameterDrawText(draws, findings).missingDrawsReason, missing)
    #expect(RunReport(findings).text.contains(missing))
    #expect(SummaryJSON.draws.output(of: draws).line.contains(#""cut": "timeLimit""#))
    #expect(try Self.leftOpen(findings) == [])
  }

  @Test func `the page has a bar for the range of the draws and a mark for every draw`() throws {
    let findings = try Self.findings(Self.changing)
    let page = RunPage(findings, source: "", examples: [], run: "r") { _, _ in "" }.text
    #expect(page.contains("<section id=\"open\""))
    // Two designs and a pair, at two widths.
    expectEqual(page.matches(of: /class="opened"/).count, 6)
    #expect(page.matches(of: /class="draw" d="(M[^"]*)"/).allSatisfy { $0.1.contains("V") })
    let plain = RunPage(
      with(findings) { $0.parameterDrawFindings = nil }, source: "", examples: [], run: "r"
    ) { _, _ in "" }.text
    #expect(!plain.contains("id=\"open\"") && !plain.contains("class=\"opened\""))
  }

  private func with(_ findings: RunFindings, _ change: (inout RunFindings) -> Void) -> RunFindings {
    var findings = findings
    change(&findings)
    return findings
  }
}
