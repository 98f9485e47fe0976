/// Words in lines of limited width.
enum TextBlock {
  /// Heading and words, separated by commas, in lines of up to 96 columns.
  static func wrapped(_ heading: String, _ words: [String], _ language: Language) -> [String] {
    let pieces = words.enumerated().map { place, word in
      place + 1 < words.count ? language.list([word, ""]) : word
    }
    return wrapped(heading, pieces.map(\.withoutSpacesAtEnd), maximum: 96, indentation: " ")
  }

  /// Heading and words in lines of limited width; the second and later lines are indented.
  static func wrapped(
    _ heading: String, _ words: [String], maximum: Int, indentation: String
  ) -> [String] {
    words.reduce(into: [heading]) { lines, word in
      let last = lines[lines.count - 1]
      if DisplayWidth.of(last) + 1 + DisplayWidth.of(word) > maximum { lines.append(indentation) }
      // A full-width mark includes its own space.
      let isClosed = DisplayWidth.of(lines[lines.count - 1].suffix(1).description) == 2
      lines[lines.count - 1] += (isClosed ? "" : " ") + word
    }
  }
}
