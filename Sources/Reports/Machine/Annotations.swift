import Experiments
import JSONText

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
