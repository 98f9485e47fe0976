package import Experiments
package import PurchaseWorld
package import Scenarios
import Synchronization

/// Plan of the simulations for the draws of a scenario: the unchanged scenario, then each set of
/// values, with the same seed and users.
///
/// Samples are plain, as in a sweep. A user with a fault at a lower probability has it at a higher
/// one as well, so differences between draws are more precise than their values.
package struct ParameterDrawPlan: Sendable {
  package let scenario: Scenario, draws: ParameterDraws
  /// The number of users per draw.
  package let users: Int

  /// Plans the draws of a scenario; nil if it has none.
  package init?(_ scenario: Scenario) {
    guard let draws = scenario.draws else { return nil }
    (self.scenario, self.draws) = (scenario, draws)
    users = min(
      scenario.userCount,
      max(ParameterDrawPlan.minUsersPerDraw, 4 * scenario.userCount / draws.draws.count))
  }

  /// The smallest number of users per draw, unless the scenario has fewer; otherwise all draws
  /// together have about four times the users of the scenario.
  ///
  /// Between two draws, only the few users with a changed fault lose another number of orders:
  /// about six of 10,000 users, for rates with an uncertainty of a tenth. A range was then 0.8 to
  /// 1.4 times as wide as it should be.
  package static let minUsersPerDraw = 50_000

  /// The simulated scenario of a draw; of the unchanged file if nil.
  package func scenario(of draw: Int?) -> Scenario {
    var simulated = draw.map { draws.draws[$0].scenario } ?? scenario
    (simulated.seed, simulated.userCount) = (scenario.seed, users)
    (simulated.sampling, simulated.precision, simulated.expectations) = (.plain, nil, [])
    return simulated
  }

  /// Simulates the unchanged file, then all draws, each on one thread.
  ///
  /// - Parameter progress: called from any thread with the completed fraction (0 to 1).
  /// - Returns: the results. After a cancellation no draw is started, and draws in progress are
  ///   discarded; after a runaway simulation all are.
  /// - Parameter division: the division among shards.
  package func run(
    workers: Int, stop: CancellationToken = CancellationToken(),
    in division: ShardedExecution? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) -> ParameterDrawResult {
    let runaway = Mutex(Int.max)
    let find = { @Sendable (piece: Int) throws(Interruption) -> ParameterDrawAccumulator in
      let simulated = scenario(of: piece == 0 ? nil : piece - 1)
      let kept: Runner.AccumulationResult<ParameterDrawAccumulator> = Runner(simulated, stop: stop)
        .accumulate(workers: 1, progress: nil)
      guard let interruption = kept.interruption else { return kept.totals }
      if case .runaway = interruption { runaway.withLock { $0 = min($0, piece) } }
      throw interruption
    }
    do throws(Interruption) {
      let (totals, interruption) = try simulate(workers, in: division, progress, find)
      return ParameterDrawResult(
        written: totals[0], draws: Array(totals.dropFirst()), interruption: interruption)
    } catch {
      let none = draws.draws.map { _ in ParameterDrawAccumulator?.none }
      let piece = runaway.withLock { $0 }
      let isDraw = (1...draws.draws.count).contains(piece)
      return ParameterDrawResult(
        written: nil, draws: none, interruption: error, runawayDraw: isDraw ? piece - 1 : nil)
    }
  }

  /// The counts of the unchanged file and of each draw so far, and the reason of an early end.
  private func simulate(
    _ workers: Int, in division: ShardedExecution?, _ progress: (@Sendable (Double) -> Void)?,
    _ find: @escaping @Sendable (Int) throws(Interruption) -> ParameterDrawAccumulator
  ) throws(Interruption) -> ([ParameterDrawAccumulator?], Interruption?) {
    let count = draws.draws.count + 1
    if let division {
      return try division.eachUntilInterrupted(
        "draws", of: count, workers: workers,
        empty: { _ in ParameterDrawAccumulator(scenario(of: nil)) }, progress: progress, find)
    }
    typealias Piece = (totals: ParameterDrawAccumulator?, interruption: Interruption?)
    let totals = try Threads.each(
      of: count, workers: workers, {}, progress: progress, isLast: { $0.interruption != nil }
    ) { _, piece throws(Interruption) -> Piece in
      do throws(Interruption) { return (try find(piece), nil) } catch {
        if case .runaway = error { throw error }
        return (nil, error)
      }
    }
    return (totals.map { $0?.totals }, totals.lazy.compactMap { $0?.interruption }.first)
  }
}

/// Counts of the draws of a scenario.
package struct ParameterDrawResult: Sendable {
  /// The accumulator of the unchanged file, and of each draw; nil if not simulated.
  var written: ParameterDrawAccumulator?
  var draws: [ParameterDrawAccumulator?]
  /// The reason of missing draws; nil if all were simulated.
  var interruption: Interruption?
  /// The index of a draw with a runaway simulation.
  var runawayDraw: Int?
}

/// Accumulator of a draw: numerators and denominators of some shares, by group of users and design.
package struct ParameterDrawAccumulator: Accumulator, Hashable {
  /// The number of groups; the group of a user is the user's number modulo it.
  static let groups = 16

  /// The counted shares; they are the same for every draw, whatever its designs are.
  private static let shares: [ShareMetric] = [.lost, .lostOrAutoRefunded, .lostSale, .doubleCharge]

  private let counterLayout: CounterLayout
  /// By design, then by share, then by group: numerator and denominator in turn.
  private var counts: [Int]
  private var count: UserCounters

  package init(_ scenario: Scenario) {
    counterLayout = CounterLayout(scenario)
    counts = Array(
      repeating: 0, count: scenario.designs.count * Self.shares.count * Self.groups * 2)
    count = UserCounters(counterLayout)
  }

  private func place(_ design: Int, _ share: Int, _ group: Int) -> Int {
    2 * ((design * Self.shares.count + share) * Self.groups + group)
  }

  package mutating func add(_ outcome: UserOutcome, design: Int, of user: UInt64) {
    count.replace(with: outcome, product: nil, counterLayout: counterLayout)
    let group = Int(user % UInt64(Self.groups))
    for (index, share) in Self.shares.enumerated() {
      let place = place(design, index, group)
      counts[place] += count.rows[share.rawValue]
      counts[place + 1] += count.total(share.denominator)
    }
  }

  package static func += (left: inout ParameterDrawAccumulator, right: ParameterDrawAccumulator) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
  }

  /// The numerator and denominator of a share in every group.
  /// - Precondition: the share is counted.
  func groups(_ design: Int, _ share: ShareMetric) -> [(part: Int, whole: Int)] {
    guard let share = ParameterDrawAccumulator.shares.firstIndex(of: share) else {
      preconditionFailure("a reported share is counted")
    }
    return (0..<ParameterDrawAccumulator.groups).map { group in
      let place = place(design, share, group)
      return (counts[place], counts[place + 1])
    }
  }
}

extension Scenario {
  /// The reported shares of each draw, without repetition; the compared share comes first.
  package var sharesOfDraws: [ShareMetric] {
    [comparedShare] + [.lost, .lostSale, .doubleCharge].filter { $0 != comparedShare }
  }
}

extension ParameterDrawAccumulator: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(&counts)
    for place in stride(from: 0, to: counts.count, by: 2) {
      try archive.check(counts[place] <= counts[place + 1])
    }
  }
}
