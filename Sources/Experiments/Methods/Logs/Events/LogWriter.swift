package import Execution
import EventEngine
import PurchaseWorld
package import Scenarios

/// Writer of the logs of simulated clients and the backend, user after user.
///
/// Users are simulated in batches by several threads and written in the order of their numbers. The
/// memory is limited to a batch, and the bytes do not depend on the number of workers.
package struct LogWriter: Sendable {
  /// The format of a log.
  package enum LogFormat: String, CaseIterable, Sendable { case jsonl, csv }

  /// The keys of a line, in order.
  package static let keys = [
    "id", "user", "session", "time", "event", "product", "item", "transaction", "code", "try",
  ]

  private let scenario: Scenario, format: LogFormat, workers: Int, stop: CancellationToken
  /// The names of products and items, escaped for the format.
  private let products: [String], items: [String]

  /// The number of users in a batch.
  private static let batch = 64 * Chunks.size

  /// - Parameter scenario: a scenario with one design.
  /// - Parameter escape: escapes a name for the format.
  package init(
    _ scenario: Scenario, _ format: LogFormat, workers: Int, stop: CancellationToken,
    escape: (String) -> String
  ) {
    precondition(scenario.designs.count == 1, "a log has one design")
    (self.scenario, self.format, self.workers, self.stop) = (scenario, format, workers, stop)
    let catalog = scenario.population.conditions.catalog
    products = catalog.products.map { escape($0.name) }
    items = catalog.items.map { escape($0.name) }
  }

  /// Log of some users, up to the first user whose simulation does not end.
  private struct Piece: Sendable {
    var text = "", users = 0
    /// The reason of missing users; nil if the piece is complete.
    var interruption: Interruption?
  }

  /// Simulates all users and passes on their lines, piece by piece.
  /// - Parameter out: receives lines, and returns whether to continue.
  /// - Returns: the number of written users, and the reason of an early end (nil if `out` ended
  ///   it).
  package func write(_ out: (String) -> Bool) -> (users: Int, interruption: Interruption?) {
    if format == .csv, !out(LogWriter.keys.joined(separator: ",") + "\r\n") { return (0, nil) }
    let users = scenario.isCase ? 1 : scenario.userCount
    var done = 0
    while done < users {
      for piece in batch(from: done, of: users) {
        done += piece.users
        if !out(piece.text) { return (done, nil) }
        if let interruption = piece.interruption { return (done, interruption) }
      }
    }
    return (done, nil)
  }

  /// Simulates the next users, up to a user whose simulation does not end or an interruption.
  private func batch(from first: Int, of users: Int) -> [Piece] {
    let pieces = (min(LogWriter.batch, users - first) + Chunks.size - 1) / Chunks.size
    do throws(Interruption) {
      let found: [Piece?] = try Threads.each(
        of: pieces, workers: workers,
        { [scenario] in JournalSimulator(scenario.copyWithOwnStorage()) },
        isLast: { $0.interruption != nil }
      ) { [self] (player: inout JournalSimulator, number: Int) throws(Interruption) -> Piece in
        let from = first + number * Chunks.size
        return piece(from..<min(from + Chunks.size, users), &player)
      }
      return found.prefix { $0 != nil }.compactMap(\.self)
    } catch { return [Piece(interruption: error)] }
  }

  private func piece(_ users: Range<Int>, _ player: inout JournalSimulator) -> Piece {
    var piece = Piece()
    for number in users {
      piece.interruption = stop.interruption ?? player.simulate(number)
      if piece.interruption != nil { return piece }
      for (place, moment) in player.moments.enumerated() {
        add(moment, of: number, id: place + 1, to: &piece.text)
      }
      piece.users += 1
    }
    return piece
  }

  private func add(_ moment: LogEntry, of user: Int, id: Int, to text: inout String) {
    let cells: [String?] = [
      quoted("u\(user).\(id)"), quoted("u\(user)"), moment.process.map { "\($0.number)" },
      quoted(RunDates.isoMilliseconds(moment.time)), quoted(moment.event.rawValue),
      moment.product.map { products[$0.index] }, moment.item.map { items[$0.index] },
      moment.chargeID.map { quoted("u\(user)-\($0.number + 1)") },
      moment.code.map { quoted($0.rawValue) }, moment.tryNumber.map { "\($0)" },
    ]
    switch format {
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

  /// A text that needs no escapes.
  private func quoted(_ text: String) -> String { format == .csv ? text : "\"" + text + "\"" }
}
