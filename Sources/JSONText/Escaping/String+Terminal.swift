// This folder contains the escaping of foreign text for output: one function per target, which
// every output uses. All functions process Unicode scalars: a `Character` can be a quotation mark
// with an accent on it, which does not equal a quotation mark, although the reader of the output
// finds the mark.

extension String {
  /// The text in a form that is safe for a terminal and the log of a CI service.
  ///
  /// Control characters, invisible format characters and line separators are spelled out. Spaces
  /// break up commands of CI services: `##[` and `##vso[` anywhere in a line, in any case and with
  /// marks between them that a comparison can skip, and `::` at the beginning of a line, where a
  /// wrapped text can begin.
  package var escapingControls: String { escapingControls(startsLines: true) }

  /// The text in a form that is safe for a terminal and the log of a CI service.
  /// - Parameter spared: scalars that stay unchanged.
  /// - Parameter startsLines: whether the text, or a part of it after a space, can begin a line.
  func escapingControls(sparing spared: String = "", startsLines: Bool) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "#") })
      && !utf8.contains(UInt8(ascii: ":"))
    {
      return self
    }
    var (hashes, colons) = (HashCommand(), ColonCommand())
    return replacingScalars { scalar in
      if scalar.isFormatControl, !spared.unicodeScalars.contains(scalar) {
        (hashes, colons) = (HashCommand(), ColonCommand(isAtStart: false))
        return "\\u{\(String(scalar.value, radix: 16))}"
      }
      let (endsHashes, endsColons) = (hashes.ends(with: scalar), colons.ends(with: scalar))
      return endsHashes || endsColons && startsLines ? " \(scalar)" : nil
    }
  }

  /// The text in single quotes for a message, shortened to 60 scalars; a character can have
  /// thousands.
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
  /// Whether a scalar moves, hides or reorders the text around it instead of being shown.
  package var isFormatControl: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether a language-aware comparison can skip the scalar.
  fileprivate var isSkipped: Bool {
    if isASCII { return false }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// The part of `##[` or `##vso[` that was found so far.
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

/// The part of `::` at the beginning of a line that was found so far.
private struct ColonCommand {
  var isAtStart = true
  var hasColon = false

  /// Whether a scalar completes the beginning of a command.
  mutating func ends(with scalar: Unicode.Scalar) -> Bool {
    if scalar.isSkipped { return false }
    if scalar == ":", isAtStart || hasColon {
      // After the inserted space, the second colon can begin a command again.
      defer { (isAtStart, hasColon) = (false, true) }
      return hasColon
    }
    (isAtStart, hasColon) = (scalar.properties.isWhitespace, false)
    return false
  }
}
