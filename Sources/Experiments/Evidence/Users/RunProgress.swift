import Statistics
import Synchronization

/// How far a run is.
package struct RunProgress: Sendable {
  /// What is told of it, from any thread.
  package typealias Listener = @Sendable (RunProgress) -> Void

  /// What a run does with users, one after the other.
  package enum Phase: Hashable, Sendable {
    /// Some users tell how many are to be drawn from where; once more, with more users where the
    /// first ones did not tell enough.
    case pilot, secondPilot
    /// Users are counted; more, because those so far do not tell enough.
    case users, more
  }

  package var phase: Phase
  /// How many users of this phase have met all designs, and how many it has, about.
  package var done, users: Int
  /// The lost-order rate of each design so far, in the order of the scenario; nil without charges.
  /// To look at only: threads decide who is done. Strata of which nobody is are those of the pilot.
  package let rates: @Sendable () -> [Estimate?]

  package init(
    _ phase: Phase, done: Int, of users: Int, rates: @escaping @Sendable () -> [Estimate?]
  ) { (self.phase, self.done, self.users, self.rates) = (phase, done, users, rates) }
}

/// Tells how far one phase of a run is.
struct PhaseProgress: Sendable {
  let phase: RunProgress.Phase, users: Int, progress: RunProgress.Listener?
  var live: LiveRates?

  var isShown: Bool { progress != nil }

  /// The same where a share of the users is played here.
  func of(_ share: Double) -> PhaseProgress {
    PhaseProgress(
      phase: phase, users: Int((Double(users) * share).rounded()), progress: progress, live: live)
  }

  /// Tells how many users are done, and what a thread has counted of a part since the last time.
  func tell(_ done: Int, _ lost: [RatioMoments], users new: Int, _ part: Int) {
    live?.add(lost, users: new, to: part)
    progress?(RunProgress(phase, done: done, of: users) { [live] in live?.rates ?? [] })
  }
}

/// The lost orders so far, part by part and design by design.
final class LiveRates: Sendable {
  struct Part: Sendable { var users: Int, lost: [RatioMoments] }

  private let users: Int, certainty: Certainty, strata: [SampledStratum]
  /// What the pilot has counted of each part; empty without a pilot.
  private let pilot: [Part]
  private let counted: Mutex<[Part]>

  init(_ users: Int, _ certainty: Certainty, _ strata: [SampledStratum], pilot: [Part]) {
    (self.users, self.certainty, self.strata, self.pilot) = (users, certainty, strata, pilot)
    counted = Mutex(strata.map { _ in Part(users: 0, lost: []) })
  }

  /// Adds what a thread has counted of a part since the last time.
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
      Sampled(
        users, certainty,
        zip(strata, now).map {
          ($0.with(users: $1.users), design < $1.lost.count ? $1.lost[design] : RatioMoments())
        }
      ).ofLosses.share
    }
  }
}
