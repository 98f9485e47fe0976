import JSONText
import Scenarios

/// The arguments of the command, understood.
package struct Arguments: Sendable {
  package var subcommand: Subcommand
  /// Files or names, in the order in which they were given.
  package var operands: [String] = []
  /// The values of the options that were given, by name.
  private var values: [String: String] = [:]

  init(_ subcommand: Subcommand) { self.subcommand = subcommand }

  /// Why arguments were not understood: one line.
  package struct Refusal: Error, Equatable { package var message: String }

  /// Whether an option was given.
  package func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The text given to an option.
  package func text(_ option: Option) -> String? { values[option.name] }

  /// The number given to an option.
  package func number(_ option: Option) -> Int? { values[option.name].flatMap { Int($0) } }

  /// The time given to an option.
  func time(_ option: Option) -> Duration? { values[option.name].flatMap(Arguments.time) }

  /// A time as scenarios write it, above none; nil if it is none.
  private static func time(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["ms": Duration.milliseconds(1), "s": .seconds(1), "m": .seconds(60)]
    let longer = ["h": Duration.seconds(3_600), "d": .seconds(86_400)]
    let unit = String(text.dropFirst(digits.count))
    guard let number = Int(digits), (1...1_000_000).contains(number),
      let length = units[unit] ?? longer[unit]
    else { return nil }
    return length * number
  }

  /// Understands arguments, without the name of the program; nil asks for the general help.
  package static func parse(_ words: [String]) throws(Refusal) -> Arguments? {
    guard let first = words.first, first != Option.help.name, first != "-h" else { return nil }
    guard let subcommand = Subcommand.named(first) else {
      if first.utf8.first == UInt8(ascii: "-") {
        throw unknown("option", first, among: [Option.help, .version])
      }
      throw unknown("command", first, among: Subcommand.all.map(\.name))
    }
    var arguments = Arguments(subcommand)
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
    let options = subcommand.options
    guard let option = options.first(where: { $0.name == name }) else {
      throw Arguments.unknown("option", name, among: options)
    }
    if values[name] != nil { throw Refusal(message: "option '\(name)' is given twice") }
    if option.suggestion == nil {
      if parts.count > 1 { throw Refusal(message: "option '\(name)' takes no value") }
      values[name] = ""
      return
    }
    guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
      throw Refusal(
        message: "option '\(name)' needs a value; expected \(name) \(option.placeholder)")
    }
    try Arguments.check(value, option)
    values[name] = value
  }

  private static func check(_ value: String, _ option: Option) throws(Refusal) {
    let expected: String
    switch option.value {
    case .none, .text: return
    case .choice(let words):
      if words.contains(value) { return }
      expected = list(words) + NearestName.question(value, among: words)
    case .time:
      if time(value) != nil { return }
      expected = "a whole number with a unit: ms, s, m, h or d (10m)"
    case .number(let range):
      let isPlain = value.utf8.allSatisfy { (48...57).contains($0) }
      if isPlain, let number = Int(value), range.contains(number) { return }
      expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }
    throw Refusal(
      message: "\(value.quoted) is not a value of '\(option.name)'; expected \(expected)")
  }

  private func checkOperands() throws(Refusal) {
    if has(.help) { return }
    if operands.count < subcommand.operands.count.lowerBound {
      throw Refusal(message: "'\(subcommand.name)' needs \(subcommand.operands.wanted)")
    }
    if operands.count > subcommand.operands.count.upperBound {
      let extra = operands[subcommand.operands.count.upperBound]
      throw Refusal(message: "'\(subcommand.name)' does not take \(extra.quoted)")
    }
  }

  private static func unknown(_ kind: String, _ word: String, among options: [Option]) -> Refusal {
    unknown(kind, word, among: options.map(\.name))
  }

  private static func unknown(_ kind: String, _ word: String, among names: [String]) -> Refusal {
    let nearest = NearestName.question(word, among: names)
    return Refusal(message: "unknown \(kind) \(word.quoted); expected \(list(names))\(nearest)")
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }
}
