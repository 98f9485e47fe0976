/// What the command can be told to do: everything that is known of it, declared where it runs.
package struct Subcommand: Sendable {
  /// What follows the name of a command.
  struct Operands: Sendable {
    /// How help shows them.
    let usage: String
    let count: ClosedRange<Int>
    let suggestion: Suggestion
    /// What is asked for where one is missing.
    let wanted: String

    init(
      _ usage: String, _ count: ClosedRange<Int>, _ suggestion: Suggestion,
      wanted: String = "a scenario file"
    ) {
      (self.usage, self.count, self.suggestion, self.wanted) = (usage, count, suggestion, wanted)
    }

    static let none = Operands("", 0...0, .none)
    static let file = Operands("FILE", 1...1, .files)
    static let files = Operands("FILE…", 1...Int.max, .files)
  }

  package let name: String
  /// What it does, in a few words.
  let meaning: String
  let operands: Operands
  /// The options that it takes.
  package let options: [Option]
  /// What else is to be known, in lines.
  let notes: [String]
  let run: @Sendable (Call) -> () throws(Refusal) -> ExitCode

  init(
    _ name: String, _ meaning: String, takes operands: Operands = .none, options: [Option] = [],
    notes: [String] = [], run: @escaping @Sendable (Call) -> () throws(Refusal) -> ExitCode
  ) {
    (self.name, self.meaning, self.operands, self.notes) = (name, meaning, operands, notes)
    self.options = options + [.help]
    self.run = run
  }

  /// All of them, in the order of the help.
  package static let all: [Subcommand] = [
    .run, .compare, .trace, .funnel, .digest, .sweep, .attribute, .explore, .search, .shrink, .new,
    .check, .designs, .faults, .explain, .schema, .completions, .benchmark, .help,
  ]

  static let names = all.map(\.name)

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// Whether it works for long, and ends with what it knows when it is asked to.
  var isLong: Bool { options.contains { $0.name == Option.timeLimit.name } }
}
