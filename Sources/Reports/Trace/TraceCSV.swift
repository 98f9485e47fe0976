import EventEngine
import JSONText

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
    return ([columns] + rows).map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A text as one cell, which no program takes for a formula.
  ///
  /// What begins like one gets an apostrophe, which spreadsheets show as text.
  static func cell(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let isFormula = scalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    let apostrophe = isFormula ? "'" : ""
    guard scalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
      return apostrophe + text
    }
    var cell = "\"" + apostrophe
    for scalar in scalars {
      if scalar == "\"" { cell += "\"" }
      cell.unicodeScalars.append(scalar)
    }
    return cell + "\""
  }

  /// A time in seconds with all its six digits behind the point.
  private static func seconds(_ time: Instant) -> String {
    let fraction = String(time.microseconds % 1_000_000)
    return "\(time.microseconds / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
