import EventEngine
import JSONText
import PurchaseWorld

/// A trace as a Mermaid sequence diagram.
package struct TraceMermaid {
  private let language: Language
  private var lines: [String] = []
  /// The time that was shown last.
  private var shown: Instant?
  /// Whether the app's lifeline shows a process.
  private var isActive = false

  /// How wide a line of a label is in pixels, so that the diagram stays narrow.
  private static let lineWidth = 230

  package static func text(_ story: Story) -> String {
    var diagram = TraceMermaid(language: story.language)
    diagram.lines = ["sequenceDiagram", "  accTitle: " + story.title.escapingMermaid]
    diagram.lines.append("  accDescr: " + story.language.list(story.endings).escapingMermaid)
    for actor in Party.participants {
      let name = actor.name(story.language)
      diagram.lines.append(
        "  \(actor == .user ? "actor" : "participant") \(actor.rawValue)"
          + (name == actor.rawValue ? "" : " as " + name.escapingMermaid))
    }
    for part in StoryPart.parts(of: story.events) {
      switch part {
      case .visit(let events): for event in events { diagram.add(event) }
      case .again: diagram.note(everybody, part.words(story.language))
      }
    }
    if diagram.isActive { diagram.activate(false) }
    for ending in story.endings { diagram.note(everybody, ending) }
    return diagram.lines.joined(separator: "\n") + "\n"
  }

  /// The participants over which a note stands that is about all of them.
  private static let everybody = ["user", "backend"]

  private mutating func add(_ event: TraceEvent) {
    let time = event.time == shown ? "" : Timeline.clock(event.time) + "<br/>"
    shown = event.time
    if event.moment == .launched, !isActive { activate(true) }
    // The link is no participant: what happens to it stands over both its ends.
    let places = event.actor == .link ? ["app", "backend"] : [event.actor.rawValue]
    let words = event.words(language)
    switch event.kind {
    case .fault: note(places, "⚡ " + words, time, on: "rgba(255, 180, 0, 0.3)")
    case .drop: note(TraceMermaid.everybody, "✗ " + words, time, on: "rgba(220, 40, 30, 0.3)")
    case .plain where event.actor == .link: note(places, language("the link {0}", words), time)
    case .plain:
      let receiver = event.receiver ?? event.actor
      let arrow = event.isReply ? "-->>" : "->>"
      let label = time + TraceMermaid.label(words)
      lines.append("  \(event.actor.rawValue)\(arrow)\(receiver.rawValue): \(label)")
    }
    if event.moment == .died || event.moment == .evicted, isActive { activate(false) }
  }

  /// Begins or ends the bar that stands for the app's process.
  private mutating func activate(_ isOn: Bool) {
    isActive = isOn
    lines.append("  \(isOn ? "activate" : "deactivate") app")
  }

  /// Writes a note, perhaps on a ground of a colour.
  private mutating func note(
    _ places: [String], _ text: String, _ time: String = "", on color: String? = nil
  ) {
    let width = places.count > 1 ? 2 * TraceMermaid.lineWidth : TraceMermaid.lineWidth
    let label = time + TraceMermaid.label(text, width: width)
    if let color { lines.append("  rect \(color)") }
    lines.append("  Note over \(places.joined(separator: ",")): \(label)")
    if color != nil { lines.append("  end") }
  }

  /// A text as the label of an arrow or a note, in short lines.
  private static func label(_ text: String, width: Int = lineWidth) -> String {
    let spares = text.sparesColonsInMermaid
    return Markup.wrapped(text, width: width, size: 16).map {
      $0.escapingMermaid(sparesColons: spares)
    }.joined(separator: "<br/>")
  }
}
