import JSONText

/// A subcommand: its arguments and its help.
package struct Subcommand: Sendable {
  struct Operands: Sendable {
    /// The form in help.
    let usage: String
    var count = 0...1
    let value: Word
    /// The noun that an error names if an operand is missing.
    var wanted: Phrase = "a scenario file"
    /// Whether an operand can be standard input.
    var readsInput = true

    static let none = Operands(usage: "", count: 0...0, value: .none)
    static let file = Operands(usage: "FILE", count: 1...1, value: .files)
    static let files = Operands(usage: "FILE…", count: 1...Int.max, value: .files)
  }

  package let name: String
  let meaning: String
  let operands: Operands
  package let options: [Option]
  /// The notes of the help, one line each.
  let notes: [String]
  /// Shell lines that run in the folder of the shipped scenarios.
  package let examples: [String]

  /// The commands in help and completions: all except the benchmark, which is internal.
  package static let listed = all.filter { $0.name != "benchmark" }
  package static let names = listed.map(\.name)

  package static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// The commands of earlier releases that were renamed or merged.
  static let deprecatedForm: [String: (command: String, options: [String])] = [
    "check-log": ("diagnose", []), "digest": ("funnel", ["--by", "day"]),
    "faults": ("explain", ["faults"]), "new-client": ("new", ["--client"]),
  ]

  /// Whether shards on several machines can divide the work.
  var canBeDivided: Bool { options.contains { $0.name == Option.shard.name } }
  /// Whether the command runs long and reports the results so far when it is stopped.
  var isLong: Bool { options.contains { $0.name == Option.timeLimit.name } }
}

extension Option {
  /// The options of commands that simulate the users of a scenario.
  static let simulation: [Option] = [.seed, .users, .set, .workers, .timeLimit]
  /// The options of commands that can be divided into shards.
  static let dividing: [Option] = [.shard, .parts, .resume]
}
