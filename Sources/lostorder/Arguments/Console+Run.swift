import Reports

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
