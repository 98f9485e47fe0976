import EventLogs
import JSONText
import Scenarios

/// Messages about unreadable lines of an event log.
struct LogNotes {
  /// Name of the log in messages.
  let file: String
  let language: Language

  /// The first damaged lines with their places, and the number of the rest.
  func damaged(_ lines: DamagedLines) -> [String] {
    let texts = lines.firstLines.map { damaged in
      language.line(
        Problem(
          file: file, position: TextPosition(line: damaged.line, column: damaged.column),
          message: LogNotes.message(damaged.damage), expected: LogNotes.wanted(damaged.damage)))
    }
    let rest = lines.count - lines.firstLines.count
    return texts
      + (rest > 0 ? [language("and {0} more damaged lines", NumberFormat.count(rest))] : [])
  }

  private static func message(_ damage: LineDamage) -> Phrase {
    switch damage {
    case .notJSON: "this is not JSON"
    case .tooLong: "the line is longer than \(EventLogReader.maxLineLength) bytes"
    case .cells(let count, _): "a row of \(count) cells"
    case .quotationMark: "an unmatched quotation mark"
    }
  }

  private static func wanted(_ damage: LineDamage) -> Phrase {
    switch damage {
    case .notJSON: "an object on each line"
    case .tooLong: "an event on each line"
    case .cells(_, let wanted): "\(wanted), as the first row has"
    case .quotationMark: "a quoted cell, with each quotation mark in it doubled"
    }
  }

  /// Names missing in the map, the most frequent first, each with the nearest known name.
  func unknown(_ unknown: UnknownNames, among known: [String]) -> [String] {
    let texts = unknown.names.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .prefix(LogNotes.maxNames).map { name, count in
        let text = language(
          "{0} is not in the map; lines: {1}", name.quoted, NumberFormat.count(count))
        guard let near = NearestName.of(name, among: known) else { return text }
        return language("{0}; did you mean {1}?", text, near.quoted)
      }
    let rest = unknown.names.count - texts.count
    return texts + (rest > 0 ? [language("and {0} more names", NumberFormat.count(rest))] : [])
  }

  /// Most unknown names listed.
  private static let maxNames = 20
}
