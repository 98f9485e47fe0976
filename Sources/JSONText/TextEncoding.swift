/// Explains why the bytes of a file are not UTF-8, and what they look like.
package enum TextEncoding {
  /// The first position that is not UTF-8, with the likely encoding; nil if all bytes are UTF-8.
  ///
  /// A byte order mark of UTF-8 is valid. A NUL is refused, since no table contains one.
  package static func problem(of bytes: [UInt8]) -> TextProblem? {
    let start = TextPosition(line: 1, column: 1)
    if let whole = fileType(beginningWith: bytes) {
      return TextProblem(at: start, "the file is \(whole)", expected: wanted)
    }
    guard let index = firstInvalidIndex(in: bytes) else { return nil }
    return TextProblem(
      at: position(of: index, in: bytes), likelyEncoding(at: index, in: bytes), expected: wanted)
  }

  private static let wanted: Phrase = "UTF-8 text"

  /// The type of a file whose first bytes show that it is not UTF-8, completing "the file is …".
  package static func fileType(beginningWith bytes: [UInt8]) -> Phrase? {
    let marks: [(bytes: [UInt8], message: Phrase)] = [
      ([0xFF, 0xFE, 0, 0], "in UTF-32 (little endian)"),
      ([0, 0, 0xFE, 0xFF], "in UTF-32 (big endian)"),
      ([0xFF, 0xFE], "in UTF-16 (little endian)"), ([0xFE, 0xFF], "in UTF-16 (big endian)"),
      ([0x50, 0x4B, 3, 4], "a ZIP archive, such as an .xlsx file"),
      ([0x1F, 0x8B], "compressed by gzip"),
    ]
    if let mark = marks.first(where: { bytes.starts(with: $0.bytes) }) { return mark.message }
    // Without a mark the zeros decide: both encodings begin with an ASCII character.
    let zeros = bytes.prefix(8).map { $0 == 0 }
    switch zeros {
    case [false, true, true, true, false, true, true, true]: return "in UTF-32 (little endian)"
    case [true, true, true, false, true, true, true, false]: return "in UTF-32 (big endian)"
    case [false, true, false, true, false, true, false, true]: return "in UTF-16 (little endian)"
    case [true, false, true, false, true, false, true, false]: return "in UTF-16 (big endian)"
    default: return nil
    }
  }

  /// The index of the first byte that is NUL or does not begin a UTF-8 scalar.
  private static func firstInvalidIndex(in bytes: [UInt8]) -> Int? {
    var (parser, rest, index) = (UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar) where scalar.first != 0: index += scalar.count
      case .valid, .error: return index
      case .emptyInput: return nil
      }
    }
  }

  /// The likely encoding of an invalid byte, from the bytes after it.
  private static func likelyEncoding(at index: Int, in bytes: [UInt8]) -> Phrase {
    let (first, second) = (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0)
    let byte = String(first, radix: 16, uppercase: true)
    let isContinued = second & 0xC0 == 0x80
    switch first {
    case 0: return "a NUL byte"
    case 0xC0, 0xC1,
      0xE0 where isContinued && second < 0xA0, 0xF0 where isContinued && second < 0x90:
      return "byte 0x\(byte) begins an overlong UTF-8 sequence"
    case 0xED where isContinued: return "byte 0x\(byte) begins an unpaired surrogate"
    case 0x80...0xBF where index > 0 && bytes[index - 1] >= 0x80:
      return "byte 0x\(byte) is not valid UTF-8"
    default: break
    }
    // The first runs of non-ASCII bytes.
    let runs = bytes[index...].prefix(4_096).split(maxSplits: 4_096) { $0 < 0x80 }
    if runs.allSatisfy({ $0.count % 2 == 0 && $0.allSatisfy { $0 >= 0xA1 && $0 != 0xFF } }) {
      return "byte 0x\(byte) is not valid UTF-8; it looks like GBK"
    }
    if runs.allSatisfy({ $0.count == 1 && $0.allSatisfy { $0 >= 0xA0 } }) {
      return "byte 0x\(byte) is not valid UTF-8; it looks like Latin-1"
    }
    return "byte 0x\(byte) is not valid UTF-8"
  }

  private static func position(of index: Int, in bytes: [UInt8]) -> TextPosition {
    let before = bytes[..<index]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // A mark at the beginning is invisible.
    let mark = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 1 : 0
    return TextPosition(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: bytes[start..<index].count { $0 & 0xC0 != 0x80 } + 1 - mark)
  }
}
