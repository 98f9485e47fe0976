import CLibrary

/// Scanner of one line of JSON that records the positions of the requested values.
struct JSONLineScanner {
  let bytes: UnsafeMutablePointer<UInt8>
  /// The index of the next byte, or of the error if the line is damaged.
  var index: Int
  let end: Int, keys: KeyPaths

  /// The largest nesting depth of lists and objects.
  private static let maxDepth = 64

  /// Reads the line; returns whether it is an object and nothing else.
  mutating func readLine() -> Bool {
    let all = UInt32(truncatingIfNeeded: (1 << UInt64(keys.count)) - 1)
    guard readObject(level: 0, wanted: all) else { return false }
    skipSpace()
    return index == end
  }

  @inline(__always) private mutating func skipSpace() {
    while index < end, bytes[index] == 32 || bytes[index] == 9 || bytes[index] == 13 { index += 1 }
  }

  @inline(__always) private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard index < end, bytes[index] == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  /// Reads an object; `wanted` has the paths whose keys match up to this level, as bits.
  private mutating func readObject(level: Int, wanted: UInt32) -> Bool {
    guard level < JSONLineScanner.maxDepth, take("{") else { return false }
    skipSpace()
    if take("}") { return true }
    while true {
      guard let key = readText() else { return false }
      skipSpace()
      guard take(":") else { return false }
      skipSpace()
      guard readValue(level: level, wanted: wanted == 0 ? 0 : matches(key, level, wanted)) else {
        return false
      }
      skipSpace()
      if take("}") { return true }
      guard take(",") else { return false }
      skipSpace()
    }
  }

  /// The requested paths with a key at a level, as bits.
  @inline(__always) private func matches(_ key: ByteRange, _ level: Int, _ wanted: UInt32) -> UInt32
  {
    guard level < keys.depth else { return 0 }
    var found: UInt32 = 0
    var left = wanted
    while left != 0 {
      let field = left.trailingZeroBitCount
      left &= left - 1
      let part = keys.parts[field * keys.depth + level]
      if part.count == key.count, memcmp(part.bytes, bytes + key.start, key.count) == 0 {
        found |= 1 << UInt32(field)
      }
    }
    return found
  }

