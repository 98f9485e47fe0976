// In this folder stands how text that others wrote leaves the program: one function a target, and every
// output goes through it. All of them look at Unicode scalars. A `Character` may be a quotation mark
// with an accent on it, and equals no quotation mark; whoever reads the output sees the mark.

extension String {
  /// The text as a terminal and the log of a CI service may show it.
  ///
  /// What would steer a terminal is spelled out: control characters, the invisible ones of format, those
  /// that separate lines. Spaces break up what services take for commands: `##[` and `##vso[` anywhere in
  /// a line, in small letters or large, with marks between them that a comparison may skip, and `::`
  /// at the beginning of a line, where a wrapped text may stand.
  package var escapingControls: String { escapingControls(startsLines: true) }

  /// The text as a terminal and the log of a CI service may show it.
  /// - Parameter spared: scalars that stay as they are.
  /// - Parameter startsLines: whether the text, or a part of it behind a space, may begin a line.
  func escapingControls(sparing spared: String = "", startsLines: Bool) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "#") })
      && !utf8.contains(UInt8(ascii: ":"))
    {
      return self
    }
    var (hashes, colons) = (HashCommand(), ColonCommand())
    return replacingScalars { scalar in
      if scalar.steersText, !spared.unicodeScalars.contains(scalar) {
        (hashes, colons) = (HashCommand(), ColonCommand(isAtStart: false))
        return "\\u{\(String(scalar.value, radix: 16))}"
      }
      let (endsHashes, endsColons) = (hashes.ends(with: scalar), colons.ends(with: scalar))
      return endsHashes || endsColons && startsLines ? " \(scalar)" : nil
    }
  }

  /// The text in single quotes for a message, shortened to 60 scalars: a character may have thousands.
  package var quoted: String {
    let isLong = unicodeScalars.dropFirst(60).first != nil
    let shown = isLong ? String(unicodeScalars.prefix(57)) + "…" : self
    return "'" + shown.escapingControls + "'"
  }

  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var (text, rest) = ("", self[...])
    for index in unicodeScalars.indices {
      guard let replacement = replacement(unicodeScalars[index]) else { continue }
      text += rest[..<index] + replacement
      rest = self[unicodeScalars.index(after: index)...]
    }
    return text + rest
  }
}

extension Unicode.Scalar {
  /// Whether a scalar moves, hides or turns what stands around it instead of being shown.
  package var steersText: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether a comparison that goes by language may skip the scalar.
  fileprivate var isSkipped: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// How much of `##[` or `##vso[` has been seen.
struct HashCommand {
  private var seen = 0

  /// Whether a scalar completes the beginning of a command.
  mutating func ends(with scalar: Unicode.Scalar) -> Bool {
    if scalar.isSkipped { return false }
    switch (scalar, seen) {
    case ("[", 2), ("[", 5):
      seen = 0
      return true
    case ("#", 1...2): seen = 2
    case ("#", _): seen = 1
    case ("v", 2), ("V", 2), ("s", 3), ("S", 3), ("o", 4), ("O", 4): seen += 1
    default: seen = 0
    }
    return false
  }
}

/// How much of `::` at the beginning of a line has been seen.
private struct ColonCommand {
  var isAtStart = true
  var hasColon = false

  /// Whether a scalar completes the beginning of a command.
  mutating func ends(with scalar: Unicode.Scalar) -> Bool {
    if scalar.isSkipped { return false }
    if scalar == ":", isAtStart || hasColon {
      // Behind the space that is put between, the second may begin a command again.
      defer { (isAtStart, hasColon) = (false, true) }
      return hasColon
    }
    (isAtStart, hasColon) = (scalar.properties.isWhitespace, false)
    return false
  }
}
