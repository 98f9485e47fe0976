import EventLogs
import ExhaustiveSearch
import Experiments
import PurchaseWorld
import Reports
import Scenarios

/// One option, declared once for parsing, help, completions and nearest names.
package struct Option: Sendable {
  /// The form in help: the name and, for an option with a value, a space and the placeholder.
  let usage: String
  let meaning: String
  let value: Word

  init(_ usage: String, _ meaning: String, _ value: Word = .none) {
    (self.usage, self.meaning, self.value) = (usage, meaning, value)
  }

  package var name: String { String(usage.prefix { $0 != " " }) }
  /// The placeholder of the value in help; empty for an option without a value.
  package var placeholder: String { String(usage.dropFirst(name.count + 1)) }

  /// The same option with another meaning for one command.
  func meaning(_ meaning: String) -> Option { Option(usage, meaning, value) }

  /// Whether the option can be given several times, each time with its own value.
  var mayRepeat: Bool { if case .setting = value { true } else { false } }

  package var takesValue: Bool { if case .none = value { false } else { true } }
}

/// The possible values of an option or an operand, also for shell completion.
enum Word: Sendable {
  /// No value.
  case none
  /// Any text; a shell cannot complete it.
  case text
  case files
  /// Any text, with known examples.
  case known(@Sendable () -> [String])
  case number(ClosedRange<Int>)
  case choice([String])
  /// A duration above 0 in the syntax of scenarios.
  case time
  /// The path of a scenario value, and the value.
  case setting

  var isFile: Bool { if case .files = self { true } else { false } }

  static let designs = Word.known { BuiltInDesign.all.map(\.design.name) }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The names of the cases, in order.
  static var words: [String] { allCases.map(\.rawValue) }
}

