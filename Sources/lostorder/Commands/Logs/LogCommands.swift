import Experiments
import JSONText
import Reports
import Scenarios

/// The commands for logs: of simulated users and your own, and the fit to observed counts.
extension CommandEntry {
  static let log = CommandEntry(
    "log", CommandContext.log, "write the event log of simulated clients and of the backend",
    takes: .file, options: [.design, .seed, .users, .set, .workers, .timeLimit, .logForm],
    notes: [
      "Each line has the user, the app session, the time, the event, and what the client or the backend",
      "has about it: product, item, transaction, failure code, and the number of the delivery try.",
      "Events are grouped by user, in order of user number.",
      "'lostorder count' turns the log into a table.",
    ], examples: ["lostorder log scenarios/keep.json --design keep-1 --users 100 | head -3"])

  static let count = CommandEntry(
    "count", CommandContext.count, "turn your own event log into a table of counts",
    takes: Operands(usage: "EVENTS", count: 1...1, value: .files, wanted: "an event log"),
    options: [.map, .printedTable, .skipDamaged, .language],
    notes: [
      "EVENTS has one event per line, as JSON or as CSV with a header.",
      "Prints the table to standard output. Reports on standard error what happened to the lines:",
      "duplicates, names that the map does not have, and clocks that run backwards.",
      "Lists damaged lines with their positions, and counts the others. Then exits with 65, unless",
      "--skip-damaged is given.",
    ],
    examples: [
      #"echo '{"user": "a", "time": "2026-01-31", "event": "iap_purchase_click"}' | lostorder count -"#
    ])

  static let diagnose = CommandEntry(
    "diagnose", CommandContext.diagnose, schemas: [("diagnosis", { LogCheckJSON.schema })],
    "check an event log against a design, and explain its lost orders",
    takes: Operands(usage: "EVENTS [FILE]", count: 1...2, value: .files, wanted: "an event log"),
    options: [
      .design, .map, .skipDamaged, .seed,
      .users.meaning("number of simulated users (default: ten times as many as in the log)"),
      .set, .workers, .timeLimit, .printedWithoutTable, .language,
    ],
    notes: [
      "Checks the lines of every user against the rules of the design. A design never finishes a",
      "transaction without its callback, never retries before the wait is over, and never delivers twice.",
      "Then groups the orders that were not delivered automatically by what the log shows of them. Each",
      "group lists the drop points of simulated orders with the same log, the most likely first. An order",
      "that matches no simulated order is unexplained.",
      "FILE has the design and its faults. Without FILE, --design is a built-in design, simulated with",
      "every kind of fault at a small rate.",
      "Lost lines and wrong clocks are estimated and printed first. What they explain does not count as a",
      "broken rule.",
      "Exits with 1 if a rule is broken or an order is unexplained. Exits with 2 if only more users, or a",
      "log without that damage, could decide it.",
    ],
    examples: [
      "lostorder log scenarios/keep.json --design keep-1 --users 2e4 | lostorder diagnose - --design keep-1"
    ])

  static let fit = CommandEntry(
    "fit", CommandContext.fit, schemas: [("fit", { FitJSON.schema })],
    "find the scenario values that explain observed counts",
    takes: Operands(
      usage: "FILE OBSERVED", count: 2...2, value: .files,
      wanted: "a scenario and a table of observed counts"),
    options: [
      .seed,
      .users.meaning("number of simulated users at every point (default: as many as needed)"),
      .set, .workers, .timeLimit, .printedWithoutTable, .out, .language, .quiet,
    ] + Option.dividing,
    notes: [
      "OBSERVED is a table of counts, as CSV or JSON: client events, failed retries and shares.",
      "'fit' in FILE names the observed design and the free values, each with its range.",
      "Simulates that design at many points, with the same users. Prints the values that come nearest to",
      "the table, each with a 95 % interval, and whether they explain each row of the table. Names the",
      "values that the table does not determine, and the counts that would determine them.",
      "Writes FOLDER/<scenario name>/fit.json, fit.html and fitted.json. fitted.json is the scenario",
      "with these values, and with draws of all values that agree with the table. 'run' accepts it.",
      "Exits with 1 if the model does not explain the table, and with 2 if a value is not determined.",
      "If interrupted, prints where the search stood.",
    ], examples: ["lostorder fit scenarios/keep-ladder.json scenarios/keep-ladder.csv --users 2e4"])
}
