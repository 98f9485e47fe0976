extension String {
  /// The text as a label of a Mermaid diagram, in which nothing but letters, digits and plain
  /// punctuation stands for itself.
  ///
  /// Everything that Mermaid reads as its own, such as `;`, `#`, `%%` and `<`, is written as the
  /// number of its character. Beside some words a colon could make a style or wrap a line.
  package var escapingMermaid: String { escapingMermaid(sparesColons: sparesColonsInMermaid) }

  /// Whether colons of the text may stand for themselves.
  package var sparesColonsInMermaid: Bool {
    !["style", "classDef", "wrap"].contains { unicodeScalars.contains($0.unicodeScalars) }
  }

  /// A part of a text as a label.
  ///
  /// - Parameter sparesColons: whether the colons of the whole may stand for themselves.
  package func escapingMermaid(sparesColons: Bool) -> String {
    escapingControls(startsLines: false).replacingScalars { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,()-+/'_…⚡✗，。、；：（）".unicodeScalars.contains(scalar) || scalar == ":" && sparesColons
      return isPlain ? nil : "#\(scalar.value);"
    }
  }
}
