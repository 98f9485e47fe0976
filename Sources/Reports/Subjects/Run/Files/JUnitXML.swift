import Methods
import Experiments
import JSONText
import Scenarios

/// Verdicts as JUnit XML for CI services: `junit.xml`.
///
/// A scenario is a suite and an expectation is a case. The form follows the schema `junit-10.xsd`
/// of the Jenkins xUnit plugin. An inconclusive expectation counts as a failure, and so does every
/// warning about the run.
package enum JUnitXML {
  package static func text(_ records: [any ReportedRun]) -> String {
    let all = records.flatMap(\.annotations)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lostorder" tests="\(records.reduce(0) { $0 + max(1, $1.annotations.count) })" \
      failures="\(all.count { !$0.isPass })" errors="0">
      \(records.map { suite($0) }.joined())</testsuites>

      """
  }

  private static func suite(_ record: any ReportedRun) -> String {
    let notes = record.annotations
    let name = record.name.escapingMarkup
    let cases = notes.map { note -> String in
      let head = "<testcase name=\"\(note.subject.escapingMarkup)\" classname=\"\(name)\""
      if note.isPass { return head + "/>\n" }
      let text = [note.place + note.words, note.replay].compactMap(\.self)
      return head + ">\n<failure type=\"\(note.outcome)\""
        + " message=\"\(note.words.escapingMarkup)\">"
        + "\(text.joined(separator: "\n").escapingMarkupLines)</failure>\n</testcase>\n"
    }
    let baseline =
      record.baselineComparison.map { changes in
        "<property name=\"baseline\" value=\"\(changes.changes.counted().escapingMarkup)\"/>\n"
      } ?? ""
    let replications =
      record.scenario.hasSharedBackend
      ? "<property name=\"replications\" value=\"\(record.scenario.replicationCount)\"/>\n" : ""
    let runs = "<testcase name=\"runs\" classname=\"\(name)\"/>\n"
    return """
      <testsuite name="\(name)" tests="\(max(1, notes.count))" \
      failures="\(notes.count { !$0.isPass })" errors="0" skipped="0" \
      file="\(record.path.escapingMarkup)">
      <properties>
      <property name="seed" value="\(record.seed)"/>
      <property name="users" value="\(record.users)"/>
      \(replications)\
      <property name="version" value="\(Version.current)"/>
      \(baseline)</properties>
      \(cases.isEmpty ? runs : cases.joined())</testsuite>

      """
  }
}
