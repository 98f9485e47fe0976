import JSONText
import Reports
import Scenarios

/// The command: understands its arguments and does what they say.
struct Command {
  let console: Console

  /// Runs the command with arguments, without the name of the program.
  func run(_ words: [String]) -> ExitCode {
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
      console.complain("lostorder: \(error.message)\n")
      return .usage
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
    return run(arguments)
  }

  private func run(_ arguments: Arguments) -> ExitCode {
    switch arguments.subcommand {
    case .run: RunCommand(console: console, arguments: arguments).run()
    case .compare: CompareCommand(console: console, arguments: arguments).run()
    case .trace: TraceCommand(console: console, arguments: arguments).run()
    case .funnel: FunnelCommand(console: console, arguments: arguments).run()
    case .digest: DigestCommand(console: console, arguments: arguments).run()
    case .sweep: SweepCommand(console: console, arguments: arguments).run()
    case .attribute: AttributeCommand(console: console, arguments: arguments).run()
    case .explore: ExploreCommand(console: console, arguments: arguments).run()
    case .search: SearchCommand(console: console, arguments: arguments).run()
    case .shrink: ShrinkCommand(console: console, arguments: arguments).run()
    case .check: CheckCommand(console: console, arguments: arguments).run()
    case .designs: DesignsCommand(console: console, arguments: arguments).run()
    case .faults: FaultsCommand(console: console).run()
    case .new: NewCommand(console: console, arguments: arguments).run()
    case .completions: CompletionsCommand(console: console, arguments: arguments).run()
    case .explain: ExplainCommand(console: console, arguments: arguments).run()
    case .schema: SchemaCommand(console: console, arguments: arguments).run()
    case .benchmark: BenchmarkCommand(console: console, arguments: arguments).run()
    case .help: help(on: arguments.operands.first)
    }
  }

  private func help(on word: String?) -> ExitCode {
    guard let word else {
      console.print(Help.general)
      return .holds
    }
    guard let subcommand = Subcommand(rawValue: word) else {
      let nearest = NearestName.of(word, among: Subcommand.allCases.map(\.rawValue))
      let suggestion = nearest.map { "; did you mean '\($0)'?" } ?? ""
      console.complain("lostorder: there is no command \(word.quoted)\(suggestion)\n")
      return .usage
    }
    console.print(Help.of(subcommand))
    return .holds
  }
}
