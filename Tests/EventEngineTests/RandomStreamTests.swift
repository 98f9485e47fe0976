import CLibrary
import EventEngine
import TestSupport
import Testing

@Suite struct RandomStreamTests {
  /// The first outputs of SplitMix64 from the state 1234567.
  ///
  /// Published at Rosetta Code, "Pseudo-random numbers/Splitmix64".
  @Test func `a stream is SplitMix64 from its seed`() {
    var stream = RandomStream(seed: 1_234_567)
    let outputs = (0..<5).map { _ in stream.bits() }
    expectEqual(
      outputs,
      [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `events occur at their probabilities, with the bits of the stream`() {
    var stream = RandomStream(seed: 61)
    var bits = RandomStream(seed: 61)
    let chance = Probability(0.02)
    var count = 0
    for _ in 0..<100_000 {
      let happens = stream.happens(chance)
      expectEqual(happens, chance.happens(bits.bits()))
      if happens { count += 1 }
    }
    // The binomial's standard deviation is 44: four of them.
    #expect(abs(count - 2_000) < 177)
  }

  @Test(arguments: [3, 36_000])
  func `exponential delays follow their distribution function`(mean: Int64) {
    var stream = RandomStream(seed: 62)
    let sample = (0..<100_000).map { _ in stream.exponential(mean: .seconds(mean)) }
    let distance = kolmogorovSmirnov(sample) { $0 <= 0 ? 0 : 1 - exp(-$0 / Double(mean)) }
    #expect(distance < kolmogorovSmirnovLimit(sample.count))
  }

  @Test(arguments: [(8, 0.5), (3_600, 1)] as [(Int64, Double)])
  func `log-normal delays follow their distribution function`(median: Int64, sigma: Double) {
    var stream = RandomStream(seed: 63)
    let sample = (0..<100_000).map { _ in stream.lognormal(median: .seconds(median), sigma: sigma) }
    let distance = kolmogorovSmirnov(sample) { time in
      time <= 0 ? 0 : erfc(-log(time / Double(median)) / (sigma * 2.0.squareRoot())) / 2
    }
    #expect(distance < kolmogorovSmirnovLimit(sample.count))
  }

  @Test func `degenerate parameters give a constant delay, and the longest is the limit`() {
    var stream = RandomStream(seed: 64)
    for _ in 0..<100 {
      expectEqual(stream.exponential(mean: .zero), .zero)
      expectEqual(stream.lognormal(median: .zero, sigma: 1e308), .zero)
      expectEqual(stream.lognormal(median: .seconds(2), sigma: 0), .seconds(2))
      let extreme = stream.lognormal(median: .seconds(1), sigma: 1e308)
      #expect(extreme == .zero || extreme == .longest)
    }
  }

  @Test func `a sigma that is negative or not finite traps`() async {
    await #expect(processExitsWith: .failure) {
      var stream = RandomStream(seed: 1)
      _ = stream.lognormal(median: .zero, sigma: -1e-300)
    }
    await #expect(processExitsWith: .failure) {
      var stream = RandomStream(seed: 1)
      _ = stream.lognormal(median: .zero, sigma: .infinity)
    }
  }
}

/// Where the two ziggurats end and their tails begin, and how much lies beyond.
///
/// exp(−r) and erfc(r / √2), calculated with 30 digits in mpmath 1.3.
private let exponentialTail = (edge: 7.697_117_470_131_049_7, share: 4.541_343_538_414_97e-4)
private let normalTail = (edge: 3.654_152_885_361_008_8, share: 2.580_324_876_539_01e-4)

@Suite struct StandardSampleTests {
  private static let size = 2_000_000

  private static let exponentials: [Double] = {
    var stream = RandomStream(seed: 71)
    return (0..<size).map { _ in stream.standardExponential() }
  }()

  private static let normals: [Double] = {
    var stream = RandomStream(seed: 72)
    return (0..<size).map { _ in stream.standardNormal() }
  }()

  /// Whether the mean of a function over a sample lies within four standard errors of its own.
  private func holds(
    _ sample: [Double], mean: Double, variance: Double, _ function: (Double) -> Double
  ) -> Bool {
    let found = sample.reduce(0) { $0 + function($1) } / Double(sample.count)
    return abs(found - mean) < 4 * (variance / Double(sample.count)).squareRoot()
  }

  /// Moments n! of the exponential distribution, whose variances are (2n)! − n!².
  @Test func `exponential samples have the moments of theory`() {
    let sample = Self.exponentials
    #expect(holds(sample, mean: 1, variance: 1) { $0 })
    #expect(holds(sample, mean: 2, variance: 20) { $0 * $0 })
    #expect(holds(sample, mean: 6, variance: 684) { $0 * $0 * $0 })
    #expect(sample.allSatisfy { $0 >= 0 })
  }

  /// Moments 0, 1, 0, 3 of the normal distribution; the variances are 1, 2, 15 and 96.
  @Test func `normal samples have the moments of theory`() {
    let sample = Self.normals
    #expect(holds(sample, mean: 0, variance: 1) { $0 })
    #expect(holds(sample, mean: 1, variance: 2) { $0 * $0 })
    #expect(holds(sample, mean: 0, variance: 15) { $0 * $0 * $0 })
    #expect(holds(sample, mean: 3, variance: 96) { $0 * $0 * $0 * $0 })
  }

  @Test func `samples fall equally often into 256 equally probable intervals`() {
    var counts = [Int](repeating: 0, count: 256)
    for sample in Self.exponentials { counts[Int((1 - exp(-sample)) * 256)] += 1 }
    #expect(chiSquareRange255.contains(chiSquare(counts)))
    counts = [Int](repeating: 0, count: 256)
    for sample in Self.normals { counts[Int(erfc(-sample / 2.0.squareRoot()) * 128)] += 1 }
    #expect(chiSquareRange255.contains(chiSquare(counts)))
  }

  @Test func `the expected number of samples is beyond the edge of the ziggurat`() {
    for (sample, tail) in [(Self.exponentials, exponentialTail), (Self.normals, normalTail)] {
      let expected = Double(Self.size) * tail.share
      let count = sample.count { abs($0) > tail.edge }
      #expect(abs(Double(count) - expected) < 4 * expected.squareRoot())
    }
    let above = Self.normals.count { $0 > normalTail.edge }
    #expect(abs(Double(above) - Double(Self.size) * normalTail.share / 2) < 64)  // Four of √258.
  }

  @Test func `samples beyond the edge follow the tail`() {
    let beyond = Self.exponentials.filter { $0 > exponentialTail.edge }
    let distance = kolmogorovSmirnov(beyond) { 1 - exp(exponentialTail.edge - $0) }
    #expect(distance < kolmogorovSmirnovLimit(beyond.count))
    let sizes = Self.normals.map(abs).filter { $0 > normalTail.edge }
    let normalDistance = kolmogorovSmirnov(sizes) { size in
      1 - erfc(size / 2.0.squareRoot()) / normalTail.share
    }
    #expect(normalDistance < kolmogorovSmirnovLimit(sizes.count))
  }

  @Test func `neighbours are not correlated, nor is a sample's sign with its neighbour's size`() {
    let limit = 4 / Double(Self.size).squareRoot()
    #expect(abs(neighbourCorrelation(Self.exponentials)) < limit)
    #expect(abs(neighbourCorrelation(Self.normals)) < limit)
    #expect(abs(neighbourCorrelation(Self.normals.map(abs))) < limit)
  }
}
