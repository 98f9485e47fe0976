package import EventEngine
import JSONText
package import PurchaseWorld

/// A trace as text: time, actor, event, and the rules that apply.
package enum Timeline {
  /// The whole text: heading, events, endings.
  package static func text(_ story: AnnotatedTrace) -> String {
    let title = story.title.escapingControls
    let lines = [title, ""] + lines(story.events, story.language) + [""] + story.endings
    return lines.joined(separator: "\n") + "\n"
  }

  /// A printer of events one by one as they happen, before the ending is known.
  /// - Parameter parameters: the printed parameters of a fault.
  package static func eventPrinter(
    of user: VirtualUser, in conditions: Conditions, store: Design.StoreKind, _ language: Language,
    parameters: (Fault) -> [(name: String, value: String?)]
  ) -> @Sendable (Trace.Entry, _ lines: [String]) -> String {
    let words = TraceText(of: user, in: conditions, store, language, parameters)
    return { entry, printed in
      var words = words
      words.lines = printed
      return lines([words.event(entry)], language).joined(separator: "\n") + "\n"
    }
  }

  /// Lines of the events; repeated visits are counted.
  package static func lines(_ events: [TraceEvent], _ language: Language = .en) -> [String] {
    TraceSegment.parts(of: events).flatMap { part -> [String] in
      guard case .visit(let events) = part else { return [indentation + part.words(language)] }
      return events.map { event in
        stamp(event.time) + "  " + head(event, language) + event.words(language).escapingControls
      }
    }
  }

  /// Blank in place of a time.
  static let indentation = String(repeating: " ", count: 18)
  static let actorWidth = 9

  /// Columns before the words of an event. Terminals differ in the width of the fault mark, which
  /// counts as one.
  static func headWidth(_ event: TraceEvent) -> Int {
    event.kind == .plain ? actorWidth : actorWidth + 2
  }

  /// Text before the words of an event: the actor, or a mark for faults and losses.
  static func head(_ event: TraceEvent, _ language: Language) -> String {
    let actor = event.kind == .plain ? event.actor.name(language) : ""
    let marks: [TraceEvent.Kind: String] = [.fault: "⚡ ", .drop: "✗ "]
    return DisplayWidth.padded(actor, to: actorWidth) + (marks[event.kind] ?? "")
  }

  /// Time as days, hours, minutes, seconds and milliseconds, 16 characters wide.
  package static func stamp(_ time: Instant) -> String {
    DisplayWidth.padded(clock(time), to: 16, atEnd: false)
  }

  /// Time as days if there are any, hours, minutes, seconds and milliseconds.
  package static func clock(_ time: Instant) -> String {
    let milliseconds = time.microseconds.magnitude / 1_000
    let days = milliseconds / 86_400_000
    let seconds = milliseconds / 1_000
    let units = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
    return (days > 0 ? "\(days)d " : "")
      + units.map { $0.digits(2, radix: 10) }.joined(separator: ":") + "."
      + (milliseconds % 1_000).digits(3, radix: 10)
  }
}

/// Two traces as text: common events once, then side by side.
extension Timeline {
  private static let columnWidth = 48

  /// The whole text: heading, common events, events under each design, endings.
  package static func text(_ comparison: TraceComparison) -> String {
    let names = [comparison.first, comparison.second].map(\.heading.design)
    let language = comparison.language
    var lines = [comparison.title.escapingControls, ""] + lines(comparison.common, language)
    if comparison.rows.isEmpty {
      lines += ["", language("no difference: {0} and {1} have the same trace", names[0], names[1])]
      lines += comparison.first.endings
    } else {
      lines += [
        indentation + rule(" " + language("first difference") + " "),
        indentation + columns(line(names[0]), line(names[1])),
      ]
      lines += TraceSegment.parts(of: comparison.rows).flatMap { part -> [String] in
        guard case .visit(let rows) = part else { return [indentation + part.words(language)] }
        return rows.flatMap { self.lines(of: $0, comparison) }
      }
      for story in [comparison.first, comparison.second] {
        lines += ["", story.heading.design] + story.endings.map { "  " + $0 }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line of a column, and its width in terminal columns.
  private typealias Line = (text: String, width: Int)

  private static func rule(_ word: String) -> String {
    let rest = 2 * columnWidth + 2 - DisplayWidth.of(word)
    let left = String(repeating: "─", count: rest / 2)
    return left + word + String(repeating: "─", count: rest - rest / 2)
  }

  /// Two cells side by side.
  private static func columns(_ first: Line?, _ second: Line?) -> String {
    let space = String(repeating: " ", count: max(0, columnWidth - (first?.width ?? 0)) + 2)
    return ((first?.text ?? "") + space + (second?.text ?? "")).withoutSpacesAtEnd
  }

  private static func line(_ text: String) -> Line { (text, DisplayWidth.of(text)) }

  /// Lines of a row: its time, and both cells, wrapped.
  private static func lines(of row: TraceComparison.Row, _ comparison: TraceComparison) -> [String]
  {
    let end = [line(DisplayWidth.padded("", to: actorWidth) + comparison.first.end)]
    let first = row.first.map { cell($0, comparison) } ?? (row.firstHasEnded ? end : [])
    let second = row.second.map { cell($0, comparison) } ?? (row.secondHasEnded ? end : [])
    return (0..<max(first.count, second.count)).map { line in
      (line == 0 ? stamp(row.time) + "  " : indentation)
        + columns(line < first.count ? first[line] : nil, line < second.count ? second[line] : nil)
    }
  }

  /// Wrapped lines of an event in its column.
  private static func cell(_ event: TraceEvent, _ comparison: TraceComparison) -> [Line] {
    let (language, width) = (comparison.language, headWidth(event))
    let (head, indentation) = (head(event, language), String(repeating: " ", count: width))
    let words = event.words(language).escapingControls
    let lines = LineBreaking.lines(of: words, atMost: columnWidth - width, cuts: true)
    return lines.enumerated().map { index, words in
      ((index == 0 ? head : indentation) + words, width + DisplayWidth.of(words))
    }
  }
}
