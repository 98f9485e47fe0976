/// How many columns a text takes on a terminal.
package enum DisplayWidth {
  /// The columns of a text: two for what East Asian scripts write wide, none for a lone mark.
  package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  package static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    if scalars.contains(where: isWide) { return 2 }
    return scalars.allSatisfy(isMark) ? 0 : 1
  }

  /// A text with spaces behind it, or before it, until it takes so many columns.
  package static func padded(_ text: String, to width: Int, atEnd: Bool = true) -> String {
    let space = String(repeating: " ", count: max(0, width - of(text)))
    return atEnd ? text + space : space + text
  }

  /// A text that takes at most so many columns; what is cut off is shown by an ellipsis.
  package static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    var (line, width) = ("", 1)
    for character in text {
      width += of(character)
      if width > columns { break }
      line.append(character)
    }
    return line + "…"
  }

  /// Whether a scalar is as wide as it is high: wide or fullwidth by Unicode Annex 11.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x1100 { return false }
    return scripts.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Scripts that are written wide, their punctuation, and fullwidth forms; emoji have a property.
  private static let scripts: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

/// Where lines of text break: at spaces, and beside characters that are written wide.
///
/// Chinese has no spaces. No line begins with a mark that closes, such as `，` or `）`, and none ends with
/// one that opens. A space at the end of a line is left out.
package enum LineBreaking {
  /// A text in lines of at most so many columns of a terminal; what cannot be broken may be longer, or
  /// is cut.
  package static func lines(of text: String, atMost columns: Int, cuts: Bool = false) -> [String] {
    lines(of: text, cuts: cuts) { DisplayWidth.of($0) <= columns }
  }

  /// A text in lines that fit.
  /// - Parameter cuts: whether what is too wide for a line of its own is cut.
  /// - Parameter fits: whether a line is narrow enough.
  package static func lines(of text: String, cuts: Bool, fits: (String) -> Bool) -> [String] {
    var (lines, line): ([String], String) = ([], "")
    for (space, piece) in pieces(of: text) {
      if !line.isEmpty, fits(line + space + piece) {
        line += space + piece
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = piece
      while cuts, line.count > 1, !fits(line) {
        var head = ""
        for letter in line {
          if !head.isEmpty, !fits(head + String(letter)) { break }
          head.append(letter)
        }
        if let joint = head.lastIndex(where: joints.contains) { head = String(head[...joint]) }
        lines.append(head)
        line.removeFirst(head.count)
      }
    }
    return lines + [line]
  }

  /// What no line end may separate, each with the space before it.
  private static func pieces(of text: String) -> [(space: String, piece: String)] {
    var pieces: [(space: String, piece: String)] = []
    var (space, piece) = ("", "")
    for character in text {
      if character == " " {
        if !piece.isEmpty { pieces.append((space, piece)) }
        (space, piece) = (piece.isEmpty ? space + " " : " ", "")
        continue
      }
      if let last = piece.last, isBreakable(between: last, character) {
        pieces.append((space, piece))
        (space, piece) = ("", "")
      }
      piece.append(character)
    }
    return piece.isEmpty ? pieces : pieces + [(space, piece)]
  }

  private static func isBreakable(between left: Character, _ right: Character) -> Bool {
    (isWide(left) || isWide(right)) && !closing.contains(right) && !opening.contains(left)
  }

  private static func isWide(_ character: Character) -> Bool { DisplayWidth.of(character) == 2 }

  /// Marks of names, behind which a name that has to be cut is cut first.
  private static let joints: Set<Character> = Set("=-_./+")

  /// Marks that belong to what is before them.
  private static let closing: Set<Character> = Set("，。、；：？！）》」』”’％‰…,.;:?!)]}'\"%")

  /// Marks that belong to what is behind them.
  private static let opening: Set<Character> = Set("（《「『“‘([{'\"")
}
