package import EventEngine
import JSONText
package import PurchaseWorld

/// The names of keys, events and codes in a raw event log of your own.
///
/// The defaults are the names that `lostorder log` writes; the article <doc:Observations> explains
/// the keys.
package struct EventMap: Hashable, Sendable {
  package enum TimeFormat: String, CaseIterable, Sendable {
    /// ISO 8601, such as `2026-01-31T08:15:30.250Z`; UTC if there is no offset.
    case iso
    /// A number, counted from the start of 1970.
    case milliseconds, seconds
  }

  /// The keys of the user; a line with several of them connects the users.
  package var user = ["user"]
  package var time = "time"
  /// The key of the time at which the server received the event; nil if that time is not logged.
  package var received: String?
  package var timeFormat = TimeFormat.iso
  package var event = "event"
  /// The key of the process of the app.
  package var session = "session"
  package var product = "product", item = "item", transaction = "transaction"
  /// The key of the result of a payment, a request or a try.
  package var code = "code"
  /// The key of the number of the try in a delivery; that number is 0 for the first try.
  package var tryNumber = "try"
  /// The key of the identifier by which repeated events are recognized; nil if there is none.
  package var id: String? = "id"
  /// The meanings of event names, nil for ignored events; nil as a whole for the names of `log`.
  package var events: [String: LogEntry.Event?]?
  /// The meanings of codes, in the same way.
  package var codes: [String: LogCode?]?
  /// The time after an event within which the same event is a duplicate.
  package var window = Delay.seconds(600)
  /// The maximum difference between the clocks of a client and of the backend.
  package var skew = Delay.seconds(5)
  /// Whether each day is counted separately, starting at ``from``.
  package var countsByDay = false
  /// The first day in UTC, such as `2026-01-31`.
  package var from: String?
  /// The day after the last.
  package var until: String?

  package init() {}

  /// The meanings of names, in alphabetical order; a name that ends with `*` is a prefix of ignored
  /// names.
  package var eventMeanings: [(name: String, event: LogEntry.Event?)] {
    EventMap.meanings(of: events, beside: [("server_*", nil)])
  }

  /// The meanings of codes, in alphabetical order.
  package var codeMeanings: [(name: String, code: LogCode?)] {
    EventMap.meanings(of: codes).map { ($0.name, $0.event) }
  }

  private static func meanings<Meaning: RawRepresentable<String> & CaseIterable>(
    of names: [String: Meaning?]?, beside more: [(name: String, event: Meaning?)] = []
  ) -> [(name: String, event: Meaning?)] {
    guard let names else { return Meaning.allCases.map { ($0.rawValue, $0) } + more }
    return names.keys.sorted().map { ($0, names[$0] ?? nil) }
  }

  /// The number of days in a month of the Gregorian calendar, from 1 to 12; 0 for any other month.
  package static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  /// The maximum number of keys of the user.
  static let maxUserKeys = 8

  package static let fields: [Field<EventMap>] = [
    Field("user", .userKeys, \.user, "the key of the user's identifier, or a list of such keys"),
    Field("time", .key, \.time, "the key of the time"),
    Field(
      "received", .key, \.received, "the key of the time at which the server received the event"),
    Field("timeFormat", .word, \.timeFormat, "the format of both times"),
    Field("event", .key, \.event, "the key of the event's name"),
    Field("session", .key, \.session, "the key of the app's process (D1)"),
    Field("product", .key, \.product, "the key of the product"),
    Field("item", .key, \.item, "the key of the item"),
    Field("transaction", .key, \.transaction, "the key of the transaction"),
    Field("code", .key, \.code, "the key of the result of a payment, a request or a try"),
    Field("try", .key, \.tryNumber, "the key of the number of the try, 0 for the first (C7)"),
    Field("id", .key, \.id, "the key of the event's identifier"),
    Field("events", .other("an object of names"), "the meanings of event names") { value, map in
      map.events = value.meanings() ?? map.events
    },
    Field("codes", .other("an object of names"), "the meanings of result codes") { value, map in
      map.codes = value.meanings() ?? map.codes
    },
    Field(
      "skew", .duration, \.skew, "the maximum difference between clocks of clients and backend"),
    Field("window", .duration, \.window, "the time within which the same event is a repetition"),
    .boolean("days", \.countsByDay, "whether to count each day separately, starting at 'from'"),
    Field("from", .date, \.from, "the first day, in UTC"),
    Field("until", .date, \.until, "the day after the last day"),
  ]

  /// Reads a map from the bytes of a file.
  /// - Parameter file: the name of the file in problems.
  package static func read(_ bytes: [UInt8], file: String) throws(Problems) -> EventMap {
    let log = ProblemLog(file: file)
    let value = FileValue(try ScenarioReader.parse(bytes, file: file), log)
    var map = EventMap()
    value.read(fields, into: &map)
    try log.throwIfAny()
    if map.countsByDay, map.from == nil {
      value.reportSemanticProblem(
        "'days' has no first day", expected: "'from' together with 'days'")
    }
    if let from = map.from, let until = map.until, until <= from {
      value.reportSemanticProblem("'until' is not after 'from'", expected: "a later day")
    }
    try log.throwIfAny()
    return map
  }
}

extension ValueFormat<String> {
  /// A key of a log, or the keys of nested objects separated by dots.
  fileprivate static var key: ValueFormat {
    ValueFormat(.other("the name of a key"), write: { .string($0) }) { value in
      guard let text = value.singleLineText() else { return nil }
      if (1...200).contains(text.utf8.count) { return text }
      return value.report("\(value.words) cannot be a key", expected: "at most 200 bytes")
    }
  }

  fileprivate static var date: ValueFormat {
    ValueFormat(.other("a date such as '2026-01-31'"), write: { .string($0) }) { value in
      guard let text = value.text() else { return nil }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let isDate =
        text.utf8.count == 10 && parts.map(\.utf8.count) == [4, 2, 2]
        && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
      guard isDate, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
        day >= 1, day <= EventMap.dayCount(ofMonth: month, year: year)
      else {
        return value.report("\(text.quoted) is not a date", expected: "a date such as '2026-01-31'")
      }
      return text
    }
  }
}

extension ValueFormat<[String]> {
  fileprivate static var userKeys: ValueFormat {
    let list = ValueFormat.list(of: ValueFormat<String>.key, eachOnce: "key ")
    return ValueFormat(.other("a key or a list of keys"), write: list.write) { value in
      if value.json.string != nil { return ValueFormat<String>.key.read(value).map { [$0] } }
      guard let keys = list.read(value) else { return nil }
      if 1...EventMap.maxUserKeys ~= keys.count { return keys }
      return value.report("\(keys.count) user keys", expected: "from 1 to \(EventMap.maxUserKeys)")
    }
  }
}

extension FileValue {
  /// Reads the meanings of names: a moment or a code, or null for an ignored name.
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
        place.report(
          "a name that ends with '*' has a meaning", expected: "null for a name that ends with '*'")
      } else if let event = place.choice(of: Meaning.self) {
        events[member.key] = event
      }
    }
    return events
  }
}
