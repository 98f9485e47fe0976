package import Reports

extension Subcommand {
  fileprivate var usage: String { operands.usage.isEmpty ? name : name + " " + operands.usage }

  /// The notes, with the note that applies to every command that reads files.
  fileprivate var allNotes: String {
    let ofFiles =
      operands.value.isFile && operands.readsInput
      ? ["As a file name, '-' means standard input."] : []
    return (notes + ofFiles).joined(separator: "\n")
  }

  /// The notes in a language; `{0}` is replaced by the possible names of the operand.
  fileprivate func notes(_ language: Language) -> String {
    let notes = language.help(allNotes)
    guard case .known(let names) = operands.value else { return notes }
    let list = LineBreaking.lines(of: names().joined(separator: ", "), atMost: 100)
    return notes.replacing("{0}", with: list.joined(separator: "\n"))
  }
}

/// The help texts of the command; every phrase is the key of its translation (`Chinese.help`).
package enum Help {
  private static let purpose =
    "lostorder simulates in-app purchases and shows how designs lose paid orders."
  private static let worst =
    "With several files, the exit code is the worst one. From best to worst: 0, 2, 1, 130, 65, 74, 64, 70."
  private static let more = "'lostorder COMMAND --help' prints the help of one command."
  private static let (usage, codes, examples) = ("usage", "exit codes", "examples")

  /// Every phrase, for translators.
  package static var phrases: Set<String> {
    let options = Subcommand.all.flatMap(\.options) + [.help, .version]
    return Set(
      [purpose, worst, more, usage, codes, examples] + Subcommand.all.map(\.meaning)
        + Subcommand.all.map(\.allNotes).filter { !$0.isEmpty } + options.map(\.meaning)
        + ExitCode.allCases.map(\.meaning))
  }

  /// The general help: purpose, commands and exit codes.
  package static func general(_ language: Language = .en) -> String {
    let table = { (rows: [(String, String)]) in Help.table(rows.map { ($0, language.help($1)) }) }
    return """
      \(language.help(purpose))

      \(language.help(usage)): lostorder COMMAND

      \(table(Subcommand.listed.map { ($0.usage, $0.meaning) }))

      \(table([Option.help, .version].map { ($0.name, $0.meaning) }))

      \(language.help(codes))
      \(table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))
      \(language.help(worst))

      \(language.help(more))

      """
  }

  /// The help of one command.
  package static func of(_ subcommand: Subcommand, _ language: Language = .en) -> String {
    let notes = subcommand.notes(language)
    let options = subcommand.options.map { ($0.usage, language.help($0.meaning)) }
    return """
      lostorder \(subcommand.name): \(language.help(subcommand.meaning))

      \(language.help(usage)): lostorder \(subcommand.usage) [options]

      \(notes.isEmpty ? "" : notes + "\n\n")\(table(options))

      \(language.help(examples))
      \(subcommand.examples.map { "  " + $0 }.joined(separator: "\n"))

      """
  }

  /// Two columns; the left column is as wide as its longest entry.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { "  \(DisplayWidth.padded($0, to: width))  \($1)" }.joined(separator: "\n")
  }
}
