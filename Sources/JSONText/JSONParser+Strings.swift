extension JSONParser {
  /// Reads a text in double quotes, with its escapes resolved and its UTF-8 checked.
  mutating func parseString() throws(JSONProblem) -> String {
    advance()
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text.append(contentsOf: Array(String(try parseEscape()).utf8))
      case 0..<0x20:
        throw JSONProblem(
          at: position, "a control character in a text",
          expected: "an escape such as \\n or \\u0007")
      case 0x20..<0x80:
        text.append(byte)
        advance()
      default: try takeScalar(into: &text)
      }
    }
    throw JSONProblem(at: position, "the text ends inside double quotes", expected: "'\"'")
  }

  /// Takes one scalar of two to four bytes, refusing what Unicode's table of well-formed bytes does.
  private mutating func takeScalar(into text: inout [UInt8]) throws(JSONProblem) {
    let lead = bytes[index]
    let length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, index + length <= bytes.count else { throw malformed() }
    let second = bytes[index + 1]
    let bounds: ClosedRange<UInt8> =
      switch lead {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard bounds.contains(second) else { throw malformed() }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 {
      throw malformed()
    }
    for _ in 0..<length {
      text.append(bytes[index])
      advance()
    }
  }

  private func malformed() -> JSONProblem {
    let byte = String(bytes[index], radix: 16, uppercase: true)
    return JSONProblem(at: position, "byte 0x\(byte) is not UTF-8", expected: "a text in UTF-8")
  }

  private mutating func parseEscape() throws(JSONProblem) -> Unicode.Scalar {
    let start = position
    advance()
    guard let byte = next else { throw unexpected("the rest of an escape") }
    advance()
    if byte == UInt8(ascii: "u") { return try parseCodePoint(from: start) }
    if let scalar = JSONParser.escapes[byte] { return scalar }
    throw JSONProblem(
      at: start, "unknown escape", expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
  }

  /// What the letter of an escape stands for.
  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func parseCodePoint(from start: TextPosition) throws(JSONProblem)
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
    throw JSONProblem(
      at: start, "half of a surrogate pair", expected: "a pair such as \\uD83D\\uDE00")
  }

  private mutating func parseHex() throws(JSONProblem) -> UInt32 {
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
