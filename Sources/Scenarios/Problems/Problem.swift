package import JSONText

/// One mistake in a file: where, what is wrong, what was expected, and the nearest valid word.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as the user named it.
  package var file: String
  /// The place in the file; nil when the file as a whole is meant.
  package var position: TextPosition?
  /// The path of the value, such as `designs[2].finish`; empty at the top level.
  package var path: String
  /// What is wrong, lower case, without a full stop.
  package var what: String
  /// What was expected instead; nil when `what` says it all.
  package var expected: String?
  /// The nearest valid word, without quotes; nil when none is near.
  package var suggestion: String?

  package init(
    file: String, position: TextPosition?, path: String = "", _ what: String,
    expected: String? = nil, suggestion: String? = nil
  ) {
    self.file = file
    self.position = position
    self.path = path
    self.what = what
    self.expected = expected
    self.suggestion = suggestion
  }

  /// The problem as `file:line:column: path: what; expected …; did you mean 'x'?`.
  package var description: String {
    var text = file.escapingControls
    if let position { text += ":\(position.line):\(position.column)" }
    text += ": "
    if !path.isEmpty { text += path + ": " }
    text += what
    if let expected { text += "; expected " + expected }
    if let suggestion { text += "; did you mean \(suggestion.quoted)?" }
    return text
  }
}

/// All mistakes of one file, in order of position; never empty.
package struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
  package var list: [Problem]

  package init(_ list: [Problem]) {
    precondition(!list.isEmpty, "a refusal has a reason")
    self.list = list
  }

  /// One line a problem, without a line feed at the end.
  package var description: String { list.map(\.description).joined(separator: "\n") }
}

extension String {
  /// The text in single quotes, shortened to 60 characters, with control characters spelled out.
  var quoted: String {
    "'" + (count > 60 ? prefix(57) + "…" : self[...]).description.escapingControls + "'"
  }
}

extension [String] {
  /// The words as a list for people: `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return first ?? "nothing" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
