import JSONText

/// What has to do with work that several machines share.
extension CommandEntry {
  static let merge = CommandEntry(
    "merge", Call.merge,
    "put together what the shards of a command have found, as one run would tell it",
    takes: Operands(
      usage: "PARTS…", count: 1...Int.max, value: .files, wanted: "the parts, or their folder",
      readsInput: false),
    options: [
      .next, .workers, .timeLimit, .exact, .baseline, .tolerance, .annotate, .printedOfRun, .expect,
      .out, .language, .quiet,
    ],
    notes: [
      "Tells, judges and writes what the command would have without --shard, byte for byte. Its files",
      "must be as they were. What is missing, there twice, damaged or of other work is named, with 65.",
      "Some work goes in rounds: what shards do next depends on what all have found. Then merge ends",
      "with 2 and tells which commands go on; with --next it prints them alone, for an engine to run,",
      "and nothing once everything is known. A shard that is done does nothing when it is run again.",
    ],
    examples: [
      "lostorder run scenarios/keep.json --users 2e4 --shard 1/1 && lostorder merge parts --quiet"
    ])
}
