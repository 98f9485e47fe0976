package import EventEngine
import JSONText

extension FileValue {
  /// Reads a duration: digits, optionally with a fraction, and a unit.
  func duration(allowsZero: Bool = true) -> Delay? {
    if let text = json.string {
      guard let delay = duration(from: text) else { return nil }
      if allowsZero || delay > .zero { return delay }
      // A duration below half a microsecond rounds to 0, which a schema cannot check.
      let isSome = text.contains { ("1"..."9").contains($0) }
      return report(
        "\(text.quoted) is too short", expected: "a duration above 0",
        concern: isSome ? .meaning : .structure)
    }
    guard let number = json.number?.double else { return reportMismatch(.duration) }
    if number < 0 {
      return report("\(words) is negative and has no unit", expected: ValueKind.duration.phrase)
    }
    return report(
      "\(words) has no unit", expected: ValueKind.duration.phrase, suggestion: words.english + "s")
  }

  private func duration(from text: String) -> Delay? {
    let rest = text.drop { $0 == "-" || $0 == "+" }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = rest.dropFirst(digits.count)
    // At most one decimal point, with digits on both sides.
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let amount = Double(digits), parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }),
      text.first != "+"
    else { return reportMismatch(.duration) }
    if text.first == "-" {
      return report("\(text.quoted) is negative", expected: ValueKind.duration.phrase)
    }
    if unit.isEmpty {
      return report(
        "\(text.quoted) has no unit", expected: ValueKind.duration.phrase,
        suggestion: digits.count <= 40 ? digits + "s" : nil)
    }
    guard let (_, length) = Delay.units.first(where: { $0.name == unit }) else {
      return report(
        "\(text.quoted) has the unknown unit \(String(unit).quoted)",
        expected: .choice(Delay.units.map(\.name)))
    }
    let microseconds = (amount * Double(length)).rounded()
    if microseconds <= Double(Delay.longest.microseconds) {
      return Delay(microseconds: Int64(microseconds))
    }
    return reportSemanticProblem(
      "\(text.quoted) is too long", expected: "at most 100 years ('36525d')")
  }
}

extension Delay {
  /// The units of the format with their lengths in microseconds, shortest first.
  static let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000),
    ("d", 86_400_000_000),
  ]

  /// The exact duration as the format writes it, in the longest unit of which it is a multiple.
  package var words: String {
    if microseconds == 0 { return "0s" }
    let unit = Delay.units.last { microseconds % $0.microseconds == 0 } ?? Delay.units[0]
    return String(microseconds / unit.microseconds) + unit.name
  }

  /// The duration for people: ``words`` if it has at most four digits, otherwise rounded to about a
  /// thousandth in the two largest units, such as `2m2s` or `37.98s`.
  package var shortWords: String {
    let exact = words
    if exact.count(where: \.isNumber) <= 4 { return exact }
    let milliseconds = (microseconds + 500) / 1_000
    if microseconds < 1_000_000 { return "\(milliseconds)ms" }
    if milliseconds < 60_000 {
      let hundredths = (milliseconds + 5) / 10
      let part = hundredths % 100
      return "\(hundredths / 100)" + (part == 0 ? "" : part < 10 ? ".0\(part)" : ".\(part)") + "s"
    }
    let place = Delay.units.lastIndex { microseconds >= $0.microseconds } ?? 0
    let (large, small) = (Delay.units[place], Delay.units[place - 1])
    let count = (microseconds + small.microseconds / 2) / small.microseconds
    let whole = count * small.microseconds / large.microseconds
    let rest = count - whole * large.microseconds / small.microseconds
    return "\(whole)\(large.name)" + (rest == 0 ? "" : "\(rest)\(small.name)")
  }

  /// Creates the duration that ``words`` has written; nil for any other text.
  package init?(words: String) {
    let digits = words.prefix(while: \.isNumber)
    guard let number = Int64(digits),
      let unit = Delay.units.first(where: { $0.name == words.dropFirst(digits.count) })
    else { return nil }
    let (microseconds, isTooLong) = number.multipliedReportingOverflow(by: unit.microseconds)
    if isTooLong { return nil }
    self.init(microseconds: microseconds)
  }
}
