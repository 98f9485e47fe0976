/// Where lines of text break: at spaces, and beside characters that are written wide.
enum LineBreaks {
  /// A text in lines that fit; what is too wide for a line of its own is cut.
  ///
  /// - Parameter fits: whether a line is narrow enough.
  static func wrapped(_ text: String, fits: (String) -> Bool) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      for (place, part) in parts(of: word).enumerated() {
        let last = lines[lines.count - 1]
        let longer = place > 0 || last.isEmpty ? last + part : last + " " + part
        if fits(longer) {
          lines[lines.count - 1] = longer
          continue
        }
        if !last.isEmpty { lines.append("") }
        for letter in part {
          let line = lines[lines.count - 1]
          if !line.isEmpty, !fits(line + String(letter)) { lines.append("") }
          lines[lines.count - 1].append(letter)
        }
      }
    }
    return lines
  }

  /// The parts of a word between which a line may break.
  ///
  /// East Asian scripts have no spaces; but no line of theirs begins with what ends a clause, or ends
  /// with what opens a parenthesis.
  private static func parts(of word: Substring) -> [String] {
    var parts: [String] = []
    var before: Character?
    for letter in word {
      if let before, !isWide(before) && !isWide(letter) || opens(before) || closes(letter) {
        parts[parts.count - 1].append(letter)
      } else {
        parts.append(String(letter))
      }
      before = letter
    }
    return parts
  }

  private static func isWide(_ letter: Character) -> Bool { DisplayWidth.of(String(letter)) > 1 }

  private static func opens(_ letter: Character) -> Bool { "（《「『【〈".contains(letter) }

  private static func closes(_ letter: Character) -> Bool { "，。、；：！？）》」』】〉".contains(letter) }
}
