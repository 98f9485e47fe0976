package import Experiments
import EventEngine
import PurchaseWorld
package import Scenarios

/// Writes what simulated clients and the backend log, user after user.
///
/// Users are played in batches, as many threads as there are workers, and written in the order of their
/// numbers: memory is that of a batch, and the bytes are the same for any number of workers.
package struct LogWriter: Sendable {
  /// The form of a log.
  package enum Form: String, CaseIterable, Sendable { case jsonl, csv }

  /// The keys of a line, in their order.
  package static let keys = [
    "id", "user", "session", "time", "event", "product", "item", "transaction", "code", "try",
  ]

  private let scenario: Scenario, form: Form, workers: Int, stop: StopSign
  /// The names of products and items as the form writes them.
  private let products: [String], items: [String]

  /// How many users are played at once.
  private static let batch = 64 * Chunks.size

  /// - Parameter scenario: it has the one design whose clients log.
  /// - Parameter escape: a name as the form writes it.
  package init(
    _ scenario: Scenario, _ form: Form, workers: Int, stop: StopSign, escape: (String) -> String
  ) {
    precondition(scenario.designs.count == 1, "one design is logged")
    (self.scenario, self.form, self.workers, self.stop) = (scenario, form, workers, stop)
    let catalog = scenario.population.conditions.catalog
    (products, items) = (
      catalog.products.map { escape($0.name) }, catalog.items.map { escape($0.name) }
    )
  }

  /// What some users logged, up to the first whose life could not be played.
  private struct Piece: Sendable {
    var text = "", users = 0
    /// Why these are not all of the piece.
    var cut: Cut?
  }

  /// Plays all users and hands out their lines, piece by piece.
  /// - Parameter out: takes lines, and says whether anybody wants more.
  /// - Returns: how many users' lines were handed out, and why not all; nil: all were, or no more were wanted.
  package func write(_ out: (String) -> Bool) -> (users: Int, cut: Cut?) {
    if form == .csv, !out(LogWriter.keys.joined(separator: ",") + "\r\n") { return (0, nil) }
    let users = scenario.isCase ? 1 : scenario.users
    var done = 0
    while done < users {
      for piece in batch(from: done, of: users) {
        done += piece.users
        if !out(piece.text) { return (done, nil) }
        if let cut = piece.cut { return (done, cut) }
      }
    }
    return (done, nil)
  }

  /// Plays the next users; nobody behind one whose life cannot be played, or behind the end of the time.
  private func batch(from first: Int, of users: Int) -> [Piece] {
    let pieces = (min(LogWriter.batch, users - first) + Chunks.size - 1) / Chunks.size
    do throws(Cut) {
      let found: [Piece?] = try Threads.each(
        of: pieces, workers: workers, { [scenario] in JournalPlayer(scenario.unshared()) },
        isLast: { $0.cut != nil }
      ) { [self] (player: inout JournalPlayer, number: Int) throws(Cut) -> Piece in
        let from = first + number * Chunks.size
        return piece(from..<min(from + Chunks.size, users), &player)
      }
      return found.prefix { $0 != nil }.compactMap(\.self)
    } catch { return [Piece(cut: error)] }
  }

  private func piece(_ users: Range<Int>, _ player: inout JournalPlayer) -> Piece {
    var piece = Piece()
    for number in users {
      piece.cut = stop.cut ?? player.play(number)
      if piece.cut != nil { return piece }
      for (place, moment) in player.moments.enumerated() {
        add(moment, of: number, id: place + 1, to: &piece.text)
      }
      piece.users += 1
    }
    return piece
  }

  private func add(_ moment: LoggedMoment, of user: Int, id: Int, to text: inout String) {
    let cells: [String?] = [
      quoted("u\(user).\(id)"), quoted("u\(user)"), moment.session.map { "\($0.number)" },
      quoted(RecordClock.isoMilliseconds(moment.time)), quoted(moment.event.rawValue),
      moment.product.map { products[$0.place] }, moment.item.map { items[$0.place] },
      moment.transaction.map { quoted("u\(user)-\($0.number + 1)") },
      moment.code.map { quoted($0.rawValue) }, moment.tryNumber.map { "\($0)" },
    ]
    switch form {
    case .csv:
      for (place, cell) in cells.enumerated() {
        if place > 0 { text += "," }
        text += cell ?? ""
      }
      text += "\r\n"
    case .jsonl:
      text += "{"
      var isFirst = true
      for (key, cell) in zip(LogWriter.keys, cells) {
        guard let cell else { continue }
        if !isFirst { text += "," }
        isFirst = false
        text += "\"" + key + "\":" + cell
      }
      text += "}\n"
    }
  }

  /// A text without anything to escape.
  private func quoted(_ text: String) -> String { form == .csv ? text : "\"" + text + "\"" }
}
