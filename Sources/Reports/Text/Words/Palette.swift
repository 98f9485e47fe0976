package import Statistics

/// The colours of a terminal, or none.
package struct Palette: Sendable {
  /// Whether text may carry colours.
  package var hasColor: Bool

  package init(hasColor: Bool) { self.hasColor = hasColor }

  /// The word for a verdict: green, yellow or red.
  package func text(_ verdict: Verdict, padded: Bool = false, _ language: Language = .en) -> String
  {
    let word = verdict.word(language)
    let widest = Verdict.allCases.map { DisplayWidth.of($0.word(language)) }.max() ?? 0
    let space = String(repeating: " ", count: padded ? widest - DisplayWidth.of(word) : 0)
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

extension Verdict {
  /// The word that people read.
  func word(_ language: Language) -> String {
    switch self {
    case .pass: language("pass")
    case .inconclusive: language("inconclusive")
    case .fail: language("fail")
    }
  }
}
