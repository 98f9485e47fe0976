import TestSupport

/// A literal of a source; literals joined by "+" are one literal.
struct SourceLiteral {
  /// The path of the source and the line.
  var place: String
  /// The text as the key of a translation: `{0}`, `{1}` … for each interpolation.
  var phrase: String
  /// The end of the source before the literal: enough for the enclosing call.
  var before: Substring

  /// The literals of the sources below some folders.
  static func all(below folders: [String]) throws -> [SourceLiteral] {
    try folders.flatMap { try PackageFiles.list(below: $0, ending: ".swift") }.flatMap { path in
      all(in: try PackageFiles.text(path), path)
    }
  }

  static func all(in source: String, _ path: String) -> [SourceLiteral] {
    var scan = LiteralScan(source)
    scan.code(until: nil)
    var literals: [SourceLiteral] = []
    var (line, counted) = (1, source.startIndex)
    var rest = scan.found.sorted { $0.range.lowerBound < $1.range.lowerBound }[...]
    while var literal = rest.popFirst() {
      // A nested literal is after the start of its literal and before the code that follows it.
      while let next = rest.firstIndex(where: { $0.range.lowerBound >= literal.range.upperBound }),
        source[literal.range.upperBound..<rest[next].range.lowerBound]
          .filter({ !$0.isWhitespace }) == "+"
      {
        let other = rest.remove(at: next)
        literal.pieces += other.pieces
        literal.range = literal.range.lowerBound..<other.range.upperBound
      }
      let start = literal.range.lowerBound
      line += source.utf8[counted..<start].count { $0 == UInt8(ascii: "\n") }
      counted = start
      literals.append(
        SourceLiteral(
          place: "\(path):\(line)", phrase: literal.phrase, before: source[..<start].suffix(500)))
    }
    return literals
  }

  /// Whether the literal is the message of a precondition.
  var isCondition: Bool {
    guard let call = before.ranges(of: Self.condition).last else { return false }
    var depth = 1
    for sign in before[call.upperBound...] { depth += sign == "(" ? 1 : sign == ")" ? -1 : 0 }
    return depth > 0
  }

  /// Whether the literal is in a place where only a phrase for people can be.
  var isMessage: Bool { before.suffix(60).contains(Self.call) }

  /// Whether the literal has two consecutive words.
  var hasWords: Bool { phrase.replacing(Self.gap, with: "#").contains(Self.words) }

  // Created once: a regular expression literal is compiled again at each use.
  private nonisolated(unsafe) static let condition = /\b(precondition|preconditionFailure|assert)\(/
  private nonisolated(unsafe) static let call =
    /(report\(|meaning: |expected: |what: |Refusal\(|called: |unexpected\(|language\()\s*$/
  private nonisolated(unsafe) static let gap = /\{[0-9]+\}/
  private nonisolated(unsafe) static let words = /[A-Za-z]{2,}[,:;']* '?[A-Za-z]{2,}/
}

/// Finds the literals of a source, including nested literals.
private struct LiteralScan {
  struct Found {
    var range: Range<String.Index>
    /// The text; nil for an interpolation.
    var pieces: [String?]

    var phrase: String {
      var (text, places) = ("", 0)
      for piece in pieces {
        text += piece ?? "{\(places)}"
        if piece == nil { places += 1 }
      }
      return text
    }
  }

  private let source: String
  private var place: String.Index
  private(set) var found: [Found] = []

  init(_ source: String) { (self.source, place) = (source, source.startIndex) }

  private func isNext(_ text: String) -> Bool { source[place...].hasPrefix(text) }

  private mutating func skip(_ text: String) { place = source.index(place, offsetBy: text.count) }

  /// Scans code to its end, or past the parenthesis that closes it.
  mutating func code(until end: Character?) {
    var depth = 0
    while place < source.endIndex {
      let sign = source[place]
      if sign == "/", isNext("//") {
        place = source[place...].firstIndex(of: "\n") ?? source.endIndex
      } else if sign == "#", isNext("#\"") {
        place = source[place...].dropFirst(2).firstRange(of: "\"#")?.upperBound ?? source.endIndex
      } else if sign == "\"" {
        literal()
      } else {
        if sign == end, depth == 0 { return skip(")") }
        depth += sign == "(" ? 1 : sign == ")" ? -1 : 0
        place = source.index(after: place)
      }
    }
  }

  private mutating func literal() {
    let start = place
    let quotes = isNext("\"\"\"") ? "\"\"\"" : "\""
    skip(quotes)
    var pieces: [String?] = []
    var text = ""
    while place < source.endIndex {
      let sign = source[place]
      if sign == "\"", isNext(quotes) { break }
      guard sign == "\\" else {
        text.append(sign)
        place = source.index(after: place)
        continue
      }
      skip("\\")
      if isNext("(") {
        skip("(")
        pieces += [text, nil]
        text = ""
        code(until: ")")
      } else {
        text += escape()
      }
    }
    skip(quotes)
    found.append(Found(range: start..<place, pieces: pieces + [text]))
  }

  /// The character after a backslash.
  private mutating func escape() -> String {
    let sign = source[place]
    place = source.index(after: place)
    switch sign {
    case "n": return "\n"
    case "\n":
      while place < source.endIndex, source[place] == " " { place = source.index(after: place) }
      return ""
    case "u":
      let end = source[place...].firstIndex(of: "}") ?? source.endIndex
      let digits = source[place..<end].dropFirst()
      place = source.index(after: end)
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    default: return String(sign)
    }
  }
}
