import JSONText
import Reports
import Scenarios

extension CommandEntry {
  /// All of them, in the order of the help.
  static let all: [CommandEntry] = [
    CommandEntry(
      "run", Call.run,
      schemas: [("summary", { SummaryJSON.schema }), ("together", { SharedJSON.schema })],
      "run scenarios and cases, and judge their expectations", takes: .files,
      options: Option.playing
        + [.exact, .baseline, .tolerance, .annotate, .printedOfRun, .out, .language, .quiet]
        + Option.dividing,
      notes: [
        "Prints a table for each file, judges its expectations, and writes",
        "FOLDER/<name of the scenario>/summary.json, beside it report.html, losses.csv, designs.csv and",
        "comparisons.csv, and for all files FOLDER/junit.xml and FOLDER/report.md. All files are read",
        "before any runs.",
        "Where users share a backend together.json stands in place of summary.json and losses.csv.",
        "The files of a scenario come together; others in its folder stay. Ctrl-C and --time-limit",
        "end the run with what was played by then; a second Ctrl-C ends it at once, with nothing.",
        "Of a file with 'draws' each draw is played, too, and what they leave open stands beside the rates.",
        "Colours and progress are shown on a terminal only; NO_COLOR turns colours off.",
        "With --language zh people read Chinese: what is printed, report.html, and the conclusion in",
        "report.md. The rest of report.md and files for programs stay English.",
      ],
      examples: [
        "lostorder run scenarios/keep.json --users 2e4",
        "cat scenarios/keep.json | lostorder run - --users 2e4 --format json",
      ]),
    CommandEntry(
      "report", Call.report, "run a scenario and all methods, and write what they find on one page",
      takes: .file,
      options: Option.playing + [
        .mostFaults.meaning("explore and search with up to so many faults (default: 1)")
      ] + [.out, .language, .quiet],
      notes: [
        "Runs FILE as 'run' does; then varies its 'sweep', attributes lost orders to faults and axes,",
        "explores its designs, and searches among them, each as the command of that name does without",
        "options. FOLDER/<name of the scenario>/report.html has it all; every method writes its file",
        "for programs, too. The verdict is that of the run. What Ctrl-C or --time-limit leave out the",
        "page says.",
      ], examples: ["lostorder report scenarios/finish-timing.json --users 2e4 --quiet"]),
    CommandEntry(
      "compare", Call.compare, "compare designs over the same users",
      takes: Operands(usage: "FILE [A B]", count: 1...3, value: .files),
      options: Option.playing + [.printed, .language, .quiet],
      notes: [
        "Plays the scenario as 'run' does, and compares its designs A and B, or without names its",
        "pairs. Lists users who lose an order under one design of a pair alone, each with the",
        "commands that play them again. Expectations are not judged, and nothing is written.",
        "Where users share a backend, replications are compared.",
      ],
      examples: [
        "lostorder compare scenarios/keep.json --users 2e4",
        "lostorder compare scenarios/keep.json keep-original keep-2 --users 2e4",
      ]),
    CommandEntry(
      "diff", Call.diff, "compare two runs by their summaries",
      takes: Operands(
        usage: "OLD NEW", count: 2...2, value: .files, wanted: "the summaries of two runs",
        readsInput: false), options: [.tolerance, .language, .quiet],
      notes: [
        "OLD and NEW are summaries (summary.json, together.json), or folders with those of several",
        "scenarios. Lists which designs got worse or better, and ends with 1 if any got worse.",
      ], examples: ["lostorder diff results results --tolerance 1"]),
    CommandEntry(
      "trace", Call.trace, schemas: [("trace", { TraceJSON.schema })],
      "play one user again and tell what happened", takes: .file,
      options: [
        .design, .against, .user, .replication, .plan, .interleaving, .seed, .users, .set, .format,
        .records, .language,
      ],
      notes: [
        "Prints what happened from the first opening of the app to the horizon, with the rules that",
        "decide, faults and drop points marked, and how every charge ended. Formats: a timeline as",
        "text, JSON, CSV, a Mermaid or a drawn (SVG) sequence diagram, and trace events for Perfetto.",
        "A PLAN such as '[{ \"fault\": \"crash\", \"at\": \"charge\" }]' takes the place of FILE's plan or",
        "faults; without a tap in it, the case's taps are kept, and in a scenario one item is bought.",
        "--against sets two designs side by side as text, JSON or SVG. --language is that of text, Mermaid",
        "and SVG; what is for programs stays English.",
        "--records adds to JSON what the store itself keeps of every charge, for tests of a backend: a",
        "transaction of StoreKit 2 as a JWS, a purchase of Play, or an in_app entry of StoreKit 1.",
      ],
      examples: [
        "lostorder trace scenarios/cases/F1.json --design naive",
        #"lostorder trace scenarios/first.json --design zero-loss-1.0 --plan '[{ "fault": "crash", "at": "charge" }]'"#,
      ]),
    CommandEntry(
      "funnel", Call.funnel,
      schemas: [("funnel", { FunnelJSON.schema }), ("days", { DigestForms.schema })],
      "count what clients logged, and show the ladder of their retries", takes: .file,
      options: [.by, .design.meaning("with --by day: only this design of the scenario")]
        + Option.playing + [.printed], notes: [asRun, forPrograms],
      examples: [
        "lostorder funnel scenarios/keep.json --users 2e4 --format csv",
        "lostorder funnel scenarios/keep.json --by day --design keep-1 --users 2e4",
      ]),
    merge,
    log, count, diagnose, fit,
    CommandEntry(
      "sweep", Call.sweep, schemas: [("sweep", { SweepJSON.schema })],
      "vary one value of a scenario, and find where designs change places", takes: .file,
      options: Option.playing + [.printed, .out, .quiet] + Option.dividing,
      notes: [
        "Plays FILE at every value of its 'sweep', or of two together, each time with the same users, and",
        "writes sweep.json and sweep.csv, which --format prints, the charts as sweep.svg, and sweep.html with",
        "all of it, into FOLDER/<name of the scenario>. Expectations are not judged. A break-even is the value",
        "above which another design loses fewer orders than below; of two values a map says who loses fewest.",
      ], examples: ["lostorder sweep scenarios/spinner.json --users 2000 --quiet"]),
    CommandEntry(
      "attribute", Call.attribute, schemas: [("attribution", { AttributionJSON.schema })],
      "tell why orders were lost, and what each axis of a design buys", takes: .file,
      options: [.design, .from, .to, .tied] + Option.playing + [.printed, .out, .quiet],
      notes: [
        "Under each design: where orders were lost, and but for which planned fault they would not",
        "have been (each user who lost one is played again without it). Between two designs: the",
        "Shapley share of every axis in which they differ. Expectations are not judged. Writes",
        "FOLDER/<name of the scenario>/attribution.json and attribution.csv.",
      ], examples: ["lostorder attribute scenarios/keep.json --users 2e4"]),
    CommandEntry(
      "explore", Call.explore,
      schemas: [
        ("exploration", { ExplorationJSON.schema }), ("weighing", { WeighingJSON.schema }),
      ], "let a few faults strike before every event, and list what loses orders",
      takes: .file,
      options: [.design, .faults, .kinds, .journeyName, .expect, .unpruned, .races, .weigh, .cells]
        + Option.playing + [.out, .quiet] + Option.dividing,
      notes: [
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
      ], examples: ["lostorder explore scenarios/cases/F1.json --design naive"]),
    CommandEntry(
      "search", Call.search, schemas: [("search", { SearchJSON.schema })],
      "find the designs that lose nothing, the Pareto set of them, and the plainest", takes: .file,
      options: [
        .space, .mostFaults,
        .kinds.meaning("let only faults of these kinds strike (default: those of the scenario)"),
        .journeyName, .keep, .users, .seed, .set, .workers, .timeLimit, .out, .quiet,
      ] + Option.dividing,
      notes: [
        "Explores every design of FILE, or of the design space: in each journey each fault may strike",
        "before each event, as 'explore' does it. A fault that loses an order under every design is",
        "inevitable and does not count. Designs that lose nothing then meet the users of FILE; so do",
        "the nearest, if all lose. Of those the Pareto set is kept: no other design has fewer lost",
        "orders, lost sales, double charges and duplicates all at once; and the plainest of those that",
        "lose least is named. Users are drawn plainly. Writes FOLDER/<name of the",
        "scenario>/search.json.",
      ], examples: ["lostorder search scenarios/first.json --users 1000"]),
    CommandEntry(
      "mutate", Call.mutate, schemas: [("mutation", { MutationJSON.schema })],
      "change gated designs axis by axis, and tell which changes no expectation notices",
      takes: .files, options: Option.playing + [.threshold, .printedWithoutTable, .out, .quiet],
      notes: [
        "A design is gated if an expectation of FILE speaks of it. Each of its axes is changed to each",
        "other value, one at a time, and meets the same users. A mutant is killed if an expectation",
        "fails or cannot be decided any more, and survives if all hold. Reports the share that is",
        "killed of those that change what these users tell, the survivors, and expectations that notice",
        "them, to be pasted into FILE. Writes FOLDER/<name of the scenario>/mutation.json, and for all",
        "files FOLDER/mutation.xml. Ends with 1 below --threshold, and with 2 if an expectation does",
        "not hold with the designs as they are.",
      ],
      examples: [
        "lostorder mutate scenarios/cases/F1.json --threshold 95",
        "lostorder mutate scenarios/ledger.json --users 2e4",
      ]),
    CommandEntry(
      "shrink", Call.shrink, "make a small case of a lost order, from which nothing can be removed",
      takes: .file,
      options: [
        .design, .user.meaning("take the order of this user (default: the first who loses one)"),
        .plan, .interleaving,
      ] + Option.playing + [
        .export, .name, .out.meaning("write the case into this folder"), .quiet,
      ],
      notes: [
        "Takes the first lost order of a user of FILE, or of the user of a case, and prints a case that",
        "loses one with the same kind: without any of its faults and taps it does not, its times and",
        "parameters are simple, and its world is that of a case by default where that will do. Then its",
        "story. The case pins how it ends: 'lostorder run' passes it. With --out it is written to",
        "FOLDER/NAME.json; with --quiet the case alone is printed. Ends with 2 if no case is found, or",
        "if none of the users loses an order for good. A PLAN as 'explore' prints it for 'trace' takes the",
        "place of the user.",
        "--export swift prints a test for the package of the design's client instead, red while the client",
        "loses the order; --export steps a numbered script for a tester with a device, with the tools",
        "that make each fault. With --out they are written to FOLDER/NAME.swift and FOLDER/NAME.txt, and the",
        "case is printed; what is there already stays as it is.",
      ],
      examples: [
        "lostorder shrink scenarios/zero-loss.json --design zero-loss-1.0 --users 1e4 --out cases"
      ]),
    CommandEntry(
      "new", Call.new,
      "write a scenario, or a package with a purchase client of your own, to start from",
      takes: Operands(usage: "NAME", count: 1...1, value: .text, wanted: "a name"),
      options: [.template, .client, .package],
      notes: [
        "Writes NAME.json into the folder where it is called; a file that is there stays as it is."
      ] + ScenarioTemplate.allCases.map { "  \($0.rawValue): \($0.meaning)" } + notesOnClients,
      examples: [
        "lostorder new varied --from sweep", "lostorder new Shop --client",
      ]),
    CommandEntry(
      "check", Call.check, "read scenarios and list every problem, without running them",
      takes: .files, options: [.set, .structure, .quiet],
      examples: [
        "lostorder check scenarios/*.json",
        "lostorder check scenarios/first.json --set behavior.patience=20s",
      ]),
    CommandEntry(
      "designs", Call.designs,
      "list the built-in designs, print one, or those of a file, or tell two apart",
      takes: Operands(usage: "[FILE] [A [B]]", count: 0...3, value: .designs), options: [.set],
      notes: [
        "Without a FILE, A and B are built-in designs: of one every axis is printed, of two the axes on",
        "which they differ. Of a FILE its designs are printed with every axis that is not at its",
        "default, whatever they extend or vary; with A that one alone, with B the difference.",
      ],
      examples: [
        "lostorder designs keep-1 keep-2", "lostorder designs scenarios/finish-timing.json",
      ]),
    CommandEntry(
      "explain", Call.explain, "tell what a key, fault, axis, drop point, rule or word means",
      takes: Operands(usage: "[KEY]", count: 0...Int.max, value: .explained), options: [.language],
      notes: [
        "A KEY is the path of a key of a scenario (behavior.patience) or its last part, a fault or one",
        "of its parameters (crash.reopens), an axis (retry.delays) or one of its values (onCallback),",
        "a group of axes (retry), a column of a table, a built-in design, a metric, how a charge ends,",
        "a drop point, a distribution, or a word of the glossary. It may be one word of a term (sale),",
        "its name in StoreKit (finishTransaction), or Chinese as in the articles and the trade (掉单,",
        "先下单, 钥匙串). Without a KEY all of them are listed; 'faults' lists the faults with their",
        "parameters and sources.",
      ],
      examples: [
        "lostorder explain patience", "lostorder explain faults",
      ]),
    CommandEntry(
      "schema", Call.schema, "print the JSON Schema of scenarios, for editors, or of results",
      takes: Operands(usage: "[FORM]", value: .known { schemas.map(\.form) }),
      notes: [
        "The schema is JSON Schema, draft 2020-12. An editor that knows it completes keys and shows",
        "what each means; a scenario names the file by \"$schema\": \"schema.json\".",
        "FORM is 'scenario' (default), what a command writes, as 'summary' is summary.json, or what it",
        "prints with --format json, as 'funnel':", "{0}.",
      ], examples: ["lostorder schema > schema.json"]),
    CommandEntry(
      "completions", Call.completions,
      "print a script by which a shell completes commands and options",
      takes: Operands(
        usage: "SHELL", count: 1...1, value: .choice(Shell.words),
        wanted: "a shell: bash, zsh or fish"),
      notes: [
        "bash:  source <(lostorder completions bash)",
        "zsh:   lostorder completions zsh > a folder of $fpath, as _lostorder",
        "fish:  lostorder completions fish | source",
      ], examples: ["source <(lostorder completions bash)"]),
    CommandEntry(
      "benchmark", Call.benchmark, "measure how fast this machine runs a scenario",
      takes: Operands(usage: "[FILE]", value: .files),
      options: [.users, .seed, .set, .journey, .hold],
      notes: [
        "Runs scenarios/field.json unless a FILE is given; a turn has 20,000 users unless --users says",
        "how many. Nothing is written.",
        "Of the micro-journey 5,000,000 users are played unless --users says how many.",
      ], examples: ["lostorder benchmark --hold"]),
    CommandEntry(
      "help", Call.help, "explain a command",
      takes: Operands(usage: "[COMMAND]", value: .known { Subcommand.names }),
      examples: ["lostorder help run"]),
  ]

  private static let forPrograms =
    "With --format json or csv a program reads the counts of all days and moments."

  private static let asRun =
    "Plays the scenario as 'run' does. Expectations are not judged, and nothing is written."
}
