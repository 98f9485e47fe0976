import EventEngine
import JSONText
import PurchaseWorld

/// A row of a CSV table during reading.
struct ObservationRow {
  private var event: ReadValue<String>?
  private var count, of, day, rung: ReadValue<Int>?
  private var within: ReadValue<Delay>?
  private(set) var design: ReadValue<String>?
  /// The counted row; nil if it is not part of a table.
  private(set) var counted: Observations.Row?

  static let fields: [Field<ObservationRow>] = [
    Field("event", .text, given: \.event, "what was counted").required,
    Field("count", .integer(Observations.counts), given: \.count, "the count").required,
    Field("of", .integer(Observations.counts), given: \.of, "the total"),
    Field("day", .integer(Observations.days), given: \.day, "the day, counted from 1"),
    Field(
      "rung", .integer(Observations.rungs), given: \.rung,
      "0: deliveries whose first try failed; k: deliveries whose k-th retry also failed (C7)"),
    Field("within", .durationAboveZero, given: \.within, "the deadline"),
    Field("design", .text, given: \.design, "the design, in the output of 'funnel'"),
  ]

  /// The columns that hold numbers.
  static let numbers = ["count", "of", "day", "rung"]

  /// The meanings of names in the column `event`, without the deadline and the day.
  private static let names: [String: Observations.Quantity] = {
    var names: [String: Observations.Quantity] = [
      "users": .users, "damaged": .damaged, Metric.late: .late(within: .zero),
    ]
    for event in ClientLogEvent.allCases { names[event.name] = .event(event, day: nil) }
    for (name, share) in Observations.shares { names[name] = .share(share) }
    for rung in Observations.rungs {
      names[rung == 0 ? "failed first try" : "failed retry \(rung)"] = .failedTries(rung: rung)
    }
    return names
  }()

  /// The names that are suggested, in the order of the format.
  private static let suggested =
    ["users", "damaged", Metric.late] + ClientLogEvent.allCases.map(\.name)
    + Observations.shares.map(\.name)

  /// The same row with the counted row; returns nil after reporting a problem.
  func row() -> ObservationRow? {
    guard let place = event?.place, let name = event?.value, let count = count?.value,
      let counts = self.count?.place
    else { return nil }
    if name == "abnormalUsers" { return self }
    guard let known = ObservationRow.names[name] else {
      return place.report(
        "unknown event \(name.quoted)",
        expected: "a moment such as 'iap_purchase_click', 'users', a metric, or 'lateRate'",
        suggestion: NearestName.of(name, among: ObservationRow.suggested))
    }
    guard let quantity = quantity(known, place) else { return nil }
    var row = self
    row.counted = Observations.Row(quantity, count, of: of?.value, at: counts.json.position)
    return row
  }

  /// A quantity with its deadline, day or rung; returns nil after reporting a problem.
  private func quantity(
    _ known: Observations.Quantity, _ place: FileValue
  ) -> Observations.Quantity? {
    switch known {
    case .users, .damaged, .failedTries: return takes([], place) ? known : nil
    case .late:
      guard takes(["of", "within"], place) else { return nil }
      return within?.value.map { .late(within: $0) }
    case .share: return takes(["of"], place) ? known : nil
    case .event(let event, _):
      guard let rung = rung?.value else {
        return takes([], may: ["day"], place) ? .event(event, day: day?.value) : nil
      }
      guard [.verifyFail, .retryVerifyFail].contains(event) else {
        return place.reportSemanticProblem(
          "\(event.name.quoted) has no rung",
          expected: .choice([ClientLogEvent.verifyFail, .retryVerifyFail].map(\.name)))
      }
      return takes(["rung"], place) ? .failedTries(rung: rung) : nil
    }
  }

  /// Whether the row has exactly the other columns that it needs.
  private func takes(_ wanted: [String], may optional: [String] = [], _ place: FileValue) -> Bool {
    let before = place.log.count
    let given: [(name: String, place: FileValue?)] = [
      ("of", of?.place), ("day", day?.place), ("rung", rung?.place), ("within", within?.place),
    ]
    for (name, cell) in given {
      if let cell, !(wanted + optional).contains(name) {
        cell.reportSemanticProblem(
          "\(name.quoted) does not apply to \(place.words)", expected: "an empty cell")
      } else if cell == nil, wanted.contains(name) {
        place.reportSemanticProblem(
          "\(place.words) needs \(name.quoted)", expected: "a value in that column")
      }
    }
    return place.log.count == before
  }
}
