import EventEngine
import JSONText

/// A story as text: time, actor, what happened, and the rules that decide.
package enum Timeline {
  /// The whole text: what was played, what happened, how it ended.
  package static func text(_ story: Story) -> String {
    let title = story.title.escapingControls
    let lines = [title, ""] + lines(story.events, story.language) + [""] + story.endings
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of what happened, with visits in which the same happens as before counted.
  static func lines(_ events: [TraceEvent], _ language: Language = .en) -> [String] {
    StoryPart.parts(of: events).flatMap { part -> [String] in
      guard case .visit(let events) = part else { return [indentation + part.words(language)] }
      return events.map { event in
        stamp(event.time) + "  " + head(event, language) + event.words(language).escapingControls
      }
    }
  }

  /// What stands in the place of a time.
  static let indentation = String(repeating: " ", count: 18)

  /// How wide the column of actors is.
  static let actorWidth = 9

  /// How many columns stand before the words of an event. Terminals differ about the mark of a fault,
  /// which counts as one.
  static func headWidth(_ event: TraceEvent) -> Int {
    event.kind == .plain ? actorWidth : actorWidth + 2
  }

  /// What stands before the words of an event: the actor; faults and losses have marks instead.
  static func head(_ event: TraceEvent, _ language: Language) -> String {
    switch event.kind {
    case .plain: DisplayWidth.padded(event.actor.name(language), to: actorWidth)
    case .fault: DisplayWidth.padded("", to: actorWidth) + "⚡ "
    case .drop: DisplayWidth.padded("", to: actorWidth) + "✗ "
    }
  }

  /// A time as days, hours, minutes, seconds and milliseconds, 16 characters wide.
  static func stamp(_ time: Instant) -> String {
    DisplayWidth.padded(clock(time), to: 16, atEnd: false)
  }

  /// A time as days if there are any, hours, minutes, seconds and milliseconds.
  static func clock(_ time: Instant) -> String {
    let milliseconds = time.microseconds / 1_000
    let days = milliseconds / 86_400_000
    let units = [
      milliseconds / 3_600_000 % 24, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60,
    ]
    return (days > 0 ? "\(days)d " : "")
      + units.map { digits($0, 2) }.joined(separator: ":") + "." + digits(milliseconds % 1_000, 3)
  }

  /// A number with zeros before it until it has so many digits.
  static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
