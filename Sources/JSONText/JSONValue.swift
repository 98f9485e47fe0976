/// A JSON value with its position in the text.
package struct JSONValue: Sendable {
  /// The beginning of the value.
  package var position: TextPosition
  package var content: Content

  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text, including repeated keys.
    case object([JSONMember])
  }

  package init(_ content: Content, at position: TextPosition) {
    (self.content, self.position) = (content, position)
  }

  /// The string, number, elements or members of the value; nil for another type.
  package var string: String? { if case .string(let text) = content { text } else { nil } }
  package var number: JSONNumber? { if case .number(let number) = content { number } else { nil } }
  package var elements: [JSONValue]? { if case .array(let list) = content { list } else { nil } }
  package var members: [JSONMember]? { if case .object(let list) = content { list } else { nil } }

  /// The maximum depth of nested lists and objects.
  package static let maxDepth = 64

  /// Reads a text as strict JSON (RFC 8259): one value in UTF-8; a byte order mark is skipped.
  package static func parse(_ bytes: [UInt8]) throws(TextProblem) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    return try parser.parseText()
  }
}

package struct JSONMember: Sendable {
  package var key: String
  /// The beginning of the key.
  package var position: TextPosition
  package var value: JSONValue

  package init(_ key: String, at position: TextPosition, _ value: JSONValue) {
    (self.key, self.position, self.value) = (key, position, value)
  }
}

/// A number of a JSON text, which is always finite.
package struct JSONNumber: Hashable, Sendable {
  /// The nearest double.
  package var double: Double
  /// The exact value if the number is whole and fits an `Int`; otherwise nil.
  package var integer: Int?
  /// The number as written, with all its digits.
  package var text: String

  /// Creates a number.
  /// - Parameter text: the number as written; by default its shortest digits.
  package init(double: Double, integer: Int?, text: String? = nil) {
    (self.double, self.integer) = (double, integer)
    self.text = text ?? integer.map(String.init) ?? double.description
  }
}

/// A position in a text: line and column, both from 1; columns count Unicode scalars.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 1; lines end with a line feed.
  package var line: Int
  package var column: Int
  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Why a text is invalid: the first invalid position, and what is valid there.
package struct TextProblem: Error, Hashable, Sendable {
  package var position: TextPosition
  /// What is wrong there, in lower case and without a full stop.
  package var message: Phrase
  /// What is valid there, in lower case and without a full stop.
  package var expected: Phrase

  package init(at position: TextPosition, _ message: Phrase, expected: Phrase) {
    (self.position, self.message, self.expected) = (position, message, expected)
  }
}
