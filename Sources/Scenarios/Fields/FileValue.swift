import EventEngine
package import JSONText

/// A value of the file being read, with its place and the log for its problems.
package struct FileValue {
  package let json: JSONValue
  /// The path from the top level, such as `designs[2].finish`; empty at the top level.
  package let path: String
  package let log: ProblemLog

  package init(_ json: JSONValue, _ log: ProblemLog, path: String = "") {
    (self.json, self.path, self.log) = (json, path, log)
  }

  func problem(
    _ message: Phrase, expected: Phrase, suggestion: String? = nil, concern: Problem.Level
  ) -> Problem {
    Problem(
      file: log.file, position: json.position, path: path, message: message, expected: expected,
      suggestion: suggestion, concern: concern)
  }

  /// Adds a problem, by default one of the structure, which the schema also reports.
  package func report(
    _ message: Phrase, expected: Phrase, suggestion: String? = nil,
    concern: Problem.Level = .structure
  ) { log.add(problem(message, expected: expected, suggestion: suggestion, concern: concern)) }

  /// Adds a problem of this value that only the reader of the whole file can find.
  package func reportSemanticProblem(_ message: Phrase, expected: Phrase, suggestion: String? = nil)
  { report(message, expected: expected, suggestion: suggestion, concern: .meaning) }

  /// Adds a remark on this value, which is valid.
  func remark(_ message: Phrase, expected: Phrase) {
    log.remarks.append(problem(message, expected: expected, concern: .meaning))
  }

  /// Reports that the value is not of a kind.
  package func reportMismatch(_ kind: ValueKind) {
    let message: Phrase =
      kind.short.map { "\(words) is not \($0)" } ?? "\(words) is not allowed here"
    report(message, expected: kind.phrase)
  }

  /// A member or an element of this value, with its path.
  package func child(_ value: JSONValue, _ step: String) -> FileValue {
    let separator = path.isEmpty || step.hasPrefix("[") ? "" : "."
    return FileValue(value, log, path: path + separator + step)
  }

  func child(_ member: JSONMember) -> FileValue { child(member.value, member.key) }

  /// The key of a member as a value; its problems have the path of the object.
  func key(of member: JSONMember) -> FileValue {
    FileValue(JSONValue(.string(member.key), at: member.position), log, path: path)
  }

  /// The value as the user wrote it, shortened.
  package var words: Phrase {
    switch json.content {
    case .null: .verbatim("null")
    case .bool(let value): .verbatim(value ? "true" : "false")
    case .number(let number): .verbatim(number.integer.map(String.init) ?? number.double.words)
    case .string(let text): .verbatim(text.quoted)
    case .array: "a list"
    case .object: "an object"
    }
  }

  // These functions report a problem and return nil.

  package func report<Value>(
    _ message: Phrase, expected: Phrase, suggestion: String? = nil,
    concern: Problem.Level = .structure
  ) -> Value? {
    report(message, expected: expected, suggestion: suggestion, concern: concern)
    return nil
  }

  package func reportSemanticProblem<Value>(
    _ message: Phrase, expected: Phrase, suggestion: String? = nil
  ) -> Value? { report(message, expected: expected, suggestion: suggestion, concern: .meaning) }

  package func reportMismatch<Value>(_ kind: ValueKind) -> Value? {
    reportMismatch(kind)
    return nil
  }

  package func text() -> String? { json.string ?? reportMismatch(.text) }

  /// The maximum length of a text for people, in bytes.
  static let maxLineLength = 4_000

  /// The control characters and line separators that the schema refuses in a text for people.
  ///
  /// The reader also refuses invisible format characters, whose set depends on the Unicode version.
  static let controls: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x2029]

  /// Reads a text for people, of limited length and without control characters, which could control
  /// a terminal.
  package func singleLineText() -> String? {
    guard let text = text() else { return nil }
    let scalars = text.unicodeScalars
    if text.utf8.count > FileValue.maxLineLength {
      // A schema counts characters, not bytes.
      return report(
        "\(text.quoted) is too long", expected: "a string of at most 4000 bytes",
        concern: scalars.count > FileValue.maxLineLength ? .structure : .meaning)
    }
    if !scalars.contains(where: \.isFormatControl) { return text }
    let isSeen = scalars.contains { scalar in
      FileValue.controls.contains { $0.contains(scalar.value) }
    }
    return report(
      "\(text.quoted) contains control characters", expected: "a string without control characters",
      concern: isSeen ? .structure : .meaning)
  }

  /// Reads a name that is also the name of a results folder.
  package func name() -> String? {
    guard let text = json.string else { return reportMismatch(.name) }
    if FileValue.isName(text) { return text }
    return report("\(text.quoted) cannot be a name", expected: ValueKind.name.phrase)
  }

  /// Whether a text is safe as the name of a folder: 1 to 100 ASCII letters, digits, `-`, `_` or
  /// `.`, without a leading dot.
  static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count) && !text.hasPrefix(".")
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
  }

  /// Reads a name of the catalog: 1 to 100 characters without control characters.
  package func catalogName() -> String? {
    guard let text = singleLineText() else { return nil }
    if (1...100).contains(text.unicodeScalars.count) { return text }
    return report(
      "\(text.quoted) cannot be a name here", expected: "a string of 1 to 100 characters")
  }

  package func boolean() -> Bool? {
    if case .bool(let value) = json.content { value } else { reportMismatch(.boolean) }
  }

  /// Reads a whole number in a range.
  package func integer(_ range: ClosedRange<Int>) -> Int? {
    let kind = ValueKind.integer(range)
    guard let number = json.number else { return reportMismatch(kind) }
    guard let integer = number.integer else {
      if let inexact = Int(exactly: number.double), range.contains(inexact) {
        // Above 2⁵³ a number with a decimal point or an exponent can represent several integers.
        return reportSemanticProblem(
          "\(words) is possibly not exact", expected: "\(kind.phrase), written in digits")
      }
      let isWhole = number.double == number.double.rounded()
      return report(
        isWhole ? "\(words) is out of range" : "\(words) is not a whole number",
        expected: kind.phrase)
    }
    if range.contains(integer) { return integer }
    return report("\(integer) is out of range", expected: kind.phrase)
  }

  package func number(_ range: ClosedRange<Double>) -> Double? {
    guard let number = json.number?.double else { return reportMismatch(.number(range)) }
    if range.contains(number) { return number }
    return report("\(words) is out of range", expected: ValueKind.number(range).phrase)
  }

  /// Reads a probability; in a case it must be 0 or 1.
  func chance() -> Probability? {
    guard let number = json.number?.double else { return reportMismatch(.probability) }
    guard (0...1).contains(number) else {
      return report("\(words) is not a probability", expected: ValueKind.probability.phrase)
    }
    if !log.isCase || number == 0 || number == 1 { return Probability(number) }
    return report("a case cannot have the probability \(words)", expected: "0 or 1")
  }

  /// Reads one of some words.
  /// - Parameter message: the noun for the words in messages.
  /// - Parameter kind: the expected kind, if it is more than the words.
  package func choice(
    _ choices: [String], called message: Phrase = "value", of kind: ValueKind? = nil
  ) -> String? {
    let kind = kind ?? .choice(choices)
    guard let text = json.string else { return reportMismatch(kind) }
    if choices.contains(text) { return text }
    return report(
      "unknown \(message) \(text.quoted)", expected: kind.phrase,
      suggestion: NearestName.of(text, among: choices))
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    of type: Choice.Type, called message: Phrase = "value"
  ) -> Choice? { choice(Choice.allCases.map(\.rawValue), called: message).flatMap(Choice.init) }

  /// Reads a name that another part of the file declares, and returns its index.
  /// - Parameter message: the noun for the names in messages.
  /// - Parameter maximum: the maximum number of names to list. A grid can have hundreds of members,
  ///   and a list of all would hide the rest of the message.
  /// - Parameter many: the expectation to print instead of more names.
  /// - Parameter reason: why the name is not one of them, if that is known.
  func index(
    among names: [String], _ message: Phrase, maximum: Int = 20, otherwise many: Phrase? = nil,
    because reason: Phrase? = nil
  ) -> Int? {
    guard let name = text() else { return nil }
    return names.firstIndex(of: name)
      ?? reportSemanticProblem(
        reason ?? "unknown \(message) \(name.quoted)",
        expected: names.count > maximum ? many ?? "a \(message) of this file" : .choice(names),
        suggestion: NearestName.of(name, among: names))
  }

  /// The default maximum number of elements of a list.
  package static let maxListLength = 1_000

  /// Reads a list of at most 1,000 elements, or another maximum.
  package func list(_ kind: ValueKind, maximum: Int = FileValue.maxListLength) -> [FileValue]? {
    guard let elements = json.elements else { return reportMismatch(kind) }
    if elements.count > maximum {
      return report("the list has \(elements.count) elements", expected: "at most \(maximum)")
    }
    return elements.enumerated().map { child($1, "[\($0)]") }
  }
}
