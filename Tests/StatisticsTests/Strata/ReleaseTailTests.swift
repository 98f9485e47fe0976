#if !DEBUG
  import Statistics
  import Testing

  /// All outcomes are summed, which takes an optimised build.
  @Suite("Release: tails") struct ReleaseTailTests {
    /// The users drawn from strata of 0.9, 0.09 and 0.01, and the rates in them: where nearly all of a
    /// stratum count, and where a few users of large weight are among many of small weight.
    static let leaning: [(users: [Int], rates: [Double])] = [
      ([20_000, 40_000, 2_000], [0, 0.985, 2e-3]), ([20_000, 40_000, 2_000], [4e-5, 0.9999, 0.5]),
      ([1_000, 90_000, 4_000], [1e-3, 1e-2, 0]), ([1_000, 90_000, 4_000], [3.4e-3, 1e-2, 0.3]),
    ]

    /// If few users count, the error of a tail can only be approached from below.
    @Test(
      "each limit of a share of strata is missed with at most half of the error",
      arguments: CoverageTests.draws + leaning)
    func tails(users: [Int], rates: [Double]) throws {
      let weights = [0.9, 0.09, 0.01]
      let truth = zip(weights, rates).reduce(0.0) { $0 + $1.0 * $1.1 }
      let counts = zip(users, rates).map { Chances.binomial($0, $1) }
      var (below, above) = (0.0, 0.0)
      for (counts, chance) in Chances.combinations(counts) {
        let strata = zip(weights, zip(counts, users)).map { weight, drawn in
          StrataTests.stratum(weight, lost: drawn.0, of: drawn.1)
        }
        let interval = try #require(StratifiedRatio(strata)).interval()
        if interval.low > truth { below += chance }
        if interval.high < truth { above += chance }
      }
      #expect(below <= 0.0275 && above <= 0.0275, "\(below) below, \(above) above")
    }
  }
#endif
