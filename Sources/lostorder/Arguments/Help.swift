/// The texts of `--help`.
package enum Help {
  /// What the command is and what it can be told to do.
  package static var general: String {
    let commands = Subcommand.all.map { subcommand in
      (
        [subcommand.name, subcommand.operands.usage].filter { !$0.isEmpty }.joined(separator: " "),
        subcommand.meaning
      )
    }
    return """
      lostorder simulates in-app purchases to find out how designs lose paid orders.

      usage: lostorder COMMAND

      \(table(commands))

      \(table([Option.help, .version].map { ($0.name, $0.meaning) }))

      exit codes
      \(table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
      Of several files the worst counts: 0, 2, 1, 130, 65, 74 from best to worst.

      'lostorder COMMAND --help' explains one command.

      """
  }

  /// How one command is used.
  package static func of(_ subcommand: Subcommand) -> String {
    let rows = subcommand.options.map { option in
      (
        [option.name, option.placeholder].filter { !$0.isEmpty }.joined(separator: " "),
        option.meaning
      )
    }
    let usage = ["usage: lostorder", subcommand.name, subcommand.operands.usage, "[options]"]
    let notes = subcommand.notes.isEmpty ? "" : subcommand.notes.joined(separator: "\n") + "\n\n"
    return """
      lostorder \(subcommand.name): \(subcommand.meaning)

      \(usage.filter { !$0.isEmpty }.joined(separator: " "))

      \(notes)\(table(rows))

      """
  }

  /// Two columns, the left one as wide as its longest word.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  " + left + String(repeating: " ", count: width - left.count + 2) + right
    }.joined(separator: "\n")
  }
}
