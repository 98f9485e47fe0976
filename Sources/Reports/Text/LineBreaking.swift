/// Breaks text for a terminal, where the scripts that it is written in allow it.
enum LineBreaking {
  /// A text in lines of at most so many columns; what cannot be broken may be longer.
  ///
  /// A line ends at a space, which is left out, or beside a wide character: Chinese has no spaces.
  /// No line begins with a mark that closes, such as `，` or `）`, and none ends with one that opens.
  static func lines(of text: String, atMost columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for (space, piece) in pieces(of: text) {
      let width = DisplayWidth.of(line) + DisplayWidth.of(space) + DisplayWidth.of(piece)
      if line.isEmpty {
        line = piece
      } else if width <= columns {
        line += space + piece
      } else {
        lines.append(line)
        line = piece
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
    if closing.contains(right) || opening.contains(left) { return false }
    return isWide(left) || isWide(right)
  }

  private static func isWide(_ character: Character) -> Bool { DisplayWidth.of(character) == 2 }

  /// Marks that belong to what is before them.
  private static let closing: Set<Character> = Set("，。、；：？！）》」』”’％‰…,.;:?!)]}'\"%")

  /// Marks that belong to what is behind them.
  private static let opening: Set<Character> = Set("（《「『“‘([{'\"")
}
