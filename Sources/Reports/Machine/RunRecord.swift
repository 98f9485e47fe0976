package import Experiments
import JSONText
import PurchaseWorld
import Scenarios
import Statistics

/// A scenario that ran, as files for other programs tell of it.
package struct RunRecord: Sendable {
  package var findings: Findings
  package var path: String
  /// The command that plays a user under a design.
  package var replay: @Sendable (_ design: String, _ user: UInt64) -> String
  /// What changed since the baseline; nil without one.
  package var changes: BaselineComparison?

  package init(
    _ findings: Findings, path: String, changes: BaselineComparison? = nil,
    replay: @escaping @Sendable (_ design: String, _ user: UInt64) -> String
  ) { (self.findings, self.path, self.changes, self.replay) = (findings, path, changes, replay) }

  /// What makes the run say less than it seems to, in English, a line each.
  var troubles: [String] { RunReport(findings).troubles }

  /// The first design that lost an order, with a user whose order it lost; nil if none lost any.
  package var firstLost: (design: String, user: UInt64)? { firstLost(of: findings.designs) }

  private func firstLost(of designs: [Findings.DesignFindings]) -> (design: String, user: UInt64)? {
    designs.lazy.compactMap { design in lostUser(under: design).map { (design.name, $0) } }.first
  }

  /// The lost order that says most: one that a worse design loses since the baseline, else one of a
  /// design that a failed claim speaks of, else the first.
  package var tellingLost: (design: String, user: UInt64)? {
    for change in changes?.changes ?? [] {
      if change.verdict == .worse, let user = change.loser { return (change.design, user) }
    }
    for claim in findings.claims where claim.verdict == .fail {
      if let lost = firstLost(of: designs(of: claim)) { return lost }
    }
    return firstLost
  }

  /// The lowest user who lost an order under a design; of one whose orders were all rescued the lowest
  /// that is known, and nil if it lost none.
  func lostUser(under design: Findings.DesignFindings) -> UInt64? {
    if let ending = design.ending { return ending.lostOrders > 0 ? 0 : nil }
    let lost = DropTable.ways.flatMap { design.ledger.firstUsers($0.kind, $0.point) }
    return lost.min() ?? design.ledger.losses.values.map(\.user).min()
  }

  /// The designs of which a claim speaks, the one that should be better first.
  func designs(of claim: ClaimFinding) -> [Findings.DesignFindings] {
    claim.expectation.claim.designs.compactMap { name in findings.designs.first { $0.name == name }
    }
  }

  /// The command that plays a lost order of the first design of a claim that lost one.
  func replay(of claim: ClaimFinding) -> String? {
    firstLost(of: designs(of: claim)).map { replay($0.design, $0.user) }
  }

  /// Whether everything is as expected and nothing got worse.
  var isGood: Bool { findings.verdict == .pass && (changes?.regressions ?? []).isEmpty }

  /// An expectation with its verdict, or another thing that is not as it should be.
  struct Note {
    var path: String
    /// The line and the column of an expectation; nil of what the file does not say.
    var position: (line: Int, column: Int)?
    /// A verdict, or `regression`.
    var outcome: String
    /// What is looked at.
    var subject: String
    var title, words: String
    /// The command that plays an order that shows it.
    var replay: String?
    /// What is the same as long as it is the same thing.
    var identity: String

    var holds: Bool { outcome == Verdict.pass.rawValue }
    var isError: Bool { [Verdict.fail.rawValue, "regression"].contains(outcome) }
    var level: String { isError ? "error" : "warning" }
    var line: Int { position?.line ?? 1 }
    var column: Int { position?.column ?? 1 }
    /// The place in the file, before words about it.
    var place: String { position.map { "\(path):\($0.line):\($0.column): " } ?? "" }
    /// On one line.
    var message: String { words + (replay.map { "; \($0)" } ?? "") }
  }

  /// All expectations, then what makes the run say less than it seems to, and what got worse.
  var notes: [Note] {
    let name = findings.name
    let claims = findings.claims.map { claim in
      let (text, at) = (ClaimText(claim), claim.expectation)
      return Note(
        path: path, position: (at.line, at.column), outcome: claim.verdict.rawValue,
        subject: "\(at.path): \(text.parts.subject)",
        title: "\(name) \(at.path): \(claim.verdict.rawValue)", words: text.line,
        replay: claim.verdict == .pass ? nil : replay(of: claim), identity: "\(name) \(at.path)")
    }
    let troubles = troubles.map { trouble in
      Note(
        path: path, outcome: Verdict.inconclusive.rawValue, subject: "tells something",
        title: "\(name): cannot tell", words: trouble, identity: "\(name) \(trouble)")
    }
    return claims + troubles
      + (changes?.regressions ?? []).map { change in
        Note(
          path: path, outcome: "regression", subject: "baseline: \(change.design) \(change.metric)",
          title: "\(name): \(change.design) got worse", words: change.line, replay: change.replay,
          identity: "\(name) \(change.design) \(change.metric)")
      }
  }
}

