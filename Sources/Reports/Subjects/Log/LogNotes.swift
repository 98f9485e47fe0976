import EventLogs
import JSONText
import Scenarios

/// What is said of lines of an event log that could not be read as they are.
struct LogNotes {
  /// The log as messages name it.
  let file: String
  let language: Language

  /// The first damaged lines with their places, and how many more there are.
  func damaged(_ lines: DamagedLines) -> [String] {
    let told = lines.first.map { damaged in
      language.line(
        Problem(
          file: file, position: TextPosition(line: damaged.line, column: damaged.column),
          what: LogNotes.what(damaged.damage), expected: LogNotes.wanted(damaged.damage)))
    }
    let rest = lines.count - lines.first.count
    return told + (rest > 0 ? [language("and {0} more damaged lines", Numerals.count(rest))] : [])
  }

  private static func what(_ damage: LineDamage) -> Phrase {
    switch damage {
    case .notJSON: "this is not JSON"
    case .tooLong: "the line is longer than \(EventLogReader.longestLine) bytes"
    case .cells(let count, _): "a row of \(count) cells"
    case .quotationMark: "a quotation mark that does not fit"
    }
  }

  private static func wanted(_ damage: LineDamage) -> Phrase {
    switch damage {
    case .notJSON: "an object on each line"
    case .tooLong: "an event on each line"
    case .cells(_, let wanted): "\(wanted), as the first row has"
    case .quotationMark: "a cell in quotation marks, with those in it twice"
    }
  }

  /// Names that the map does not know, the most frequent first, each with the nearest that it knows.
  func unknown(_ unknown: UnknownNames, among known: [String]) -> [String] {
    let told = unknown.names.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
      .prefix(LogNotes.mostNames).map { name, count in
        let said = language(
          "{0} is not in the map; lines: {1}", name.quoted, Numerals.count(count))
        guard let near = NearestName.of(name, among: known) else { return said }
        return language("{0}; is it {1}?", said, near.quoted)
      }
    let rest = unknown.names.count - told.count
    return told + (rest > 0 ? [language("and {0} more names", Numerals.count(rest))] : [])
  }

  /// The most unknown names that are listed.
  private static let mostNames = 20
}
