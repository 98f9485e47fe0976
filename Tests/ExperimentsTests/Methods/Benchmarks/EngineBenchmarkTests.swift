import Experiments
import Methods
import TestSupport
import Testing

/// The benchmarks of the engine simulate the stated models; otherwise their speed is meaningless.
@Suite("Benchmarks of the engine") struct EngineBenchmarkTests {
  /// A journey and the theoretical values of one user.
  ///
  /// Shares and counts from the Laplace transforms of the delays at the rate of crashes, the mean
  /// wait from their derivative; calculated with SciPy 1.17.1 and NumPy.
  struct Theory: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var loss: Double
    var crash: Double
    var delivered: Double
    var crashed: Double
    var retries: Double
    var events: Double
    var wait: Double

    static let all = [
      Theory(
        testDescription: "as it is measured", loss: 0.02, crash: 0.01, delivered: 0.994_295,
        crashed: 0.006_037, retries: 0.040_702, events: 5.029_412, wait: 10.199_141),
      Theory(
        testDescription: "half of all requests get lost, and nothing crashes", loss: 0.5, crash: 0,
        delivered: 0.984_436, crashed: 0, retries: 1.976_624, events: 6.922_058, wait: 12.810_857),
      Theory(
        testDescription: "no request gets lost, and a crash is always coming", loss: 0, crash: 1,
        delivered: 0.430_313, crashed: 0.602_114, retries: 0, events: 3.875_865, wait: 8.443_770),
    ]
  }

  @Test("the users of the journey match the theory", arguments: Theory.all)
  func journey(theory: Theory) {
    let users = 200_000
    var journey = MicroJourney(seed: 81, loss: theory.loss, crash: theory.crash)
    journey.simulate(users: users)
    let counters = journey.counters
    // No standard deviation of a single user is above 0.5, 2, 2 and 6.2 s; nor in the first row
    // above 0.08, 0.21, 0.3 and 5 s.
    let rare = theory.loss == 0.02
    let expected = [
      (counters.delivered, theory.delivered, rare ? 0.08 : 0.5),
      (counters.crashed, theory.crashed, rare ? 0.08 : 0.5),
      (counters.lostRequests, theory.retries, rare ? 0.21 : 2),
      (counters.events, theory.events, rare ? 0.3 : 2),
    ]
    expectEqual(counters.users, users)
    let root = Double(users).squareRoot()
    for (count, mean, deviation) in expected {
      #expect(abs(Double(count) / Double(users) - mean) < 4 * deviation / root)
    }
    #expect(
      abs(counters.meanWait - theory.wait) < 4 * (rare ? 5 : 6.2)
        / Double(counters.deliveredWithoutCrash).squareRoot())
  }

  @Test("a seed repeats a journey, in one part or in several")
  func seed() {
    let tallies = [(1 as UInt64, [3_000]), (1, [1_000, 2_000]), (2, [3_000])].map { seed, parts in
      var journey = MicroJourney(seed: seed)
      for users in parts { journey.simulate(users: users) }
      return [journey.counters.events, journey.counters.delivered, Int(journey.counters.waited)]
    }
    expectEqual(tallies[0], tallies[1])
    #expect(tallies[0] != tallies[2])
  }

  @Test("before the first user, the mean wait is 0")
  func none() {
    let journey = MicroJourney(seed: 1)
    #expect(journey.counters.meanWait == 0 && journey.counters.events == 0)
  }

  @Test(
    "the hold model of the engine and the hand-written model handle the same events",
    arguments: 0..<5 as Range<UInt64>)
  func hold(seed: UInt64) {
    let ending = HoldModel.run(events: 20_000, seed: seed)
    expectEqual(ending, HoldModel.runReference(events: 20_000, seed: seed))
    #expect(ending != HoldModel.run(events: 20_000, seed: seed + 1))
    // Sixteen times as fast as one that waits a second each: √20,000 / 16 s is the deviation.
    #expect(abs(ending.time - 1_250) < 4 * 8.9)
  }
}
