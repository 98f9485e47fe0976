package import EventLogs
import JSONText
import PurchaseWorld
package import Scenarios

/// Counted and uncounted lines of an event log, as text for people.
package struct LogCountReport {
  private let count: LogEventCounts
  private let map: EventMap
  /// Name of the log in messages.
  private let file: String
  private let language: Language

  /// - Parameter file: name of the log.
  package init(
    _ count: LogEventCounts, _ map: EventMap, of file: String, _ language: Language = .en
  ) { (self.count, self.map, self.file, self.language) = (count, map, file, language) }

  /// Damaged lines first, then unknown names, then all counts.
  package var text: String {
    let notes = LogNotes(file: file, language: language)
    let names = map.eventMeanings.map(\.name)
    let lines =
      notes.damaged(count.damaged) + notes.unknown(count.unknownEvents, among: names)
      + Table(rows, [.words("", \.words), .counts("", \.count)]).lines + memory
    return lines.map { $0 + "\n" }.joined()
  }

  /// Whether every repetition within the window was found.
  private var isSure: Bool { count.forgotten + count.possibleRepeats == 0 }

  /// Reach of the search for repetitions, if it was too short.
  private var memory: [String] {
    if isSure { return [] }
    let text = language(
      "Repetitions are searched among the last {0} events, within {1}. This is sufficient for a log"
        + " in order of time, or for a part of its users at a time.",
      NumberFormat.count(LogLineCounter.rememberedEventCount), map.window.words)
    return LineBreaking.lines(of: text, atMost: OutputWidth.usual)
  }

  private var rows: [(words: String, count: Int)] {
    let always = [
      (language("lines"), count.lines), (language("bytes"), count.bytes),
      (language("events counted"), count.counted),
      (count.beyondCapacity > 0 ? language("users, at least") : language("users"), count.users),
    ]
    let back = count.outOfOrder
    let identities = count.identities > count.users ? count.identities : 0
    let more = [
      (language("identities of these users"), identities),
      (language("lines of users beyond that"), count.beyondCapacity),
      (language("lines without a user"), count.withoutUser),
      (language("ignored by the map"), count.ignoredLines),
      (language("with a name that is not in the map"), count.unknownEvents.lineCount),
      (language("lines without an event"), count.unnamed),
      (isSure ? language("repetitions") : language("repetitions, at least"), count.repeated),
      (language("events forgotten while a repetition was possible"), count.forgotten),
      (language("that may repeat a forgotten one: the log is not in order"), count.possibleRepeats),
      (language("lines without a time"), count.withoutClientTime),
      (language("before the first day"), count.early), (language("after the last day"), count.late),
      (language("of these, counted by the server's time"), count.datedByServer),
      (language("outside the days, not counted"), count.outside),
      (language("before an earlier line of the user, by less than a minute"), back[0]),
      (language("by less than a day"), back[1]), (language("by a day or more"), back[2]),
      (language("the largest, in milliseconds"), count.maxDisorder),
      (language("failures without the number of a try"), count.failuresWithoutTry),
      (language("damaged lines"), count.damaged.count),
    ]
    return always + more.filter { $0.1 > 0 }
  }
}
