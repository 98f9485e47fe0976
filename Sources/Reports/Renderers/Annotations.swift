import JSONText
package import Scenarios
import Statistics

/// An expectation with its verdict, or another thing that is not as it should be, in English.
package struct Note: Sendable {
  /// The file that is to blame.
  var path: String
  /// The line and the column in it, from 1; nil of what the file does not say.
  var position: (line: Int, column: Int)?
  /// A verdict, `regression` or `incomparable`.
  var outcome = Verdict.inconclusive.rawValue
  /// What is looked at.
  var subject = ""
  var title: String
  package var words: String
  /// The command that plays an order that shows it.
  var replay: String?
  /// What is the same as long as it is the same thing.
  var identity: String

  package var holds: Bool { outcome == Verdict.pass.rawValue }
  var line: Int { position?.line ?? 1 }
  var column: Int { position?.column ?? 1 }
  /// The place in the file, before words about it.
  var place: String { position.map { "\(path):\($0.line):\($0.column): " } ?? "" }
  /// On one line.
  var message: String { words + (replay.map { "; \($0)" } ?? "") }
}

extension Note {
  /// What is wrong with a file.
  package init(_ problem: Problem) {
    self.init(
      path: problem.file, position: problem.position.map { ($0.line, $0.column) },
      outcome: Verdict.fail.rawValue, title: "\(problem.file): cannot be read",
      words: problem.words, identity: problem.description)
  }

  /// Why nothing is known of a scenario, or of how several changed.
  package init(of path: String, cannotTell words: String) {
    self.init(path: path, title: "\(path): cannot tell", words: words, identity: "\(path) \(words)")
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

  /// What does not hold, each an error, because each makes the command end with another code than 0; for
  /// GitLab a whole file, for others a line each.
  package static func text(_ notes: [Note], for service: Service) -> String {
    let notes = notes.filter { !$0.holds }
    switch service {
    case .github: return notes.map { github($0) }.joined()
    case .azure: return notes.map { azure($0) }.joined()
    case .gcc:
      return notes.map { note in
        "\(note.path.escapingControls):\(note.line):\(note.column):"
          + " error: \(note.message.escapingControls)\n"
      }.joined()
    case .gitlab: return JSONOutput.array(notes.map { gitlab($0) }).text
    }
  }

  /// See docs.github.com, "Workflow commands for GitHub Actions".
  private static func github(_ note: Note) -> String {
    "::error file=\(note.path.escapingGitHub(isProperty: true)),"
      + "line=\(note.line),col=\(note.column),title=\(note.title.escapingGitHub(isProperty: true))"
      + "::\(note.message.escapingGitHub(isProperty: false))\n"
  }

  /// See learn.microsoft.com, "Logging commands": `task.logissue`.
  private static func azure(_ note: Note) -> String {
    "##vso[task.logissue type=error;"
      + "sourcepath=\(note.path.escapingAzure);linenumber=\(note.line);columnnumber=\(note.column);]"
      + "\(note.message.escapingAzure)\n"
  }

  /// See docs.gitlab.com, "Code Quality report format".
  private static func gitlab(_ note: Note) -> JSONOutput {
    [
      "description": .string(note.message), "check_name": .string(note.title),
      "fingerprint": .string(fingerprint(note.identity)), "severity": "major",
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
