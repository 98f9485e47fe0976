import EventEngine
import JSONText
import PurchaseWorld

/// A trace as comma-separated values (RFC 4180): a header, then an event a row, in order of time.
package enum TraceCSV {
  private static let columns = ["time", "seconds", "actor", "receiver", "event", "rules", "kind"]

  /// All rows, each ended by CR LF.
  package static func text(_ story: Story) -> String {
    let rows = story.events.map { event in
      [
        Timeline.clock(event.time), seconds(event.time), event.actor.rawValue,
        event.receiver?.rawValue ?? "", event.text, event.rules.joined(separator: " "),
        event.kind.rawValue,
      ]
    }
    return CSV.text([columns] + rows)
  }

  /// A time in seconds with all its six digits behind the point.
  private static func seconds(_ time: Instant) -> String {
    let fraction = String(time.microseconds % 1_000_000)
    return "\(time.microseconds / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
