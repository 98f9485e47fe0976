import EventEngine
import JSONText

/// A story as text: time, actor, what happened, and the rules that decide.
package enum Timeline {
  /// The whole text: what was played, what happened, how it ended.
  package static func text(_ story: Story) -> String {
    let title = story.title.escapingControls
    let lines = [title, ""] + lines(story.events) + [""] + story.endings
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of what happened, with visits in which the same happens as before counted.
  static func lines(_ events: [TraceEvent]) -> [String] {
    StoryPart.parts(of: events).flatMap { part -> [String] in
      guard case .visit(let events) = part else { return [indentation + part.words] }
      return events.map { stamp($0.time) + "  " + line($0) }
    }
  }

  /// What stands in the place of a time.
  static let indentation = String(repeating: " ", count: 18)

  /// How wide the column of actors is.
  static let actorWidth = 9

  /// The actor and what happened; faults and losses have marks instead of an actor.
  static func line(_ event: TraceEvent) -> String {
    head(event) + event.words.escapingControls
  }

  /// What stands before the words of an event.
  static func head(_ event: TraceEvent) -> String {
    switch event.kind {
    case .plain: padded(event.actor.rawValue, to: actorWidth)
    case .fault: padded("", to: actorWidth) + "⚡ "
    case .drop: padded("", to: actorWidth) + "✗ "
    }
  }

  /// Pads with spaces at the end.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A time as days, hours, minutes, seconds and milliseconds, 16 characters wide.
  static func stamp(_ time: Instant) -> String { padded(leading: clock(time), to: 16) }

  private static func padded(leading text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// A time as days if there are any, hours, minutes, seconds and milliseconds.
  static func clock(_ time: Instant) -> String {
    let milliseconds = time.microseconds / 1_000
    let days = milliseconds / 86_400_000
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return (days > 0 ? "\(days)d " : "")
      + [
        digits(milliseconds / 3_600_000 % 24, 2), digits(milliseconds / 60_000 % 60, 2),
        digits(milliseconds / 1_000 % 60, 2) + "." + digits(milliseconds % 1_000, 3),
      ].joined(separator: ":")
  }
}
