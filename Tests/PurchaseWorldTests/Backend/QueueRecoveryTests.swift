import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// The return of a queue to normal after an outage (B11).
@Suite("Recoveries of a shared backend") struct QueueRecoveryTests {
  /// Recoveries after outages (from and until, in minutes); the queue is normal after 5 min without a wait above 1 s.
  /// - Parameter bad: the minutes at which a request waited too long.
  /// - Parameter late: whether these requests were answered too late.
  /// - Parameter refused: the minutes at which a request was refused.
  /// - Parameter wait: the wait in seconds of a request that waited too long, by the minute.
  private func recoveries(
    _ outages: [(from: Double, until: Double)], bad: [Double] = [], late: Bool = false,
    refused: [Double] = [], arrivalsEnd: Double = 240, horizon: Double = 480,
    wait: (Double) -> Double = { _ in 2 }
  ) -> [QueueRecovery] {
    let instant = { (minutes: Double) in Instant.start + Delay(roundingSeconds: minutes * 60) }
    var conditions = Conditions.cases
    conditions.horizon = Delay(roundingSeconds: horizon * 60)
    conditions.outages = outages.map { from, until in
      Outage(of: .backend, from: instant(from), lasts: instant(until) - instant(from))
    }
    var watch = RecoveryDetector(conditions, Capacity())
    watch.arrivalsEnd = instant(arrivalsEnd)
    // In all other minutes, a request is served at once.
    for minute in stride(from: 0, to: horizon, by: 1) {
      if outages.contains(where: { $0.from <= minute && minute < $0.until }) { continue }
      let isBad = bad.contains(minute)
      let waits = isBad ? Delay(roundingSeconds: wait(minute)) : .zero
      watch.see(
        instant(minute), waits: refused.contains(minute) ? nil : waits, isWasted: isBad && late)
    }
    watch.end()
    return watch.recoveries
  }

  private static func minutes(_ count: Int64) -> QueueRecovery { .after(.seconds(60 * count)) }

  @Test("B11: recovery is the last request that waited too long before a calm period")
  func after() {
    expectEqual(recoveries([(60, 70)]), [.after(.zero)])
    expectEqual(recoveries([(60, 70)], bad: [71, 75, 79]), [Self.minutes(9)])
    // Five minutes without a long wait are calm, and later long waits have another cause.
    expectEqual(recoveries([(60, 70)], bad: [71, 77]), [Self.minutes(1)])
    expectEqual(recoveries([(60, 70), (120, 130)], bad: [133]), [.after(.zero), Self.minutes(3)])
  }

  @Test("B11: a queue that was not normal before an outage is overloaded after it")
  func overloaded() {
    expectEqual(recoveries([(60, 70)], bad: [56, 71]), [.overloaded])
    expectEqual(recoveries([(60, 70)], bad: [54, 71]), [Self.minutes(1)])
    expectEqual(recoveries([(60, 70)], bad: Array(stride(from: 0, to: 240, by: 3))), [.overloaded])
  }

  private static let storm = Array(stride(from: 70.0, to: 240, by: 3))

  @Test("B11: a queue with refused or late requests where calm was possible is metastable")
  func metastable() {
    expectEqual(recoveries([(60, 70)], bad: Self.storm, late: true), [.metastable])
    expectEqual(recoveries([(60, 70)], refused: Self.storm), [.metastable])
    // The next outage begins in this state.
    expectEqual(
      recoveries([(60, 70), (120, 130)], refused: Self.storm), [.metastable, .overloaded])
    // Waits that grow by less than the wasted work are sustained by the wasted work.
    let growing = recoveries([(60, 70)], bad: Self.storm, late: true) { 2 + $0 / 10 }
    expectEqual(growing, [.metastable])
  }

  @Test("B11: a queue that drains is not metastable, and its time follows from its waits")
  func draining() {
    // From 170 s at 70 min, one second less per minute: normal after 240 min, when few users arrive.
    let falling = { (minute: Double) in 100.0 + 170 - (minute - 70) }
    guard case .draining(let time)? = recoveries([(60, 70)], bad: Self.storm, wait: falling).first
    else { return #expect(Bool(false), "a queue that drains") }
    // A second of waiting is left at 340 min less a second of the normal one.
    #expect(abs(time.seconds / 60 - 269) <= 5)
    // One wasted request among many does not sustain the queue, nor do a few at its beginning.
    let few = recoveries([(60, 70)], bad: Self.storm, refused: [75, 80], wait: falling)
    expectEqual(few, [.draining(time)])
    // A queue with growing waits and no wasted work has too many users.
    expectEqual(recoveries([(60, 70)], bad: Self.storm) { 2 + $0 }, [.overloaded])
    expectEqual(recoveries([(60, 70)], bad: Self.storm), [.overloaded])
  }

  @Test("B11: a recovery that was not watched long enough is undecided, also without any wait")
  func undecided() {
    // The next outage begins two minutes after.
    expectEqual(recoveries([(60, 70), (72, 80)]), [.undecided, .after(.zero)])
    expectEqual(recoveries([(60, 70), (72, 80)], bad: [71]), [.undecided, .overloaded])
    // The last user has arrived, or the horizon is reached.
    expectEqual(recoveries([(230, 238)]), [.undecided])
    expectEqual(recoveries([(230, 238)], bad: [238, 239]), [.undecided])
    expectEqual(recoveries([(470, 490)]), [.undecided])
    expectEqual(recoveries([(470, 478)]), [.undecided])
    // It was calm for the last four minutes of six.
    expectEqual(recoveries([(224, 234)], bad: [236]), [.undecided])
    expectEqual(recoveries([(224, 234)], bad: [236], arrivalsEnd: 241), [Self.minutes(2)])
  }

  @Test("B11: outages that overlap or follow at once count as one")
  func overlapping() {
    expectEqual(recoveries([(60, 120), (90, 100)]), [.after(.zero)])
    expectEqual(recoveries([(60, 120), (90, 130)], bad: [132]), [Self.minutes(2)])
    expectEqual(recoveries([(60, 70), (70, 80)], bad: [81]), [Self.minutes(1)])
  }
}
