package import JSONText

/// A value of the file being read: where it stands, and where its problems go.
package struct FileValue {
  package let json: JSONValue
  /// The path from the top level, such as `designs[2].finish`; empty at the top level.
  package let path: String
  package let log: ProblemLog

  /// Makes the value at the top level of a file.
  package init(_ json: JSONValue, _ log: ProblemLog) { self.init(json: json, path: "", log: log) }

  init(json: JSONValue, path: String, log: ProblemLog) {
    self.json = json
    self.path = path
    self.log = log
  }

  /// Adds a problem of the form of this value, which the schema sees too.
  package func report(_ what: String, expected: String? = nil, suggestion: String? = nil) {
    log.add(at: json.position, path: path, what, expected: expected, suggestion: suggestion)
  }

  /// Adds a problem of this value that only who reads the whole file can see.
  package func report(meaning what: String, expected: String? = nil, suggestion: String? = nil) {
    log.add(
      at: json.position, path: path, what, expected: expected, suggestion: suggestion,
      concern: .meaning)
  }

  /// Adds the problem that the value is not of a kind.
  package func refuse(_ kind: ValueKind) {
    let what = FileValue.short(kind).map { "\(words) is not \($0)" } ?? "\(words) does not fit here"
    report(what, expected: kind.words)
  }

  /// The value of a member or of an element, seen from here.
  package func child(_ value: JSONValue, _ step: String) -> FileValue {
    let separator = path.isEmpty || step.hasPrefix("[") ? "" : "."
    return FileValue(json: value, path: path + separator + step, log: log)
  }

  /// The value as the user wrote it, short.
  package var words: String {
    switch json.content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.integer.map(String.init) ?? number.double.words
    case .string(let text): text.quoted
    case .array: "a list"
    case .object: "an object"
    }
  }

  private static func short(_ kind: ValueKind) -> String? {
    switch kind {
    case .name: "a name"
    case .text, .line, .label: "a text"
    case .boolean: "true or false"
    case .duration: "a duration"
    case .distribution: "a duration or distribution"
    case .probability: "a probability"
    case .integer: "a whole number"
    case .number: "a number"
    case .list: "a list"
    case .choice, .other: nil
    }
  }
}

// Every reading returns nil after it has reported what is wrong.
extension FileValue {
  /// Reads any text.
  package func text() -> String? {
    if case .string(let text) = json.content { return text }
    refuse(.text)
    return nil
  }

  /// The longest text for people, in bytes.
  static let longestLine = 4_000

  /// The control characters and separators of lines that the schema refuses in a text for people;
  /// the reader refuses the invisible characters of format as well, which come with each Unicode.
  static let controls: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x2029]

  /// Reads a text for people: not endless, and without control characters, which could steer a
  /// terminal.
  package func line() -> String? {
    guard let text = text() else { return nil }
    if text.utf8.count > FileValue.longestLine {
      let (what, expected) = ("\(text.quoted) is too long", "a text of at most 4000 bytes")
      // A schema counts characters.
      if text.unicodeScalars.count > FileValue.longestLine {
        report(what, expected: expected)
      } else {
        report(meaning: what, expected: expected)
      }
      return nil
    }
    if !text.unicodeScalars.contains(where: \.steersText) { return text }
    let (what, expected) = ("\(text.quoted) has control characters", "a text without them")
    if text.unicodeScalars.contains(where: { scalar in
      FileValue.controls.contains { $0.contains(scalar.value) }
    }) {
      report(what, expected: expected)
    } else {
      report(meaning: what, expected: expected)
    }
    return nil
  }

  /// Reads a name that can be a folder of the results.
  package func name() -> String? {
    guard case .string(let text) = json.content else {
      refuse(.name)
      return nil
    }
    if FileValue.isName(text) { return text }
    report("\(text.quoted) cannot be a name", expected: ValueKind.name.words)
    return nil
  }

  /// Whether a text is safe as a folder: 1 to 100 ASCII letters, digits, `-`, `_`, `.`, no dot first.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100 && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
        }
      }
  }

  /// Reads a name of the catalog: any text of 1 to 100 characters without control characters.
  package func label() -> String? {
    guard let text = line() else { return nil }
    if !text.isEmpty, text.unicodeScalars.count <= 100 { return text }
    report("\(text.quoted) cannot be a name here", expected: "a text of 1 to 100 characters")
    return nil
  }

  /// Reads true or false.
  package func boolean() -> Bool? {
    if case .bool(let value) = json.content { return value }
    refuse(.boolean)
    return nil
  }

  /// Reads a whole number within bounds.
  package func integer(_ range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = json.content else {
      refuse(.integer(range))
      return nil
    }
    guard let integer = number.integer else {
      let isWhole = number.double == number.double.rounded()
      let expected = ValueKind.integer(range).words
      if let inexact = Int(exactly: number.double), range.contains(inexact) {
        // Above 2⁵³ a number with a point or an exponent may stand for several.
        report(meaning: "\(words) may not be exact", expected: expected + " in digits")
      } else {
        report("\(words) is \(isWhole ? "out of range" : "not a whole number")", expected: expected)
      }
      return nil
    }
    if range.contains(integer) { return integer }
    report("\(integer) is out of range", expected: ValueKind.integer(range).words)
    return nil
  }

  /// Reads a number within bounds.
  package func number(_ range: ClosedRange<Double>) -> Double? {
    guard case .number(let number) = json.content else {
      refuse(.number(range))
      return nil
    }
    if range.contains(number.double) { return number.double }
    report("\(words) is out of range", expected: ValueKind.number(range).words)
    return nil
  }

  /// Reads one of some words.
  ///
  /// - Parameter what: what the words are.
  package func choice(_ choices: [String], called what: String = "value") -> String? {
    guard case .string(let text) = json.content else {
      refuse(.choice(choices))
      return nil
    }
    if choices.contains(text) { return text }
    report(
      "unknown \(what) \(text.quoted)", expected: ValueKind.choice(choices).words,
      suggestion: NearestName.of(text, among: choices))
    return nil
  }

  /// Reads one of the cases of an enumeration.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type)
    -> Choice?
  { choice(Choice.allCases.map(\.rawValue)).flatMap(Choice.init) }

  /// The most elements of a list, unless another limit is given.
  package static let longestList = 1_000

  /// Reads a list of at most 1,000 elements, unless another limit is given.
  package func list(_ kind: ValueKind, most: Int = FileValue.longestList) -> [FileValue]? {
    guard case .array(let elements) = json.content else {
      refuse(kind)
      return nil
    }
    if elements.count > most {
      report("a list of \(elements.count) elements", expected: "at most \(most)")
      return nil
    }
    return elements.enumerated().map { child($1, "[\($0)]") }
  }
}
