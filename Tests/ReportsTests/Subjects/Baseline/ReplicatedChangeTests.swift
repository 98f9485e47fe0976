import Methods
import Reports
import Scenarios
import Statistics
import TestSupport
import Testing

/// How a metric changed between two samples of replications.
@Suite("Changes over replications") struct ReplicatedChangeTests {
  private let old = [1.0, 2, 3, 4, 5]
  private let new = [2.0, 4, 6, 8, 10]

  private func change(
    _ old: [Double], _ new: [Double], isPaired: Bool = true, error: Double = 0.05
  ) -> ReplicatedChange { ReplicatedChange(old, new, .time, isPaired: isPaired, error: error) }

  @Test("the interval is Student's t of paired differences, or Welch's for other random streams")
  func intervals() throws {
    // t(0.975, 4) = 2.77645 times sqrt(0.5); t(0.975, 5) = 2.57058 times sqrt(2.5), for Welch's 5.88 degrees.
    let paired = try #require(change(old, new).difference)
    #expect(abs(paired.low - 1.036757) < 1e-5 && abs(paired.high - 4.963243) < 1e-5)
    let welch = try #require(change(old, new, isPaired: false).difference)
    #expect(abs(welch.low + 1.064447) < 1e-5 && abs(welch.high - 7.064447) < 1e-5)
    expectEqual(change(old, new).verdict(tolerance: 0), .worse)
    expectEqual(change(new, old).verdict(tolerance: 0), .better)
    expectEqual(change(old, new, isPaired: false).verdict(tolerance: 0), .undecided)
    expectEqual(change(old, new, error: 0.001).verdict(tolerance: 0), .undecided)
    expectEqual(change(old, old).verdict(tolerance: 0), .same)
  }

  @Test("a time may grow by the tolerated fraction of the old time")
  func tolerance() {
    // At least 1.04 s more than 3 s.
    expectEqual(change(old, new).verdict(tolerance: 0.34), .worse)
    expectEqual(change(old, new).verdict(tolerance: 0.35), .undecided)
  }

  @Test("the sign test decides if a time is 'never'")
  func never() {
    let (short, never) = (
      Array(repeating: 1.0, count: 6), Array(repeating: Double.infinity, count: 6)
    )
    let found = change(short, never)
    #expect(found.difference == nil && found.more == 6 && found.less == 0)
    // Two sides of six coins: 1/32.
    #expect(
      found.verdict(tolerance: 0) == .worse && change(never, short).verdict(tolerance: 0) == .better
    )
    expectEqual(change(short, never, error: 0.03).verdict(tolerance: 0), .undecided)
    expectEqual(change(never, never).verdict(tolerance: 0), .same)
  }

  @Test("changes within the tolerance do not count, also beside times of 'never'")
  func toleranceOfNever() {
    let old = Array(repeating: 10.0, count: 6) + [.infinity]
    let new = Array(repeating: 11.0, count: 6) + [.infinity]
    #expect(
      change(old, new).verdict(tolerance: 0) == .worse
        && change(old, new).verdict(tolerance: 0.09) == .worse)
    expectEqual(change(old, new).verdict(tolerance: 0.11), .undecided)
    #expect(
      change(new, old).verdict(tolerance: 0) == .better
        && change(new, old).verdict(tolerance: 0.11) == .undecided)
    // A time of 'never' is longer than any tolerance.
    let never = Array(repeating: Double.infinity, count: 7)
    expectEqual(change(old, never, error: 0.05).verdict(tolerance: 500), .worse)
    expectEqual(change(never, old, error: 0.05).verdict(tolerance: 500), .better)
  }
}
