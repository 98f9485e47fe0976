import PurchaseWorld
import Reports
import Scenarios

/// One option: declared once, where the command that takes it stands, or here if several take it;
/// parsing, help, completions and nearest names follow.
package struct Option: Sendable {
  /// What follows an option.
  enum Value: Sendable {
    case none
    /// Any text, of which shells know some.
    case text(Suggestion)
    case number(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
    /// A time as scenarios write it, above none.
    case time
  }

  /// The name with its dashes.
  package let name: String
  /// What its value is called in help; empty when it takes none.
  package let placeholder: String
  let value: Value
  /// What it does.
  let meaning: String

  init(_ name: String, _ placeholder: String, _ value: Value, _ meaning: String) {
    (self.name, self.placeholder, self.value, self.meaning) = (name, placeholder, value, meaning)
  }

  /// An option that takes no value.
  init(_ name: String, _ meaning: String) { self.init(name, "", .none, meaning) }

  /// The same option of a command for which it means something else.
  func meaning(_ meaning: String) -> Option { Option(name, placeholder, value, meaning) }

  /// The words with which a shell completes its value; nil when it takes none.
  package var suggestion: Suggestion? {
    switch value {
    case .none: nil
    case .text(let suggestion): suggestion
    case .number, .time: Suggestion.none
    case .choice(let words): .words { words }
    }
  }

  /// Whether its value is the name of a file or folder.
  var takesFile: Bool { if case .files? = suggestion { true } else { false } }
}

/// What a shell offers to complete a word.
package enum Suggestion: Sendable {
  /// Nothing: only the user knows.
  case none
  case files
  case words(@Sendable () -> [String])

  static let designs = Suggestion.words { BuiltInDesign.all.map(\.design.name) }
}

// What several commands take.
extension Option {
  package static let seed = Option(
    "--seed", "NUMBER", .number(0...Int.max), "take this seed, not the scenario's")
  package static let users = Option(
    "--users", "NUMBER", .number(1...1_000_000_000), "let so many users meet every design")
  static let design = Option(
    "--design", "NAME", .text(.designs), "under this design of the scenario")
  static let user = Option(
    "--user", "[STRATUM:]NUMBER", .text(.none), "play this user, counted from 0 (default: 0)")
  package static let workers = Option(
    "--workers", "NUMBER", .number(1...1_024), "run on so many threads; results do not depend on it"
  )
  static let timeLimit = Option(
    "--time-limit", "TIME", .time, "end after so long (10m) with what is known by then, and with 2")
  package static let out = Option(
    "--out", "FOLDER", .text(.files), "write results into this folder (default: results)")
  static let language = Option(
    "--language", "LANGUAGE", .choice(Language.allCases.map(\.rawValue)),
    "write text and pages in English (en, default) or Chinese (zh)")
  package static let quiet = Option("--quiet", "print only the outcome and what is wrong")
  package static let help = Option("--help", "explain the command and end")
  static let version = Option("--version", "print the version and end")
}
