import EventEngine
import Scenarios
import Statistics

/// A table of observations, as a fit takes it: rows of counts that moments of a user explain.
package struct FitTable: Sendable {
  package struct Row: Hashable, Sendable {
    package var count: ObservedCount
    package var seen: Int
    /// The whole of which it is a share, and its number; nil for a plain count.
    package var of: Int?

    package init(_ count: ObservedCount, _ seen: Int, of whole: Int? = nil) {
      (self.count, self.seen, of) = (count, seen, whole)
    }

    /// What a share is a share of.
    var base: Base {
      switch count {
      case .share(let share): share.base
      case .event, .failedTries, .whole, .late: .charges
      }
    }
  }

  package var rows: [Row]
  /// How many users were observed, if the table says.
  package var users: Int?
  /// How many lines of a log could not be counted, of which each may belong to any row.
  package var damaged = 0

  package init(_ rows: [Row], users: Int? = nil) { (self.rows, self.users) = (rows, users) }

  /// Whether any row is of one day.
  var tellsDays: Bool {
    rows.contains { if case .event(_, .some) = $0.count { true } else { false } }
  }

  /// The deadlines of which rows tell, each once.
  var deadlines: [Delay] {
    let delays = rows.compactMap { if case .late(let delay) = $0.count { delay } else { nil } }
    return Set(delays).sorted()
  }

  /// The places of all counts that rows need, in the order of the rows, wholes behind their parts.
  func places(in layout: CountLayout) -> [Int] {
    rows.flatMap { row in
      [layout.place(of: row.count)] + (row.of == nil ? [] : [layout.place(of: .whole(row.base))])
    }
  }

  /// The rows as sums of the picked counts.
  func sums(simulated: Int) -> ObservedSums {
    var place = 0
    let sums = rows.map { row -> ObservedSums.Row in
      defer { place += row.of == nil ? 1 : 2 }
      guard let whole = row.of else { return .sum(place, is: Double(row.seen)) }
      return .share(place, of: place + 1, is: Double(row.seen), total: Double(whole))
    }
    var table = ObservedSums(sums, users: users.map(Double.init), simulated: simulated)
    table.damaged = Double(damaged)
    return table
  }
}
