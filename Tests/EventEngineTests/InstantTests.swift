import EventEngine
import TestSupport
import Testing

@Suite struct DelayTests {
  @Test func `a delay counts whole microseconds`() {
    expectEqual(Delay.zero.microseconds, 0)
    expectEqual(Delay.milliseconds(250).microseconds, 250_000)
    expectEqual(Delay.seconds(15).microseconds, 15_000_000)
    expectEqual(Delay.seconds(15), .milliseconds(15_000))
    expectEqual(Delay(microseconds: 1_500_000).seconds, 1.5)
  }

  @Test func `a sum of delays does not exceed the longest delay`() {
    expectEqual(Delay.seconds(1) + .milliseconds(500), .milliseconds(1_500))
    expectEqual(Delay.longest.microseconds, 100 * 31_557_600 * 1_000_000)
    expectEqual(Delay.longest + .zero, .longest)
    expectEqual(Delay.longest + Delay(microseconds: 1), .longest)
    expectEqual(Delay.longest + .longest, .longest)
  }

  @Test(arguments: [(0, 0, 0), (1, 0, 1), (8, 4, 4), (9, 4, 5)] as [(Int64, Int64, Int64)])
  func `the halves of a delay are whole and add up to it`(whole: Int64, short: Int64, long: Int64) {
    let halves = Delay(microseconds: whole).halves
    #expect(halves == (Delay(microseconds: short), Delay(microseconds: long)))
  }

  @Test func `delays compare by length`() {
    #expect(Delay.zero < Delay(microseconds: 1))
    #expect(!(Delay.seconds(1) < .seconds(1)))
    expectEqual([Delay.seconds(3), .zero, .longest, .seconds(2)].max(), .longest)
  }

  @Test(
    arguments: [
      (0, 0), (0.000_000_49, 0), (0.000_000_5, 1), (0.1, 100_000), (1.000_000_4, 1_000_000),
      (3_155_760_000, 3_155_760_000_000_000), (3_155_760_001, 3_155_760_000_000_000),
      (1e300, 3_155_760_000_000_000), (.infinity, 3_155_760_000_000_000),
    ] as [(Double, Int64)])
  func `seconds round to the nearest microsecond, up to the longest delay`(
    seconds: Double, microseconds: Int64
  ) { expectEqual(Delay(roundingSeconds: seconds).microseconds, microseconds) }

  @Test func `seconds round as the mathematics library does, ties away from 0`() {
    for seconds in Self.besideHalves.map({ $0 / 1_000_000 }) {
      let expected = Int64((seconds * 1_000_000).rounded())
      expectEqual(Delay(roundingSeconds: seconds).microseconds, expected)
    }
  }

  @Test func `microseconds round to the nearest, ties to even`() {
    for microseconds in Self.besideHalves {
      let expected = Int64(microseconds.rounded(.toNearestOrEven))
      expectEqual(Delay(nearest: microseconds).microseconds, expected)
    }
    for limit in [Double(Delay.longest.microseconds), 1e300, .infinity] {
      expectEqual(Delay(nearest: limit), .longest)
    }
  }

  /// Numbers of all magnitudes up to 2⁵⁰, at a half and next to it.
  private static let besideHalves: [Double] =
    (0..<4_000 as Range<UInt32>).flatMap { turn in
      let bits = KeyedDraws(seed: 2, user: 0).bits(site: 0, occurrence: turn)
      let half = Double(bits >> (14 + bits % 50)) + 0.5
      return [half.nextDown, half, half.nextUp]
    } + [0, 0.5.nextDown, 0.5, 1]

  @Test func `every delay up to the longest is exact after conversion to seconds`() {
    let draws = KeyedDraws(seed: 1, user: 0)
    for turn in 0..<10_000 as Range<UInt32> {
      let bits = draws.bits(site: 0, occurrence: turn)
      let delay = Delay(microseconds: Int64(bits % 3_155_760_000_000_001))
      expectEqual(Delay(roundingSeconds: delay.seconds), delay)
    }
  }

  @Test func `a delay below 0, above 100 years or not a number traps`() async {
    await #expect(processExitsWith: .failure) { _ = Delay(microseconds: -1) }
    await #expect(processExitsWith: .failure) {
      _ = Delay(microseconds: Delay.longest.microseconds + 1)
    }
    await #expect(processExitsWith: .failure) { _ = Delay(roundingSeconds: -1e-9) }
    await #expect(processExitsWith: .failure) { _ = Delay(roundingSeconds: .nan) }
  }
}

@Suite struct InstantTests {
  @Test func `an instant moves by delays and differs by one`() {
    let tap = Instant.start + .seconds(20)
    expectEqual(tap.microseconds, 20_000_000)
    expectEqual((tap + .milliseconds(200)) - tap, .milliseconds(200))
    expectEqual(tap - tap, .zero)
    expectEqual(Instant.start + .longest - .start, .longest)
    #expect(Instant.start < tap && tap < .distantFuture)
  }

  @Test func `an instant does not exceed the distant future`() {
    expectEqual(Instant.distantFuture + .longest, .distantFuture)
    expectEqual(Instant(microseconds: .max - 1) + Delay(microseconds: 1), .distantFuture)
    expectEqual(Instant(microseconds: .max - 1) + Delay(microseconds: 2), .distantFuture)
  }

  @Test func `no instant lies before the start, no delay between instants is negative`() async {
    await #expect(processExitsWith: .failure) { _ = Instant(microseconds: -1) }
    await #expect(processExitsWith: .failure) { _ = Instant.start - Instant(microseconds: 1) }
  }
}
