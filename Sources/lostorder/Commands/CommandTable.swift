import JSONText
import Reports
import Scenarios

extension CommandEntry {
  /// All commands, in the order of the help.
  static let all: [CommandEntry] = [
    CommandEntry(
      "run", CommandContext.run,
      schemas: [("summary", { SummaryJSON.schema }), ("together", { SharedBackendJSON.schema })],
      "run scenarios and cases, and check their expectations", takes: .files,
      options: Option.simulation
        + [.exact, .baseline, .tolerance, .annotate, .printedOfRun, .out, .language, .quiet]
        + Option.dividing,
      notes: [
        "Prints a table for each file, and checks its expectations. Writes to the FOLDER of --out, for each file",
        "  FOLDER/<scenario name>/: summary.json, report.html, losses.csv, designs.csv, comparisons.csv",
        "and for all files together",
        "  FOLDER/: junit.xml, report.md",
        "If users share a backend, together.json is written instead of summary.json and losses.csv.",
        "All files are read before the first one runs.",
        "At the end, these results replace those of an earlier run in FOLDER, all at once. Other files there",
        "are kept.",
        "Ctrl-C and --time-limit stop the run and keep the results so far. A second Ctrl-C stops it at",
        "once, without results.",
        "If FILE has 'draws' (sets of random values for uncertain numbers), each set is also simulated. The",
        "table then also shows the range of each rate over the draws.",
        "Colours and progress appear only on a terminal. NO_COLOR turns colours off.",
        "With --language zh, printed text, report.html and the conclusion of report.md are Chinese. The rest",
        "of report.md and all files for programs stay English.",
      ],
      examples: [
        "lostorder run scenarios/keep.json --users 2e4",
        "cat scenarios/keep.json | lostorder run - --users 2e4 --format json",
      ]),
    CommandEntry(
      "report", CommandContext.report,
      "run a scenario, then sweep, attribute, explore and search, and write all results on one page",
      takes: .file,
      options: Option.simulation + [
        .maxFaults.meaning(
          "maximum number of injected faults when exploring and searching (default: 1)")
      ] + [.out, .language, .quiet],
      notes: [
        "Runs FILE as 'run' does. Then varies its 'sweep', attributes lost orders to faults and axes,",
        "explores its designs, and searches among them. Each step works like the command of that name",
        "without options.",
        "Writes the page to FOLDER/<scenario name>/report.html, and the files of each method beside it.",
        "The verdict is the verdict of the run.",
        "If Ctrl-C or --time-limit stops the work, the page says that the rest is missing.",
      ], examples: ["lostorder report scenarios/finish-timing.json --users 2e4 --quiet"]),
    CommandEntry(
      "compare", CommandContext.compare, "compare designs with the same simulated users",
      takes: Operands(usage: "FILE [A B]", count: 1...3, value: .files),
      options: Option.simulation + [.printed, .language, .quiet],
      notes: [
        "Simulates the scenario as 'run' does, and compares its designs A and B. Without names, compares",
        "the pairs of the scenario.",
        "Lists the users who lose an order under only one design of a pair, with the commands that replay",
        "them.",
        "If users share a backend, compares replications.",
        "Does not check expectations. Writes no files.",
      ],
      examples: [
        "lostorder compare scenarios/keep.json --users 2e4",
        "lostorder compare scenarios/keep.json keep-original keep-2 --users 2e4",
      ]),
    CommandEntry(
      "diff", CommandContext.diff, "compare the summaries of two runs",
      takes: Operands(
        usage: "OLD NEW", count: 2...2, value: .files, wanted: "the summaries of two runs",
        readsInput: false), options: [.tolerance, .language, .quiet],
      notes: [
        "OLD and NEW are summaries (summary.json or together.json), or folders with the summaries of",
        "several scenarios.",
        "Lists the designs that got worse or better. Exits with 1 if a design got worse.",
      ], examples: ["lostorder diff results results --tolerance 1"]),
    CommandEntry(
      "trace", CommandContext.trace, schemas: [("trace", { TraceJSON.schema })],
      "replay one simulated user step by step", takes: .file,
      options: [
        .design, .against, .user, .replication, .plan, .interleaving, .seed, .users, .set, .format,
        .records, .language,
      ],
      notes: [
        "Prints what happened from the first opening of the app to the horizon, and how each charge ended.",
        "Marks faults (⚡), losses (✗) and rules, such as (C5); 'lostorder explain C5' prints a rule.",
        "Formats: a timeline (text), JSON, CSV, a sequence diagram (Mermaid or SVG), and trace events for",
        "Perfetto.",
        "PLAN replaces the plan or the faults of FILE, for example '[{ \"fault\": \"crash\", \"at\": \"charge\" }]'.",
        "If PLAN has no tap, a case keeps its taps, and a scenario buys one item.",
        "--against prints two designs side by side, as text, JSON or SVG.",
        "--language applies to text, Mermaid and SVG. Formats for programs stay English.",
        "--records adds the store's own record of every charge to the JSON, for tests of a backend: a",
        "StoreKit 2 transaction as a JWS, a Play purchase, or a StoreKit 1 in_app entry.",
      ],
      examples: [
        "lostorder trace scenarios/cases/F1.json --design naive",
        #"lostorder trace scenarios/first.json --design zero-loss-1.0 --plan '[{ "fault": "crash", "at": "charge" }]'"#,
      ]),
    CommandEntry(
      "funnel", CommandContext.funnel,
      schemas: [("funnel", { FunnelJSON.schema }), ("days", { DailyDigestOutput.schema })],
      "count the events in the logs of simulated clients, and how many deliveries fail at each retry",
      takes: .file,
      options: [.by, .design.meaning("with --by day: name of the only design to print")]
        + Option.simulation + [.printed],
      notes: [
        "Simulates the scenario as 'run' does. Does not check expectations. Writes no files.",
        "--format json and csv print the counts of every day and every event, for programs.",
      ],
      examples: [
        "lostorder funnel scenarios/keep.json --users 2e4 --format csv",
        "lostorder funnel scenarios/keep.json --by day --design keep-1 --users 2e4",
      ]),
    CommandEntry(
      "merge", CommandContext.merge, "merge partial results into the result of a single run",
      takes: Operands(
        usage: "PARTS…", count: 1...Int.max, value: .files,
        wanted: "partial results, or their folder", readsInput: false),
      options: [
        .next, .workers, .timeLimit, .exact, .baseline, .tolerance, .annotate, .printedOfRun,
        .expect, .out, .language, .quiet,
      ],
      notes: [
        "Prints, checks and writes exactly what the command without --shard would, byte for byte. The files",
        "of the command must not have changed.",
        "Exits with 65 if a partial result is missing, duplicated, damaged or from other work, and names it.",
        "Some work runs in rounds: each round of a shard needs the results of all shards. Before the last",
        "round, merge exits with 2 and lists the commands to run next. --next prints only these commands,",
        "for a job scheduler, and nothing once the work is complete. A finished shard does nothing when it is",
        "run again.",
      ],
      examples: [
        "lostorder run scenarios/keep.json --users 2e4 --shard 1/1 && lostorder merge parts --quiet"
      ]),
    log, count, diagnose, fit,
    CommandEntry(
      "sweep", CommandContext.sweep, schemas: [("sweep", { SweepJSON.schema })],
      "vary one or two values of a scenario, and find where designs change rank", takes: .file,
      options: Option.simulation + [.printed, .out, .quiet] + Option.dividing,
      notes: [
        "Simulates FILE at every value of its 'sweep', or at every pair of two values, always with the same",
        "users. Writes sweep.json, sweep.csv, sweep.svg (the charts) and sweep.html (everything) to",
        "FOLDER/<scenario name>. --format prints sweep.json or sweep.csv.",
        "A break-even is the value above which another design loses fewer orders than below it. For two",
        "values, a map shows which design loses the fewest orders.",
        "Does not check expectations.",
      ], examples: ["lostorder sweep scenarios/spinner.json --users 2000 --quiet"]),
    CommandEntry(
      "attribute", CommandContext.attribute, schemas: [("attribution", { AttributionJSON.schema })],
      "attribute lost orders to faults and to the axes of a design", takes: .file,
      options: [.design, .from, .to, .tied] + Option.simulation + [.printed, .out, .quiet],
      notes: [
        "For each design: where orders were lost, and which planned fault each loss depends on. Every user",
        "who lost an order is simulated again without the fault.",
        "Between two designs: the Shapley share of every axis in which they differ.",
        "Writes FOLDER/<scenario name>/attribution.json, attribution.csv and attribution.html.",
        "Does not check expectations.",
      ], examples: ["lostorder attribute scenarios/keep.json --users 2e4"]),
    CommandEntry(
      "explore", CommandContext.explore,
      schemas: [
        ("exploration", { ExplorationJSON.schema }), ("weighing", { WeighingJSON.schema }),
      ],
      "try every combination of a few faults at every event, and list those that lose an order",
      takes: .file,
      options: [.design, .faults, .kinds, .journeyName, .expect, .unpruned, .races, .weigh, .cells]
        + Option.simulation + [.out, .quiet] + Option.dividing,
      notes: [
        "Simulates a journey in the world of FILE without random draws: every drawn delay is its median.",
        "Before each event, injects each fault with a few values of its parameters: short, longer than the",
        "retries of the design, and for ever.",
        "Without --journey, a scenario has three journeys: one purchase; two of one product; and one beside",
        "another that is cancelled. A case has one journey: its taps, without the faults of its plan.",
        "Writes FOLDER/<scenario name>/exploration.json and exploration.html.",
        "--weigh simulates each user and each plan of up to --faults declared faults once, and weights them",
        "by their probability. The result is the exact share of orders that these faults lose. Also draws",
        "--users users at random, and exits with 1 if the exact share lies outside their interval.",
        "Writes FOLDER/<scenario name>/weighing.json.",
      ], examples: ["lostorder explore scenarios/cases/F1.json --design naive"]),
    CommandEntry(
      "search", CommandContext.search, schemas: [("search", { SearchJSON.schema })],
      "among many designs, find those that lose no orders, and the simplest of them", takes: .file,
      options: [
        .space, .maxFaults,
        .kinds.meaning("kinds of faults to inject (default: the kinds in the scenario)"),
        .journeyName, .keep, .users, .seed, .set, .workers, .timeLimit, .out, .quiet,
      ] + Option.dividing,
      notes: [
        "Explores every design of FILE, or of the design space with --space, as 'explore' does. A fault",
        "that loses an order under every design is inevitable and does not count.",
        "Then simulates the users of FILE under the designs that lose no orders, or under the nearest",
        "designs if all lose orders. Prints the Pareto set: no other design has fewer lost orders, lost",
        "sales, double charges or duplicates without having more of another. Names the simplest (fewest",
        "axes) of the designs that lose the fewest orders. Sampling is always 'plain'.",
        "Writes FOLDER/<scenario name>/search.json and search.html.",
      ], examples: ["lostorder search scenarios/first.json --users 1000"]),
    CommandEntry(
      "mutate", CommandContext.mutate, schemas: [("mutation", { MutationJSON.schema })],
      "mutation-test the expectations: find design changes that they miss",
      takes: .files, options: Option.simulation + [.threshold, .printedWithoutTable, .out, .quiet],
      notes: [
        "A design is gated if an expectation of FILE refers to it. Changes each axis of a gated design to",
        "each other value, one at a time, and simulates the mutant with the same users. A mutant is killed",
        "if an expectation fails or becomes inconclusive. It survives if all expectations hold.",
        "Reports the share of killed mutants, the survivors, and expectations that would kill them, to paste",
        "into FILE. The share counts only mutants whose change makes a difference for these users.",
        "Writes FOLDER/<scenario name>/mutation.json, and FOLDER/mutation.xml for all files.",
        "Exits with 1 if the share is below --threshold. Exits with 2 if an expectation does not hold for",
        "the unchanged designs.",
      ],
      examples: [
        "lostorder mutate scenarios/cases/F1.json --threshold 95",
        "lostorder mutate scenarios/ledger.json --users 2e4",
      ]),
    CommandEntry(
      "shrink", CommandContext.shrink, "reduce a lost order to a minimal reproducible case",
      takes: .file,
      options: [
        .design, .user.meaning("user whose order is lost (default: the first who loses an order)"),
        .plan, .interleaving,
      ] + Option.simulation + [.export, .name, .out.meaning("folder for the case"), .quiet],
      notes: [
        "Takes the first lost order of a user of FILE, or of the user of a case. Prints a case that loses",
        "an order of the same kind, and its timeline. The case is minimal: without any one of its faults and",
        "taps, it loses no order. Its times and parameters are simple. Its world is the default world of a",
        "case, if that is enough. Its expectation states how the order is lost, so 'lostorder run' passes it.",
        "A PLAN that 'explore' prints for 'trace' replaces the user.",
        "With --out, writes the case to FOLDER/NAME.json. With --quiet, prints only the case.",
        "Exits with 2 if no case is found, or if no user loses an order for good.",
        "--export swift prints a test for the package of the design's client. The test fails while the",
        "client loses the order. --export steps prints a numbered script for a tester with a device, with",
        "the tools that cause each fault. With --out, these are written to FOLDER/NAME.swift and",
        "FOLDER/NAME.txt, and the case is printed. Existing files stay unchanged.",
      ],
      examples: [
        "lostorder shrink scenarios/zero-loss.json --design zero-loss-1.0 --users 1e4 --out cases"
      ]),
    CommandEntry(
      "new", CommandContext.new, "create a scenario, or a package with a purchase client",
      takes: Operands(usage: "NAME", count: 1...1, value: .text, wanted: "a name"),
      options: [.template, .client, .package],
      notes: ["Writes NAME.json to the current folder. An existing file stays unchanged."]
        + ScenarioTemplate.allCases.map { "  \($0.rawValue): \($0.meaning)" } + [
          "--client writes a package to the folder NAME: a client in Swift concurrency (StoreKit 2, order",
          "first), the command that simulates it, a gate, tests, and an adapter to the system's StoreKit for",
          "the app. NAME becomes a module. Writes nothing if one of the files exists.",
          "The package depends on LostOrder by a relative path: PATH, or the folder where this command was",
          "built, or '../LostOrder' if that folder is unknown.",
        ], examples: ["lostorder new varied --from sweep", "lostorder new Shop --client"]),
    CommandEntry(
      "check", CommandContext.check, "validate scenarios without running them",
      takes: .files, options: [.set, .structure, .quiet],
      examples: [
        "lostorder check scenarios/*.json",
        "lostorder check scenarios/first.json --set behavior.patience=20s",
      ]),
    CommandEntry(
      "designs", CommandContext.designs, "list, print or compare designs",
      takes: Operands(usage: "[FILE] [A [B]]", count: 0...3, value: .designs), options: [.set],
      notes: [
        "Without FILE, A and B are built-in designs. Without A, lists them. With A, prints every axis of A.",
        "With A and B, prints the axes in which they differ.",
        "With FILE, prints its designs with every axis that is not at its default, including what a design",
        "extends or varies. With A, prints only A. With A and B, prints the axes in which they differ.",
      ],
      examples: [
        "lostorder designs keep-1 keep-2", "lostorder designs scenarios/finish-timing.json",
      ]),
    CommandEntry(
      "explain", CommandContext.explain, "explain a key, fault, axis, drop point, rule or term",
      takes: Operands(usage: "[KEY]", count: 0...Int.max, value: .explained), options: [.language],
      notes: [
        "KEY is one of:",
        "  the path of a scenario key (behavior.patience), or its last part",
        "  a fault, or one of its parameters (crash.reopens)",
        "  an axis (retry.delays), one of its values (onCallback), or a group of axes (retry)",
        "  a rule (C7), a drop point, an outcome, a metric, a distribution, a built-in design or a column",
        "  a term of the glossary, a single word of it (sale), its name in StoreKit (finishTransaction), or",
        "  its Chinese name (掉单, 先下单, 钥匙串)",
        "Without KEY, lists all of them. 'faults' lists the faults with their parameters and sources.",
      ], examples: ["lostorder explain patience", "lostorder explain faults"]),
    CommandEntry(
      "schema", CommandContext.schema,
      "print the JSON Schema of scenarios (default) or of a result, such as summary",
      takes: Operands(usage: "[NAME]", value: .known { schemas.map(\.form) }),
      notes: [
        "Prints a JSON Schema, draft 2020-12. An editor that supports it completes keys and shows their",
        "meanings. A scenario refers to the file by \"$schema\": \"schema.json\".",
        "NAME is 'scenario' (default), or the name of a result: 'summary' for summary.json, or 'funnel' for",
        "what 'funnel --format json' prints. All names:",
        "{0}.",
      ], examples: ["lostorder schema > schema.json"]),
    CommandEntry(
      "completions", CommandContext.completions, "print a completion script for a shell",
      takes: Operands(
        usage: "SHELL", count: 1...1, value: .choice(Shell.words),
        wanted: "a shell: bash, zsh or fish"),
      notes: [
        "bash:  source <(lostorder completions bash)",
        "zsh:   lostorder completions zsh > _lostorder, in a folder of $fpath",
        "fish:  lostorder completions fish | source",
      ], examples: ["source <(lostorder completions bash)"]),
    CommandEntry(
      "benchmark", CommandContext.benchmark, "measure the simulation speed of this machine",
      takes: Operands(usage: "[FILE]", value: .files),
      options: [.users.meaning("number of simulated users"), .seed, .set, .journey, .hold],
      notes: [
        "Runs scenarios/field.json, or FILE. Each turn simulates 20,000 users, or --users.",
        "With --journey, simulates 5,000,000 users of the micro-journey, or --users.",
        "Writes no files.",
      ], examples: ["lostorder benchmark --hold"]),
    CommandEntry(
      "help", CommandContext.help, "print the help of a command",
      takes: Operands(usage: "[COMMAND]", value: .known { Subcommand.names }),
      examples: ["lostorder help run"]),
  ]
}
