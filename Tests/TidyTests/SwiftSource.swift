/// The part of a Swift file that a layout test reads: its declared types, and the names that it uses.
struct SwiftSource {
  /// The types at the top level that are visible to other files.
  private(set) var declared: Set<String> = []
  /// The nested types, and generic parameters; they hide types of other files.
  private(set) var hidden: Set<String> = []
  /// The names that begin with a capital letter and do not follow a dot.
  private(set) var used: Set<String> = []

  /// Reads the text of a file; comments and the text of literals name nothing.
  init(_ text: String) {
    var scanner = TokenScanner(text)
    var isPrivate = false
    var previous = ""
    while let (token, depth) = scanner.next() {
      if SwiftSource.keywords.contains(previous), token != "func", token != "var" {
        if depth == 0 && !isPrivate { declared.insert(token) } else { hidden.insert(token) }
      } else if token.first?.isUppercase == true, previous != "." {
        if previous == "<" && scanner.follows(":") { hidden.insert(token) }
        used.insert(token)
      }
      if token == "private" || token == "fileprivate" { isPrivate = true }
      if SwiftSource.keywords.contains(previous) || token == "func" || token == "extension" {
        isPrivate = false
      }
      previous = token
    }
  }

  private static let keywords: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]
}

/// Scans the words and signs of Swift code, with the number of open braces before each.
private struct TokenScanner {
  /// The end of the current scope: an interpolation's parenthesis, or a literal with its marks and quotes.
  private enum Frame {
    case interpolation(parentheses: Int)
    case literal(marks: Int, quotes: Int)
  }

  private let bytes: [UInt8]
  private var place = 0, depth = 0
  private var frames: [Frame] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next word or sign outside of comments and literals; nil at the end.
  mutating func next() -> (token: String, depth: Int)? {
    while place < bytes.count {
      if case .literal(let marks, let quotes)? = frames.last {
        skipLiteral(marks, quotes)
        continue
      }
      let start = place
      let byte = bytes[place]
      if starts("//") {
        skip { $0 != UInt8(ascii: "\n") }
      } else if starts("/*") {
        skipComment()
      } else if let (marks, quotes) = literal() {
        frames.append(.literal(marks: marks, quotes: quotes))
        place += marks + quotes
      } else if TokenScanner.isWord(byte) {
        skip(TokenScanner.isWord)
        return (String(decoding: bytes[start..<place], as: UTF8.self), depth)
      } else {
        place += 1
        count(byte)
        if byte > 32 { return (String(UnicodeScalar(byte)), depth) }
      }
    }
    return nil
  }

  /// Whether a sign comes next, after spaces.
  func follows(_ sign: Character) -> Bool { bytes[place...].first { $0 != 32 } == sign.asciiValue }

  private mutating func count(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"): depth -= 1
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      guard case .interpolation(let open)? = frames.last else { return }
      let left = open + (byte == UInt8(ascii: "(") ? 1 : -1)
      frames[frames.count - 1] = .interpolation(parentheses: left)
      if left == 0 { frames.removeLast() }
    default: break
    }
  }

  /// The marks and quotes that begin a literal here; nil if none begins.
  private func literal() -> (marks: Int, quotes: Int)? {
    let marks = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = bytes[(place + marks)...].prefix { $0 == UInt8(ascii: "\"") }.count
    if quotes == 0 { return nil }
    // Two quotes are an empty literal.
    return (marks, quotes >= 3 ? 3 : 1)
  }

  /// Moves to the end of the literal, or into its next interpolation.
  private mutating func skipLiteral(_ marks: Int, _ quotes: Int) {
    let escape = Array("\\".utf8) + Array(repeating: UInt8(ascii: "#"), count: marks)
    let end =
      Array(repeating: UInt8(ascii: "\""), count: quotes)
      + Array(repeating: UInt8(ascii: "#"), count: marks)
    while place < bytes.count {
      if starts(escape) {
        place += escape.count + 1
        if bytes[place - 1] == UInt8(ascii: "(") {
          return frames.append(.interpolation(parentheses: 1))
        }
      } else if starts(end) {
        place += end.count
        frames.removeLast()
        return
      } else {
        place += 1
      }
    }
  }

  private mutating func skipComment() {
    var open = 0
    repeat {
      if starts("/*") {
        (open, place) = (open + 1, place + 2)
      } else if starts("*/") {
        (open, place) = (open - 1, place + 2)
      } else {
        place += 1
      }
    } while open > 0 && place < bytes.count
  }

  private mutating func skip(_ isPassed: (UInt8) -> Bool) {
    while place < bytes.count, isPassed(bytes[place]) { place += 1 }
  }

  private func starts(_ text: String) -> Bool { starts(Array(text.utf8)) }

  private func starts(_ text: [UInt8]) -> Bool { bytes[place...].starts(with: text) }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 128 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
  }
}
