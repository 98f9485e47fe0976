import EventEngine
import PurchaseWorld
package import Scenarios

/// What was counted of an event log, and all that was not.
package struct EventCount: Sendable {
  package var bytes = 0
  /// Lines that could be read.
  package var lines = 0
  package var damaged = DamagedLines()

  // What became of the lines.
  package var counted = 0
  /// Events that the map passes over.
  package var passedOver = 0
  /// Lines without the name of an event.
  package var unnamed = 0
  package var unknown = UnknownNames()
  package var repeated = 0
  /// Outside of the days from the first to the last.
  package var outside = 0
  /// Of these, those without any time: they may have been inside.
  package var undated = 0

  // Users.
  package var identities = 0
  package var users = 0
  /// Lines with an identity for which there was no room: there are more users than ``users``.
  package var beyond = 0
  package var withoutUser = 0
  /// Events that were forgotten while a repetition could still come: there may be more than ``repeated``.
  package var forgotten = 0
  /// Events that may be repetitions of one that was forgotten, since they come after much younger ones: likewise.
  package var unsure = 0

  // Clocks.
  package var timeless = 0
  package var early = 0
  package var late = 0
  /// Of the three above, those that were counted by the time at which the server had them.
  package var byServer = 0
  /// Events before an earlier line of their user: by less than a minute, less than a day, and more.
  package var backwards = [0, 0, 0]
  /// The farthest of them, in milliseconds.
  package var farthest = 0

  /// Failures whose try is no number.
  package var trylessFailures = 0
  package var rungs = [Int](repeating: 0, count: ClientLog.rungs)
  /// How often each event was logged, by day from 0 and place; one day if days are not told apart.
  package var counts: [[Int]] = [EventCount.noEvents]

  static let noEvents = [Int](repeating: 0, count: LogEvent.allCases.count)

  /// The key of a map that no line has of those that were looked at: of the user, or of the time.
  package func missingKey(of map: EventMap) -> String? {
    if users == 0, withoutUser > 0 { return map.user.joined(separator: ", ") }
    let known = lines - unnamed - unknown.count
    return known > 0 && timeless == known && byServer == 0 ? map.time : nil
  }

  /// The table of what was counted: the users, every event that the map names, and the ladder.
  ///
  /// Without names of its own a log may not know every event, so that none is no count.
  package func table(_ map: EventMap) -> Observations {
    let named = LogEvent.allCases.filter { event in
      map.events == nil ? counts.contains { $0[event.place] > 0 } : map.canCount(event)
    }
    // Of whom none is named there are not none.
    var rows = users == 0 && withoutUser > 0 ? [] : [Observations.Row(.users, users)]
    let lost = damaged.count + undated
    if lost > 0 { rows.append(.init(.damaged, lost)) }
    for (day, counts) in counts.enumerated() {
      rows += named.map { event in
        .init(.event(event, day: map.days ? day + 1 : nil), counts[event.place])
      }
    }
    if let last = rungs.lastIndex(where: { $0 > 0 }) {
      rows += (0...last).map { .init(.failedTries(rung: $0), rungs[$0]) }
    }
    return Observations(rows: rows)
  }
}

extension EventMap {
  /// Whether the number of the try tells retries, because no name does.
  var tellsRetriesByNumber: Bool { !meanings.contains { $0.event?.client?.isRetry ?? false } }

  /// Whether an event can come of the names of the map.
  func canCount(_ event: LogEvent) -> Bool {
    meanings.contains { name, known in
      known?.client == event || tellsRetriesByNumber && known?.client?.retried == event
    }
  }
}

extension LoggedMoment.Event {
  /// The moment of a client; nil if the backend logs it.
  var client: LogEvent? { if case .client(let event) = self { event } else { nil } }
}

extension LogEvent {
  /// The same of a later try; nil where it is not of a first try.
  var retried: LogEvent? {
    switch self {
    case .verifyStart: .retryVerifyStart
    case .verifySucceed: .retryVerifySucceed
    case .verifyReject: .retryVerifyReject
    case .verifyFail: .retryVerifyFail
    default: nil
    }
  }

  fileprivate var isRetry: Bool { LogEvent.allCases.contains { $0.retried == self } }
}
