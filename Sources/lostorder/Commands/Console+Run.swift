import Reports

extension Console {
  /// Runs the command with arguments, without the program name.
  package func run(_ words: [String]) -> ExitCode {
    OutputWidth.$columns.withValue(columns) {
      do throws(CommandError) { return try dispatch(words) } catch {
        printError(error.text(in: Arguments.requestedLanguage(in: words)))
        return error.code
      }
    }
  }

  /// Parses the arguments and runs the command.
  private func dispatch(_ words: [String]) throws(CommandError) -> ExitCode {
    if words.first == Option.version.name { return show("lostorder \(Version.current)\n") }
    guard let arguments = try Arguments.parse(words) else {
      // Help on request is a result; without arguments it is an error.
      throw CommandError(text: Help.general(), .usage)
    }
    let language = arguments.language
    if arguments.has(.help) { return show(Help.of(arguments.subcommand, language)) }
    if arguments.subcommand.isLong { listen() }
    if let limit = arguments.time(.timeLimit) {
      CancellationSignals.end(cancellation, after: limit)
    }
    return try CommandContext(console: self, arguments: arguments).performSubcommand()
  }
}

extension CommandContext {
  /// Runs the command, or the part of it that belongs to a shard.
  func perform() throws(CommandError) -> ExitCode {
    let name = arguments.subcommand.name
    if name != "diff" { printDeprecation() }
    guard let entry = CommandEntry.all.first(where: { $0.subcommand.name == name }) else {
      preconditionFailure("no command of this name is declared: \(name)")
    }
    return try entry.perform(self)()
  }

  /// Prints the new form of a deprecated command, if one was used.
  func printDeprecation() {
    guard let (old, new) = arguments.deprecatedForm else { return }
    printError(
      line: language(
        "lostorder: '{0}' is now '{1}'; the next release removes the old form", old, new))
  }
}
