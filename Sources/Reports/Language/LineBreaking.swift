/// Where lines of text break: at spaces, and beside characters that are written wide.
///
/// Chinese has no spaces. No line begins with a mark that closes, such as `，` or `）`, and none ends with
/// one that opens. A space at the end of a line is left out.
package enum LineBreaking {
  /// A text in lines of at most so many columns of a terminal; what cannot be broken may be longer.
  package static func lines(of text: String, atMost columns: Int) -> [String] {
    lines(of: text, cuts: false) { DisplayWidth.of($0) <= columns }
  }

  /// A text in lines that fit.
  ///
  /// - Parameters:
  ///   - cuts: whether what is too wide for a line of its own is cut.
  ///   - fits: whether a line is narrow enough.
  package static func lines(of text: String, cuts: Bool, fits: (String) -> Bool) -> [String] {
    var lines: [String] = []
    var line = ""
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

  /// Marks that belong to what is before them.
  private static let closing: Set<Character> = Set("，。、；：？！）》」』”’％‰…,.;:?!)]}'\"%")

  /// Marks that belong to what is behind them.
  private static let opening: Set<Character> = Set("（《「『“‘([{'\"")
}
