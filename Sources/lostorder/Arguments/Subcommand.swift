import Reports
import Scenarios

/// What the command can be told to do: everything that is known of it.
package struct Subcommand: Sendable {
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
  let meaning: String
  let operands: Operands
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

  static let names = all.map(\.name)

  package static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// Whether it works for long, and ends with what it knows when it is asked to.
  var isLong: Bool { options.contains { $0.name == Option.timeLimit.name } }
}

extension Console {
  /// Runs the command with arguments, without the name of the program.
  package func run(_ words: [String]) -> ExitCode {
    Page.$columns.withValue(columns) {
      do throws(Refusal) { return try obey(words) } catch {
        complain(error.text)
        return error.code
      }
    }
  }

  /// Understands the arguments and does what they say.
  private func obey(_ words: [String]) throws(Refusal) -> ExitCode {
    if words.first == Option.version.name { return show("lostorder \(Version.current)\n") }
    guard let arguments = try Arguments.parse(words) else {
      // Asked for help it is a result; without a word it is a mistake.
      if words.isEmpty { throw Refusal(text: Help.general, .usage) }
      return show(Help.general)
    }
    if arguments.has(.help) { return show(Help.of(arguments.subcommand)) }
    if arguments.subcommand.isLong { listen() }
    if let limit = arguments.time(.timeLimit) { Interruption.end(stop, after: limit) }
    return try arguments.subcommand.run(Call(console: self, arguments: arguments))()
  }
}

/// Why the command ends without what it was asked for, or without all of it.
package struct Refusal: Error, Equatable {
  package let text: String
  package let code: ExitCode

  init(text: String, _ code: ExitCode) { (self.text, self.code) = (text, code) }

  /// One line, in the name of the program.
  package init(_ message: String, _ code: ExitCode = .usage) {
    self.init(text: "lostorder: \(message)\n", code)
  }

  /// What is wrong with files, a line each.
  init(problems: [String]) { self.init(text: problems.map { $0 + "\n" }.joined(), .badScenario) }

  /// Lets what refuses a file refuse the command.
  static func reading<Found>(_ read: () throws(Problems) -> Found) throws(Refusal) -> Found {
    do throws(Problems) { return try read() } catch {
      throw Refusal(problems: error.list.map(\.description))
    }
  }
}

extension NearestName {
  /// What is asked behind a name that there is not; empty when no name is near.
  static func question(_ name: String, among names: [String]) -> String {
    of(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
  }
}
