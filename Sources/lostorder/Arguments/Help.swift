package import Reports

extension Subcommand {
  fileprivate var usage: String { operands.usage.isEmpty ? name : name + " " + operands.usage }

  /// What else is to be known, with what holds of every file that a command reads.
  fileprivate var allNotes: String {
    let ofFiles =
      operands.value.isFile && operands.readsInput
      ? ["'-' in place of FILE is standard input."] : []
    return (notes + ofFiles).joined(separator: "\n")
  }

  /// The same in a language, with the names that its operand can have where the notes say `{0}`.
  fileprivate func notes(_ language: Language) -> String {
    let notes = language.help(allNotes)
    guard case .known(let names) = operands.value else { return notes }
    let list = LineBreaking.lines(of: names().joined(separator: ", "), atMost: 100)
    return notes.replacing("{0}", with: list.joined(separator: "\n"))
  }
}

/// What the command says of itself; every phrase is the key of its Chinese (`Chinese.help`).
package enum Help {
  private static let purpose =
    "lostorder simulates in-app purchases to find out how designs lose paid orders."
  private static let worst =
    "Of several files the worst counts: 0, 2, 1, 130, 65, 74 from best to worst."
  private static let more = "'lostorder COMMAND --help' explains one command."
  private static let (usage, codes, examples) = ("usage", "exit codes", "examples")

  /// Every phrase, for those who translate.
  package static var phrases: Set<String> {
    let options = Subcommand.all.flatMap(\.options) + [.help, .version]
    return Set(
      [purpose, worst, more, usage, codes, examples] + Subcommand.all.map(\.meaning)
        + Subcommand.all.map(\.allNotes).filter { !$0.isEmpty } + options.map(\.meaning)
        + ExitCode.allCases.map(\.meaning))
  }

  /// What the command is and what it can be told to do.
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

  /// How one command is used.
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

  /// Two columns, the left one as wide as its longest word.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map { DisplayWidth.of($0.0) }.max() ?? 0
    return rows.map { "  \(DisplayWidth.padded($0, to: width))  \($1)" }.joined(separator: "\n")
  }
}
