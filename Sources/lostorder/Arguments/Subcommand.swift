import PurchaseWorld
import Scenarios

/// What the command can be told to do.
enum Subcommand: String, CaseIterable, Sendable {
  case run
  case compare
  case trace
  case funnel
  case digest
  case sweep
  case attribute
  case explore
  case search
  case shrink
  case new
  case check
  case designs
  case faults
  case explain
  case schema
  case completions
  case benchmark
  case help

  /// What it does, in a few words.
  var meaning: String {
    switch self {
    case .run: "run scenarios and cases, and judge their expectations"
    case .compare: "compare designs over the same users, or two runs by their summaries"
    case .trace: "play one user again and tell what happened"
    case .funnel: "count what clients logged, and show the ladder of their retries"
    case .digest: "count what clients logged day by day, with the revenue recovered"
    case .sweep: "vary one value of a scenario, and find where designs change places"
    case .attribute: "tell why orders were lost, and what each axis of a design buys"
    case .shrink: "make a small case of a lost order, from which nothing can be removed"
    case .explore: "let a few faults strike before every event, and list what loses orders"
    case .search: "find the designs that lose nothing, the Pareto set of them, and the plainest"
    case .new: "write a scenario to start from"
    case .check: "read scenarios and list every problem, without running them"
    case .designs: "list the built-in designs, or print one with every default"
    case .faults: "list the faults with their parameters and sources"
    case .explain: "tell what a key, fault, axis, drop point, rule or word means"
    case .schema: "print the JSON Schema of scenarios, for editors, or of summaries"
    case .completions: "print a script by which a shell completes commands and options"
    case .benchmark: "measure how fast this machine runs a scenario"
    case .help: "explain a command"
    }
  }

  /// What follows its name on the command line.
  var operands: String {
    switch self {
    case .run, .check: "FILE…"
    case .compare: "FILE [A B]"
    case .trace, .funnel, .digest, .sweep, .attribute, .explore, .search, .shrink: "FILE"
    case .designs: "[NAME]"
    case .faults: ""
    case .schema: "[summary]"
    case .benchmark: "[FILE]"
    case .new: "NAME"
    case .explain: "[KEY]"
    case .completions: "SHELL"
    case .help: "[COMMAND]"
    }
  }

  /// What its operands are, for messages about one that is missing, and for shells.
  var operandKind: OperandKind {
    switch self {
    case .run, .check, .compare, .trace, .funnel, .digest, .sweep, .attribute, .explore, .search,
      .shrink, .benchmark:
      .files
    case .new, .faults: .none
    case .schema: .words(SchemaCommand.Form.allCases.map(\.rawValue))
    case .designs: .words(BuiltInDesign.all.map(\.design.name))
    case .explain: .words(Completions.names(of: Explanation.all))
    case .completions: .words(Completions.Shell.allCases.map(\.rawValue))
    case .help: .words(Subcommand.allCases.map(\.rawValue))
    }
  }

  /// What the operands of a command are.
  enum OperandKind {
    case none
    case files
    case words([String])
  }

