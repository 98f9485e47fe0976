import EventEngine
package import JSONText
import PurchaseWorld

extension Observations {
  /// The table as JSON, from which the same rows can be read.
  package var output: JSONOutput { .object(Observations.fields.members(of: self)) }

  func logged(on day: Int?) -> JSONOutput? {
    let members = rows.compactMap { row -> JSONOutput.Member? in
      guard case .event(let event, day) = row.quantity else { return nil }
      return .init(event.name, .integer(row.count))
    }
    return .listed(object: members)
  }

  var writtenDays: [JSONOutput] {
    let days = Set(
      rows.compactMap { row in if case .event(_, let day) = row.quantity { day } else { nil } })
    return days.sorted().map { day in
      .object(present: ["day": .integer(day), "events": logged(on: day)])
    }
  }

  /// The rungs from the first to the last counted one; a missing rung is written as 0.
  var writtenLadder: [JSONOutput] {
    let last = Observations.rungs.last { self[.failedTries(rung: $0)] != nil }
    guard let last else { return [] }
    return (0...last).map { .integer(self[.failedTries(rung: $0)]?.count ?? 0) }
  }

  var writtenShares: [JSONOutput.Member] {
    rows.compactMap { row in
      guard case .share(let share) = row.quantity else { return nil }
      return .init(
        share.row.name,
        .object(present: ["count": .integer(row.count), "of": row.denominator.map { .integer($0) }])
      )
    }
  }

  var writtenLate: [JSONOutput] {
    rows.compactMap { row in
      guard case .late(let within) = row.quantity else { return nil }
      return .object(present: [
        "count": .integer(row.count), "of": row.denominator.map { .integer($0) },
        "within": .string(within.words),
      ])
    }
  }

  /// The table as CSV rows, with a header; columns without a value are omitted.
  package var table: [[String]] {
    let rows = rows.map(\.cells)
    let columns = ["event", "count", "day", "rung", "of", "within"].filter { column in
      rows.contains { $0[column] != nil }
    }
    return [columns] + rows.map { row in columns.map { row[$0] ?? "" } }
  }
}

extension Observations.Row {
  /// The cells of the row, by column name.
  fileprivate var cells: [String: String] {
    var cells = ["count": String(count)]
    cells["of"] = denominator.map { String($0) }
    switch quantity {
    case .users: cells["event"] = "users"
    case .damaged: cells["event"] = "damaged"
    case .event(let event, let day):
      cells["event"] = event.name
      cells["day"] = day.map { String($0) }
    case .failedTries(let rung):
      cells["event"] = (rung == 0 ? ClientLogEvent.verifyFail : .retryVerifyFail).name
      cells["rung"] = String(rung)
    case .share(let share): cells["event"] = share.row.name
    case .late(let within):
      cells["event"] = Metric.late
      cells["within"] = within.words
    }
    return cells
  }
}

extension JSONOutput {
  /// A list, or nil if it is empty.
  static func listed(_ elements: [Self]) -> Self? { elements.isEmpty ? nil : .array(elements) }
  /// An object, or nil if it is empty.
  static func listed(object members: [Member]) -> Self? { members.isEmpty ? nil : .object(members) }
}
