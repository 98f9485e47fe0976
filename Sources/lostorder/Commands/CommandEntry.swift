import Reports
import Scenarios

/// A command as it is declared: how it is called, what does it, and the schemas of the JSON that it writes or prints.
struct CommandEntry: Sendable {
  typealias Operands = Subcommand.Operands
  typealias Schema = (form: String, text: @Sendable () -> String)

  let subcommand: Subcommand
  /// Does what the command does, whole or the share of a shard.
  let perform: @Sendable (Call) -> () throws(Refusal) -> ExitCode
  /// By what `lostorder schema` calls them.
  let schemas: [Schema]

  init(
    _ name: String, _ perform: @escaping @Sendable (Call) -> () throws(Refusal) -> ExitCode,
    schemas: [Schema] = [], _ meaning: String, takes operands: Operands = .none,
    options: [Option] = [], notes: [String] = [], examples: [String]
  ) {
    subcommand = Subcommand(
      name, meaning, takes: operands, options: options, notes: notes, examples: examples)
    (self.perform, self.schemas) = (perform, schemas)
  }

  /// The schemas of scenarios and of all that commands write or print, in the order of the help.
  static let schemas: [Schema] = {
    let scenario: Schema = ("scenario", { ScenarioSchema.text })
    return [scenario] + all.flatMap(\.schemas)
  }()
}

extension Subcommand {
  /// All of them, in the order of the help: declared beside what does them, which arguments need not know.
  package static let all = CommandEntry.all.map(\.subcommand)
}
