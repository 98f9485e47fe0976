import EventEngine
import Scenarios
import Statistics

/// Table of observations in the form that a fit uses: rows of counts that moments of users explain.
package struct FitTable: Sendable {
  package struct Row: Hashable, Sendable {
    package var count: CountKind, observed: Int
    /// The denominator of a share; nil for a plain count.
    package var denominator: Int?

    package init(_ count: CountKind, _ observed: Int, of whole: Int? = nil) {
      (self.count, self.observed, denominator) = (count, observed, whole)
    }

    /// The denominator's kind, for a share.
    var base: Denominator {
      switch count {
      case .share(let share): share.denominator
      case .event, .failedTries, .whole, .late: .charges
      }
    }
  }

  package var rows: [Row]
  /// The number of observed users; nil if the table does not state it.
  package var users: Int?
  /// The number of log lines that could not be counted and could belong to any row.
  package var damagedLineCount = 0

  package init(_ rows: [Row], users: Int? = nil) { (self.rows, self.users) = (rows, users) }

  /// Whether any row is a count of one day.
  var separatesDays: Bool {
    rows.contains { if case .event(_, .some) = $0.count { true } else { false } }
  }

  /// The deadlines of the rows, without repetition, ascending.
  var deadlines: [Delay] {
    let delays = rows.compactMap { if case .late(let delay) = $0.count { delay } else { nil } }
    return Set(delays).sorted()
  }

  /// The indices of all counts of the rows, in their order; a denominator follows its numerator.
  func places(in layout: ObservedCountLayout) -> [Int] {
    rows.flatMap { row in
      [layout.index(of: row.count)]
        + (row.denominator == nil ? [] : [layout.index(of: .whole(row.base))])
    }
  }

  /// The rows as sums of the selected counts.
  /// - Parameter simulated: the number of simulated users.
  func sums(simulated: Int) -> ObservedSums {
    var place = 0
    let sums = rows.map { row -> ObservedSums.Row in
      defer { place += row.denominator == nil ? 1 : 2 }
      guard let whole = row.denominator else { return .sum(place, is: Double(row.observed)) }
      return .share(place, of: place + 1, is: Double(row.observed), total: Double(whole))
    }
    var table = ObservedSums(sums, users: users.map(Double.init), simulated: simulated)
    table.numberOfMissingCounts = Double(damagedLineCount)
    return table
  }
}
