/// A place in a text: line and column, both from 1; columns count Unicode scalars.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// The line, from 1; lines end with a line feed.
  package var line: Int
  /// The column, from 1, in Unicode scalars.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
