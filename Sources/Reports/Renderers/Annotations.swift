import JSONText
package import Scenarios
import Statistics

/// The result of one expectation, or a problem, in English.
package struct Annotation: Sendable {
  /// The file at fault.
  var path: String
  /// Line and column in the file, from 1; nil if the problem has no place in it.
  var position: (line: Int, column: Int)?
  /// A verdict, `regression` or `incomparable`.
  var outcome = Verdict.inconclusive.rawValue
  /// The subject of the check.
  var subject = ""
  var title: String
  package var words: String
  /// Command that replays an order which shows the problem.
  var replay: String?
  /// Stable identity of the problem across runs.
  var identity: String

  /// Whether the check passed, so that no annotation is printed.
  package var isPass: Bool { outcome == Verdict.pass.rawValue }
  var line: Int { position?.line ?? 1 }
  var column: Int { position?.column ?? 1 }
  /// Prefix with the place in the file.
  var place: String { position.map { "\(path):\($0.line):\($0.column): " } ?? "" }
  /// Message on one line.
  var message: String { words + (replay.map { "; \($0)" } ?? "") }
}

extension Annotation {
  /// A mistake in a file.
  package init(_ problem: Problem) {
    self.init(
      path: problem.file, position: problem.position.map { ($0.line, $0.column) },
      outcome: Verdict.fail.rawValue, title: "\(problem.file): cannot be read",
      words: problem.words, identity: problem.description)
  }

  /// Reason why a scenario, or a change of several scenarios, has no result.
  package init(of path: String, inconclusiveMessage words: String) {
    self.init(
      path: path, title: "\(path): inconclusive", words: words, identity: "\(path) \(words)")
  }
}

/// Failed checks at their line of the scenario file, as CI services show them.
package enum Annotations {
  /// A CI service, or a format that several tools read.
  package enum Service: String, CaseIterable, Sendable {
    /// Workflow commands of GitHub Actions.
    case github
    /// Logging commands of Azure Pipelines.
    case azure
    /// Code quality report of GitLab.
    case gitlab
    /// `file:line:column: error: message` of compilers; read by Jenkins and editors.
    case gcc
  }

  /// Renders every note as an error, because every note makes the exit code nonzero. GitLab gets
  /// one file, the others one line per note.
  package static func text(_ notes: [Annotation], for service: Service) -> String {
    let notes = notes.filter { !$0.isPass }
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
  private static func github(_ note: Annotation) -> String {
    "::error file=\(note.path.escapingGitHub(isProperty: true)),"
      + "line=\(note.line),col=\(note.column),title=\(note.title.escapingGitHub(isProperty: true))"
      + "::\(note.message.escapingGitHub(isProperty: false))\n"
  }

  /// See learn.microsoft.com, "Logging commands": `task.logissue`.
  private static func azure(_ note: Annotation) -> String {
    "##vso[task.logissue type=error;"
      + "sourcepath=\(note.path.escapingAzure);linenumber=\(note.line);columnnumber=\(note.column);]"
      + "\(note.message.escapingAzure)\n"
  }

  /// See docs.gitlab.com, "Code Quality report format".
  private static func gitlab(_ note: Annotation) -> JSONOutput {
    [
      "description": .string(note.message), "check_name": .string(note.title),
      "fingerprint": .string(fingerprint(note.identity)), "severity": "major",
      "location": ["path": .string(note.path), "lines": ["begin": .integer(note.line)]],
    ]
  }

  /// 64-bit FNV-1a hash of a text (draft-eastlake-fnv), in hexadecimal.
  package static func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