  /// How many operands it takes.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .run, .check: 1...Int.max
    case .compare: 1...3
    case .trace, .funnel, .digest, .sweep, .attribute, .explore, .search, .shrink: 1...1
    case .designs, .benchmark, .help: 0...1
    case .faults: 0...0
    case .schema: 0...1
    case .new, .completions: 1...1
    case .explain: 0...Int.max
    }
  }

  /// The options that it takes, beside `--help`.
  var options: [Option] {
    switch self {
    case .run:
      [
        .seed, .users, .workers, .timeLimit, .exact, .baseline, .tolerance, .annotate, .out,
        .language, .quiet,
      ]
    case .sweep: [.seed, .users, .workers, .timeLimit, .out, .quiet]
    case .trace: [.design, .against, .user, .plan, .seed, .format, .language]
    case .compare: [.seed, .users, .workers, .timeLimit, .tolerance, .language]
    case .funnel: [.seed, .users, .workers, .timeLimit]
    case .digest: [.design, .seed, .users, .workers, .timeLimit]
    case .attribute:
      [.design, .from, .to, .tied, .seed, .users, .workers, .timeLimit, .out, .quiet]
    case .shrink:
      [.design, .loser, .seed, .users, .workers, .timeLimit, .name, .caseFolder, .quiet]
    case .explore:
      [
        .design, .faults, .kinds, .journeyName, .expect, .unpruned, .weigh, .cells, .seed, .users,
        .workers, .timeLimit, .out, .quiet,
      ]
    case .search:
      [
        .space, .mostFaults, .declaredKinds, .journeyName, .keep, .users, .seed, .workers,
        .timeLimit, .out, .quiet,
      ]
    case .new: [.template]
    case .check: [.structure, .quiet]
    case .benchmark: [.users, .seed, .journey, .hold]
    case .explain: [.language]
    case .designs, .faults, .schema, .completions, .help: []
    }
  }

  /// Whether it works for long, and ends with what it knows when it is asked to.
  var isLong: Bool { options.contains { $0.name == Option.timeLimit.name } }

  /// What else is to be known, in lines.
  var notes: [String] {
    switch self {
    case .run:
      [
        "Prints a table for each file, judges its expectations, and writes",
        "FOLDER/<name of the scenario>/summary.json, beside it report.html, losses.csv and designs.csv,",
        "and for all files FOLDER/junit.xml and FOLDER/report.md. All files are read before any runs.",
        "The four files of a scenario come together; others in its folder stay. Ctrl-C and --time-limit",
        "end the run with what was played by then; a second Ctrl-C ends it at once, with nothing.",
        "Colours and progress are shown on a terminal only; NO_COLOR turns colours off.",
        "With --language zh people read Chinese: what is printed, and report.html. Files for programs,",
        "report.md and messages about mistakes stay English.",
      ]
    case .new:
      ["Writes NAME.json into the folder where it is called; a file that is there stays as it is."]
        + ScenarioTemplate.allCases.map { "  \($0.rawValue): \($0.meaning)" }
    case .completions:
      [
        "bash:  source <(lostorder completions bash)",
        "zsh:   lostorder completions zsh > a folder of $fpath, as _lostorder",
        "fish:  lostorder completions fish | source",
      ]
    case .explain:
      [
        "A KEY is the path of a key of a scenario (behavior.patience) or its last part, a fault or one",
        "of its parameters (crash.reopens), an axis (retry.delays) or one of its values (onCallback),",
        "a built-in design, a metric, how a charge ends, a drop point, a distribution, or a word of the",
        "glossary. It may be one word of a term (sale), its name in StoreKit (finishTransaction), or in",
        "Chinese as in the articles (掉单). Without a KEY all of them are listed.",
      ]
    case .schema:
      [
        "The schema is JSON Schema, draft 2020-12. An editor that knows it completes keys and shows",
        "what each means; a scenario names the file by \"$schema\": \"schema.json\".",
      ]
    case .sweep:
      [
        "Plays FILE at every value of its 'sweep', each time with the same users, and writes",
        "FOLDER/<name of the scenario>/sweep.json. Expectations are not judged. A break-even is the",
        "value above which another design loses fewer orders than below.",
      ]
    case .compare:
      [
        "Plays the scenario as 'run' does, and compares its designs A and B, or without names its",
        "pairs. Lists users who lose an order under one design of a pair alone, each with the",
        "commands that play them again. Expectations are not judged, and nothing is written.",
        "'lostorder compare OLD NEW' compares two runs instead: summaries, or folders with those of",
        "several scenarios. It tells which designs got worse or better, and ends with 1 if any did.",
      ]
    case .trace:
      [
        "Prints what happened from the first opening of the app to the horizon, with the rules that",
        "decide, faults and drop points marked, and how every charge ended. Formats: a timeline as",
        "text, JSON, CSV, a Mermaid or a drawn (SVG) sequence diagram, and trace events for Perfetto.",
        "A PLAN such as '[{ \"fault\": \"crash\", \"at\": \"charge\" }]' takes the place of FILE's plan or",
        "faults; without a tap in it, the case's taps are kept, and in a scenario one item is bought.",
        "--against sets two designs side by side as text, JSON or SVG. --language is that of text, Mermaid",
        "and SVG; what is for programs stays English.",
      ]
    case .funnel, .digest:
      ["Plays the scenario as 'run' does. Expectations are not judged, and nothing is written."]
    case .attribute:
      [
        "Under each design: where orders were lost, and but for which planned fault they would not",
        "have been (each user who lost one is played again without it). Between two designs: the",
        "Shapley share of every axis in which they differ. Expectations are not judged. Writes",
        "FOLDER/<name of the scenario>/attribution.json.",
      ]
    case .shrink:
      [
        "Takes the first lost order of a user of FILE, or of the user of a case, and prints a case that",
        "loses one with the same kind: without any of its faults and taps it does not, its times and",
        "parameters are simple, and its world is that of a case by default where that will do. Then its",
        "story. The case pins how it ends: 'lostorder run' passes it. With --out it is written to",
        "FOLDER/NAME.json; with --quiet the case alone is printed. Ends with 2 if no case is found, or",
        "if none of the users loses an order for good.",
      ]
    case .explore:
      [
        "Plays a journey in the world of FILE with nothing left to chance: drawn delays are their",
        "medians. Before each of its events each fault may strike, with a few values for its",
        "parameters: short, longer than the retries of the design, for ever. Without --journey a",
        "scenario has three: one purchase, two of one product, and one beside another that is",
        "cancelled; of a case the taps are played and the written faults left out. Writes",
        "FOLDER/<name of the scenario>/exploration.json.",
        "With --weigh every user and every plan of up to so many of the faults that FILE declares is",
        "played once and counts as much as it is likely, which gives the share of orders that they",
        "lose without any chance. As many users are drawn by chance: ends with 1 if the share lies",
        "outside their interval. Writes FOLDER/<name of the scenario>/weighing.json.",
      ]
    case .search:
      [
        "Explores every design of FILE, or of the design space: in each journey each fault may strike",
        "before each event, as 'explore' does it. A fault that loses an order under every design is",
        "inevitable and does not count. Designs that lose nothing then meet the users of FILE; so do",
        "the nearest, if all lose. Of those the Pareto set is kept: no other design has fewer lost",
        "orders, lost sales, double charges and duplicates all at once; and the plainest of those that",
        "lose least is named. Users are drawn plainly. Writes FOLDER/<name of the",
        "scenario>/search.json.",
      ]
    case .benchmark:
      [
        "Runs scenarios/field.json unless a FILE is given; a turn has 20,000 users unless --users says",
        "how many. Nothing is written.",
        "Of the micro-journey 5,000,000 users are played unless --users says how many.",
      ]
    default: []
    }
  }
}
