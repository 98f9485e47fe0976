extension Subcommand {
  fileprivate var usage: String { operands.usage.isEmpty ? name : name + " " + operands.usage }

  /// What holds of every file that a command reads.
  fileprivate var notesOfFiles: [String] {
    operands.value.isFile ? ["'-' in place of FILE is standard input."] : []
  }
}

package enum Help {
  /// What the command is and what it can be told to do.
  package static var general: String {
    """
    lostorder simulates in-app purchases to find out how designs lose paid orders.

    usage: lostorder COMMAND

    \(table(Subcommand.all.map { ($0.usage, $0.meaning) }))

    \(table([Option.help, .version].map { ($0.name, $0.meaning) }))

    exit codes
    \(table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
    Of several files the worst counts: 0, 2, 1, 130, 65, 74 from best to worst.

    'lostorder COMMAND --help' explains one command.

    """
  }

  /// How one command is used.
  package static func of(_ subcommand: Subcommand) -> String {
    let notes = (subcommand.notes + subcommand.notesOfFiles).map { $0 + "\n" }.joined()
    return """
      lostorder \(subcommand.name): \(subcommand.meaning)

      usage: lostorder \(subcommand.usage) [options]

      \(notes.isEmpty ? "" : notes + "\n")\(table(subcommand.options.map { ($0.usage, $0.meaning) }))

      """
  }

  /// Two columns, the left one as wide as its longest word.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let gap = { String(repeating: " ", count: width - $0 + 2) }
    return rows.map { "  \($0)\(gap($0.count))\($1)" }.joined(separator: "\n")
  }
}
