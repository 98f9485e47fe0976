import Experiments
import JSONText
import Scenarios
import Statistics

/// Verdicts as JUnit's XML, which every CI service reads: `junit.xml`.
///
/// A scenario is a suite and an expectation a case of it. The form is that of the schema
/// `junit-10.xsd` of the Jenkins xUnit plugin. An expectation that could not be decided counts as a
/// failure, and so does whatever makes a run say less than it seems to.
package enum JUnitXML {
  private struct Case {
    var name: String
    /// The type and the message of a failure.
    var failure: (type: String, message: String, text: String)?
  }

  package static func text(_ records: [RunRecord]) -> String {
    let suites = records.map { suite($0, cases(of: $0)) }
    let all = records.flatMap { cases(of: $0) }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lostorder" tests="\(all.count)" \
      failures="\(all.count { $0.failure != nil })" errors="0">
      \(suites.joined())</testsuites>

      """
  }

  private static func suite(_ record: RunRecord, _ cases: [Case]) -> String {
    let findings = record.findings
    let name = findings.name.escapingMarkup
    let body = cases.map { one -> String in
      let head = "<testcase name=\"\(one.name.escapingMarkup)\" classname=\"\(name)\""
      guard let failure = one.failure else { return head + "/>\n" }
      return head + ">\n<failure type=\"\(failure.type)\""
        + " message=\"\(failure.message.escapingMarkup)\">"
        + "\(failure.text.escapingMarkupLines)</failure>\n</testcase>\n"
    }
    return """
      <testsuite name="\(name)" tests="\(cases.count)" \
      failures="\(cases.count { $0.failure != nil })" errors="0" skipped="0" \
      file="\(record.path.escapingMarkup)">
      <properties>
      <property name="seed" value="\(findings.seed)"/>
      <property name="users" value="\(findings.users)"/>
      <property name="version" value="\(Version.current)"/>
      </properties>
      \(body.joined())</testsuite>

      """
  }

  private static func cases(of record: RunRecord) -> [Case] {
    let claims = record.findings.claims.map { claim in
      let (text, verdict) = (ClaimText(claim), claim.verdict)
      let place =
        "\(record.path):\(claim.expectation.line):\(claim.expectation.column): \(text.line)"
      return Case(
        name: "\(claim.expectation.path): \(text.parts.subject)",
        failure: verdict == .pass
          ? nil : (verdict.rawValue, text.line, lines(place, record.replay(of: claim))))
    }
    let troubles = record.troubles.map {
      Case(name: "tells something", failure: ("inconclusive", $0, $0))
    }
    let changes = (record.changes?.regressions ?? []).map { change in
      Case(
        name: "baseline: \(change.design) \(change.metric)",
        failure: ("regression", change.line, lines(change.line, change.replay)))
    }
    let cases = claims + troubles + changes
    return cases.isEmpty ? [Case(name: "runs")] : cases
  }

  private static func lines(_ words: String, _ replay: String?) -> String {
    [words, replay].compactMap(\.self).joined(separator: "\n")
  }
}
