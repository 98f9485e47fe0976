import Scenarios
import Statistics
import TestSupport
import Testing

@testable import Experiments
@testable import Methods

/// Differences with an interval of the same width on both sides.
private func differences(_ values: [Double], width: Double) -> [Estimate] {
  values.map { Estimate($0, Interval(low: $0 - width, high: $0 + width), .share) }
}

@Suite("Break-evens") struct BreakEvenTests {
  @Test("the interval of a break-even lies where both limits of the difference cross 0")
  func crossing() {
    let curve = DifferenceCurve(
      differences([-2, -1, 1, 2], width: 0.5), at: [1, 2, 3, 4], isLogarithmic: false)
    // The difference is 2x − 5 between 2 and 3: 0 at 2.5, ±0.5 at 2.25 and 2.75.
    expectEqual(
      curve.breakEvens, [BreakEven(value: 2.5, low: 2.25, high: 2.75, firstIsBetterBelow: false)])
    expectEqual(
      curve.segments,
      [
        .init(from: 1, to: 2.25, lowerDesign: .second),
        .init(from: 2.25, to: 2.75, lowerDesign: .undecided),
        .init(from: 2.75, to: 4, lowerDesign: .first),
      ])
  }

  @Test("on a logarithmic scale, the middle of 10 and 1000 is 100")
  func logarithm() throws {
    let curve = DifferenceCurve(
      differences([4, -4], width: 2), at: [10, 1_000], isLogarithmic: true)
    let found = try #require(curve.breakEvens.first)
    #expect(curve.breakEvens.count == 1 && found.firstIsBetterBelow)
    #expect(abs(found.value - 100) < 1e-9)
    // A quarter and three quarters of two powers of ten.
    #expect(abs(try #require(found.low) - 31.622_776_601_683_793) < 1e-9)
    #expect(abs(try #require(found.high) - 316.227_766_016_837_93) < 1e-9)
  }

  @Test("an interval over several values reaches from the first crossing to the last")
  func wide() {
    let curve = DifferenceCurve(
      differences([3, 1, -1, 1, -1, -3], width: 2), at: [0, 1, 2, 3, 4, 5], isLogarithmic: false)
    // None of the three crossings is significant: the middle one represents them.
    expectEqual(
      curve.breakEvens, [BreakEven(value: 2.5, low: 0.5, high: 4.5, firstIsBetterBelow: true)])
  }

  @Test("an interval is open on the side where the data never separate the designs")
  func open() {
    let atStart = DifferenceCurve(
      differences([-1, 1, 3], width: 2), at: [0, 1, 2], isLogarithmic: false)
    expectEqual(
      atStart.breakEvens, [BreakEven(value: 0.5, low: nil, high: 1.5, firstIsBetterBelow: false)])
    let atEnd = DifferenceCurve(
      differences([-3, -1, 1], width: 2), at: [0, 1, 2], isLogarithmic: false)
    expectEqual(
      atEnd.breakEvens, [BreakEven(value: 1.5, low: 0.5, high: nil, firstIsBetterBelow: false)])
  }

  @Test(
    "without a significant change there is no break-even",
    arguments: [
      ([1.0, 1, 1], [DifferenceCurve.LowerDesign.first]), ([-1, -1, -1], [.second]),
      ([0.1, -0.1, 0.1], [.undecided]), ([1, 0.1, 1], [.first, .undecided, .first]),
      ([1, -0.1, 1], [.first, .undecided, .first]), ([0.1, 0.2, 1], [.undecided, .first]),
      ([0.1, -0.1, 0.1, 1], [.undecided, .first]), ([0, 0, 0], [.undecided]),
    ])
  func none(values: [Double], lowerDesigns: [DifferenceCurve.LowerDesign]) {
    let curve = DifferenceCurve(
      differences(values, width: 0.5), at: values.indices.map { Double($0) }, isLogarithmic: false)
    #expect(curve.breakEvens.isEmpty)
    expectEqual(curve.segments.map(\.lowerDesign), lowerDesigns)
  }

  @Test("two significant changes are two break-evens")
  func two() {
    let curve = DifferenceCurve(
      differences([1, -1, 1], width: 0.5), at: [0, 1, 2], isLogarithmic: false)
    expectEqual(
      curve.breakEvens,
      [
        BreakEven(value: 0.5, low: 0.25, high: 0.75, firstIsBetterBelow: true),
        BreakEven(value: 1.5, low: 1.25, high: 1.75, firstIsBetterBelow: false),
      ])
  }

