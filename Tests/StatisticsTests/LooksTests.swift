import Statistics
import TestSupport
import Testing

@Suite("Looks") struct LooksTests {
  @Test("the errors of all looks add up to the error of one interval")
  func spending() {
    let errors = (1...100_000).map { Confidence.standard.atLook($0).error }
    #expect(abs(errors[0] - 0.025) < 1e-15 && abs(errors[2] - 0.05 / 12) < 1e-15)
    let sum = errors.reduce(0, +)
    #expect(sum < 0.05 && sum > 0.0499)
  }

  @Test("a confidence has its normal quantile")
  func quantiles() {
    expectEqual(Confidence.standard.level, 0.95)
    #expect(abs(Confidence.standard.z - 1.959963984540054) < 1e-14)
    #expect(abs(Confidence(level: 0.99).z - 2.5758293035489) < 1e-12)
    expectEqual(Confidence(error: 0.05), Confidence.standard)
  }

  /// When to stop, given the interval at a look and the true share.
  enum Rule: CaseIterable {
    /// The interval is short enough.
    case precise
    /// A claim is decided: that the share lies below 1.2 times the true one.
    case decided
    /// The interval misses the truth: the worst possible rule.
    case misses

    func stops(_ interval: Interval, _ share: Double) -> Bool {
      switch self {
      case .precise: interval.high - interval.low < 0.8 * share
      case .decided: interval.high < 1.2 * share || interval.low > 1.2 * share
      case .misses: interval.high < share || interval.low > share
      }
    }
  }

  /// The sample of 3,000 samples doubles from look to look, up to the eighth. With binomial noise of
  /// 0.4 %, the coverage at the stop is at least 0.95; the same rule without spending covers 0.75.
  @Test("a run that stops early by its interval is covered", arguments: Rule.allCases)
  func stopping(rule: Rule) {
    let share = 0.3
    var (random, missed, missedPlain) = (TestRandom(seed: 17), 0, 0)
    var intervals: [Int: Interval] = [:]
    for _ in 0..<3_000 {
      var (count, users) = (0, 0)
      var stopped: Interval?
      var stoppedPlain: Interval?
      for look in 1...8 {
        let more = max(10, users)
        for _ in 0..<more where random.uniform() < share { count += 1 }
        users += more
        for (isPlain, confidence) in [
          (false, Confidence.standard.atLook(look)), (true, Confidence.standard),
        ] where (isPlain ? stoppedPlain : stopped) == nil {
          let key = (count * 10 + look) * 2 + (isPlain ? 1 : 0)
          let interval =
            intervals[key]
            ?? Proportion(count: count, of: users)
            .interval(method: .clopperPearson, confidence: confidence)
          intervals[key] = interval
          guard rule.stops(interval, share) || look == 8 else { continue }
          if isPlain { stoppedPlain = interval } else { stopped = interval }
        }
      }
      missed += stopped.map { CoverageTests.covers($0, share) } == 0 ? 1 : 0
      missedPlain += stoppedPlain.map { CoverageTests.covers($0, share) } == 0 ? 1 : 0
    }
    #expect(missed <= 150)
    #expect(rule != .misses || missedPlain > 400)
  }
}
