import JSONText
import Reports
import Scenarios

/// The arguments of the command, understood.
package struct Arguments: Sendable {
  package let subcommand: Subcommand
  /// Files or names, in the order in which they were given.
  package private(set) var operands: [String] = []
  /// What was said in words of an earlier release, and the words that take their place; nil: nothing.
  package private(set) var former: (old: String, new: String)?
  /// The values of the options that were given, by name; one that takes none has an empty one.
  private var values: [String: [String]] = [:]

  package func has(_ option: Option) -> Bool { values[option.name] != nil }
  package func text(_ option: Option) -> String? { values[option.name]?.first }
  /// All values that an option was given; one that takes none has an empty one.
  func values(of option: Option) -> [String] { values[option.name] ?? [] }
  package func number(_ option: Option) -> Int? { text(option).flatMap(Arguments.wholeNumber) }
  /// The language of what people read.
  var language: Language { choice(.language) ?? .en }

  /// The language that is asked for in words that may be no right arguments: what is wrong with them is
  /// said in it.
  static func languageAsked(in words: [String]) -> Language {
    let name = Option.language.name
    let asked = zip(words, words.dropFirst()).first { $0.0 == name }?.1
    let joined = words.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
    return (asked ?? joined.map(String.init)).flatMap(Language.init) ?? .en
  }
  /// What is put into files before they are read.
  var settings: [Setting] { (values[Option.set.name] ?? []).compactMap { try? Setting($0) } }
  func time(_ option: Option) -> Duration? { text(option).flatMap(Arguments.time) }

  /// What was chosen of what an option offers.
  func choice<Choice: RawRepresentable<String>>(_ option: Option) -> Choice? {
    text(option).flatMap(Choice.init)
  }

  /// A time as scenarios write it, above none; nil if it is none.
  private static func time(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let number = Int(digits), (1...1_000_000).contains(number),
      let unit = units[String(text.dropFirst(digits.count))]
    else { return nil }
    return .milliseconds(number * unit)
  }

  /// A whole number in digits, or as a scenario writes it: 1e6; nil if it is none.
  private static func wholeNumber(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ (48...57).contains($0) }) else {
      return (try? JSONValue.parse(bytes))?.number?.integer
    }
    return Int(text)
  }

  /// Understands arguments, without the name of the program; nil if there are none.
  package static func parse(_ words: [String]) throws(Refusal) -> Arguments? {
    guard let first = words.first else { return nil }
    if var arguments = try former(words) {
      let isOfRuns = arguments.subcommand.name == "diff"
      let new = [arguments.subcommand.name] + (Subcommand.former[first]?.options ?? [])
      arguments.former = (isOfRuns ? first + " OLD NEW" : first, new.joined(separator: " "))
      if isOfRuns { arguments.former?.new += " OLD NEW" }
      return arguments
    }
    let isHelp = [Option.help.name, "-h"].contains(first)
    guard let subcommand = Subcommand.named(isHelp ? "help" : first) else {
      let (options, names) = ([Option.help, .version].map(\.name), Subcommand.names)
      throw first.utf8.first == UInt8(ascii: "-")
        ? unknown("unknown option \(first.quoted)", first, among: options)
        : unknown("unknown command \(first.quoted)", first, among: names)
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

  /// Understands words of an earlier release; nil if they are none.
  private static func former(_ words: [String]) throws(Refusal) -> Arguments? {
    let rest = Array(words.dropFirst())
    if let (command, options) = Subcommand.former[words[0]] {
      return try parse([command] + options + rest)
    }
    // Two runs were compared by the command that compares designs, whatever was said of users.
    guard words[0] == "compare", let arguments = try? parse(["diff"] + withoutPlaying(rest)),
      !arguments.has(.help)
    else { return nil }
    return arguments
  }

  /// The words without `--format text` and without the options that choose the simulated users.
  private static func withoutPlaying(_ words: [String]) -> [String] {
    let names = Option.playing.map(\.name)
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

  /// Takes an option and its value, which follows or stands behind "=".
  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Refusal) {
    let parts = word.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    let name = parts[0] == "-h" ? Option.help.name : parts[0]
    guard let option = subcommand.options.first(where: { $0.name == name }) else {
      let names = subcommand.options.map(\.name)
      throw Arguments.unknown("unknown option \(name.quoted)", name, among: names)
    }
    if values[name] != nil, !option.mayRepeat { throw Refusal("option '\(name)' is given twice") }
    if !option.takesValue {
      if parts.count > 1 { throw Refusal("option '\(name)' takes no value") }
      values[name] = [""]
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
      throw Refusal("option '\(name)' needs a value", expected: .verbatim(option.usage))
    }
    if case .setting = option.value { try check(setting: value, name) }
    try Arguments.check(value, option)
    values[name, default: []].append(value)
  }

  private func check(setting value: String, _ name: String) throws(Refusal) {
    do throws(Setting.Refused) { _ = try Setting(value) } catch {
      throw Refusal(
        "\(name): \(value.quoted) \(error.what)", expected: error.expected,
        suggestion: error.suggestion)
    }
  }

  /// Refuses a value that an option does not take.
  private static func check(_ value: String, _ option: Option) throws(Refusal) {
    let what: Phrase = "\(value.quoted) is not a value of '\(option.name)'"
    switch option.value {
    case .none, .text, .files, .known, .setting: return
    case .choice(let words):
      if !words.contains(value) { throw unknown(what, value, among: words) }
    case .time:
      if time(value) != nil { return }
      throw Refusal(what, expected: "a whole number with a unit: ms, s, m, h or d (10m)")
    case .number(let range):
      if wholeNumber(value).map(range.contains) == true { return }
      throw Refusal(what, expected: ValueKind.integer(range).phrase)
    }
  }

  private func checkOperands() throws(Refusal) {
    if has(.help) { return }
    let (name, taken) = (subcommand.name, subcommand.operands)
    if operands.count < taken.count.lowerBound { throw Refusal("'\(name)' needs \(taken.wanted)") }
    if operands.count > taken.count.upperBound {
      throw Refusal("'\(name)' does not take \(operands[taken.count.upperBound].quoted)")
    }
  }

  private static func unknown(_ what: Phrase, _ word: String, among names: [String]) -> Refusal {
    Refusal(what, expected: .alternatives(names), suggestion: NearestName.of(word, among: names))
  }
}
