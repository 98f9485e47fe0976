/// Unreadable lines of a log.
package struct DamagedLines: Sendable {
  package struct Line: Hashable, Sendable {
    package var line: Int
    /// In bytes, from 1.
    package var column: Int
    package var damage: LineDamage
  }

  /// The largest number of lines with a stored position.
  static let maximum = 20

  package private(set) var count = 0
  /// The first unreadable lines.
  package private(set) var firstLines: [Line] = []

  mutating func add(_ damage: LineDamage, line: Int, column: Int) {
    if count < Self.maximum { firstLines.append(.init(line: line, column: column, damage: damage)) }
    count += 1
  }
}
