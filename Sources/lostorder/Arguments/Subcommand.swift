/// What the command can be told to do: everything that is known of it, declared where it runs.
package struct Subcommand: Sendable {
  /// What follows the name of a command.
  struct Operands: Sendable {
    /// How help shows them.
    var usage: String
    var count: ClosedRange<Int>
    var suggestion: Suggestion
    /// What is asked for where one is missing.
    var wanted: String

    init(
      _ usage: String, _ count: ClosedRange<Int>, _ suggestion: Suggestion,
      wanted: String = "a scenario file"
    ) {
      self.usage = usage
      self.count = count
      self.suggestion = suggestion
      self.wanted = wanted
    }

    static let none = Operands("", 0...0, .none)
    static let file = Operands("FILE", 1...1, .files)
    static let files = Operands("FILE…", 1...Int.max, .files)
  }

  package var name: String
  /// What it does, in a few words.
  var meaning: String
  var operands: Operands
  /// The options that it takes.
  package var options: [Option]
  /// What else is to be known, in lines.
  var notes: [String]
  package var run: @Sendable (Console, Arguments) -> ExitCode

  init(
    _ name: String, _ meaning: String, takes operands: Operands = .none, options: [Option] = [],
    notes: [String] = [], run: @escaping @Sendable (Console, Arguments) -> ExitCode
  ) {
    self.name = name
    self.meaning = meaning
    self.operands = operands
    self.options = options + [.help]
    self.notes = notes
    self.run = run
  }

  /// All of them, in the order of the help.
  package static let all: [Subcommand] = [
    .run, .compare, .trace, .funnel, .digest, .sweep, .attribute, .explore, .search, .shrink, .new,
    .check, .designs, .faults, .explain, .schema, .completions, .benchmark, .help,
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// Whether it works for long, and ends with what it knows when it is asked to.
  var isLong: Bool { options.contains { $0.name == Option.timeLimit.name } }
}
