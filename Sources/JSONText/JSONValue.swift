/// A JSON value that knows where it stands in its text.
package struct JSONValue: Sendable {
  /// Where the value begins.
  package var position: TextPosition
  package var content: Content

  /// What a value is.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text; a key that is given twice is there twice.
    case object([JSONMember])
  }

  package init(_ content: Content, at position: TextPosition) {
    self.position = position
    self.content = content
  }

  /// How deep lists and objects may be nested.
  package static let deepest = 64

  /// Reads a text as strict JSON (RFC 8259): one value, UTF-8, a byte order mark is skipped.
  package static func parse(_ bytes: [UInt8]) throws(JSONProblem) -> JSONValue {
    var parser = JSONParser(bytes)
    return try parser.parseText()
  }
}

/// One member of an object.
package struct JSONMember: Sendable {
  package var key: String
  /// Where the key begins.
  package var position: TextPosition
  package var value: JSONValue

  package init(_ key: String, at position: TextPosition, _ value: JSONValue) {
    self.key = key
    self.position = position
    self.value = value
  }
}

/// A number of a JSON text: always finite.
package struct JSONNumber: Hashable, Sendable {
  /// The nearest double.
  package var double: Double
  /// The exact value if the number is whole and an `Int` can hold it exactly.
  package var integer: Int?

  package init(double: Double, integer: Int?) {
    self.double = double
    self.integer = integer
  }
}
