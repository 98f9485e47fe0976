import EventLogs
import ExhaustiveSearch
import Experiments
import PurchaseWorld
import Reports
import Scenarios

/// One option: declared once; parsing, help, completions and nearest names follow.
package struct Option: Sendable {
  /// How help shows it: its name, and behind a space what its value is called if it takes one.
  let usage: String
  let meaning: String
  let value: Word

  init(_ usage: String, _ meaning: String, _ value: Word = .none) {
    (self.usage, self.meaning, self.value) = (usage, meaning, value)
  }

  package var name: String { String(usage.prefix { $0 != " " }) }
  /// What its value is called in help; empty when it takes none.
  package var placeholder: String { String(usage.dropFirst(name.count + 1)) }

  /// The same option of a command for which it means something else.
  func meaning(_ meaning: String) -> Option { Option(usage, meaning, value) }

  /// Whether it can be given several times, each with a value of its own.
  var mayRepeat: Bool { if case .setting = value { true } else { false } }

  package var takesValue: Bool { if case .none = value { false } else { true } }
  /// Whether its value is the name of a file or folder.
  var takesFile: Bool { value.isFile }
}

/// What the value of an option or an operand may be, and so what a shell offers to complete it.
enum Word: Sendable {
  /// There is none.
  case none
  /// Any text: only the user knows.
  case text
  case files
  /// Any text, of which some are known.
  case known(@Sendable () -> [String])
  case number(ClosedRange<Int>)
  case choice([String])
  /// A time as scenarios write it, above none.
  case time
  /// A value of a scenario with its path.
  case setting

  var isFile: Bool { if case .files = self { true } else { false } }

  static let designs = Word.known { BuiltInDesign.all.map(\.design.name) }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// What its cases are called, in their order.
  static var words: [String] { allCases.map(\.rawValue) }
}

