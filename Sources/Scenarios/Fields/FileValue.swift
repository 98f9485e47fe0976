import JSONText

/// A value of the file being read: where it stands, and where its problems go.
struct FileValue {
  let json: JSONValue
  /// The path from the top level, such as `designs[2].finish`; empty at the top level.
  let path: String
  let log: ProblemLog

  /// Adds a problem of this value.
  func report(_ what: String, expected: String? = nil, suggestion: String? = nil) {
    log.add(at: json.position, path: path, what, expected: expected, suggestion: suggestion)
  }

  /// Adds the problem that the value is not of a kind.
  func refuse(_ kind: ValueKind) {
    report("\(words) is not \(FileValue.short(kind))", expected: kind.words)
  }

  /// The value of a member or of an element, seen from here.
  func child(_ value: JSONValue, _ step: String) -> FileValue {
    let separator = path.isEmpty || step.hasPrefix("[") ? "" : "."
    return FileValue(json: value, path: path + separator + step, log: log)
  }

  /// The value as the user wrote it, short.
  var words: String {
    switch json.content {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): number.integer.map(String.init) ?? number.double.words
    case .string(let text): text.quoted
    case .array: "a list"
    case .object: "an object"
    }
  }

  private static func short(_ kind: ValueKind) -> String {
    switch kind {
    case .name: "a name"
    case .text: "a text"
    case .boolean: "true or false"
    case .duration: "a duration"
    case .distribution: "a duration or distribution"
    case .probability: "a probability"
    case .integer: "a whole number"
    case .number: "a number"
    case .choice: "a word that fits here"
    case .list: "a list"
    case .other(let words): words
    }
  }
}

// Every reading returns nil after it has reported what is wrong.
extension FileValue {
  /// Reads any text.
  func text() -> String? {
    if case .string(let text) = json.content { return text }
    refuse(.text)
    return nil
  }

  /// Reads a name that can be a folder of the results.
  func name() -> String? {
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
  func label() -> String? {
    guard let text = text() else { return nil }
    if !text.isEmpty, text.count <= 100, text == text.escapingControls { return text }
    report(
      "\(text.quoted) cannot be a name here",
      expected: "a text of 1 to 100 characters without control characters")
    return nil
  }

  /// Reads true or false.
  func boolean() -> Bool? {
    if case .bool(let value) = json.content { return value }
    refuse(.boolean)
    return nil
  }

  /// Reads a whole number within bounds.
  func integer(_ range: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = json.content else {
      refuse(.integer(range))
      return nil
    }
    guard let integer = number.integer else {
      let isWhole = number.double == number.double.rounded()
      report(
        "\(words) is \(isWhole ? "out of range" : "not a whole number")",
        expected: ValueKind.integer(range).words)
      return nil
    }
    if range.contains(integer) { return integer }
    report("\(integer) is out of range", expected: ValueKind.integer(range).words)
    return nil
  }

  /// Reads a number within bounds.
  func number(_ range: ClosedRange<Double>) -> Double? {
    guard case .number(let number) = json.content else {
      refuse(.number(range))
      return nil
    }
    if range.contains(number.double) { return number.double }
    report("\(words) is out of range", expected: ValueKind.number(range).words)
    return nil
  }

  /// Reads one of some words.
  func choice(_ choices: [String]) -> String? {
    guard case .string(let text) = json.content else {
      refuse(.choice(choices))
      return nil
    }
    if choices.contains(text) { return text }
    report(
      "unknown value \(text.quoted)", expected: ValueKind.choice(choices).words,
      suggestion: NearestName.of(text, among: choices))
    return nil
  }

  /// Reads one of the cases of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> Choice? {
    choice(Choice.allCases.map(\.rawValue)).flatMap(Choice.init)
  }

  /// Reads a list.
  func list(_ kind: ValueKind) -> [FileValue]? {
    guard case .array(let elements) = json.content else {
      refuse(kind)
      return nil
    }
    return elements.enumerated().map { child($1, "[\($0)]") }
  }
}