// Options of several commands first, then options of single commands.
extension Option {
  package static let seed = Option(
    "--seed NUMBER", "random seed (default: the scenario's)", .number(0...Int.max))
  package static let users = Option(
    "--users NUMBER", "number of simulated users per design (default: the scenario's)",
    .number(1...1_000_000_000))
  static let printed = Option(
    "--format FORMAT", "output format: text (default), json or csv", .choice(ResultFormat.tables))
  static let printedOfRun = Option(
    printed.usage,
    "output format: text (default), json (summary.json), csv (designs.csv) or losses (losses.csv)",
    .choice(ResultFormat.words))
  static let printedWithoutTable = Option(
    printed.usage, "output format: text (default) or json",
    .choice([ResultFormat.text, .json].map(\.rawValue)))
  static let printedTable = Option(
    printed.usage, "output format: csv (default) or json",
    .choice([ResultFormat.csv, .json].map(\.rawValue)))
  static let map = Option(
    "--map FILE",
    "map file with the names of keys and events (default: the names that 'log' writes)", .files)
  static let skipDamaged = Option("--skip-damaged", "ignore damaged lines in the exit code")
  package static let set = Option(
    "--set PATH=VALUE",
    "change one value of the scenario, such as behavior.patience=5s; can be repeated", .setting)
  static let logForm = Option(
    "--format FORMAT", "output format: jsonl (JSON Lines, default) or csv",
    .choice(LogWriter.LogFormat.words))
  static let design = Option("--design NAME", "name of the design to use", .designs)
  static let by = Option("--by day", "count per day, with the recovered revenue", .choice(["day"]))
  static let user = Option(
    "--user [STRATUM:]NUMBER", "user to simulate, counted from 0 (default: 0)", .text)
  static let replication = Option(
    "--replication NUMBER", "replication to use, if users share a backend (default: 1)",
    .number(1...1_000))
  package static let workers = Option(
    "--workers NUMBER",
    "number of worker threads (default: one per core); the results do not depend on it",
    .number(1...1_024))
  static let timeLimit = Option(
    "--time-limit TIME",
    "time after which to stop, such as 10m; reports the results so far and exits with 2", .time)
  package static let out = Option(
    "--out FOLDER", "folder for the results (default: results)", .files)
  static let language = Option(
    "--language LANGUAGE", "language of text and pages: en (English, default) or zh (Chinese)",
    .choice(Language.words))
  package static let quiet = Option(
    "--quiet", "print only a short result, such as the verdict and what does not pass")
  package static let help = Option("--help", "print the help and exit")
  static let version = Option("--version", "print the version and exit")
  static let journey = Option(
    "--journey", "measure only the engine, with the micro-journey for comparing engines")
  static let hold = Option(
    "--hold", "measure only the event calendar, with the hold model and 16 pending events")
  static let name = Option(
    "--name NAME", "name of the case (default: made from the scenario, the design and the user)",
    .text)
  static let plan = Option(
    "--plan PLAN", "taps and faults to simulate, in the form of a case, or a file with them",
    .files)
  static let against = Option(
    "--against NAME", "second design to simulate; marks the first difference", .designs)
  static let format = Option(
    "--format FORMAT", "output format: text (default), json, csv, mermaid, svg or perfetto",
    .choice(TraceFormat.words))
  static let records = Option(
    "--records", "with --format json: add the store's own record of every charge, unsigned")
  static let from = Option(
    "--from NAME", "design to compare from (default: the first of the scenario)", .designs)
  static let to = Option(
    "--to NAME", "design to compare to (default: the design that loses the fewest orders)",
    .designs)
  static let tied = Option(
    "--tied", "switch the sources of a binding together with the axes that feed them")
  static let expect = Option(
    "--expect none|some",
    "expected result: no order is lost (none), or some are (some); exits with 1 otherwise", .text)
  static let unpruned = Option("--unpruned", "simulate every placement, including redundant ones")
  static let races = Option(
    "--races NUMBER", "number of interleavings of a client's tasks to simulate", .number(2...1_000))
  static let interleaving = Option(
    "--interleaving NUMBER", "interleaving of a client's tasks to simulate, by its number",
    .number(1...Design.maxInterleavingNumber))
  static let weigh = Option(
    "--weigh", "compute the exact share of orders lost to the declared faults instead")
  static let faults = Option(
    "--faults NUMBER", "maximum number of injected faults (default: 1)", .number(0...4))
  static let maxFaults = Option(faults.usage, faults.meaning, .number(0...3))
  static let kinds = Option(
    "--kinds NAME,…", "kinds of faults to inject (default: all)", .known { FaultKind.words })
  static let journeyName = Option(
    "--journey NAME", "only journey to explore: one, two or cancelled; planned for a case",
    .known { Journey.words })
  static let space = Option(
    "--space", "search the whole design space of the file's store instead of its designs")
  static let keep = Option(
    "--keep NUMBER", "number of designs to sample if none survives (default: 20)",
    .number(1...1_000))
  static let cells = Option(
    "--cells NUMBER",
    "with --weigh: number of parts into which each drawn delay is divided (default: 4)",
    .number(1...64))
  static let tolerance = Option(
    "--tolerance PERMILLE",
    "difference by which a rate may rise without being worse, in per mille (default: 0)", .text)
  static let threshold = Option(
    "--threshold PERCENT",
    "required share of killed mutants, in per cent; exits with 1 if it is smaller", .text)
  static let shard = Option(
    "--shard NUMBER/COUNT",
    "shard to run, such as 3/16, or 'auto' to take it from the job scheduler's environment variables",
    .text)
  static let parts = Option("--parts FOLDER", "folder for partial results (default: parts)", .files)
  static let resume = Option(
    "--resume", "save partial results, and continue from them after an interruption")
  static let next = Option("--next", "print only the commands that still have to run, one per line")
  static let exact = Option("--exact", "use Clopper–Pearson intervals instead of Wilson intervals")
  static let baseline = Option(
    "--baseline FOLDER",
    "folder of earlier summaries to compare with; exits with 1 if a design got worse", .files)
  static let annotate = Option(
    "--annotate SERVICE",
    "print failures in the format of github, azure or gcc, or write codequality.json for gitlab",
    .choice(Annotations.Service.words))
  static let structure = Option(
    "--structure", "list only what the JSON Schema also rejects: keys, types, ranges and words")
  static let export = Option(
    "--export FORM",
    "form of the export: a Swift test that replays the case (swift), or a tester's script (steps)",
    .choice(ExportFormat.words))
  static let client = Option("--client", "write a package with a client instead of a scenario")
  static let package = Option(
    "--package PATH",
    "with --client: folder of the LostOrder package (default: where this command was built)",
    .files)
  static let template = Option(
    "--from TEMPLATE", "template: first (default), field, faults, case, sweep, grid or fit",
    .choice(ScenarioTemplate.words))
}
