/// Number of terminal columns that a text takes.
package enum DisplayWidth {
  /// Columns of a text: two for a wide East Asian character, none for a lone combining mark.
  package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// Columns of a character: 0, 1 or 2.
  package static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    if scalars.contains(where: isWide) { return 2 }
    return scalars.allSatisfy(isMark) ? 0 : 1
  }

  /// A text padded with spaces at its end, or at its start, to a width in columns.
  package static func padded(_ text: String, to width: Int, atEnd: Bool = true) -> String {
    let space = String(repeating: " ", count: max(0, width - of(text)))
    return atEnd ? text + space : space + text
  }

  /// A text cut to a number of columns, with an ellipsis where it was cut.
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

  /// Whether a scalar is wide or fullwidth by Unicode Annex 11.
  static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x1100
      && (scripts.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// Wide scripts, their punctuation, and fullwidth forms; emoji have a property.
  private static let scripts: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

/// Line breaking at spaces and beside wide characters.
///
/// Chinese has no spaces. No line begins with a closing mark, such as `，` or `）`, and no line ends
/// with an opening mark. Spaces at the end of a line are dropped.
package enum LineBreaking {
  /// Breaks a text into lines of at most `columns` terminal columns. A piece without a break is
  /// longer, or is cut.
  package static func lines(of text: String, atMost columns: Int, cuts: Bool = false) -> [String] {
    lines(of: text, cuts: cuts) { DisplayWidth.of($0) <= columns }
  }

  /// Breaks a text into lines that fit.
  /// - Parameter cuts: whether a piece too wide for its own line is cut.
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
        if let jointSums = head.lastIndex(where: joints.contains) {
          head = String(head[...jointSums])
        }
        lines.append(head)
        line.removeFirst(head.count)
      }
    }
    return lines + [line]
  }

  /// Unbreakable pieces, each with the space before it.
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

  /// Whether a line may end between two characters that are not separated by a space.
  private static func isBreakable(between left: Character, _ right: Character) -> Bool {
    (isWide(left) || isWide(right)) && !closing.contains(right) && !opening.contains(left)
  }

  private static func isWide(_ character: Character) -> Bool { DisplayWidth.of(character) == 2 }

  /// Marks in names; a name that must be cut is cut after one of these first.
  private static let joints: Set<Character> = Set("=-_./+")

  /// Marks that belong to the character before them.
  private static let closing: Set<Character> = Set("，。、；：？！）》」』”’％‰…,.;:?!)]}'\"%")

  /// Marks that belong to the character after them.
  private static let opening: Set<Character> = Set("（《「『“‘([{'\"")
}
