import EventEngine
import PurchaseWorld
package import Scenarios

/// Counts of an event log, and statistics of the lines that were not counted.
package struct LogEventCounts: Sendable {
  package var bytes = 0
  /// Readable lines.
  package var lines = 0
  package var damaged = DamagedLines()

  // Classification of the lines.
  /// Lines that were counted as events.
  package var counted = 0
  /// Lines whose event the map ignores.
  package var ignoredLines = 0
  /// Lines without the name of an event.
  package var unnamed = 0
  package var unknownEvents = UnknownNames()
  /// Lines that repeat an earlier event and were not counted.
  package var repeated = 0
  /// Lines outside the days from the first to the last.
  package var outside = 0
  /// Lines among them without any time, which may belong to these days.
  package var undated = 0

  // Users.
  /// Distinct values of the user keys; a user can have several.
  package var identities = 0
  /// Distinct users: identities, joined if they occur in the same line.
  package var users = 0
  /// Lines with an identity that did not fit into memory: there are more users than ``users``.
  package var beyondCapacity = 0
  package var withoutUser = 0
  /// Events forgotten too early to find their repetitions: ``repeated`` may be too low.
  package var forgotten = 0
  /// Events that may repeat a forgotten event, because they follow much later events.
  package var possibleRepeats = 0

  // Clocks.
  /// Lines without a readable client time.
  package var withoutClientTime = 0
  /// Lines whose client time is before the first day.
  package var early = 0
  /// Lines whose client time is after the last day.
  package var late = 0
  /// Lines without a usable client time that were counted by the server's time of receipt.
  package var datedByServer = 0
  /// Events before an earlier line of their user: by less than a minute, less than a day, and more.
  package var outOfOrder = [0, 0, 0]
  /// The largest of these differences, in milliseconds.
  package var maxDisorder = 0

  /// Failures without a numeric try.
  package var failuresWithoutTry = 0
  /// Failed tries by the number of the try: index 0 is the first try.
  package var failuresByTry = [Int](repeating: 0, count: ClientLog.maxCountedTries)
  /// The counts of events, by day from 0 and by event; one day if not split by day.
  package var counts: [[Int]] = [LogEventCounts.noEvents]

  static let noEvents = [Int](repeating: 0, count: ClientLogEvent.allCases.count)

  /// The map's key of the user or the time, if none of the tested lines has it.
  package func missingKey(of map: EventMap) -> String? {
    if users == 0, withoutUser > 0 { return map.user.joined(separator: ", ") }
    let known = lines - unnamed - unknownEvents.lineCount
    return known > 0 && withoutClientTime == known && datedByServer == 0 ? map.time : nil
  }

  /// The table of observations: the users, every event that the map names, and the failed tries.
  ///
  /// Without a map's names, an event that never occurs may be unknown to the log: it has no row.
  package func observations(using map: EventMap) -> Observations {
    let named = ClientLogEvent.allCases.filter { event in
      map.events == nil ? counts.contains { $0[event.index] > 0 } : map.canCount(event)
    }
    // Without any user key, the number of users is unknown instead of 0.
    var rows = users == 0 && withoutUser > 0 ? [] : [Observations.Row(.users, users)]
    let lost = damaged.count + undated
    if lost > 0 { rows.append(.init(.damaged, lost)) }
    for (day, counts) in counts.enumerated() {
      rows += named.map { event in
        .init(.event(event, day: map.countsByDay ? day + 1 : nil), counts[event.index])
      }
    }
    if let last = failuresByTry.lastIndex(where: { $0 > 0 }) {
      rows += (0...last).map { .init(.failedTries(rung: $0), failuresByTry[$0]) }
    }
    return Observations(rows: rows)
  }
}

extension EventMap {
  /// Whether retries are distinguished by the number of the try, because no name does.
  var marksRetriesByNumber: Bool { !eventMeanings.contains { $0.event?.client?.isRetry ?? false } }

  /// Whether names of the map can produce an event.
  func canCount(_ event: ClientLogEvent) -> Bool {
    eventMeanings.contains { name, known in
      known?.client == event || marksRetriesByNumber && known?.client?.retried == event
    }
  }
}

extension LogEntry.Event {
  /// The event of a client; nil if the backend logs it.
  var client: ClientLogEvent? { if case .client(let event) = self { event } else { nil } }
}

extension ClientLogEvent {
  /// The corresponding event of a retry; nil if the event does not belong to a first try.
  var retried: ClientLogEvent? {
    switch self {
    case .verifyStart: .retryVerifyStart
    case .verifySucceed: .retryVerifySucceed
    case .verifyReject: .retryVerifyReject
    case .verifyFail: .retryVerifyFail
    default: nil
    }
  }

  fileprivate var isRetry: Bool { ClientLogEvent.allCases.contains { $0.retried == self } }
}
