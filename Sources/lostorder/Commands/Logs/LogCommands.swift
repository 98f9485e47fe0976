import Experiments
import JSONText
import Reports
import Scenarios

/// What has to do with logs: of simulated users, of a team, and a scenario that fits them.
extension CommandEntry {
  static let log = CommandEntry(
    "log", Call.log, "write what simulated clients and the backend log, an event a line",
    takes: .file,
    options: [
      .design, .seed, .users, .set,
      .workers, .timeLimit, .logForm,
    ],
    notes: [
      "Each line has the user, the session of the app, the time, the event, and what client or",
      "backend know of it: product, item, transaction, the code of a failure, and which try of a",
      "delivery it is. Users come in the order of their numbers, each with all of their life.",
      "'lostorder count' makes a table of it.",
    ],
    examples: ["lostorder log scenarios/keep.json --design keep-1 --users 100 | head -3"])

  static let count = CommandEntry(
    "count", Call.count, "count what a team's own log of events holds, as a table to compare with",
    takes: Operands(usage: "EVENTS", count: 1...1, value: .files, wanted: "a log of events"),
    options: [.map, .printedTable, .skipDamaged, .language],
    notes: [
      "EVENTS has an event on each line, as JSON or as CSV with a header. The table is printed; standard",
      "error tells what became of the lines: repetitions, names that the map does not know, clocks that",
      "run backwards. Damaged lines are told with their places; the others are counted, and the code is",
      "65 without --skip-damaged.",
    ],
    examples: [
      #"echo '{"user": "a", "time": "2026-01-31", "event": "iap_purchase_click"}' | lostorder count -"#
    ])

  static let diagnose = CommandEntry(
    "diagnose", Call.diagnose, schemas: [("diagnosis", { CheckJSON.schema })],
    "look whether a team's own log can be of a design, and where its lost orders went",
    takes: Operands(usage: "EVENTS [FILE]", count: 1...2, value: .files, wanted: "a log of events"),
    options: [
      .design, .map, .skipDamaged, .seed, .users, .set, .workers, .timeLimit, .printedWithoutTable,
      .language,
    ],
    notes: [
      "Looks at every user's lines by the rules of the design: no run of it finishes what was never",
      "called back, retries before the wait is over, or delivers twice. Then lists the orders that did",
      "not come by themselves, by what the log tells of them, with the drop points of simulated orders",
      "of which a log tells the same, the likeliest first; what no simulated order does is unexplained.",
      "FILE has the design and the faults; without it the design is built in, and meets every kind of",
      "fault at a small rate. Ten times as many users as the log has are simulated, or --users. Lost lines",
      "and wrong clocks are estimated and printed first; nobody is charged with what they explain. Ends",
      "with 1 if a rule is broken or an order unexplained, with 2 if more users, or a log without such",
      "damage, would decide it.",
    ],
    examples: [
      "lostorder log scenarios/keep.json --design keep-1 --users 2e4 | lostorder diagnose - --design keep-1"
    ])

  static let fit = CommandEntry(
    "fit", Call.fit, schemas: [("fit", { FitJSON.schema })],
    "find the values of a scenario that explain what a team counted",
    takes: Operands(
      usage: "FILE OBSERVED", count: 2...2, value: .files, wanted: "a scenario and a table"),
    options: [
      .seed, .users.meaning("simulate so many users at every point (default: enough)"), .set,
      .workers, .timeLimit, .printedWithoutTable, .out, .language, .quiet,
    ] + Option.dividing,
    notes: [
      "OBSERVED is a table of counts, CSV or JSON: events that clients log, failed retries, shares.",
      "FILE names in 'fit' the design that was observed, and the values that are free, each with its",
      "range. Simulates that design with the same users at many points, and tells the values under which",
      "it comes nearest to the table, each with a 95 % interval; whether that explains the table, row by",
      "row; and what the table cannot tell, with what would have to be counted for it. Writes",
      "FOLDER/<name of the scenario>/fit.json, fit.html, and fitted.json: the scenario with these values,",
      "and with draws of all that agree with the table, which 'run' takes. Ends with 1 if the model does",
      "not explain the table, and with 2 if it does not tell a value. Cut short it tells where it stood.",
    ],
    examples: ["lostorder fit scenarios/keep-ladder.json scenarios/keep-ladder.csv --users 2e4"])
}
