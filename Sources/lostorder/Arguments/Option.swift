import Reports
import Scenarios

/// One option of the command: declared once, used for parsing, for help and for nearest names.
struct Option: Sendable {
  /// The name with its dashes.
  var name: String
  /// What its value is called in help; nil when it takes none.
  var value: String?
  /// What it does.
  var meaning: String
  /// The whole numbers that it takes; nil when its value is text.
  var range: ClosedRange<Int>?
  /// The words that it takes; nil when it takes any.
  var choices: [String]?

  /// An option that takes a whole number.
  static func number(
    _ name: String, _ value: String, _ range: ClosedRange<Int>, _ meaning: String
  ) -> Option {
    Option(name: name, value: value, meaning: meaning, range: range)
  }

  /// An option that takes text.
  static func text(_ name: String, _ value: String, _ meaning: String) -> Option {
    Option(name: name, value: value, meaning: meaning, range: nil)
  }

  /// An option that takes one of some words.
  static func choice(
    _ name: String, _ value: String, _ words: [String], _ meaning: String
  ) -> Option {
    Option(name: name, value: value, meaning: meaning, range: nil, choices: words)
  }

  /// An option that takes no value.
  static func flag(_ name: String, _ meaning: String) -> Option {
    Option(name: name, value: nil, meaning: meaning, range: nil)
  }

  static let seed = number("--seed", "NUMBER", 0...Int.max, "take this seed, not the scenario's")
  static let users = number(
    "--users", "NUMBER", 1...1_000_000_000, "let so many users meet every design")
  static let design = text("--design", "NAME", "under this design of the scenario")
  static let from = text(
    "--from", "NAME", "compare from this design (default: the scenario's first)")
  static let to = text(
    "--to", "NAME", "compare to this design (default: the one that loses least)")
  static let tied = flag(
    "--tied", "switch the sources of a binding and what feeds them together")
  static let user = text(
    "--user", "[STRATUM:]NUMBER", "play this user, counted from 0 (default: 0)")
  static let loser = text(
    "--user", "[STRATUM:]NUMBER", "take the order of this user (default: the first who loses one)")
  static let plan = text(
    "--plan", "PLAN", "play this life: taps and faults as in a case, or a file with them")
  static let against = text(
    "--against", "NAME", "play this design too, and mark the first difference")
  static let format = choice(
    "--format", "FORMAT", TraceCommand.Form.allCases.map(\.rawValue),
    "print text (default), json, csv, mermaid, svg or perfetto")
  static let workers = number(
    "--workers", "NUMBER", 1...1_024, "run on so many threads; results do not depend on it")
  static let timeLimit = text(
    "--time-limit", "TIME", "end after so long (10m) with what is known by then, and with 2")
  static let out = text("--out", "FOLDER", "write results into this folder (default: results)")
  static let baseline = text(
    "--baseline", "FOLDER", "compare with the summaries in this folder; 1 if anything got worse")
  static let tolerance = text(
    "--tolerance", "PERMILLE", "call a share worse if it grew by more than this (default: 0)")
  static let annotate = choice(
    "--annotate", "SERVICE", Annotations.Service.allCases.map(\.rawValue),
    "print what does not hold as github, azure or gcc show it; gitlab: codequality.json")
  static let exact = flag("--exact", "make Clopper–Pearson intervals instead of Wilson's")
  static let name = text(
    "--name", "NAME", "call the case so (default: after the scenario, the design and the user)")
  static let caseFolder = text("--out", "FOLDER", "write the case into this folder")
  static let faults = number(
    "--faults", "NUMBER", 0...4, "let up to so many faults strike (default: 1)")
  static let kinds = text(
    "--kinds", "NAME,…", "let only faults of these kinds strike (default: all)")
  static let journeyName = text(
    "--journey", "NAME", "explore this journey only: one, two or cancelled; planned for a case")
  static let expect = text(
    "--expect", "none|some", "end with 1 if this is not what loses an order")
  static let unpruned = flag(
    "--unpruned", "play every placement, those too that cannot tell anything new")
  static let weigh = flag(
    "--weigh", "weigh the declared faults of the scenario by their probabilities instead")
  static let cells = number(
    "--cells", "NUMBER", 1...64,
    "with --weigh: cut every drawn delay into so many parts (default: 4)")
  static let space = flag(
    "--space", "try the whole design space, not the designs of the file")
  static let mostFaults = number(
    "--faults", "NUMBER", 0...3, "let up to so many faults strike (default: 1)")
  static let declaredKinds = text(
    "--kinds", "NAME,…", "let only faults of these kinds strike (default: those of the scenario)")
  static let keep = number(
    "--keep", "NUMBER", 1...1_000, "sample so many designs if none survives (default: 20)")
  static let template = choice(
    "--from", "TEMPLATE", ScenarioTemplate.allCases.map(\.rawValue),
    "begin with first (default), field, case, sweep or grid")
  static let structure = flag(
    "--structure", "list only what the schema refuses too: keys, types, ranges and words")
  static let language = choice(
    "--language", "LANGUAGE", Language.allCases.map(\.rawValue),
    "write text and pages in English (en, default) or Chinese (zh)")
  static let quiet = flag("--quiet", "print only the outcome and what is wrong")
  static let journey = flag(
    "--journey", "measure the engine alone: the micro-journey that engines are compared by")
  static let hold = flag(
    "--hold", "measure the calendar alone: the hold model with 16 pending events")
  static let help = flag("--help", "explain the command and end")
  static let version = flag("--version", "print the version and end")
}
