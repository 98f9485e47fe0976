extension JSONParser {
  /// Reads a number as RFC 8259 writes it: no plus sign, no leading zero, digits around the point.
  mutating func parseNumber() throws(JSONProblem) -> JSONNumber {
    let (start, first) = (position, index)
    _ = take("-")
    if take("0") {
      if next?.isDigit ?? false {
        throw JSONProblem(
          at: start, "a number begins with a needless 0", expected: "a number without it")
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
      throw JSONProblem(
        at: start, "the number '\(text.prefix(40))' is too large",
        expected: "a number of at most 1.8e308")
    }
    if index == end { return JSONNumber(double: double, integer: Int(text)) }
    // Above 2⁵³ a double may stand for several whole numbers, so the text is not exactly one.
    let isExact = double.magnitude <= 0x1p53
    return JSONNumber(double: double, integer: isExact ? Int(exactly: double) : nil)
  }

  private mutating func takeDigits() throws(JSONProblem) {
    guard next?.isDigit ?? false else { throw unexpected("a digit") }
    while next?.isDigit ?? false { advance() }
  }
}