/// What does not hold, at its line of the scenario's file, as CI services show it beside the text.
package enum Annotations {
  /// A service, or a form that several read.
  package enum Service: String, CaseIterable, Sendable {
    /// Workflow commands of GitHub Actions.
    case github
    /// Logging commands of Azure Pipelines.
    case azure
    /// A report of GitLab's code quality.
    case gitlab
    /// `file:line:column: error: message`, as compilers write it; Jenkins and editors read it.
    case gcc
  }

  /// What does not hold in scenarios that ran; for GitLab a whole file, for others a line each.
  package static func text(_ records: [RunRecord], for service: Service) -> String {
    let notes = records.flatMap(\.notes).filter { !$0.holds }
    switch service {
    case .github: return notes.map { github($0) }.joined()
    case .azure: return notes.map { azure($0) }.joined()
    case .gcc:
      return notes.map { note in
        "\(note.path.escapingControls):\(note.line):\(note.column):"
          + " \(note.level): \(note.message.escapingControls)\n"
      }.joined()
    case .gitlab: return JSONOutput.array(notes.map { gitlab($0) }).text
    }
  }

  /// See docs.github.com, "Workflow commands for GitHub Actions".
  private static func github(_ note: RunRecord.Note) -> String {
    "::\(note.level) file=\(note.path.escapingGitHub(isProperty: true)),"
      + "line=\(note.line),col=\(note.column),title=\(note.title.escapingGitHub(isProperty: true))"
      + "::\(note.message.escapingGitHub(isProperty: false))\n"
  }

  /// See learn.microsoft.com, "Logging commands": `task.logissue`.
  private static func azure(_ note: RunRecord.Note) -> String {
    "##vso[task.logissue type=\(note.level);"
      + "sourcepath=\(note.path.escapingAzure);linenumber=\(note.line);columnnumber=\(note.column);]"
      + "\(note.message.escapingAzure)\n"
  }

  /// See docs.gitlab.com, "Code Quality report format".
  private static func gitlab(_ note: RunRecord.Note) -> JSONOutput {
    [
      "description": .string(note.message), "check_name": .string(note.title),
      "fingerprint": .string(fingerprint(note.identity)),
      "severity": .string(note.isError ? "major" : "minor"),
      "location": ["path": .string(note.path), "lines": ["begin": .integer(note.line)]],
    ]
  }

  /// 64 bits of a text, by FNV-1a (draft-eastlake-fnv), as hexadecimal digits.
  package static func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Verdicts as JUnit's XML, which every CI service reads: `junit.xml`.
///
/// A scenario is a suite and an expectation a case of it. The form is that of the schema
/// `junit-10.xsd` of the Jenkins xUnit plugin. An expectation that could not be decided counts as a
/// failure, and so does whatever makes a run say less than it seems to.
package enum JUnitXML {
  package static func text(_ records: [RunRecord]) -> String {
    let all = records.flatMap(\.notes)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="lostorder" tests="\(records.reduce(0) { $0 + max(1, $1.notes.count) })" \
      failures="\(all.count { !$0.holds })" errors="0">
      \(records.map(suite).joined())</testsuites>

      """
  }

  private static func suite(_ record: RunRecord) -> String {
    let (findings, notes) = (record.findings, record.notes)
    let name = findings.name.escapingMarkup
    let cases = notes.map { note -> String in
      let head = "<testcase name=\"\(note.subject.escapingMarkup)\" classname=\"\(name)\""
      if note.holds { return head + "/>\n" }
      let text = [note.place + note.words, note.replay].compactMap(\.self)
      return head + ">\n<failure type=\"\(note.outcome)\""
        + " message=\"\(note.words.escapingMarkup)\">"
        + "\(text.joined(separator: "\n").escapingMarkupLines)</failure>\n</testcase>\n"
    }
    let runs = "<testcase name=\"runs\" classname=\"\(name)\"/>\n"
    return """
      <testsuite name="\(name)" tests="\(max(1, notes.count))" \
      failures="\(notes.count { !$0.holds })" errors="0" skipped="0" \
      file="\(record.path.escapingMarkup)">
      <properties>
      <property name="seed" value="\(findings.seed)"/>
      <property name="users" value="\(findings.users)"/>
      <property name="version" value="\(Version.current)"/>
      </properties>
      \(cases.isEmpty ? runs : cases.joined())</testsuite>

      """
  }
}
