import EventEngine
import TestSupport
import Testing

@testable import PurchaseWorld

/// How a queue comes back to normal after an outage (B11).
@Suite("Recoveries of a shared backend")
struct RecoveryTests {
  /// What came of outages (from and until, in minutes), before a queue that is normal after 5 min without a wait above 1 s.
  /// - Parameter bad: the minutes at which a request waited too long.
  /// - Parameter vain: whether those were answered too late.
  /// - Parameter refused: the minutes at which a request was refused.
  /// - Parameter wait: for how many seconds a request waits that waited too long, by the minute.
  private func recoveries(
    _ outages: [(from: Double, until: Double)], bad: [Double] = [], vain: Bool = false,
    refused: [Double] = [], arrivalsEnd: Double = 240, horizon: Double = 480,
    wait: (Double) -> Double = { _ in 2 }
  ) -> [Recovery] {
    let instant = { (minutes: Double) in Instant.start + Delay(roundingSeconds: minutes * 60) }
    var conditions = Conditions.cases
    conditions.horizon = Delay(roundingSeconds: horizon * 60)
    conditions.outages = outages.map { from, until in
      Outage(of: .backend, from: instant(from), lasts: instant(until) - instant(from))
    }
    var watch = RecoveryWatch(conditions, Capacity())
    watch.arrivalsEnd = instant(arrivalsEnd)
    // In every other minute somebody is served at once.
    for minute in stride(from: 0, to: horizon, by: 1) {
      if outages.contains(where: { $0.from <= minute && minute < $0.until }) { continue }
      let isBad = bad.contains(minute)
      let waits = isBad ? Delay(roundingSeconds: wait(minute)) : .zero
      watch.see(
        instant(minute), waits: refused.contains(minute) ? nil : waits, isWasted: isBad && vain)
    }
    watch.end()
    return watch.recoveries
  }

  private static func minutes(_ count: Int64) -> Recovery { .after(.seconds(60 * count)) }

  @Test("B11: it is back when the last request waited too long that calm followed")
  func after() {
    expectEqual(recoveries([(60, 70)]), [.after(.zero)])
    expectEqual(recoveries([(60, 70)], bad: [71, 75, 79]), [Self.minutes(9)])
    // Five minutes without are calm, and what comes then is of another cause.
    expectEqual(recoveries([(60, 70)], bad: [71, 77]), [Self.minutes(1)])
    expectEqual(recoveries([(60, 70), (120, 130)], bad: [133]), [.after(.zero), Self.minutes(3)])
  }

  @Test("B11: only what was normal before can be back to normal")
  func overloaded() {
    expectEqual(recoveries([(60, 70)], bad: [56, 71]), [.overloaded])
    expectEqual(recoveries([(60, 70)], bad: [54, 71]), [Self.minutes(1)])
    expectEqual(recoveries([(60, 70)], bad: Array(stride(from: 0, to: 240, by: 3))), [.overloaded])
  }

  private static let storm = Array(stride(from: 70.0, to: 240, by: 3))

  @Test("B11: metastable is what is refused, or answered too late, when calm could have been seen")
  func metastable() {
    expectEqual(recoveries([(60, 70)], bad: Self.storm, vain: true), [.metastable])
    expectEqual(recoveries([(60, 70)], refused: Self.storm), [.metastable])
    // The next outage finds it so.
    expectEqual(
      recoveries([(60, 70), (120, 130)], refused: Self.storm), [.metastable, .overloaded])
    // Waits that grow by less than what was done in vain are sustained by that.
    let growing = recoveries([(60, 70)], bad: Self.storm, vain: true) { 2 + $0 / 10 }
    expectEqual(growing, [.metastable])
  }

  @Test("B11: a queue that drains is not metastable, and its time is where its waits lead")
  func draining() {
    // From 170 s at 70 min by a second a minute: back at 240 min, where nobody comes any more but few.
    let falling = { (minute: Double) in 100.0 + 170 - (minute - 70) }
    guard case .draining(let time)? = recoveries([(60, 70)], bad: Self.storm, wait: falling).first
    else { return #expect(Bool(false), "a queue that drains") }
    // A second of waiting is left at 340 min less a second of the normal one.
    #expect(abs(time.seconds / 60 - 269) <= 5)
    // A request in vain among many does not sustain it, nor do a few at its beginning.
    let few = recoveries([(60, 70)], bad: Self.storm, refused: [75, 80], wait: falling)
    expectEqual(few, [.draining(time)])
    // One whose waits grow with nothing in vain has too many users.
    expectEqual(recoveries([(60, 70)], bad: Self.storm) { 2 + $0 }, [.overloaded])
    expectEqual(recoveries([(60, 70)], bad: Self.storm), [.overloaded])
  }

  @Test("B11: what was not watched for long enough is undecided, above all where nobody waited")
  func undecided() {
    // The next outage comes two minutes after.
    expectEqual(recoveries([(60, 70), (72, 80)]), [.undecided, .after(.zero)])
    expectEqual(recoveries([(60, 70), (72, 80)], bad: [71]), [.undecided, .overloaded])
    // The last user has come, or the horizon.
    expectEqual(recoveries([(230, 238)]), [.undecided])
    expectEqual(recoveries([(230, 238)], bad: [238, 239]), [.undecided])
    expectEqual(recoveries([(470, 490)]), [.undecided])
    expectEqual(recoveries([(470, 478)]), [.undecided])
    // It was calm for the last four minutes of six.
    expectEqual(recoveries([(224, 234)], bad: [236]), [.undecided])
    expectEqual(recoveries([(224, 234)], bad: [236], arrivalsEnd: 241), [Self.minutes(2)])
  }

  @Test("B11: outages that overlap, or follow at once, are one")
  func overlapping() {
    expectEqual(recoveries([(60, 120), (90, 100)]), [.after(.zero)])
    expectEqual(recoveries([(60, 120), (90, 130)], bad: [132]), [Self.minutes(2)])
    expectEqual(recoveries([(60, 70), (70, 80)], bad: [81]), [Self.minutes(1)])
  }
}
