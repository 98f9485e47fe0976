import EventEngine
import TestSupport
import Testing

@Suite struct ProbabilityTests {
  @Test func `an event of probability 0 never occurs, one of probability 1 always`() {
    for bits in [0, 1, 1 << 63, .max - 1, .max] as [UInt64] {
      #expect(!Probability(0).happens(bits))
      #expect(Probability(1).happens(bits))
    }
    #expect(Probability.never == Probability(0) && Probability.always == Probability(1))
    #expect(Probability.never.threshold == 0 && Probability.always.threshold == 1 << 63)
    expectEqual(Probability(-0.0), .never)
  }

  @Test(
    arguments: [
      (1e-9, 9_223_372_037), (1e-6, 9_223_372_036_855), (0.00525, 48_422_703_193_487_576),
      (0.25, 1 << 61), (0.5, 1 << 62), (0x1p-63, 1), (0x1p-65, 0),
    ] as [(Double, UInt64)])
  func `a probability is stored as an integer threshold`(probability: Double, threshold: UInt64) {
    expectEqual(Probability(probability).threshold, threshold)
  }

  @Test func `a probability of 1e-9 is exact to nine digits`() {
    let chance = Probability(1e-9)
    #expect(abs(chance.probability / 1e-9 - 1) < 1e-10)
    // Of all 2⁶⁴ draws, exactly those below twice the threshold make it happen.
    let limit: UInt64 = 2 * 9_223_372_037
    #expect(chance.happens(limit - 1))
    #expect(!chance.happens(limit))
  }

  @Test(arguments: [0.000_5, 0.01, 0.3, 0.5, 0.75, 0.999])
  func `an event occurs at the rate of its probability`(probability: Double) {
    let chance = Probability(probability)
    var count = 0
    for user in 0..<100_000 as Range<UInt64>
    where chance.happens(KeyedDraws(seed: 31, user: user).bits(site: 2, occurrence: 0)) {
      count += 1
    }
    // Within four standard deviations of the binomial: 99.994 % of all seeds.
    let deviation = (100_000 * probability * (1 - probability)).squareRoot()
    #expect(abs(Double(count) - 100_000 * probability) < 4 * deviation)
  }

  @Test func `an event that occurs at a probability occurs at every greater one`() {
    let chances = [0, 1e-9, 1e-3, 0.2, 0.200_000_001, 0.5, 0.999_999_999, 1].map { Probability($0) }
    #expect(zip(chances, chances.dropFirst()).allSatisfy { $0.threshold < $1.threshold })
    for user in 0..<5_000 as Range<UInt64> {
      let bits = KeyedDraws(seed: 32, user: user).bits(site: 0, occurrence: 0)
      let happened = chances.map { $0.happens(bits) }
      expectEqual(happened, happened.sorted { !$0 && $1 })
    }
  }

  @Test func `a probability outside 0 to 1 traps`() async {
    await #expect(processExitsWith: .failure) { _ = Probability(-1e-12) }
    await #expect(processExitsWith: .failure) { _ = Probability(1.000_000_1) }
    await #expect(processExitsWith: .failure) { _ = Probability(.nan) }
  }
}
