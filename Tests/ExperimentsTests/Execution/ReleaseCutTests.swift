#if !DEBUG
  import Scenarios
  import Testing

  import Experiments

  @Suite("Release: interrupted runs") struct ReleaseCutTests {
    @Test(
      "of a thousand interrupted runs, 94 % have covering intervals", arguments: Sampling.allCases)
    func coverage(sampling: Sampling) throws {
      let (covered, runs, fewest) = try InterruptionTests.coverage(
        sampling, seeds: 1...1_200, users: 12_800)
      print(
        "cut runs, \(sampling): \(covered) of \(runs) intervals cover, the fewest users \(fewest)")
      #expect(runs > 900)
      #expect(Double(covered) >= 0.94 * Double(runs))
    }
  }
#endif
