import Reports

/// The command: understands its arguments and does what they say.
package struct Command {
  let console: Console

  package init(console: Console) { self.console = console }

  /// Runs the command with arguments, without the name of the program.
  package func run(_ words: [String]) -> ExitCode {
    Page.$columns.withValue(console.columns) { understand(words) }
  }

  private func understand(_ words: [String]) -> ExitCode {
    if words.first == Option.version.name {
      console.print("lostorder \(Version.current)\n")
      return .holds
    }
    let arguments: Arguments?
    do {
      arguments = try Arguments.parse(words)
    } catch {
      return console.refuse(error.message)
    }
    guard let arguments else {
      // Asked for help it is a result; without a word it is a mistake.
      if words.isEmpty { console.complain(Help.general) } else { console.print(Help.general) }
      return words.isEmpty ? .usage : .holds
    }
    if arguments.has(.help) {
      console.print(Help.of(arguments.subcommand))
      return .holds
    }
    if arguments.subcommand.isLong { console.listen() }
    if let limit = arguments.time(.timeLimit) { Interruption.end(console.stop, after: limit) }
    return arguments.subcommand.run(console, arguments)
  }
}
