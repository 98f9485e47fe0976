package import EventEngine
package import JSONText
package import PurchaseWorld

/// The counts of your own dashboard: the table that a scenario is compared with.
///
/// It is read and written as CSV or JSON; the article <doc:Observations> explains both.
package struct Observations: Hashable, Sendable {
  /// The quantity that a row counts.
  package enum Quantity: Hashable, Sendable {
    /// The number of users that the table covers.
    case users
    /// The number of log lines that could not be counted; each could belong to any other count.
    case damaged
    /// The number of times that clients logged an event: on a day of simulated time, from 1, or on
    /// all days.
    case event(ClientLogEvent, day: Int?)
    /// Deliveries whose first try failed (0), or whose retry of this number, up to 16, also failed
    /// (C7).
    case failedTries(rung: Int)
    /// A metric, as a count and a total.
    case share(ShareMetric)
    /// Charges that were not delivered within a deadline, and all charges.
    case late(within: Delay)
  }

  package struct Row: Hashable, Sendable {
    package var quantity: Quantity
    /// From 0 to ``Observations/maxCounted``.
    package var count: Int
    /// The total of which ``count`` is a part; nil if there is none.
    package var denominator: Int?
    /// The place of the count in its file; the beginning if it was not read from a file.
    package var position: TextPosition

    package init(
      _ quantity: Quantity, _ count: Int, of: Int? = nil,
      at position: TextPosition = TextPosition(line: 1, column: 1)
    ) {
      (self.quantity, self.count, self.denominator, self.position) = (quantity, count, of, position)
    }
  }

  /// In the order of the file.
  package var rows: [Row]

  package init(rows: [Row] = []) { self.rows = rows }

  /// The row of a quantity, if there is one.
  package subscript(quantity: Quantity) -> Row? { rows.first { $0.quantity == quantity } }

  // The limits of a table.

  /// The largest count, far below an overflow of sums.
  package static let maxCounted = 1_000_000_000_000
  static let counts = 0...maxCounted
  /// The days of a hundred years.
  static let days = 1...36_525
  static let rungs = 0...ClientLog.maxCountedTries - 1
  static let maxRows = 100_000
  /// The metrics with a count and a total, by name.
  static let shares = ShareMetric.expectationMetrics.map { (name: $0.row.name, share: $0) }
}
