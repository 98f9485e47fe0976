import Reports

extension Console {
  /// Runs the command with arguments, without the name of the program.
  package func run(_ words: [String]) -> ExitCode {
    Page.$columns.withValue(columns) {
      do throws(Refusal) { return try obey(words) } catch {
        complain(error.text(in: Arguments.languageAsked(in: words)))
        return error.code
      }
    }
  }

  /// Understands the arguments and does what they say.
  private func obey(_ words: [String]) throws(Refusal) -> ExitCode {
    if words.first == Option.version.name { return show("lostorder \(Version.current)\n") }
    guard let arguments = try Arguments.parse(words) else {
      // Asked for help it is a result; without a word it is a mistake.
      throw Refusal(text: Help.general(), .usage)
    }
    let language = arguments.language
    if arguments.has(.help) { return show(Help.of(arguments.subcommand, language)) }
    if arguments.subcommand.isLong { listen() }
    if let limit = arguments.time(.timeLimit) { Interruption.end(stop, after: limit) }
    return try Call(console: self, arguments: arguments).obey()
  }
}

extension Call {
  /// Does what the command does, whole or the share of a shard.
  func perform() throws(Refusal) -> ExitCode {
    let name = arguments.subcommand.name
    if name != "diff" { sayNewWords() }
    guard let entry = CommandEntry.all.first(where: { $0.subcommand.name == name }) else {
      preconditionFailure("no command of this name is declared: \(name)")
    }
    return try entry.perform(self)()
  }

  /// Says the words that take the place of those of an earlier release, if such were used.
  func sayNewWords() {
    guard let (old, new) = arguments.former else { return }
    console.complain(
      language(
        "lostorder: '{0}' is called '{1}' now; the old words go with the next release", old, new)
        + "\n")
  }
}
