extension JSONParser {
  /// Reads a number (RFC 8259): no plus sign, no leading zero, and digits on both sides of the
  /// point.
  mutating func parseNumber() throws(TextProblem) -> JSONNumber {
    let (start, first) = (position, index)
    _ = take("-")
    if take("0") {
      if next?.isDigit ?? false {
        throw TextProblem(
          at: start, "a number has a leading 0", expected: "a number without a leading 0")
      }
    } else {
      try takeDigits()
    }
    let end = index
    if take(".") { try takeDigits() }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      try takeDigits()
    }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    guard let double = Double(text), double.isFinite else {
      throw TextProblem(
        at: start, "the number '\(text.prefix(40))' is too large",
        expected: "a number of at most 1.8e308")
    }
    if index == end { return JSONNumber(double: double, integer: Int(text), text: text) }
    // Above 2⁵³ a double can represent several whole numbers, so the text is not exact.
    let isExact = double.magnitude <= 0x1p53
    return JSONNumber(double: double, integer: isExact ? Int(exactly: double) : nil, text: text)
  }

  private mutating func takeDigits() throws(TextProblem) {
    guard next?.isDigit ?? false else { throw unexpected("a digit") }
    while next?.isDigit ?? false { advance() }
  }

  /// Reads a string in double quotes, resolves its escapes and checks its UTF-8.
  mutating func parseString() throws(TextProblem) -> String {
    advance()
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: Array(String(try parseEscape()).utf8))
      case 0..<0x20:
        throw TextProblem(
          at: position, "a control character in a string",
          expected: "an escape sequence such as \\n or \\u0007")
      case 0x20..<0x80:
        text.append(byte)
        advance()
      default: try takeScalar(into: &text)
      }
    }
    throw TextProblem(at: position, "the text ends inside a string", expected: "'\"'")
  }

  /// Takes one scalar of two to four bytes, if they are well-formed by Unicode's table.
  private mutating func takeScalar(into text: inout [UInt8]) throws(TextProblem) {
    var (parser, rest) = (UTF8.ForwardParser(), bytes[index...].makeIterator())
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else {
      let byte = String(bytes[index], radix: 16, uppercase: true)
      throw TextProblem(at: position, "byte 0x\(byte) is not valid UTF-8", expected: "UTF-8 text")
    }
    text += scalar
    for _ in scalar { advance() }
  }

  private mutating func parseEscape() throws(TextProblem) -> Unicode.Scalar {
    let start = position
    advance()
    guard let byte = next else { throw unexpected("the rest of an escape sequence") }
    advance()
    if byte == UInt8(ascii: "u") { return try parseCodePoint(from: start) }
    if let scalar = JSONParser.escapes[byte] { return scalar }
    throw TextProblem(
      at: start, "unknown escape sequence", expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
    )
  }

  /// The scalars of the letters of escapes.
  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func parseCodePoint(from start: TextPosition) throws(TextProblem)
    -> Unicode.Scalar
  {
    let unit = try parseHex()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, take("\\"), take("u") {
      let low = try parseHex()
      if low >= 0xDC00, low <= 0xDFFF,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw TextProblem(at: start, "an unpaired surrogate", expected: "a pair such as \\uD83D\\uDE00")
  }

  private mutating func parseHex() throws(TextProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
