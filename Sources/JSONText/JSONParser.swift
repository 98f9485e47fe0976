/// Reads strict JSON from bytes and tracks lines and columns.
///
/// The parser stops at the first byte that cannot belong to a JSON text, since the rest is
/// ambiguous. The depth is limited, and so is the recursion.
struct JSONParser {
  let bytes: [UInt8]
  private(set) var index = 0
  private var line = 1
  /// The index of the first byte of the current line.
  private var lineStart = 0
  /// The number of continuation bytes in the current line before `index`.
  private var continuations = 0
  private var depth = 0
  init(bytes: [UInt8]) { self.bytes = bytes }
  /// The next byte; nil at the end.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  var position: TextPosition {
    TextPosition(line: line, column: index - lineStart - continuations + 1)
  }

  mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") {
      (line, lineStart, continuations) = (line + 1, index, 0)
    } else if byte & 0xC0 == 0x80 {
      continuations += 1
    }
  }

  /// Skips one byte if it is the given one, and returns whether it is.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    advance()
    return true
  }

  /// Reads a whole text: one value with white space around it.
  mutating func parseText() throws(TextProblem) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (index, lineStart) = (3, 3) }
    skipSpace()
    if next == nil {
      throw TextProblem(at: position, "the text is empty", expected: "a JSON value")
    }
    let value = try parseValue()
    skipSpace()
    if next != nil { throw unexpected("the end of the text") }
    return value
  }

  private mutating func skipSpace() {
    while let byte = next, " \n\r\t".utf8.contains(byte) { advance() }
  }

  private mutating func parseValue() throws(TextProblem) -> JSONValue {
    let start = position
    switch next {
    case UInt8(ascii: "{"): return JSONValue(.object(try parseObject()), at: start)
    case UInt8(ascii: "["): return JSONValue(.array(try parseArray()), at: start)
    case UInt8(ascii: "\""): return JSONValue(.string(try parseString()), at: start)
    case .some(let byte) where byte.isDigit || byte == UInt8(ascii: "-"):
      return JSONValue(.number(try parseNumber()), at: start)
    case .some(let byte) where byte.isLetter: return JSONValue(try parseWord(), at: start)
    default: throw unexpected("a value")
    }
  }

  private mutating func parseWord() throws(TextProblem) -> JSONValue.Content {
    let (start, first) = (position, index)
    while let byte = next, byte.isLetterOrDigit || byte == UInt8(ascii: "_") { advance() }
    let word = String(decoding: bytes[first..<index], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      throw TextProblem(
        at: start, "unknown word '\(word.prefix(40))'",
        expected: "null, true, false, a number or a string in double quotes")
    }
  }

  private mutating func parseArray() throws(TextProblem) -> [JSONValue] {
    try parseElements(until: "]") { parser throws(TextProblem) in try parser.parseValue() }
  }

  private mutating func parseObject() throws(TextProblem) -> [JSONMember] {
    try parseElements(until: "}") { parser throws(TextProblem) in
      let start = parser.position
      if parser.next != UInt8(ascii: "\"") { throw parser.unexpected("a key in double quotes") }
      let key = try parser.parseString()
      parser.skipSpace()
      if !parser.take(":") { throw parser.unexpected("':'") }
      parser.skipSpace()
      return JSONMember(key, at: start, try parser.parseValue())
    }
  }

  /// Reads the comma-separated contents of a list or an object.
  private mutating func parseElements<Element>(
    until end: Unicode.Scalar, each: (inout JSONParser) throws(TextProblem) -> Element
  ) throws(TextProblem) -> [Element] {
    depth += 1
    defer { depth -= 1 }
    if depth > JSONValue.maxDepth {
      throw TextProblem(
        at: position, "lists and objects are nested too deeply",
        expected: "at most \(JSONValue.maxDepth) levels")
    }
    advance()
    skipSpace()
    var elements: [Element] = []
    if take(end) { return elements }
    while true {
      elements.append(try each(&self))
      skipSpace()
      if take(end) { return elements }
      if !take(",") { throw unexpected("',' or '\(String(end))'") }
      skipSpace()
    }
  }

  /// The problem of an unexpected byte.
  func unexpected(_ expected: Phrase) -> TextProblem {
    let found: Phrase =
      switch next {
      case nil: "the text ends here"
      case UInt8(ascii: "/"): "unexpected '/' (JSON has no comments)"
      case UInt8(ascii: "'"): "unexpected single quote (JSON uses double quotes)"
      case .some(let byte) where byte > 0x20 && byte < 0x7F:
        "unexpected '\(String(Unicode.Scalar(byte)))'"
      case .some(let byte) where byte < 0x80:
        "unexpected control character (byte 0x\(String(byte, radix: 16, uppercase: true)))"
      default: "unexpected character outside a string"
      }
    return TextProblem(at: position, found, expected: expected)
  }
}
