import JSONText
import Reports
import Scenarios

/// The parsed command-line arguments.
package struct Arguments: Sendable {
  package let subcommand: Subcommand
  /// Files or names, in the order given.
  package private(set) var operands: [String] = []
  /// The deprecated form that was used, and the form that replaces it; nil if none was used.
  package private(set) var deprecatedForm: (old: String, new: String)?
  /// The values of the given options, by option name; an option without a value has an empty one.
  private var values: [String: [String]] = [:]

  package func has(_ option: Option) -> Bool { values[option.name] != nil }
  package func text(_ option: Option) -> String? { values[option.name]?.first }
  /// All values of an option; an option without a value has an empty one.
  func values(of option: Option) -> [String] { values[option.name] ?? [] }
  package func number(_ option: Option) -> Int? { text(option).flatMap(Arguments.wholeNumber) }
  /// The language of text for people.
  var language: Language { choice(.language) ?? .en }

  /// The language requested by words that may not be valid arguments; errors about them use it.
  static func requestedLanguage(in words: [String]) -> Language {
    let name = Option.language.name
    let separate = zip(words, words.dropFirst()).first { $0.0 == name }?.1
    let joined = words.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    return (separate ?? joined.map(String.init)).flatMap(Language.init) ?? .en
  }
  /// The values to set in files before they are read.
  var settings: [Setting] { (values[Option.set.name] ?? []).compactMap { try? Setting($0) } }
  func time(_ option: Option) -> Duration? { text(option).flatMap(Arguments.time) }

  /// The chosen value of an option with fixed choices.
  func choice<Choice: RawRepresentable<String>>(_ option: Option) -> Choice? {
    text(option).flatMap(Choice.init)
  }

  /// A duration above 0 in the syntax of scenarios; nil if the text is not valid.
  private static func time(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let number = Int(digits), (1...1_000_000).contains(number),
      let unit = units[String(text.dropFirst(digits.count))]
    else { return nil }
    return .milliseconds(number * unit)
  }

  /// A whole number in digits or in the syntax of scenarios (1e6); nil if the text is not valid.
  private static func wholeNumber(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ (48...57).contains($0) }) else {
      return (try? JSONValue.parse(bytes))?.number?.integer
    }
    return Int(text)
  }

  /// Parses arguments without the program name; nil if there are none.
  package static func parse(_ words: [String]) throws(CommandError) -> Arguments? {
    guard let first = words.first else { return nil }
    if var arguments = try deprecatedForm(words) {
      let name = arguments.subcommand.name
      let operands = name == "diff" ? ["OLD NEW"] : []
      let new = [name] + (Subcommand.deprecatedForm[first]?.options ?? []) + operands
      let old = [first] + operands
      arguments.deprecatedForm = (old.joined(separator: " "), new.joined(separator: " "))
      return arguments
    }
    let isHelp = [Option.help.name, "-h"].contains(first)
    guard let subcommand = Subcommand.named(isHelp ? "help" : first) else {
      throw first.utf8.first == UInt8(ascii: "-")
        ? CommandError(
          "unknown option \(first.quoted)", first, among: [Option.help, .version].map(\.name))
        : CommandError("unknown command \(first.quoted)", first, among: Subcommand.names)
    }
    var arguments = Arguments(subcommand: subcommand)
    var rest = words.dropFirst()
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || word == "-" || word.utf8.first != UInt8(ascii: "-") {
        arguments.operands.append(word)
      } else if word == "--" {
        optionsEnded = true
      } else {
        try arguments.take(word, &rest)
      }
    }
    try arguments.checkOperands()
    return arguments
  }

  /// Parses a deprecated form; nil if the words are not one.
  private static func deprecatedForm(_ words: [String]) throws(CommandError) -> Arguments? {
    let rest = Array(words.dropFirst())
    if let (command, options) = Subcommand.deprecatedForm[words[0]] {
      return try parse([command] + options + rest)
    }
    // In an earlier release, `compare` compared two runs and ignored the options for users.
    guard words[0] == "compare",
      let arguments = try? parse(["diff"] + withoutSimulationOptions(rest)), !arguments.has(.help)
    else { return nil }
    return arguments
  }

  /// The words without `--format text` and without the options for simulated users.
  private static func withoutSimulationOptions(_ words: [String]) -> [String] {
    let names = Option.simulation.map(\.name)
    var (kept, rest): ([String], ArraySlice<String>) = ([], words[...])
    while let word = rest.popFirst() {
      if names.contains(word) || (word == Option.printed.name && rest.first == "text") {
        _ = rest.popFirst()
      } else if !names.contains(where: { word.hasPrefix($0 + "=") }) {
        kept.append(word)
      }
    }
    return kept
  }

  /// Parses an option and its value, which follows as the next word or after "=".
  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandError)
  {
    let parts = word.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    let name = parts[0] == "-h" ? Option.help.name : parts[0]
    guard let option = subcommand.options.first(where: { $0.name == name }) else {
      let names = subcommand.options.map(\.name)
      throw CommandError("unknown option \(name.quoted)", name, among: names)
    }
    if values[name] != nil, !option.mayRepeat {
      throw CommandError("option '\(name)' is given twice")
    }
    if !option.takesValue {
      if parts.count > 1 { throw CommandError("option '\(name)' takes no value") }
      values[name] = [""]
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
      throw CommandError("option '\(name)' needs a value", expected: .verbatim(option.usage))
    }
    try Arguments.check(value, option)
    values[name, default: []].append(value)
  }

  /// Rejects a value that the option does not accept.
  private static func check(_ value: String, _ option: Option) throws(CommandError) {
    let message: Phrase = "\(value.quoted) is not a value of '\(option.name)'"
    switch option.value {
    case .none, .text, .files, .known: return
    case .setting:
      do throws(Setting.InvalidSetting) { _ = try Setting(value) } catch {
        throw CommandError(
          "\(option.name): \(value.quoted) \(error.message)", expected: error.expected,
          suggestion: error.suggestion)
      }
    case .choice(let words):
      if !words.contains(value) { throw CommandError(message, value, among: words) }
    case .time:
      if time(value) != nil { return }
      throw CommandError(message, expected: "a whole number with a unit: ms, s, m, h or d (10m)")
    case .number(let range):
      if wholeNumber(value).map(range.contains) == true { return }
      throw CommandError(message, expected: ValueKind.integer(range).phrase)
    }
  }

  private func checkOperands() throws(CommandError) {
    if has(.help) { return }
    let (name, taken) = (subcommand.name, subcommand.operands)
    if operands.count < taken.count.lowerBound {
      throw CommandError("'\(name)' needs \(taken.wanted)")
    }
    if operands.count > taken.count.upperBound {
      throw CommandError("'\(name)' does not take \(operands[taken.count.upperBound].quoted)")
    }
  }
}
