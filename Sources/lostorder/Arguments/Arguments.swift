import JSONText
import Reports
import Scenarios

/// The arguments of the command, understood.
package struct Arguments: Sendable {
  package let subcommand: Subcommand
  /// Files or names, in the order in which they were given.
  package private(set) var operands: [String] = []
  /// The values of the options that were given, by name; one that takes none has an empty one.
  private var values: [String: [String]] = [:]

  package func has(_ option: Option) -> Bool { values[option.name] != nil }
  package func text(_ option: Option) -> String? { values[option.name]?.first }
  package func number(_ option: Option) -> Int? { text(option).flatMap(Arguments.wholeNumber) }
  /// The language of what people read.
  var language: Language { choice(.language) ?? .en }
  /// What is put into files before they are read.
  var settings: [Setting] {
    (values[Option.set.name] ?? []).compactMap { try? Setting($0) }
  }
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
    let isHelp = [Option.help.name, "-h"].contains(first)
    guard let subcommand = Subcommand.named(isHelp ? "help" : first) else {
      throw first.utf8.first == UInt8(ascii: "-")
        ? unknown("option", first, among: [Option.help, .version].map(\.name))
        : unknown("command", first, among: Subcommand.names)
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

  /// Takes an option and its value, which follows or stands behind "=".
  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Refusal) {
    let parts = word.unicodeScalars.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false
    ).map(String.init)
    let name = parts[0] == "-h" ? Option.help.name : parts[0]
    guard let option = subcommand.options.first(where: { $0.name == name }) else {
      throw Arguments.unknown("option", name, among: subcommand.options.map(\.name))
    }
    if values[name] != nil, !option.mayRepeat {
      throw Refusal("option '\(name)' is given twice")
    }
    if !option.takesValue {
      if parts.count > 1 { throw Refusal("option '\(name)' takes no value") }
      values[name] = [""]
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
      throw Refusal("option '\(name)' needs a value; expected \(option.usage)")
    }
    if case .setting = option.value { try check(setting: value, name) }
    if let expected = Arguments.expected(instead: value, option.value) {
      throw Refusal("\(value.quoted) is not a value of '\(name)'; expected \(expected)")
    }
    values[name, default: []].append(value)
  }

  private func check(setting value: String, _ name: String) throws(Refusal) {
    do throws(Setting.Refused) { _ = try Setting(value) } catch {
      let question = error.suggestion.map { "; did you mean \($0.quoted)?" } ?? ""
      throw Refusal("\(name): \(value.quoted) \(error.what); expected \(error.expected)\(question)")
    }
  }

  /// What an option takes instead of a value; nil if it takes the value.
  private static func expected(instead value: String, _ taken: Word) -> String? {
    switch taken {
    case .none, .text, .files, .known, .setting: nil
    case .choice(let words):
      words.contains(value) ? nil : list(words) + NearestName.question(value, among: words)
    case .time: time(value) != nil ? nil : "a whole number with a unit: ms, s, m, h or d (10m)"
    case .number(let range):
      wholeNumber(value).map(range.contains) == true
        ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
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

  private static func unknown(_ kind: String, _ word: String, among names: [String]) -> Refusal {
    let nearest = NearestName.question(word, among: names)
    return Refusal("unknown \(kind) \(word.quoted); expected \(list(names))\(nearest)")
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