  @Test("a difference of 0 at several values crosses in the middle of these values")
  func plateau() {
    let curve = DifferenceCurve(
      differences([2, 0, 0, -2], width: 1), at: [0, 1, 2, 3], isLogarithmic: false)
    expectEqual(
      curve.breakEvens, [BreakEven(value: 1.5, low: 0.5, high: 2.5, firstIsBetterBelow: true)])
  }

  @Test(
    "the interval contains that of Fieller 1954, and equals it if all errors are correlated",
    arguments: [-0.5, 0, 0.5, 0.9, 1])
  func fieller(correlation: Double) throws {
    let (left, right, error) = (-3.0, 5.0, 1.0)
    let z = Confidence.standard.z
    let curve = DifferenceCurve(
      differences([left, right], width: z * error), at: [0, 1], isLogarithmic: false)
    let found = try #require(curve.breakEvens.first)
    let low = try #require(found.low)
    let high = try #require(found.high)
    // Fieller: (left + slope·x)² ≤ z²·Var, with Var = error²·((1 − x)² + x² + 2·x·(1 − x)·ρ).
    let slope = right - left
    let shared = 2 * (1 - correlation) * error * error * z * z
    let (a, b) = (slope * slope - shared, 2 * left * slope + shared)
    let c = left * left - z * z * error * error
    let root = (b * b - 4 * a * c).squareRoot()
    let exact = (low: (-b - root) / (2 * a), high: (-b + root) / (2 * a))
    #expect(low <= exact.low + 1e-12 && exact.high <= high + 1e-12)
    if correlation == 1 { #expect(abs(low - exact.low) < 1e-12 && abs(high - exact.high) < 1e-12) }
  }
}

/// How often the interval of a break-even holds the true place.
@Suite("Coverage of break-evens") struct BreakEvenCoverageTests {
  /// Numbers from 0 to below 1: SplitMix64 (Steele, Lea and Flood 2014).
  private struct TestDraws {
    var state: UInt64

    mutating func uniform() -> Double {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
    }
  }

  private static let places = [0, 0.25, 0.5, 0.75, 1]

  /// One design loses `reference` of its users at every place, the other 0.1 + 0.4·place.
  private static func differences(
    _ reference: Double, users: Int, sharesDraws: Bool, _ random: inout TestDraws
  ) -> [Estimate] {
    var counts = Array(repeating: (first: 0, second: 0, both: 0), count: places.count)
    for _ in 0..<users {
      var draws = (random.uniform(), random.uniform())
      for (index, place) in places.enumerated() {
        if !sharesDraws && index > 0 { draws = (random.uniform(), random.uniform()) }
        let first = draws.0 < 0.1 + 0.4 * place
        let second = draws.1 < reference
        if first { counts[index].first += 1 }
        if second { counts[index].second += 1 }
        if first && second { counts[index].both += 1 }
      }
    }
    return counts.compactMap { count in
      var moments = PairMoments()
      moments.first = RatioMoments(count: count.first, of: users)
      moments.second = RatioMoments(count: count.second, of: users)
      moments.sumN1N2 = Int128(count.both)
      moments.sumN1D2 = Int128(count.first)
      moments.sumD1N2 = Int128(count.second)
      moments.sumD1D2 = Int128(users)
      return PairedDifference(moments).map { Estimate($0.value, $0.interval(), .share) }
    }
  }

  @Test(
    "coverage is nominal with the same random draws at every value, and higher with separate draws",
    arguments: [(0.3, true, 0.925, 0.975), (0.25, true, 0.93, 0.98), (0.25, false, 0.975, 1)])
  func coverage(reference: Double, sharesDraws: Bool, low: Double, high: Double) {
    var random = TestDraws(state: 11)
    let truth = (reference - 0.1) / 0.4
    let turns = 400
    var covered = 0
    for _ in 0..<turns {
      let found = Self.differences(reference, users: 400, sharesDraws: sharesDraws, &random)
      let curve = DifferenceCurve(found, at: Self.places, isLogarithmic: false)
      let holds = curve.breakEvens.contains { breakEven in
        (breakEven.low ?? -.infinity)...(breakEven.high ?? .infinity) ~= truth
      }
      if holds { covered += 1 }
    }
    let share = Double(covered) / Double(turns)
    #expect(share >= low && share <= high)
  }
}
