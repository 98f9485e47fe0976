package import JSONText

/// One mistake in a file: where, what is wrong, what was expected, and the nearest valid word.
package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a mistake is about, and so who can see it.
  package enum Concern: Hashable, Sendable {
    /// The form of one value: its keys, types, ranges and words. The schema of the format sees it too.
    case structure
    /// What several values say together, or a name that another part of the file must know.
    case meaning
  }

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
  /// What the mistake is about.
  package var concern: Concern

  package init(
    file: String, position: TextPosition?, path: String = "", _ what: String,
    expected: String? = nil, suggestion: String? = nil, concern: Concern = .structure
  ) {
    self.file = file
    self.position = position
    self.path = path
    self.what = what
    self.expected = expected
    self.suggestion = suggestion
    self.concern = concern
  }

  /// The problem as `file:line:column: path: what; expected …; did you mean 'x'?`, on one line.
  package var description: String {
    var text = file
    if let position { text += ":\(position.line):\(position.column)" }
    text += ": "
    if !path.isEmpty { text += path + ": " }
    text += what
    if let expected { text += "; expected " + expected }
    if let suggestion { text += "; did you mean \(suggestion.quoted)?" }
    return text.escapingControls
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

extension [String] {
  /// The words after "expected": `a`, or `one of a, b or c`.
  var choice: String { Phrase.choice(self).english }

  /// The words as a list for people: `a, b or c`.
  var alternatives: String { Phrase.alternatives(self).english }
}
