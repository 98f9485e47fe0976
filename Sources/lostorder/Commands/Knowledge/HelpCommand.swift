import JSONText
import Scenarios

extension Subcommand {
  /// `lostorder help`: what commands there are, or how one is used.
  static let help = Subcommand(
    "help", "explain a command",
    takes: Operands("[COMMAND]", 0...1, .words { Subcommand.all.map(\.name) })
  ) { console, arguments in
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
