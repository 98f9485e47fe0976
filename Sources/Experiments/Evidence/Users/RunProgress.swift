import Statistics
import Synchronization

/// Progress of a run.
package struct RunProgress: Sendable {
  /// Receives the progress, from any thread.
  package typealias Listener = @Sendable (RunProgress) -> Void

  /// The consecutive stages of a run with many users.
  package enum Phase: Hashable, Sendable {
    /// Users who decide the allocation to strata; more of them if the first pilot was too small.
    case pilot, secondPilot
    /// Counted users; `more` if the users so far were not enough for the precision.
    case users, more
  }

  package var phase: Phase
  /// Approximate numbers of users in this phase: simulated under all designs, and in total.
  package var done, users: Int
  /// The lost-order rate of each design so far, in the order of the scenario; nil without charges.
  /// For display only: they depend on the timing of threads and partly on the pilot.
  package let rates: @Sendable () -> [Estimate?]

  package init(
    _ phase: Phase, done: Int, of users: Int, rates: @escaping @Sendable () -> [Estimate?]
  ) { (self.phase, self.done, self.users, self.rates) = (phase, done, users, rates) }
}

/// Reports the progress of one phase of a run.
struct PhaseProgress: Sendable {
  let phase: RunProgress.Phase, users: Int, progress: RunProgress.Listener?
  var live: LiveRates?

  var isShown: Bool { progress != nil }

  /// The same for the fraction of the users that this shard simulates.
  func of(_ share: Double) -> PhaseProgress {
    PhaseProgress(
      phase: phase, users: Int((Double(users) * share).rounded()), progress: progress, live: live)
  }

  /// Reports the number of users so far.
  /// - Parameter lost: the counts of lost orders since the previous call, by design.
  /// - Parameter part: the index of the part of the sample to which the counts belong.
  func report(_ done: Int, _ lost: [RatioMoments], users new: Int, _ part: Int) {
    live?.add(lost, users: new, to: part)
    progress?(RunProgress(phase, done: done, of: users) { [live] in live?.rates ?? [] })
  }
}

/// Lost orders so far, part by part and design by design.
final class LiveRates: Sendable {
  struct Part: Sendable { var users: Int, lost: [RatioMoments] }

  private let users: Int, intervalSettings: IntervalSettings, strata: [SampledStratum]
  /// The pilot's counts of each part; empty without a pilot.
  private let pilot: [Part]
  private let counted: Mutex<[Part]>

  init(
    _ users: Int, _ intervalSettings: IntervalSettings, _ strata: [SampledStratum], pilot: [Part]
  ) {
    (self.users, self.intervalSettings) = (users, intervalSettings)
    (self.strata, self.pilot) = (strata, pilot)
    counted = Mutex(strata.map { _ in Part(users: 0, lost: []) })
  }

  /// Adds counts of a part since the thread's previous call.
  func add(_ lost: [RatioMoments], users: Int, to part: Int) {
    counted.withLock { parts in
      parts[part].users += users
      if parts[part].lost.isEmpty { return parts[part].lost = lost }
      for design in lost.indices { parts[part].lost[design] += lost[design] }
    }
  }

  var rates: [Estimate?] {
    let now = counted.withLock { $0 }.enumerated().map { index, part in
      part.users == 0 && index < pilot.count ? pilot[index] : part
    }
    let designs = now.map(\.lost.count).max() ?? 0
    return (0..<designs).map { design in
      StratifiedCounts(
        users, intervalSettings,
        zip(strata, now).map {
          ($0.with(users: $1.users), design < $1.lost.count ? $1.lost[design] : RatioMoments())
        }
      ).ofLosses.share
    }
  }
}