// What several commands take, then what single ones do.
extension Option {
  package static let seed = Option(
    "--seed NUMBER", "take this seed, not the scenario's", .number(0...Int.max))
  package static let users = Option(
    "--users NUMBER", "let so many users meet every design", .number(1...1_000_000_000))
  static let printed = Option(
    "--format FORMAT", "print text (default), json or csv", .choice(ResultForm.tables))
  static let printedOfRun = Option(
    printed.usage,
    "print text (default), json, csv or losses: summary.json, designs.csv or losses.csv",
    .choice(ResultForm.words))
  static let printedWithoutTable = Option(
    printed.usage, "print text (default) or json",
    .choice([ResultForm.text, .json].map(\.rawValue)))
  static let printedTable = Option(
    printed.usage, "print csv (default) or json", .choice([ResultForm.csv, .json].map(\.rawValue)))
  static let map = Option(
    "--map FILE", "take the names of keys and events from this file (default: those of 'log')",
    .files)
  static let skipDamaged = Option("--skip-damaged", "end with 0 although lines were damaged")
  package static let set = Option(
    "--set PATH=VALUE", "put this value into the scenario first; may be given several times",
    .setting)
  static let logForm = Option(
    "--format FORMAT", "write JSON Lines (jsonl, default) or csv", .choice(LogWriter.Form.words))
  static let design = Option("--design NAME", "under this design of the scenario", .designs)
  static let by = Option(
    "--by day", "count day by day, with the revenue recovered", .choice(["day"]))
  static let user = Option(
    "--user [STRATUM:]NUMBER", "play this user, counted from 0 (default: 0)", .text)
  static let replication = Option(
    "--replication NUMBER", "among the users of this replication, who share a backend (default: 1)",
    .number(1...1_000))
  package static let workers = Option(
    "--workers NUMBER", "run on so many threads; results do not depend on it", .number(1...1_024))
  static let timeLimit = Option(
    "--time-limit TIME", "end after so long (10m) with what is known by then, and with 2", .time)
  package static let out = Option(
    "--out FOLDER", "write results into this folder (default: results)", .files)
  static let language = Option(
    "--language LANGUAGE", "write text and pages in English (en, default) or Chinese (zh)",
    .choice(Language.words))
  package static let quiet = Option("--quiet", "print only the outcome and what is wrong")
  package static let help = Option("--help", "explain the command and end")
  static let version = Option("--version", "print the version and end")
  static let journey = Option(
    "--journey", "measure the engine alone: the micro-journey that engines are compared by")
  static let hold = Option(
    "--hold", "measure the calendar alone: the hold model with 16 pending events")
  static let name = Option(
    "--name NAME", "call the case so (default: after the scenario, the design and the user)", .text)
  static let plan = Option(
    "--plan PLAN", "play this life: taps and faults as in a case, or a file with them", .files)
  static let against = Option(
    "--against NAME", "play this design too, and mark the first difference", .designs)
  static let format = Option(
    "--format FORMAT", "print text (default), json, csv, mermaid, svg or perfetto",
    .choice(TraceForm.words))
  static let records = Option(
    "--records", "with --format json: the store's own record of every charge, unsigned")
  static let from = Option(
    "--from NAME", "compare from this design (default: the scenario's first)", .designs)
  static let to = Option(
    "--to NAME", "compare to this design (default: the one that loses least)", .designs)
  static let tied = Option("--tied", "switch the sources of a binding and what feeds them together")
  static let expect = Option(
    "--expect none|some", "end with 1 if this is not what loses an order", .text)
  static let unpruned = Option(
    "--unpruned", "play every placement, those too that cannot tell anything new")
  static let races = Option(
    "--races NUMBER", "play a client with so many orders of its ready tasks", .number(2...1_000))
  static let interleaving = Option(
    "--interleaving NUMBER", "play a client with this order of its ready tasks",
    .number(1...Design.mostInterleavings))
  static let weigh = Option(
    "--weigh", "weigh the declared faults of the scenario by their probabilities instead")
  static let faults = Option(
    "--faults NUMBER", "let up to so many faults strike (default: 1)", .number(0...4))
  static let mostFaults = Option(faults.usage, faults.meaning, .number(0...3))
  static let kinds = Option(
    "--kinds NAME,…", "let only faults of these kinds strike (default: all)",
    .known { FaultKind.words })
  static let journeyName = Option(
    "--journey NAME", "explore this journey only: one, two or cancelled; planned for a case",
    .known { Journey.words })
  static let space = Option(
    "--space", "try the whole design space of the file's store, not its designs")
  static let keep = Option(
    "--keep NUMBER", "sample so many designs if none survives (default: 20)", .number(1...1_000))
  static let cells = Option(
    "--cells NUMBER", "with --weigh: cut every drawn delay into so many parts (default: 4)",
    .number(1...64))
  static let tolerance = Option(
    "--tolerance PERMILLE", "call a share worse if it grew by more than this (default: 0)", .text)
  static let threshold = Option(
    "--threshold PERCENT", "end with 1 if a smaller share of the mutants is killed", .text)
  static let shard = Option(
    "--shard NUMBER/COUNT", "play this of so many shares, or 'auto': the one an engine names", .text
  )
  static let parts = Option(
    "--parts FOLDER", "keep what shards or an interrupted run found here (default: parts)", .files)
  static let resume = Option(
    "--resume", "keep what was found on the way, and go on from it after an interruption")
  static let next = Option("--next", "print only the commands that have yet to be run, one a line")
  static let exact = Option("--exact", "make Clopper–Pearson intervals instead of Wilson's")
  static let baseline = Option(
    "--baseline FOLDER", "compare with the summaries in this folder; 1 if anything got worse",
    .files)
  static let annotate = Option(
    "--annotate SERVICE",
    "print what does not hold as github, azure or gcc show it; gitlab: codequality.json",
    .choice(Annotations.Service.words))
  static let structure = Option(
    "--structure", "list only what the schema refuses too: keys, types, ranges and words")
  static let export = Option(
    "--export FORM",
    "print a test in Swift that replays the case (swift), or a tester's script (steps)",
    .choice(ExportForm.words))
  static let client = Option("--client", "write a package with a client, not a scenario")
  static let package = Option(
    "--package PATH",
    "with --client: depend on LostOrder in this folder (default: where this command was built)",
    .files)
  static let template = Option(
    "--from TEMPLATE", "begin with first (default), field, faults, case, sweep, grid or fit",
    .choice(ScenarioTemplate.words))
}
