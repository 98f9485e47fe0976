/// Why a text is not JSON: the first place where it stops being JSON, and what could stand there.
package struct JSONProblem: Error, Hashable, Sendable {
  /// Where the text stops being JSON.
  package var position: TextPosition
  /// What is wrong there, lower case, without a full stop.
  package var what: String
  /// What could stand there, lower case, without a full stop.
  package var expected: String

  package init(at position: TextPosition, _ what: String, expected: String) {
    self.position = position
    self.what = what
    self.expected = expected
  }
}
