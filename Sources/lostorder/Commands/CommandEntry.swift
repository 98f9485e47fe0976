import Reports
import Scenarios

/// The declaration of a command: its help, its implementation, and the schemas of its JSON.
struct CommandEntry: Sendable {
  typealias Operands = Subcommand.Operands
  typealias Schema = (form: String, text: @Sendable () -> String)

  let subcommand: Subcommand
  /// Runs the command, or the part of it that belongs to a shard.
  let perform: @Sendable (CommandContext) -> () throws(CommandError) -> ExitCode
  /// The schemas, by their names in `lostorder schema`.
  let schemas: [Schema]

  init(
    _ name: String,
    _ perform: @escaping @Sendable (CommandContext) -> () throws(CommandError) -> ExitCode,
    schemas: [Schema] = [], _ meaning: String, takes operands: Operands = .none,
    options: [Option] = [], notes: [String] = [], examples: [String]
  ) {
    let hasLanguage = options.contains { $0.name == Option.language.name }
    subcommand = Subcommand(
      name: name, meaning: meaning, operands: operands,
      options: options + (hasLanguage ? [] : [.language]) + [.help], notes: notes,
      examples: examples)
    (self.perform, self.schemas) = (perform, schemas)
  }

  /// The schemas of scenarios and of all results, in the order of the help.
  static let schemas: [Schema] = {
    let scenario: Schema = ("scenario", { ScenarioSchema.text })
    return [scenario] + all.flatMap(\.schemas)
  }()
}

extension Subcommand {
  /// All subcommands, in the order of the help. They are declared beside their implementations.
  package static let all = CommandEntry.all.map(\.subcommand)
}
