import EventEngine
import JSONText
import PurchaseWorld

extension Observations {
  /// The keys of a table as JSON, by which it is read and written.
  package static let fields: [Field<Observations>] = [
    counted("users", .users, "how many users the counts are of"),
    counted("damaged", .damaged, "how many lines of a log could not be counted"),
    Field(
      "events", .other("an object"), "how often clients logged what", write: { $0.logged(on: nil) }
    ) { value, table in value.read(events(on: nil), into: &table) },
    Field(
      "days", .list(of: .other("an object")), "the same day by day",
      write: { .listed($0.writtenDays) }
    ) { value, table in
      for place in value.list(.list(of: .other("a day")), most: days.upperBound) ?? [] {
        var day = Day()
        place.read(Day.fields, into: &day)
        if let number = day.number { day.events?.read(events(on: number), into: &table) }
      }
    },
    Field(
      "ladder", .list(of: .integer(counts)),
      "deliveries whose first try failed, then those whose k-th retry failed too (C7)",
      write: { .listed($0.writtenLadder) }
    ) { value, table in
      let places = value.list(.list(of: .integer(counts)), most: rungs.count) ?? []
      for (rung, place) in places.enumerated() {
        table.add(.failedTries(rung: rung), place.integer(counts), place)
      }
    },
    Field(
      "shares", .other("an object of shares"), "metrics, each as a count of a whole",
      write: { .listed(object: $0.writtenShares) }
    ) { value, table in
      value.read(
        shares.map { name, share in
          Field(name, .other("an object"), share.row.meaning) { place, table in
            var part = Part()
            guard place.read(Part.fields, into: &part), let count = part.count else { return }
            table.add(.share(share), count.json.number?.integer, of: part.of, count)
          }
        }, into: &table)
    },
    Field(
      "late", .list(of: .other("an object")), "charges that were not delivered within a deadline",
      write: { .listed($0.writtenLate) }
    ) { value, table in
      for place in value.list(.list(of: .other("an object"))) ?? [] {
        var part = Part()
        guard place.read(Part.fields + Part.deadline, into: &part), let count = part.count,
          let within = part.within
        else { continue }
        table.add(.late(within: within), count.json.number?.integer, of: part.of, count)
      }
    },
    Field(
      "quantiles", .list(of: .other("an object")),
      "times from charge to delivery that a share of all charges do not exceed"
    ) { value, table in
      for place in value.list(.list(of: .other("an object"))) ?? [] {
        var quantile = Quantile()
        guard place.read(Quantile.fields, into: &quantile), let percent = quantile.percent,
          let within = quantile.within, let of = quantile.of
        else { continue }
        // So many are delivered by then: the least whole number that is not below the level.
        let delivered = (percent * of + 99) / 100
        table.add(.late(within: within), of - delivered, of: of, place)
      }
    },
  ]

  mutating func add(_ what: What, _ count: Int?, of: Int? = nil, _ place: FileValue) {
    guard let count else { return }
    rows.append(Row(what, count, of: of, at: place.json.position))
  }

  private static func counted(_ name: String, _ what: What, _ summary: String)
    -> Field<Observations>
  {
    Field(
      name, .integer(counts), summary, write: { table in table[what].map { .integer($0.count) } }
    ) { value, table in table.add(what, value.integer(counts), value) }
  }

  /// The moments that clients log, on a day or on all together.
  private static func events(on day: Int?) -> [Field<Observations>] {
    LogEvent.allCases.map { counted($0.name, .event($0, day: day), "how often") }
  }

  /// Reads a table, or what `lostorder funnel --format json` prints of one design.
  mutating func readJSON(_ value: FileValue) {
    guard value.has("designs"), value.has("scenario") else {
      value.read(Observations.fields, into: &self)
      return
    }
    value.read(
      [
        Field("scenario", .other("an object"), "what was played") { value, table in
          value.read([Observations.fields[0]], into: &table, passesOver: true)
        },
        Field("designs", .list(of: .other("an object")), "how often clients logged what") {
          value, table in
          let designs = value.list(.list(of: .other("an object"))) ?? []
          guard designs.count == 1 else {
            return value.report(
              meaning: "the funnels of \(designs.count) designs",
              expected: "that of one, from a scenario with one design")
          }
          designs[0].read(Observations.funnel, into: &table, passesOver: true)
        },
      ], into: &self, passesOver: true)
  }

  /// What a funnel has of a design.
  private static let funnel: [Field<Observations>] =
    [
      Field("funnel", .other("an object"), "how often clients logged what") {
        $0.read(events(on: nil), into: &$1, passesOver: true)
      }
    ] + fields.filter { $0.name == "ladder" }

  /// A day while it is read: its counts can be told apart only when its number is known.
  private struct Day {
    var number: Int?
    var events: FileValue?

    static let fields: [Field<Day>] = [
      Field("day", .integer(days), \.number, "the day, from 1").required,
      Field("events", .later(.other("an object")), \.events, "how often clients logged what")
        .required,
    ]
  }

  /// A part of a whole while it is read, with where it stands.
  private struct Part {
    var count: FileValue?
    var of: Int?
    var within: Delay?

    static let fields: [Field<Part>] = [
      Field("count", .integer(counts), "how many") { value, part in
        if value.integer(counts) != nil { part.count = value }
      }.required, Field("of", .integer(counts), \.of, "of how many").required,
    ]
    static let deadline: [Field<Part>] = [
      Field("within", .durationAboveZero, \.within, "the deadline").required
    ]
  }

  private struct Quantile {
    var percent: Int?
    var within: Delay?
    var of: Int?

    static let percents = ["deliveryP50": 50, "deliveryP95": 95, "deliveryP99": 99]

    static let fields: [Field<Quantile>] = [
      Field("metric", .choice(["deliveryP50", "deliveryP95", "deliveryP99"]), "which quantile") {
        value, quantile in
        quantile.percent = value.choice(percents.keys.sorted(), called: "quantile")
          .flatMap { percents[$0] }
      }.required, Field("is", .durationAboveZero, \.within, "the time").required,
      Field("of", .integer(counts), \.of, "of how many").required,
    ]
  }
}
