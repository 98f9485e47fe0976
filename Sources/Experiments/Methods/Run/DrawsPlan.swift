package import Experiments
package import PurchaseWorld
package import Scenarios
import Synchronization

/// What has to be played for the draws of a scenario: the scenario as it is written, then with each set of
/// values, with the same seed and users each time.
///
/// Users are drawn plainly, as in a sweep: a higher probability strikes whom a lower one struck, so draws
/// share their luck, and what differs between them is known better than what they come to.
package struct DrawsPlan: Sendable {
  package let scenario: Scenario, draws: ScenarioDraws
  /// How many users meet every design in each draw.
  package let users: Int

  /// Plans the draws of a scenario; nil when it has none.
  package init?(_ scenario: Scenario) {
    guard let draws = scenario.draws else { return nil }
    (self.scenario, self.draws) = (scenario, draws)
    users = min(scenario.users, max(DrawsPlan.fewest, 4 * scenario.users / draws.draws.count))
  }

  /// The fewest users of a draw, unless the scenario asks for fewer; all draws together meet about four times
  /// the users of the scenario otherwise.
  ///
  /// Between two draws only those few users lose another number of orders whom a changed rate strikes: with
  /// 10,000 users, of rates that data tell to a tenth, some six, so that a range was 0.8 to 1.4 times as wide as it is.
  package static let fewest = 50_000

  /// The scenario of a draw, as it is played; nil: that of the file as written.
  package func scenario(of draw: Int?) -> Scenario {
    var played = draw.map { draws.draws[$0].scenario } ?? scenario
    (played.seed, played.users) = (scenario.seed, users)
    (played.sampling, played.precision, played.expectations) = (.plain, nil, [])
    return played
  }

  /// Plays the file as written, then all draws, each on one thread.
  ///
  /// - Parameter progress: called now and then, from any thread, with the share done.
  /// - Returns: what was played. Once the stop sign is raised no draw is begun, and those on the way count
  ///   nothing; after an endless life nothing does.
  /// - Parameter division: with other shards, if they play some of the draws.
  package func run(
    workers: Int, stop: StopSign = StopSign(), in division: Division? = nil,
    progress: (@Sendable (Double) -> Void)? = nil
  ) -> DrawsPlayed {
    let endless = Mutex(Int.max)
    let find = { @Sendable (piece: Int) throws(Cut) -> DrawBooks in
      let played = scenario(of: piece == 0 ? nil : piece - 1)
      let kept: Runner.Kept<DrawBooks> = Runner(played, stop: stop).keepBooks(
        workers: 1, progress: nil)
      guard let cut = kept.cut else { return kept.books }
      if case .endless = cut { endless.withLock { $0 = min($0, piece) } }
      throw cut
    }
    do throws(Cut) {
      let (books, cut) = try played(workers, in: division, progress, find)
      return DrawsPlayed(written: books[0], draws: Array(books.dropFirst()), cut: cut)
    } catch {
      let none = draws.draws.map { _ in DrawBooks?.none }
      let piece = endless.withLock { $0 }
      let isDraw = (1...draws.draws.count).contains(piece)
      return DrawsPlayed(
        written: nil, draws: none, cut: error, endlessDraw: isDraw ? piece - 1 : nil)
    }
  }

  /// What was counted of the file as written and of each draw, as far as they were played, and why not all were.
  private func played(
    _ workers: Int, in division: Division?, _ progress: (@Sendable (Double) -> Void)?,
    _ find: @escaping @Sendable (Int) throws(Cut) -> DrawBooks
  ) throws(Cut) -> ([DrawBooks?], Cut?) {
    let count = draws.draws.count + 1
    if let division {
      return try division.eachKnown(
        "draws", of: count, workers: workers, empty: { _ in DrawBooks(scenario(of: nil)) },
        progress: progress, find)
    }
    let books = try Threads.each(
      of: count, workers: workers, {}, progress: progress, isLast: { $0.cut != nil }
    ) { _, piece throws(Cut) -> (books: DrawBooks?, cut: Cut?) in
      do throws(Cut) { return (try find(piece), nil) } catch {
        if case .endless = error { throw error }
        return (nil, error)
      }
    }
    return (books.map { $0?.books }, books.lazy.compactMap { $0?.cut }.first)
  }
}

/// What was counted of the draws of a scenario.
package struct DrawsPlayed: Sendable {
  /// Of the file as it is written, and of each draw; nil: not played.
  var written: DrawBooks?, draws: [DrawBooks?]
  /// Why not all were played; nil: they were.
  var cut: Cut?
  /// The draw with an endless life, by index.
  var endlessDraw: Int?

  fileprivate init(written: DrawBooks?, draws: [DrawBooks?], cut: Cut?, endlessDraw: Int? = nil) {
    (self.written, self.draws, self.cut) = (written, draws, cut)
    self.endlessDraw = endlessDraw
  }
}

/// What is counted of the users of a draw: of each group of users the parts and wholes of some shares, by
/// design.
package struct DrawBooks: Bookkeeping, Hashable {
  /// Into how many groups users are told apart, by their numbers.
  static let groups = 16

  /// What is counted; whatever a draw makes of the designs, it is the same of all.
  private static let shares: [Share] = [.lost, .lostOrAutoRefunded, .lostSale, .doubleCharge]

  private let shape: Shape
  /// By design, then by share, then by group: part and whole, one behind the other.
  private var counts: [Int]
  private var count: UserCount

  package init(_ scenario: Scenario) {
    shape = Shape(scenario)
    counts = Array(
      repeating: 0, count: scenario.designs.count * DrawBooks.shares.count * DrawBooks.groups * 2)
    count = UserCount(shape)
  }

  private func place(_ design: Int, _ share: Int, _ group: Int) -> Int {
    2 * ((design * DrawBooks.shares.count + share) * DrawBooks.groups + group)
  }

  package mutating func add(_ outcome: Outcome, design: Int, of user: UInt64) {
    count.count(outcome, product: nil, shape: shape)
    let group = Int(user % UInt64(DrawBooks.groups))
    for index in DrawBooks.shares.indices {
      let place = place(design, index, group)
      counts[place] += count.rows[DrawBooks.shares[index].rawValue]
      counts[place + 1] += count.whole(DrawBooks.shares[index].base)
    }
  }

  package static func += (left: inout DrawBooks, right: DrawBooks) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
  }

  /// The part and the whole of a share in every group.
  /// - Precondition: the share is counted.
  func groups(_ design: Int, _ share: Share) -> [(part: Int, whole: Int)] {
    guard let share = DrawBooks.shares.firstIndex(of: share) else {
      preconditionFailure("what is told of draws is counted")
    }
    return (0..<DrawBooks.groups).map { group in
      let place = place(design, share, group)
      return (counts[place], counts[place + 1])
    }
  }
}

extension Scenario {
  /// What is told of each draw: first the share by which designs are compared, each once.
  package var sharesOfDraws: [Share] {
    [comparedShare] + [.lost, .lostSale, .doubleCharge].filter { $0 != comparedShare }
  }
}

extension DrawBooks: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.counts(&counts)
    for place in stride(from: 0, to: counts.count, by: 2) {
      try packing.check(counts[place] <= counts[place + 1])
    }
  }
}
