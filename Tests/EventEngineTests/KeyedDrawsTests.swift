import EventEngine
import TestSupport
import Testing

@Suite struct DrawsTests {
  /// The first outputs of SplitMix64 from the state 1234567.
  ///
  /// Published at Rosetta Code, "Pseudo-random numbers/Splitmix64"; the same by our own calculation
  /// in Python from the constants of Steele, Lea and Flood (2014).
  @Test func `mix is the output function of SplitMix64`() {
    var state: UInt64 = 1_234_567
    let outputs = (0..<5).map { _ in
      state &+= 0x9E37_79B9_7F4A_7C15
      return KeyedDraws.mix(state)
    }
    expectEqual(
      outputs,
      [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  /// Golden values: a change here changes every result ever published with a seed.
  ///
  /// Calculated in Python from the definition, apart from this code.
  @Test(
    arguments: [
      (0, 0, 0, 0, 3_531_997_233_750_407_150),
      (1, 0, 0, 0, 1_608_090_280_875_031_467),
      (0, 1, 0, 0, 17_447_461_780_105_346_587),
      (0, 0, 1, 0, 4_429_162_315_910_981_490),
      (0, 0, 0, 1, 8_894_490_403_218_573_676),
      (2019, 199_999, 17, 3, 6_138_051_351_924_844_939),
      (.max, .max, .max, .max, 617_917_144_713_333_178),
    ] as [(UInt64, UInt64, UInt32, UInt32, UInt64)])
  func `a key always has the same bits`(
    seed: UInt64, user: UInt64, site: UInt32, occurrence: UInt32, bits: UInt64
  ) {
    expectEqual(KeyedDraws(seed: seed, user: user).bits(site: site, occurrence: occurrence), bits)
  }

  @Test func `a result does not depend on earlier requests`() {
    let names = (0..<40 as Range<UInt32>).flatMap { site in
      (0..<40 as Range<UInt32>).map { (site, $0) }
    }
    let forward = KeyedDraws(seed: 5, user: 9)
    let ahead = names.map { forward.bits(site: $0.0, occurrence: $0.1) }
    let backward = KeyedDraws(seed: 5, user: 9)
    let back = names.reversed().map { backward.bits(site: $0.0, occurrence: $0.1) }
    expectEqual(ahead, back.reversed())
  }

  @Test func `different keys have different bits`() {
    var seen: Set<UInt64> = []
    for seed in 0..<4 as Range<UInt64> {
      for user in 0..<500 as Range<UInt64> {
        let draws = KeyedDraws(seed: seed, user: user)
        for site in 0..<10 as Range<UInt32> {
          for occurrence in 0..<5 as Range<UInt32> {
            seen.insert(draws.bits(site: site, occurrence: occurrence))
          }
        }
      }
    }
    expectEqual(seen.count, 4 * 500 * 10 * 5)
  }
}

/// The parts of a key, each varied through its neighbours while the other parts are constant.
enum KeyPart: CaseIterable, Sendable {
  case seed, user, site, occurrence

  /// The bits of the key in which this part is `value`.
  func bits(_ value: UInt64) -> UInt64 {
    let small = UInt32(truncatingIfNeeded: value)
    return switch self {
    case .seed: KeyedDraws(seed: value, user: 12).bits(site: 3, occurrence: 1)
    case .user: KeyedDraws(seed: 2019, user: value).bits(site: 3, occurrence: 1)
    case .site: KeyedDraws(seed: 2019, user: 12).bits(site: small, occurrence: 1)
    case .occurrence: KeyedDraws(seed: 2019, user: 12).bits(site: 3, occurrence: small)
    }
  }

  /// How many bits this part has.
  var width: UInt64 {
    switch self {
    case .seed, .user: 64
    case .site, .occurrence: 32
    }
  }
}

@Suite struct DrawsQualityTests {
  private static let count = 65_536

  @Test(arguments: KeyPart.allCases)
  func `bits are uniform along neighbouring keys`(part: KeyPart) {
    for shift in [0, 28, 56] as [UInt64] {
      var counts = [Int](repeating: 0, count: 256)
      for value in 0..<UInt64(Self.count) { counts[Int(part.bits(value) >> shift & 255)] += 1 }
      #expect(chiSquareRange255.contains(chiSquare(counts)), "the byte at bit \(shift)")
    }
  }

  @Test(arguments: KeyPart.allCases) func `neighbouring keys are not correlated`(part: KeyPart) {
    let bits = (0...UInt64(Self.count)).map(part.bits)
    // A correlation of n independent pairs has standard deviation 1/√n: here four of them.
    #expect(abs(neighbourCorrelation(bits.map(Distribution.uniformDraw))) < 4.0 / 256)
    // Pairs of neighbours, four bits each: 256 cells, 255 degrees of freedom.
    for shift in [0, 60] as [UInt64] {
      var counts = [Int](repeating: 0, count: 256)
      for (one, other) in zip(bits, bits.dropFirst()) {
        let (high, low) = (one >> shift & 15, other >> shift & 15)
        counts[Int(high << 4 | low)] += 1
      }
      #expect(chiSquareRange255.contains(chiSquare(counts)), "the pairs at bit \(shift)")
    }
  }

  @Test func `each bit is 1 in half of the draws`() {
    var ones = [Int](repeating: 0, count: 64)
    for user in 0..<UInt64(Self.count) {
      let bits = KeyPart.user.bits(user)
      for place in 0..<64 { ones[place] += Int(bits >> UInt64(place) & 1) }
    }
    // The standard deviation is √65,536 / 2 = 128; 4.5 of them hold 64 bits at 99.96 %.
    for count in ones { #expect(abs(count - Self.count / 2) < 576) }
  }

  @Test(arguments: KeyPart.allCases)
  func `flipping one bit of a key flips each bit of the draw in half of the cases`(part: KeyPart) {
    let trials = 400
    var worst = 0
    for turned in 0..<part.width {
      var flips = [Int](repeating: 0, count: 64)
      for trial in 0..<UInt64(trials) {
        let value = KeyedDraws.mix(trial + 1)
        var change = part.bits(value) ^ part.bits(value ^ 1 << turned)
        while change != 0 {
          flips[change.trailingZeroBitCount] += 1
          change &= change - 1
        }
      }
      worst = flips.reduce(worst) { max($0, abs($1 - trials / 2)) }
    }
    // The standard deviation is √400 / 2 = 10; 5.5 of them hold 4,096 cells at 99.98 %.
    #expect(worst < 55)
  }
}
