import JSONText
import Scenarios

extension Subcommand {
  static let help = Subcommand(
    "help", "explain a command",
    takes: Operands("[COMMAND]", 0...1, .words { Subcommand.all.map(\.name) })
  ) { HelpCommand(console: $0, arguments: $1).run() }
}

/// `lostorder help`: what commands there are, or how one is used.
struct HelpCommand {
  let console: Console
  let arguments: Arguments

  func run() -> ExitCode {
    guard let word = arguments.operands.first else {
      console.print(Help.general)
      return .holds
    }
    guard let subcommand = Subcommand.named(word) else {
      let nearest = NearestName.question(word, among: Subcommand.all.map(\.name))
      return console.refuse("there is no command \(word.quoted)\(nearest)")
    }
    console.print(Help.of(subcommand))
    return .holds
  }
}