  private mutating func readValue(level: Int, wanted: UInt32) -> Bool {
    guard index < end else { return false }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      guard let text = readText() else { return false }
      // An empty text counts as missing, like an empty cell of CSV.
      if wanted != 0, text.count > 0 { note(text, level, wanted) }
      return true
    case UInt8(ascii: "{"): return readObject(level: level + 1, wanted: wanted)
    case UInt8(ascii: "["): return readList(level: level + 1)
    default:
      let start = index
      while index < end, isPlain(bytes[index]) { index += 1 }
      let value = ByteRange(start: start, count: index - start)
      guard isScalar(value) else {
        index = start
        return false
      }
      if wanted != 0, bytes[start] != UInt8(ascii: "n") { note(value, level, wanted) }
      return true
    }
  }

  private func note(_ value: ByteRange, _ level: Int, _ wanted: UInt32) {
    var left = wanted
    while left != 0 {
      let field = left.trailingZeroBitCount
      left &= left - 1
      if keys.parts[field * keys.depth + level].isLast { keys.values[field] = value }
    }
  }

  private mutating func readList(level: Int) -> Bool {
    guard level < JSONLineScanner.maxDepth, take("[") else { return false }
    skipSpace()
    if take("]") { return true }
    while true {
      guard readValue(level: level, wanted: 0) else { return false }
      skipSpace()
      if take("]") { return true }
      guard take(",") else { return false }
      skipSpace()
    }
  }

  /// Characters of numbers, true, false and null.
  @inline(__always) private func isPlain(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || (byte | 32) &- 97 < 26 || byte == 43 || byte == 45 || byte == 46
  }

  /// Whether a word is a number, true, false or null.
  private func isScalar(_ word: ByteRange) -> Bool {
    guard word.count > 0 else { return false }
    let first = bytes + word.start
    switch first[0] {
    case UInt8(ascii: "t"): return word.count == 4 && memcmp(first, "true", 4) == 0
    case UInt8(ascii: "f"): return word.count == 5 && memcmp(first, "false", 5) == 0
    case UInt8(ascii: "n"): return word.count == 4 && memcmp(first, "null", 4) == 0
    case 45, 48...57:
      return (1..<word.count).allSatisfy { index in
        let byte = first[index]
        return byte &- 48 < 10 || byte == 46 || byte | 32 == 101 || byte == 43 || byte == 45
      } && first[word.count - 1] &- 48 < 10
    default: return false
    }
  }

  /// Reads a quoted text; escapes are decoded in place, because the result is never longer.
  @inline(__always) private mutating func readText() -> ByteRange? {
    guard take("\"") else { return nil }
    let start = index
    // Scans eight bytes at a time for a quotation mark, a backslash or a control character.
    let ones: UInt64 = 0x0101_0101_0101_0101
    while index < end {
      let word = UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self)
      let (mark, slash) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      let found =
        ((mark &- ones) & ~mark | (slash &- ones) & ~slash | (word &- ones &* 0x20) & ~word)
        & (ones &* 0x80)
      if found == 0 {
        index += 8
        continue
      }
      index += found.trailingZeroBitCount / 8
      break
    }
    guard index < end else {
      index = end
      return nil
    }
    if bytes[index] == UInt8(ascii: "\"") {
      index += 1
      return ByteRange(start: start, count: index - 1 - start)
    }
    return bytes[index] == UInt8(ascii: "\\") ? readEscaped(from: start) : nil
  }

  /// Continues at the first backslash of a text and decodes it in place.
  @inline(never) private mutating func readEscaped(from start: Int) -> ByteRange? {
    var written = index
    while index < end {
      let byte = bytes[index]
      if byte < 32 { return nil }
      index += 1
      if byte == UInt8(ascii: "\"") { return ByteRange(start: start, count: written - start) }
      if byte != UInt8(ascii: "\\") {
        bytes[written] = byte
        written += 1
        continue
      }
      guard index < end, let scalar = readEscape() else { return nil }
      for byte in UTF8.encode(scalar)! {
        bytes[written] = byte
        written += 1
      }
    }
    return nil
  }

  private mutating func readEscape() -> Unicode.Scalar? {
    let letter = bytes[index]
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let high = readHex() else { return nil }
      if let scalar = Unicode.Scalar(high) { return scalar }
      guard high < 0xDC00, take("\\"), take("u"), let low = readHex(), low >> 10 == 0x37 else {
        return nil
      }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    default: return nil
    }
  }

  private mutating func readHex() -> UInt32? {
    guard end - index >= 4 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = bytes[index]
      let digit = byte &- 48 < 10 ? byte &- 48 : (byte | 32) &- 97 < 6 ? (byte | 32) &- 87 : 16
      if digit > 15 { return nil }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}

/// Scanner of the cells of one row of CSV (RFC 4180).
struct CSVLineScanner {
  let bytes: UnsafeMutablePointer<UInt8>
  var index: Int
  let end: Int
  /// Whether a quotation mark at ``index`` is unclosed, inside a cell, or not followed by a comma.
  private(set) var isDamaged = false
  private var isDone = false

  init(bytes: UnsafeMutablePointer<UInt8>, index: Int, end: Int) {
    (self.bytes, self.index, self.end) = (bytes, index, end)
  }

  /// The next cell; doubled quotation marks are decoded in place.
  @inline(__always) mutating func next() -> ByteRange? {
    if isDone { return nil }
    if index < end, bytes[index] == UInt8(ascii: "\"") { return quoted() }
    let start = index
    while index < end, bytes[index] != UInt8(ascii: ",") {
      if bytes[index] == UInt8(ascii: "\"") { return damaged() }
      index += 1
    }
    return ended(ByteRange(start: start, count: index - start))
  }

  private mutating func quoted() -> ByteRange? {
    index += 1
    let start = index
    var written = index
    while index < end {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") {
        if index == end || bytes[index] == UInt8(ascii: ",") {
          return ended(ByteRange(start: start, count: written - start))
        }
        if bytes[index] != UInt8(ascii: "\"") { break }
        index += 1
      }
      bytes[written] = byte
      written += 1
    }
    index = start - 1
    return damaged()
  }

  @inline(__always) private mutating func ended(_ cell: ByteRange) -> ByteRange {
    if index == end { isDone = true } else { index += 1 }
    return cell
  }

  private mutating func damaged() -> ByteRange? {
    (isDamaged, isDone) = (true, true)
    return nil
  }
}
