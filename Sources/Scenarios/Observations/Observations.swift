package import EventEngine
package import JSONText
package import PurchaseWorld

/// What a team's own dashboard counted: the table that a scenario is compared with.
///
/// It is read from CSV or JSON, and written as either; the article <doc:Observations> explains both.
package struct Observations: Hashable, Sendable {
  /// What a row counts.
  package enum What: Hashable, Sendable {
    /// How many users the table is of.
    case users
    /// How many lines of a log could not be counted: each may have been any of the others.
    case damaged
    /// How often clients logged a moment: on a day of simulated time, from 1, or on all days together.
    case event(LogEvent, day: Int?)
    /// Deliveries whose first try (0), and those whose so-manieth retry failed too, up to 16 (C7).
    case failedTries(rung: Int)
    /// A metric: so many of a whole.
    case share(Share)
    /// Charges that were not delivered within a deadline, of all.
    case late(within: Delay)
  }

  package struct Row: Hashable, Sendable {
    package var what: What
    /// From 0 to ``Observations/mostCounted``.
    package var count: Int
    /// The whole of which ``count`` is a part; nil where it is none.
    package var of: Int?
    /// Where the count stands in its file; at the beginning if it was not read.
    package var position: TextPosition

    package init(
      _ what: What, _ count: Int, of: Int? = nil,
      at position: TextPosition = TextPosition(line: 1, column: 1)
    ) { (self.what, self.count, self.of, self.position) = (what, count, of, position) }
  }

  /// In the order of the file.
  package var rows: [Row]

  package init(rows: [Row] = []) { self.rows = rows }

  /// The count of a row, if it is there.
  package subscript(what: What) -> Row? { rows.first { $0.what == what } }

  // What a table can hold.

  /// The largest count; far from where sums overflow.
  package static let mostCounted = 1_000_000_000_000
  static let counts = 0...mostCounted
  /// A hundred years.
  static let days = 1...36_525
  static let rungs = 0...ClientLog.rungs - 1
  static let mostRows = 100_000
  /// The metrics that are counts of a whole, by name.
  static let shares = Share.metrics.map { (name: $0.row.name, share: $0) }

  /// Whether a row counts a part of a whole, which it then names.
  static func isPart(_ what: What) -> Bool {
    switch what {
    case .share, .late: true
    case .users, .damaged, .event, .failedTries: false
    }
  }
}
