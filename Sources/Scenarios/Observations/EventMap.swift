package import EventEngine
import JSONText
package import PurchaseWorld

/// Under which names a team's raw log of events holds what is counted of it.
///
/// Without a map those are taken that `lostorder log` writes; the article <doc:Observations> explains the
/// keys.
package struct EventMap: Hashable, Sendable {
  package enum TimeFormat: String, CaseIterable, Sendable {
    /// ISO 8601, such as `2026-01-31T08:15:30.250Z`; without an offset it is UTC.
    case iso
    /// Since 1970, as a number.
    case milliseconds, seconds
  }

  /// The keys that name users; a line that has several of them joins them.
  package var user = ["user"]
  package var time = "time"
  /// When the server received the event, if it says so.
  package var received: String?
  package var timeFormat = TimeFormat.iso
  package var event = "event"
  /// The process of the app.
  package var session = "session"
  package var product = "product"
  package var item = "item"
  package var transaction = "transaction"
  /// How a payment, a request or a try ended.
  package var code = "code"
  /// Which try of a delivery it is: 0 for the first.
  package var tryNumber = "try"
  /// What an event is known by if it comes twice.
  package var id: String? = "id"
  /// What the names of events mean: nil for what is passed over; nil altogether for the names of `log`.
  package var events: [String: LoggedMoment.Event?]?
  /// What codes mean, likewise.
  package var codes: [String: LogCode?]?
  /// How long after an event the same one is a repetition.
  package var window = Delay.seconds(600)
  /// How far the clocks of a client and of the backend may lie apart.
  package var skew = Delay.seconds(5)
  /// Whether the days from ``from`` on are told apart.
  package var days = false
  /// The first day, as `2026-01-31`, in UTC.
  package var from: String?
  /// The day behind the last.
  package var until: String?

  package init() {}

  /// What names mean, in the order of the alphabet; one that ends with `*` is the beginning of names
  /// that are passed over.
  package var meanings: [(name: String, event: LoggedMoment.Event?)] {
    EventMap.meanings(of: events, beside: [("server_*", nil)])
  }

  /// What codes mean, likewise.
  package var codeMeanings: [(name: String, code: LogCode?)] {
    EventMap.meanings(of: codes).map { ($0.name, $0.event) }
  }

  private static func meanings<Meaning: RawRepresentable<String> & CaseIterable>(
    of names: [String: Meaning?]?, beside more: [(name: String, event: Meaning?)] = []
  ) -> [(name: String, event: Meaning?)] {
    guard let names else { return Meaning.allCases.map { ($0.rawValue, $0) } + more }
    return names.keys.sorted().map { ($0, names[$0] ?? nil) }
  }

  /// How many days a month of the Gregorian calendar has, from 1 to 12; 0 for any other month.
  package static func days(ofMonth month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// The most keys that can name users.
  static let mostUserKeys = 8

  package static let fields: [Field<EventMap>] = [
    Field("user", .userKeys, \.user, "the key of the user, or a list of such keys"),
    Field("time", .key, \.time, "the key of the time"),
    Field("received", .key, \.received, "the key of the time at which the server had the event"),
    Field("timeFormat", .word, \.timeFormat, "how both are written"),
    Field("event", .key, \.event, "the key of the event's name"),
    Field("session", .key, \.session, "the key of the app's process (D1)"),
    Field("product", .key, \.product, "the key of the product"),
    Field("item", .key, \.item, "the key of the item"),
    Field("transaction", .key, \.transaction, "the key of the transaction"),
    Field("code", .key, \.code, "the key of how a payment, a request or a try ended"),
    Field("try", .key, \.tryNumber, "the key of the try's number, 0 for the first (C7)"),
    Field("id", .key, \.id, "the key of what tells events apart"),
    Field("events", .other("an object of names"), "what the names of events mean") { value, map in
      map.events = value.meanings() ?? map.events
    },
    Field("codes", .other("an object of names"), "what codes mean") { value, map in
      map.codes = value.meanings() ?? map.codes
    },
    Field("skew", .duration, \.skew, "how far clocks of clients and backend may lie apart"),
    Field("window", .duration, \.window, "within which the same event is a repetition"),
    .boolean("days", \.days, "whether days are told apart, from 'from' on"),
    Field("from", .date, \.from, "the first day, in UTC"),
    Field("until", .date, \.until, "the day behind the last"),
  ]

  /// Reads a map from the bytes of a file.
  /// - Parameter file: the name under which problems show the file.
  package static func read(_ bytes: [UInt8], file: String) throws(Problems) -> EventMap {
    let log = ProblemLog(file: file)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    var map = EventMap()
    value.read(fields, into: &map)
    try log.refuseIfAny()
    if map.days, map.from == nil {
      value.report(meaning: "days are counted from none", expected: "'from' with 'days'")
    }
    if let from = map.from, let until = map.until, until <= from {
      value.report(meaning: "'until' is not after 'from'", expected: "a later day")
    }
    try log.refuseIfAny()
    return map
  }
}

extension Form<String> {
  /// A key of a log, or the keys of nested objects with points between.
  fileprivate static var key: Form {
    Form(.other("the name of a key"), write: { .string($0) }) { value in
      guard let text = value.line() else { return nil }
      if (1...200).contains(text.utf8.count) { return text }
      return value.report("\(value.words) cannot be a key", expected: "at most 200 bytes")
    }
  }

  fileprivate static var date: Form {
    Form(.other("a day such as '2026-01-31'"), write: { .string($0) }) { value in
      guard let text = value.text() else { return nil }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let isDate =
        text.utf8.count == 10 && parts.map(\.utf8.count) == [4, 2, 2]
        && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
      guard isDate, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
        day >= 1, day <= EventMap.days(ofMonth: month, year)
      else { return value.report("\(text.quoted) is no day", expected: "one such as '2026-01-31'") }
      return text
    }
  }
}

extension Form<[String]> {
  fileprivate static var userKeys: Form {
    let list = Form.list(of: Form<String>.key, eachOnce: "key ")
    return Form(.other("a key or a list of keys"), write: list.write) { value in
      if value.json.string != nil { return Form<String>.key.read(value).map { [$0] } }
      guard let keys = list.read(value) else { return nil }
      if 1...EventMap.mostUserKeys ~= keys.count { return keys }
      return value.report(
        "\(keys.count) keys of users", expected: "from 1 to \(EventMap.mostUserKeys)")
    }
  }
}

extension FileValue {
  /// Reads what names mean: a moment or a code, or null for what is passed over.
  fileprivate func meanings<Meaning: RawRepresentable<String> & CaseIterable>()
    -> [String: Meaning?]?
  {
    guard let members = members() else { return nil }
    var events: [String: Meaning?] = [:]
    for member in members {
      let place = child(member)
      if case .null = member.value.content {
        events[member.key] = .some(nil)
      } else if member.key.hasSuffix("*") {
        place.report("names by their beginning mean something", expected: "null behind a '*'")
      } else if let event = place.choice(of: Meaning.self) {
        events[member.key] = event
      }
    }
    return events
  }
}
