#if !DEBUG
  import Experiments
  import Methods
  import Scenarios
  import TestSupport
  import Testing

  /// A thousand and more lost orders, each shrunk to a case that is checked by its file.
  @Suite struct ReleaseShrinkingTests {
    /// Prints the results of shrinking, and expects that every lost order has a case.
    ///
    /// - Parameter conversionFailed: for how many there may be none.
    private func expectAll(_ tally: ShrinkingTally, but conversionFailed: Int = 0) {
      expectEqual(tally.breaches, [])
      #expect(tally.conversionFailed.count <= conversionFailed, "\(tally.conversionFailed)")
      #expect(tally.shrunk >= 1_000, "\(tally.shrunk)")
      #expect(ShrinkingTally.median(tally.sizes) <= 2)
      print(
        "shrunk \(tally.shrunk) of \(tally.lost), \(tally.atSamePoint) at the same drop point;"
          + " faults and taps: median \(ShrinkingTally.median(tally.sizes)),"
          + " at most \(tally.sizes.max() ?? 0); simulations: median"
          + " \(ShrinkingTally.median(tally.simulations)), at most \(tally.simulations.max() ?? 0);"
          + " \(CaseConversion.allCases.map { "\($0.rawValue) \(tally.ways[$0] ?? 0)" })")
    }

    @Test(arguments: [UInt64(1), 2])
    func `a thousand random lost orders of shipped scenarios shrink`(seed: UInt64) throws {
      var tally = ShrinkingTally()
      let names = [
        "accounts", "bad-debt", "field", "finish-timing", "keep", "keep-ladder", "ledger", "play",
        "ordering", "ordering-alone", "outage", "receipts", "spinner", "stale-records",
        "store-news", "zero-loss",
      ]
      for name in names {
        let path = ShrinkingSampleTests.root + "/scenarios/" + name + ".json"
        var scenario = try ScenarioFileReader.read(path)
        scenario.seed = seed
        try tally.shrink(scenario, users: 0..<40_000, each: 25)
      }
      expectAll(tally)
    }

    @Test func `a thousand lost orders of random scenarios shrink`() throws {
      var tally = ShrinkingTally()
      for number in 0..<400 {
        var scenarios = RandomScenarios(number: number)
        let scenario = scenarios.next().scenario
        try tally.shrink(scenario, users: 0..<400, each: 2)
      }
      // Launches of days, a patience of 0: for some of these users no case with simple delays is found.
      expectAll(tally, but: tally.lost / 100)
    }
  }
#endif
