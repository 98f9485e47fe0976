/// A JSON value to be written: without positions, members in the order in which they are given.
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

  /// An object of those members that have a value, and of more.
  package static func object(
    present members: KeyValuePairs<String, JSONOutput?>, _ more: [Member] = []
  ) -> JSONOutput {
    .object(members.compactMap { key, value in value.map { .init(key, $0) } } + more)
  }

  /// The text with two spaces a level and a line feed at the end; plain lists stand on one line.
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

  /// Appends the text of the value; without an indentation everything stands on one line.
  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += JSONOutput.text(of: value)
    case .string(let value): text += value.jsonText
    case .array(let elements):
      let level = elements.allSatisfy(\.isPlain) ? nil : indentation
      JSONOutput.write(elements, to: &text, between: "[", and: "]", level) { element, text, level in
        element.write(to: &text, indentation: level)
      }
    case .object(let members):
      JSONOutput.write(members, to: &text, between: "{", and: "}", indentation) {
        member, text, level in
        text += member.key.jsonText + ": "
        member.value.write(to: &text, indentation: level)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], to text: inout String, between open: String, and close: String,
    _ indentation: Int?, each: (Element, inout String, Int?) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += indentation == nil ? ", " : "," }
      if let indentation { text += "\n" + String(repeating: "  ", count: indentation + 1) }
      each(element, &text, indentation.map { $0 + 1 })
    }
    if let indentation, !elements.isEmpty {
      text += "\n" + String(repeating: "  ", count: indentation)
    }
    text += close
  }

  /// The shortest digits that read back to the same number; whole numbers have no point.
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
