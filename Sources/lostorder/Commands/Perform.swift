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
    if arguments.subcommand.command != .diff { sayNewWords() }
    return switch arguments.subcommand.command {
    case .run: try run()
    case .report: try report()
    case .compare: try compare()
    case .diff: try diff()
    case .trace: try trace()
    case .funnel: try funnel()
    case .merge: try merge()
    case .log: try log()
    case .count: try count()
    case .diagnose: try diagnose()
    case .fit: try fit()
    case .sweep: try sweep()
    case .attribute: try attribute()
    case .explore: try explore()
    case .search: try search()
    case .mutate: try mutate()
    case .shrink: try shrink()
    case .new: try new()
    case .check: check()
    case .designs: try designs()
    case .explain: try explain()
    case .schema: try schema()
    case .completions: try completions()
    case .benchmark: try benchmark()
    case .help: try help()
    }
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
