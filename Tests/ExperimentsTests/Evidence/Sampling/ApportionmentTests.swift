import Experiments
import TestSupport
import Testing

@Suite("Apportionment") struct ApportionmentTests {
  @Test("the rest goes to the largest remainders, and among equal remainders to the first")
  func remainders() {
    expectEqual(Apportionment.shares([10, 10, 10], over: 4, total: 7), [3, 2, 2])
    expectEqual(Apportionment.shares([7, 6, 3], over: 4, total: 4), [2, 1, 1])
    expectEqual(Apportionment.shares([1.4, 2.6, -1.0], total: 3), [1, 3, -1])
  }

  @Test("negative shares are rounded down like positive shares")
  func negative() {
    expectEqual(Apportionment.shares([-10, -10, -10], over: 4, total: -7), [-2, -2, -3])
    expectEqual(Apportionment.shares([-0.5, -0.5], total: -1), [0, -1])
    expectEqual(Apportionment.shares([-8, 8], over: 4, total: 0), [-2, 2])
  }

  @Test("the shares add up to a total that was rounded itself")
  func roundedTotal() {
    expectEqual(Apportionment.shares([1.0, 2.0], total: 4), [2, 2])
    expectEqual(Apportionment.shares([1.0, 2.0], total: 2), [1, 1])
    expectEqual(Apportionment.shares([Double](), total: 0), [])
  }

  @Test("every share is within 1 of its fraction, and the sum is exact", arguments: 0..<50)
  func sums(seed: UInt64) {
    var random = TestRandom(seed: seed)
    let scaled = (0..<1 + random.next(9)).map { _ in Int128(random.next(2_000_001) - 1_000_000) }
    let divisor = 5_040
    // The parts of a whole have a whole sum.
    let rest = scaled.reduce(0, +) % Int128(divisor)
    let parts = scaled + [Int128(divisor) - rest]
    let total = Int(parts.reduce(0, +) / Int128(divisor))
    let shares = Apportionment.shares(parts, over: divisor, total: total)
    expectEqual(shares.reduce(0, +), total)
    for (share, part) in zip(shares, parts) {
      #expect(abs(Int128(share) * Int128(divisor) - part) < Int128(divisor))
    }
  }
}
