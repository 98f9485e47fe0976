import EventEngine
import Testing

@testable import PurchaseWorld

/// How a queue comes back to normal after an outage (B11).
@Suite("Recoveries of a shared backend")
struct RecoveryTests {
  /// What came of outages (from and until, in minutes), before a queue that is normal after 5 min without a wait above 1 s.
  /// - Parameter bad: the minutes at which a request waited too long.
  private func recoveries(
    _ outages: [(from: Double, until: Double)], bad: [Double] = [], lastBegin: Double = 240,
    horizon: Double = 480
  ) -> [Recovery] {
    let instant = { (minutes: Double) in Instant.start + Delay(roundingSeconds: minutes * 60) }
    var conditions = Conditions.cases
    conditions.horizon = Delay(roundingSeconds: horizon * 60)
    conditions.outages = outages.map { from, until in
      Outage(of: .backend, from: instant(from), lasts: instant(until) - instant(from))
    }
    var watch = RecoveryWatch(conditions, Capacity())
    watch.lastBegin = instant(lastBegin)
    // In every other minute somebody is served at once.
    for minute in stride(from: 0, to: horizon, by: 1) {
      if outages.contains(where: { $0.from <= minute && minute < $0.until }) { continue }
      watch.see(instant(minute), waits: bad.contains(minute) ? .seconds(2) : .zero)
    }
    watch.end()
    return watch.recoveries
  }

  private static func minutes(_ count: Int64) -> Recovery { .after(.seconds(60 * count)) }

  @Test("B11: it is back when the last request waited too long that calm followed")
  func after() {
    #expect(recoveries([(60, 70)]) == [.after(.zero)])
    #expect(recoveries([(60, 70)], bad: [71, 75, 79]) == [Self.minutes(9)])
    // Five minutes without are calm, and what comes then is of another cause.
    #expect(recoveries([(60, 70)], bad: [71, 77]) == [Self.minutes(1)])
    #expect(recoveries([(60, 70), (120, 130)], bad: [133]) == [.after(.zero), Self.minutes(3)])
  }

  @Test("B11: only what was normal before can be back to normal")
  func overloaded() {
    #expect(recoveries([(60, 70)], bad: [56, 71]) == [.overloaded])
    #expect(recoveries([(60, 70)], bad: [54, 71]) == [Self.minutes(1)])
    #expect(recoveries([(60, 70)], bad: Array(stride(from: 0, to: 240, by: 3))) == [.overloaded])
  }

  @Test("B11: metastable is what still waits too long when calm could have been seen")
  func metastable() {
    let storm = Array(stride(from: 70.0, to: 240, by: 3))
    #expect(recoveries([(60, 70)], bad: storm) == [.metastable])
    // The next outage finds it so.
    #expect(recoveries([(60, 70), (120, 130)], bad: storm) == [.metastable, .overloaded])
  }

  @Test("B11: what was not watched for long enough is undecided, above all where nobody waited")
  func undecided() {
    // The next outage comes two minutes after.
    #expect(recoveries([(60, 70), (72, 80)]) == [.undecided, .after(.zero)])
    #expect(recoveries([(60, 70), (72, 80)], bad: [71]) == [.undecided, .overloaded])
    // The last user has come, or the horizon.
    #expect(recoveries([(230, 238)]) == [.undecided])
    #expect(recoveries([(230, 238)], bad: [238, 239]) == [.undecided])
    #expect(recoveries([(470, 490)]) == [.undecided])
    #expect(recoveries([(470, 478)]) == [.undecided])
    // It was calm for the last four minutes of six.
    #expect(recoveries([(224, 234)], bad: [236]) == [.undecided])
    #expect(recoveries([(224, 234)], bad: [236], lastBegin: 241) == [Self.minutes(2)])
  }

  @Test("B11: outages that overlap, or follow at once, are one")
  func overlapping() {
    #expect(recoveries([(60, 120), (90, 100)]) == [.after(.zero)])
    #expect(recoveries([(60, 120), (90, 130)], bad: [132]) == [Self.minutes(2)])
    #expect(recoveries([(60, 70), (70, 80)], bad: [81]) == [Self.minutes(1)])
  }
}
