import EventEngine
import JSONText
import PurchaseWorld

/// A trace as comma-separated values (RFC 4180): a header, then an event a row, in order of time.
package enum TraceCSV {
  private static let columns = ["time", "seconds", "actor", "receiver", "event", "rules", "kind"]

  /// All rows, each ended by CR LF.
  package static func text(_ story: Story) -> String {
    let rows = story.events.map { event in
      let microseconds = event.time.microseconds
      return [
        Timeline.clock(event.time),
        // All six digits behind the point.
        "\(microseconds / 1_000_000)." + Timeline.digits(microseconds % 1_000_000, 6),
        event.actor.rawValue, event.receiver?.rawValue ?? "", event.text,
        event.rules.joined(separator: " "), event.kind.rawValue,
      ]
    }
    return CSV.text([columns] + rows)
  }
}
