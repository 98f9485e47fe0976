package import Statistics

/// The colours of a terminal, or none.
package struct Palette: Sendable {
  /// Whether text may carry colours.
  package var hasColor: Bool

  /// Makes a palette.
  package init(hasColor: Bool) { self.hasColor = hasColor }

  /// The word for a verdict: green, yellow or red.
  package func text(_ verdict: Verdict, padded: Bool = false) -> String {
    let word = verdict.rawValue
    let space = padded ? String(repeating: " ", count: 12 - word.count) : ""
    guard hasColor else { return word + space }
    let color =
      switch verdict {
      case .pass: "32"
      case .inconclusive: "33"
      case .fail: "31"
      }
    return "\u{1B}[\(color)m\(word)\u{1B}[0m\(space)"
  }
}
