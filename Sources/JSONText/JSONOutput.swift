/// A JSON value for output: without positions, with members in the given order.
package indirect enum JSONOutput: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A finite number.
  case number(Double)
  case string(String)
  case array([JSONOutput])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONOutput
    package init(_ key: String, _ value: JSONOutput) { (self.key, self.value) = (key, value) }
  }

  /// An object of the members that have a value, followed by more members.
  package static func object(
    present members: KeyValuePairs<String, JSONOutput?>, _ more: [Member] = []
  ) -> JSONOutput {
    .object(members.compactMap { key, value in value.map { .init(key, $0) } } + more)
  }

  /// The text with two spaces per level and a line feed at the end; lists of scalars are on one
  /// line.
  package var text: String { written(indentation: 0) + "\n" }
  /// The text on one line, without a line feed.
  package var line: String { written(indentation: nil) }

  private func written(indentation: Int?) -> String {
    var text = ""
    write(to: &text, indentation: indentation)
    return text
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// Appends the text of the value; nil as the indentation writes everything on one line.
  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += JSONOutput.text(of: value)
    case .string(let value): text += value.jsonText
    case .array(let elements):
      let level = elements.allSatisfy(\.isPlain) ? nil : indentation
      JSONOutput.write(elements.map { ("", $0) }, to: &text, between: "[", and: "]", level)
    case .object(let members):
      let parts = members.map { ($0.key.jsonText + ": ", $0.value) }
      JSONOutput.write(parts, to: &text, between: "{", and: "}", indentation)
    }
  }

  private static func write(
    _ parts: [(head: String, value: JSONOutput)], to text: inout String, between open: String,
    and close: String, _ indentation: Int?
  ) {
    text += open
    for (index, part) in parts.enumerated() {
      if index > 0 { text += indentation == nil ? ", " : "," }
      if let indentation { text += "\n" + String(repeating: "  ", count: indentation + 1) }
      text += part.head
      part.value.write(to: &text, indentation: indentation.map { $0 + 1 })
    }
    if let indentation, !parts.isEmpty {
      text += "\n" + String(repeating: "  ", count: indentation)
    }
    text += close
  }

  /// The shortest digits that represent the number; whole numbers have no decimal point.
  private static func text(of number: Double) -> String {
    precondition(number.isFinite, "JSON has finite numbers only")
    if number.magnitude < 0x1p53, let whole = Int(exactly: number) { return String(whole) }
    return number.description
  }
}

extension JSONOutput: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONOutput...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONOutput)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}
