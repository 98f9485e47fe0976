extension JSONParser {
  /// Reads a number as RFC 8259 writes it: no plus sign, no leading zero, digits around the point.
  mutating func parseNumber() throws(JSONProblem) -> JSONNumber {
    let start = position
    let first = index
    var isWhole = true
    _ = take("-")
    if take("0") {
      if let byte = next, isDigit(byte) {
        throw JSONProblem(
          at: start, "a number begins with a needless 0", expected: "a number without it")
      }
    } else {
      try takeDigits()
    }
    if take(".") {
      isWhole = false
      try takeDigits()
    }
    if take("e") || take("E") {
      isWhole = false
      _ = take("+") || take("-")
      try takeDigits()
    }
    return try number(String(decoding: bytes[first..<index], as: UTF8.self), isWhole, at: start)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func takeDigits() throws(JSONProblem) {
    guard let byte = next, isDigit(byte) else { throw unexpected("a digit") }
    while let byte = next, isDigit(byte) { advance() }
  }

  private func number(
    _ text: String, _ isWhole: Bool, at start: TextPosition
  ) throws(JSONProblem) -> JSONNumber {
    guard let double = Double(text), double.isFinite else {
      throw JSONProblem(
        at: start, "the number '\(text.prefix(40))' is too large",
        expected: "a number of at most 1.8e308")
    }
    if isWhole { return JSONNumber(double: double, integer: Int(text)) }
    // Above 2⁵³ a double may stand for several whole numbers, so the text is not exactly one.
    let isExact = double.magnitude <= 0x1p53
    return JSONNumber(double: double, integer: isExact ? Int(exactly: double) : nil)
  }
}
