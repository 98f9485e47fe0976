package import EventLogs
import JSONText
import PurchaseWorld
package import Scenarios

/// What was counted of an event log, and all that was not, as text for people.
package struct CountReport {
  private let count: EventCount
  private let map: EventMap
  /// The log as messages name it.
  private let file: String
  private let language: Language

  /// - Parameter file: the name of the log.
  package init(_ count: EventCount, _ map: EventMap, of file: String, _ language: Language = .en) {
    (self.count, self.map, self.file, self.language) = (count, map, file, language)
  }

  /// Damaged lines first, then unknown names, then all that was counted.
  package var text: String {
    let notes = LogNotes(file: file, language: language)
    let names = map.meanings.map(\.name)
    return
      (notes.damaged(count.damaged)
      + notes.unknown(count.unknown, among: names)
      + Table(rows, [.words("", \.words), .counts("", \.count)]).lines + memory)
      .map { $0 + "\n" }.joined()
  }

  /// Whether every repetition within the window was seen.
  private var isSure: Bool { count.forgotten + count.unsure == 0 }

  /// How far back repetitions are known, where that was not far enough.
  private var memory: [String] {
    if isSure { return [] }
    let text = language(
      "Repetitions are looked for among the last {0} events, within {1}: a log in order of time, or a part of"
        + " its users at once, needs no more.",
      Numerals.count(EventCounter.remembered), map.window.words)
    return LineBreaking.lines(of: text, atMost: Page.usual)
  }

  private var rows: [(words: String, count: Int)] {
    let always = [
      (language("lines"), count.lines), (language("bytes"), count.bytes),
      (language("events counted"), count.counted),
      (count.beyond > 0 ? language("users, at least") : language("users"), count.users),
    ]
    let back = count.backwards
    let more = [
      (
        language("identities of these users"), count.identities > count.users ? count.identities : 0
      ),
      (language("lines with a user beyond that"), count.beyond),
      (language("lines without a user"), count.withoutUser),
      (language("passed over, as the map says"), count.passedOver),
      (language("of names that the map does not know"), count.unknown.count),
      (language("lines without an event"), count.unnamed),
      (
        isSure ? language("repetitions") : language("repetitions, at least"), count.repeated
      ), (language("events forgotten while a repetition could come"), count.forgotten),
      (language("that may repeat one forgotten, for the log is not in order"), count.unsure),
      (language("lines without a time"), count.timeless),
      (language("before the first day"), count.early), (language("after the last day"), count.late),
      (language("of these, counted by the server's time"), count.byServer),
      (language("outside of the days, not counted"), count.outside),
      (language("before an earlier line of the user, by less than a minute"), back[0]),
      (language("by less than a day"), back[1]), (language("by a day or more"), back[2]),
      (language("the farthest, in milliseconds"), count.farthest),
      (language("failures without the number of a try"), count.trylessFailures),
      (language("damaged lines"), count.damaged.count),
    ]
    return always + more.filter { $0.1 > 0 }
  }

}
