import JSONText

/// The command for work that is divided among machines.
extension CommandEntry {
  static let merge = CommandEntry(
    "merge", CommandContext.merge,
    "merge partial results into the result of a single run",
    takes: Operands(
      usage: "PARTS…", count: 1...Int.max, value: .files,
      wanted: "partial results, or their folder", readsInput: false),
    options: [
      .next, .workers, .timeLimit, .exact, .baseline, .tolerance, .annotate, .printedOfRun, .expect,
      .out, .language, .quiet,
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
    ])
}
