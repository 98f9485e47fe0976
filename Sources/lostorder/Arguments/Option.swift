import Experiments
import PurchaseWorld
import Reports
import Scenarios

/// One option: declared once; parsing, help, completions and nearest names follow.
package struct Option: Sendable {
  enum Value: Sendable {
    case none
    /// Any text, of which shells know some.
    case text(Suggestion)
    case number(ClosedRange<Int>)
    case choice([String])
    /// A time as scenarios write it, above none.
    case time
  }

  package let name: String
  /// What its value is called in help; empty when it takes none.
  package let placeholder: String
  let value: Value
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

// What several commands take, then what single ones do.
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
  static let journey = Option(
    "--journey", "measure the engine alone: the micro-journey that engines are compared by")
  static let hold = Option(
    "--hold", "measure the calendar alone: the hold model with 16 pending events")
  static let name = Option(
    "--name", "NAME", .text(.none),
    "call the case so (default: after the scenario, the design and the user)")
  static let plan = Option(
    "--plan", "PLAN", .text(.files),
    "play this life: taps and faults as in a case, or a file with them")
  static let against = Option(
    "--against", "NAME", .text(.designs), "play this design too, and mark the first difference")
  static let format = Option(
    "--format", "FORMAT", .choice(TraceForm.allCases.map(\.rawValue)),
    "print text (default), json, csv, mermaid, svg or perfetto")
  static let from = Option(
    "--from", "NAME", .text(.designs), "compare from this design (default: the scenario's first)")
  static let to = Option(
    "--to", "NAME", .text(.designs), "compare to this design (default: the one that loses least)")
  static let tied = Option("--tied", "switch the sources of a binding and what feeds them together")
  static let expect = Option(
    "--expect", "none|some", .text(.none), "end with 1 if this is not what loses an order")
  static let unpruned = Option(
    "--unpruned", "play every placement, those too that cannot tell anything new")
  static let weigh = Option(
    "--weigh", "weigh the declared faults of the scenario by their probabilities instead")
  static let faults = Option(
    "--faults", "NUMBER", .number(0...4), "let up to so many faults strike (default: 1)")
  static let kinds = Option(
    "--kinds", "NAME,…", .text(.words { FaultKind.allCases.map(\.rawValue) }),
    "let only faults of these kinds strike (default: all)")
  static let journeyName = Option(
    "--journey", "NAME", .text(.words { Journey.allCases.map(\.rawValue) }),
    "explore this journey only: one, two or cancelled; planned for a case")
  static let space = Option("--space", "try the whole design space, not the designs of the file")
  static let mostFaults = Option(
    "--faults", "NUMBER", .number(0...3), "let up to so many faults strike (default: 1)")
  static let keep = Option(
    "--keep", "NUMBER", .number(1...1_000), "sample so many designs if none survives (default: 20)")
  static let cells = Option(
    "--cells", "NUMBER", .number(1...64),
    "with --weigh: cut every drawn delay into so many parts (default: 4)")
  static let tolerance = Option(
    "--tolerance", "PERMILLE", .text(.none),
    "call a share worse if it grew by more than this (default: 0)")
  static let exact = Option("--exact", "make Clopper–Pearson intervals instead of Wilson's")
  static let baseline = Option(
    "--baseline", "FOLDER", .text(.files),
    "compare with the summaries in this folder; 1 if anything got worse")
  static let annotate = Option(
    "--annotate", "SERVICE", .choice(Annotations.Service.allCases.map(\.rawValue)),
    "print what does not hold as github, azure or gcc show it; gitlab: codequality.json")
  static let structure = Option(
    "--structure", "list only what the schema refuses too: keys, types, ranges and words")
  static let template = Option(
    "--from", "TEMPLATE", .choice(ScenarioTemplate.allCases.map(\.rawValue)),
    "begin with first (default), field, case, sweep or grid")
}
