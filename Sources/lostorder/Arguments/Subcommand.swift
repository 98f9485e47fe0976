import JSONText

/// A command: its arguments and its help.
package struct Subcommand: Sendable {
  struct Operands: Sendable {
    /// How help shows them.
    let usage: String
    var count = 0...1
    let value: Word
    /// What is asked for where one is missing.
    var wanted: Phrase = "a scenario file"
    /// Whether one of them may be standard input.
    var readsInput = true

    static let none = Operands(usage: "", count: 0...0, value: .none)
    static let file = Operands(usage: "FILE", count: 1...1, value: .files)
    static let files = Operands(usage: "FILE…", count: 1...Int.max, value: .files)
  }

  package let name: String
  let meaning: String
  let operands: Operands
  package let options: [Option]
  /// What else is to be known, in lines.
  let notes: [String]
  /// Lines of a shell that can be run where the shipped scenarios lie.
  package let examples: [String]

  init(
    _ name: String, _ meaning: String, takes operands: Operands = .none,
    options: [Option] = [], notes: [String] = [], examples: [String]
  ) {
    (self.name, self.meaning, self.operands, self.notes) = (name, meaning, operands, notes)
    let hasLanguage = options.contains { $0.name == Option.language.name }
    self.options = options + (hasLanguage ? [] : [.language]) + [.help]
    self.examples = examples
  }

  /// Those that help and completions list: all but the one that is for this project alone.
  package static let listed = all.filter { $0.name != "benchmark" }
  package static let names = listed.map(\.name)

  package static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// The commands of an earlier release that have no name of their own any more.
  static let former: [String: (command: String, options: [String])] = [
    "check-log": ("diagnose", []), "digest": ("funnel", ["--by", "day"]),
    "faults": ("explain", ["faults"]), "new-client": ("new", ["--client"]),
  ]

  /// Whether several machines can share in it.
  var canBeDivided: Bool { options.contains { $0.name == Option.shard.name } }
  /// Whether it works for long, and ends with what it knows when it is asked to.
  var isLong: Bool { options.contains { $0.name == Option.timeLimit.name } }
}

extension Option {
  /// What those commands take that let users meet a scenario.
  static let playing: [Option] = [.seed, .users, .set, .workers, .timeLimit]
  /// What those commands take in which several machines can share.
  static let dividing: [Option] = [.shard, .parts, .resume]
}
