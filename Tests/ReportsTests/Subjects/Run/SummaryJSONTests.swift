import Experiments
import JSONText
import Methods
import Reports
import Scenarios
import TestSupport
import Testing

@Suite("SummaryJSON") struct SummaryJSONTests {
  @Test("the summary of a case equals the golden file")
  func ofCase() throws {
    #expect(
      try Golden.difference(
        SummaryJSON.output(HandMade.caseFindings()).text, "summary-of-a-case.json") == nil)
  }

  @Test("the summary of a scenario begins with the run and has the counts of every design")
  func scenario() throws {
    let claims = RunReportTests.claims
    let text = SummaryJSON.output(HandMade.findings(claims)).text
    #expect(try Golden.difference(text, "summary.json") == nil)
  }

  @Test("every rate equals the value that an expectation of its metric finds")
  func rates() throws {
    // Rates that cannot occur in a store of these designs are not printed.
    let rates = ShareMetric.expectationMetrics.filter { !$0.isOfAutoRefunds }.map {
      Metric.share($0)
    }
    expectEqual(rates.count, 15)
    let scenario = HandMade.scenario(
      rates.map { .range($0, design: "zero-loss-1.0", min: nil, max: 1) })
    var totals = RunAccumulator(scenario)
    for user in 0..<scenario.userCount {
      totals.add(HandMade.eventful(user), design: 0, of: UInt64(user))
      totals.add(HandMade.eventful(0), design: 1, of: UInt64(user))
      totals.completeUser()
    }
    let findings = RunFindings(RunResults(scenario: scenario, totals: totals, endings: []))
    let summary = SummaryJSON.output(findings)
    let found = try #require(summary["expectations"]?.elements).map { $0["found"] }
    let shown = try #require(summary["designs"]?.elements?.first?["rates"]?.members)
    expectEqual(shown.map(\.key), rates.map(\.name))
    expectEqual(shown.map(\.value), found)
    expectEqual(Set(found).count, rates.count)
  }

  @Test("an unmeasurable value is null, and an infinite time is 'never'")
  func missing() {
    let findings = HandMade.findings(
      [
        .range(.lostRate, design: "zero-loss-1.0", min: 0, max: nil),
        .range(.deliveryP99, design: "zero-loss-1.0", min: nil, max: 60),
      ], product: nil)
    let text = SummaryJSON.output(findings).text
    #expect(text.contains("\"p99\": [\"never\", \"never\", \"never\"]"))
    #expect(text.contains("\"found\": [\"never\", \"never\", \"never\"]"))
  }
}

extension JSONOutput {
  /// The value of a member; nil when there is none.
  fileprivate subscript(key: String) -> JSONOutput? { members?.first { $0.key == key }?.value }

  /// The members of an object; nil for others.
  fileprivate var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements of a list; nil for others.
  fileprivate var elements: [JSONOutput]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
