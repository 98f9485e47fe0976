import EventEngine
import Experiments
import Methods
import TestSupport
import Testing

/// The simpler durations of a duration.
@Suite struct DelaySimplerTests {
  @Test(arguments: [
    (Int64(0), 1), (1_000_000, 1), (10_000_000, 1), (60_000_000, 1), (86_400_000_000, 1),
    (2_000_000, 2), (90_000_000, 2), (7_000, 2), (75_000_000, 3), (1_234_567, 8),
    (864_000_000_000, 2),
  ]) func `simple durations have one digit, other durations the digits of their unit`(
    microseconds: Int64, digits: Int
  ) { expectEqual(Delay(microseconds: microseconds).complexity, digits) }

  @Test func `simpler durations are sorted by digits, then by distance`() {
    let simpler = Delay(microseconds: 83_456_789).simpler
    expectEqual(
      simpler.map(\.seconds), [60, 600, 10, 3_600, 1, 36_000, 86_400, 80, 90, 120, 83, 84])
  }

  @Test func `a simple duration has no simpler duration`() {
    for delay in [Delay.zero, .seconds(1), .seconds(3_600)] { expectEqual(delay.simpler, []) }
  }

  @Test func `a simpler duration has fewer digits, and at most a hundred years`() {
    let delays = [Delay.longest, Delay(microseconds: 1), .milliseconds(200), .seconds(8_005)]
    for delay in delays {
      for simpler in delay.simpler {
        #expect(simpler.complexity < delay.complexity && simpler > .zero)
      }
    }
  }
}
