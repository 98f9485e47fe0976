import EventEngine
import JSONText

/// Two stories as text: told once while they are the same, then side by side.
extension Timeline {
  /// How wide each of the two columns is.
  private static let columnWidth = 48

  /// The whole text: what was played, what happened under both designs and under each, how it ended.
  package static func text(_ comparison: StoryComparison) -> String {
    let names = [comparison.first, comparison.second].map(\.heading.design)
    var lines = [comparison.title.escapingControls, ""] + lines(comparison.common)
    if comparison.rows.isEmpty {
      lines += ["", "no difference: \(names[0]) and \(names[1]) live the same life"]
      lines += comparison.first.endings
    } else {
      lines += [
        indentation + rule(" first difference "),
        indentation + columns(names[0], names[1]),
      ]
      lines += StoryPart.parts(of: comparison.rows).flatMap { part -> [String] in
        guard case .visit(let rows) = part else { return [indentation + part.words] }
        return rows.flatMap { self.lines(of: $0) }
      }
      for story in [comparison.first, comparison.second] {
        lines += ["", story.heading.design] + story.endings.map { "  " + $0 }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line across both columns with a word in its middle.
  private static func rule(_ word: String) -> String {
    let rest = 2 * columnWidth + 2 - word.count
    let left = String(repeating: "─", count: rest / 2)
    return left + word + String(repeating: "─", count: rest - rest / 2)
  }

  /// Two cells side by side.
  private static func columns(_ first: String, _ second: String) -> String {
    var line = padded(first, to: columnWidth) + "  " + second
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The lines of a row: its time, and both cells, wrapped.
  private static func lines(of row: StoryComparison.Row) -> [String] {
    let end = [padded("", to: actorWidth) + Story.end]
    let first = row.first.map { cell($0) } ?? (row.endsFirst ? end : [])
    let second = row.second.map { cell($0) } ?? (row.endsSecond ? end : [])
    return (0..<max(first.count, second.count)).map { line in
      let time = line == 0 ? stamp(row.time) + "  " : indentation
      return time
        + columns(
          line < first.count ? first[line] : "", line < second.count ? second[line] : "")
    }
  }

  /// An event in lines that fit a column.
  private static func cell(_ event: TraceEvent) -> [String] {
    let head = head(event)
    let indentation = String(repeating: " ", count: head.count)
    let lines = wrapped(event.words.escapingControls, to: columnWidth - head.count)
    return lines.enumerated().map { ($0 == 0 ? head : indentation) + $1 }
  }

  /// A text in lines of so many characters; words that are longer than a line are cut.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      var word = word
      let last = lines[lines.count - 1]
      if !last.isEmpty, last.count + 1 + word.count > width { lines.append("") }
      if !lines[lines.count - 1].isEmpty { lines[lines.count - 1] += " " }
      while lines[lines.count - 1].count + word.count > width {
        let room = width - lines[lines.count - 1].count
        lines[lines.count - 1] += word.prefix(room)
        word = word.dropFirst(room)
        lines.append("")
      }
      lines[lines.count - 1] += word
    }
    return lines
  }
}
