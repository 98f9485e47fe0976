import EventEngine
import JSONText
import PurchaseWorld

extension Observations {
  /// The keys of a JSON table, for reading and writing.
  package static let fields: [Field<Observations>] = [
    counted("users", .users, "the number of users that the counts cover"),
    counted("damaged", .damaged, "the number of log lines that could not be counted"),
    Field(
      "events", .other("an object"), "how often clients logged each event",
      write: { $0.logged(on: nil) }
    ) { value, table in value.read(events(on: nil), into: &table) },
    Field(
      "days", .list(of: .other("an object")), "the same, for each day",
      write: { .listed($0.writtenDays) }
    ) { value, table in
      for place in value.list(.list(of: .other("a day")), maximum: days.upperBound) ?? [] {
        var day = Day()
        place.read(Day.fields, into: &day)
        if let number = day.number { day.events?.read(events(on: number), into: &table) }
      }
    },
    Field(
      "ladder", .list(of: .integer(counts)),
      "deliveries whose first try failed, then deliveries whose k-th retry also failed (C7)",
      write: { .listed($0.writtenLadder) }
    ) { value, table in
      let places = value.list(.list(of: .integer(counts)), maximum: rungs.count) ?? []
      for (rung, place) in places.enumerated() {
        table.add(.failedTries(rung: rung), place.integer(counts), place)
      }
    },
    Field(
      "shares", .other("an object of shares"), "metrics, each as a count and a total",
      write: { .listed(object: $0.writtenShares) }
    ) { value, table in
      value.read(
        shares.map { name, share in
          Field(name, .other("an object"), share.row.meaning) { place, table in
            guard let part = place.read(Part.fields, Part()), let count = part.count else { return }
            table.add(.share(share), count.json.number?.integer, of: part.of, count)
          }
        }, into: &table)
    },
    Field(
      "late", .list(of: .other("an object")), "charges that were not delivered within a deadline",
      write: { .listed($0.writtenLate) }
    ) { value, table in
      for place in value.list(.list(of: .other("an object"))) ?? [] {
        guard let part = place.read(Part.fields + Part.deadline, Part()), let count = part.count,
          let within = part.within
        else { continue }
        table.add(.late(within: within), count.json.number?.integer, of: part.of, count)
      }
    },
    Field(
      "quantiles", .list(of: .other("an object")),
      "quantiles of the time from charge to delivery, over all charges"
    ) { value, table in
      for place in value.list(.list(of: .other("an object"))) ?? [] {
        guard let quantile = place.read(Quantile.fields, Quantile()),
          let percent = quantile.percent, let within = quantile.within, let of = quantile.of
        else { continue }
        // The number of charges delivered by then: the smallest whole number at or above the level.
        let delivered = (percent * of + 99) / 100
        table.add(.late(within: within), of - delivered, of: of, place)
      }
    },
  ]

  mutating func add(_ quantity: Quantity, _ count: Int?, of: Int? = nil, _ place: FileValue) {
    guard let count else { return }
    rows.append(Row(quantity, count, of: of, at: place.json.position))
  }

  private static func counted(_ name: String, _ quantity: Quantity, _ summary: String)
    -> Field<Observations>
  {
    Field(
      name, .integer(counts), summary,
      write: { table in table[quantity].map { .integer($0.count) } }
    ) { value, table in table.add(quantity, value.integer(counts), value) }
  }

  /// The events that clients log, on one day or on all days together.
  private static func events(on day: Int?) -> [Field<Observations>] {
    ClientLogEvent.allCases.map { counted($0.name, .event($0, day: day), "the count") }
  }

  /// Reads a table, or the output of `lostorder funnel --format json` for one design.
  mutating func readJSON(_ value: FileValue) {
    guard value.has("designs"), value.has("scenario") else {
      value.read(Observations.fields, into: &self)
      return
    }
    value.read(
      [
        Field("scenario", .other("an object"), "the simulated scenario") { value, table in
          value.read([Observations.fields[0]], into: &table, passesOver: true)
        },
        Field("designs", .list(of: .other("an object")), "how often clients logged each event") {
          value, table in
          let designs = value.list(.list(of: .other("an object"))) ?? []
          guard designs.count == 1 else {
            return value.reportSemanticProblem(
              "the file has the funnels of \(designs.count) designs",
              expected: "the funnel of a scenario with one design")
          }
          designs[0].read(Observations.funnel, into: &table, passesOver: true)
        },
      ], into: &self, passesOver: true)
  }

  /// The keys of a design in a funnel.
  private static let funnel: [Field<Observations>] =
    [
      Field("funnel", .other("an object"), "how often clients logged each event") {
        $0.read(events(on: nil), into: &$1, passesOver: true)
      }
    ] + fields.filter { $0.name == "ladder" }

  /// A day during reading; its counts can be stored only when its number is known.
  private struct Day {
    var number: Int?, events: FileValue?

    static let fields: [Field<Day>] = [
      Field("day", .integer(days), \.number, "the day, counted from 1").required,
      Field("events", .later(.other("an object")), \.events, "how often clients logged each event")
        .required,
    ]
  }

  /// A count and its total during reading, with the place.
  private struct Part {
    var count: FileValue?, of: Int?, within: Delay?

    static let fields: [Field<Part>] = [
      Field("count", .integer(counts), "how many") { value, part in
        if value.integer(counts) != nil { part.count = value }
      }.required, Field("of", .integer(counts), \.of, "the total").required,
    ]
    static let deadline: [Field<Part>] = [
      Field("within", .durationAboveZero, \.within, "the deadline").required
    ]
  }

  private struct Quantile {
    var percent: Int?, of: Int?, within: Delay?

    static let percents = ["deliveryP50": 50, "deliveryP95": 95, "deliveryP99": 99]

    static let fields: [Field<Quantile>] = [
      Field("metric", .choice(["deliveryP50", "deliveryP95", "deliveryP99"]), "which quantile") {
        value, quantile in
        quantile.percent = value.choice(percents.keys.sorted(), called: "quantile")
          .flatMap { percents[$0] }
      }.required, Field("is", .durationAboveZero, \.within, "the time").required,
      Field("of", .integer(counts), \.of, "the total").required,
    ]
  }
}
