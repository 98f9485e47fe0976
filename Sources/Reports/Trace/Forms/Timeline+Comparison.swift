import EventEngine
import JSONText

/// Two stories as text: told once while they are the same, then side by side.
extension Timeline {
  /// How wide each of the two columns is.
  private static let columnWidth = 48

  /// The whole text: what was played, what happened under both designs and under each, how it ended.
  package static func text(_ comparison: StoryComparison) -> String {
    let names = [comparison.first, comparison.second].map(\.heading.design)
    let language = comparison.language
    var lines = [comparison.title.escapingControls, ""] + lines(comparison.common, language)
    if comparison.rows.isEmpty {
      lines += [
        "", language("no difference: {0} and {1} live the same life", names[0], names[1]),
      ]
      lines += comparison.first.endings
    } else {
      lines += [
        indentation + rule(" " + language("first difference") + " "),
        indentation + columns(line(names[0]), line(names[1])),
      ]
      lines += StoryPart.parts(of: comparison.rows).flatMap { part -> [String] in
        guard case .visit(let rows) = part else { return [indentation + part.words(language)] }
        return rows.flatMap { self.lines(of: $0, comparison) }
      }
      for story in [comparison.first, comparison.second] {
        lines += ["", story.heading.design] + story.endings.map { "  " + $0 }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line of a column, and how many columns of the terminal it takes.
  private typealias Line = (text: String, width: Int)

  /// A line across both columns with a word in its middle.
  private static func rule(_ word: String) -> String {
    let rest = 2 * columnWidth + 2 - DisplayWidth.of(word)
    let left = String(repeating: "─", count: rest / 2)
    return left + word + String(repeating: "─", count: rest - rest / 2)
  }

  /// Two cells side by side.
  private static func columns(_ first: Line?, _ second: Line?) -> String {
    let room = max(0, columnWidth - (first?.width ?? 0))
    let space = String(repeating: " ", count: room + 2)
    return ((first?.text ?? "") + space + (second?.text ?? "")).withoutSpacesAtEnd
  }

  private static func line(_ text: String) -> Line { (text, DisplayWidth.of(text)) }

  /// The lines of a row: its time, and both cells, wrapped.
  private static func lines(of row: StoryComparison.Row, _ comparison: StoryComparison) -> [String]
  {
    let end = [line(DisplayWidth.padded("", to: actorWidth) + comparison.first.end)]
    let first = row.first.map { cell($0, comparison) } ?? (row.endsFirst ? end : [])
    let second = row.second.map { cell($0, comparison) } ?? (row.endsSecond ? end : [])
    return (0..<max(first.count, second.count)).map { line in
      (line == 0 ? stamp(row.time) + "  " : indentation)
        + columns(line < first.count ? first[line] : nil, line < second.count ? second[line] : nil)
    }
  }

  /// An event in lines that fit a column.
  private static func cell(_ event: TraceEvent, _ comparison: StoryComparison) -> [Line] {
    let (language, width) = (comparison.language, headWidth(event))
    let (head, indentation) = (head(event, language), String(repeating: " ", count: width))
    let lines = wrapped(event.words(language).escapingControls, to: columnWidth - width)
    return lines.enumerated().map { index, words in
      ((index == 0 ? head : indentation) + words, width + DisplayWidth.of(words))
    }
  }

  /// A text in lines of so many columns; words that are longer than a line are cut.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    LineBreaking.lines(of: text, cuts: true) { DisplayWidth.of($0) <= width }
  }
}
