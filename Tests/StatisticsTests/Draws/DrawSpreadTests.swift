import EventEngine
import Statistics
import TestSupport
import Testing

/// The spread of draws without noise, against values computed by hand and draws of a known spread.
@Suite struct DrawSpreadTests {
  @Test func `mean squares equal those of a two-way layout`() {
    // Rows 1 3, 2 6, 6 6: row means 2, 4, 6, column means 3 and 5, all 4. The rest is: 0 0, -1 1, 1 -1.
    let spread = DrawSpread([[1, 3], [2, 6], [6, 6]])
    expectEqual(spread.estimates, [2, 4, 6])
    expectEqual(spread.mean, 4)
    expectEqual(spread.totalVariance, 4)
    // The sum of squares of the rest is 4, over 2 · 1 degrees of freedom, and a mean has two groups.
    expectEqual(spread.noiseVariance, 1)
    expectEqual(spread.betweenVariance, 3)
    let away = 2 * (0.75).squareRoot()
    expectEqual(spread.shrunkEstimates, [4 - away, 4, 4 + away])
  }

  @Test func `noise that all draws share does not count as noise of a draw`() {
    let spread = DrawSpread([[1, 9, 2], [2, 10, 3], [5, 13, 6]])
    #expect(spread.noiseVariance < 1e-20)
    #expect(zip(spread.shrunkEstimates, spread.estimates).allSatisfy { ($0 - $1).magnitude < 1e-9 })
  }

  @Test func `draws that differ by noise alone have no spread`() {
    // Both rows have the same mean; the rest is noise.
    let spread = DrawSpread([[1, 3], [3, 1]])
    #expect(spread.totalVariance == 0 && spread.betweenVariance == 0)
    expectEqual(spread.shrunkEstimates, [2, 2])
    expectEqual(DrawSpread([[1, 3], [3, 1.5]]).betweenVariance, 0)
  }

  @Test(arguments: [(2, 0), (39, 0), (78, 0), (79, 1), (200, 4), (400, 9)])
  func `the range omits the 40th part of the values at either end`(count: Int, out: Int) {
    let values = (0..<count).map(Double.init)
    let range = DrawSpread.centralRange(of: values.map { $0 * 7 }.reversed())
    expectEqual(range, Interval(low: 7 * values[out], high: 7 * values[count - 1 - out]))
  }

  @Test func `a ratio is the mean of its values in groups`() throws {
    let groups = try #require(DrawSpread.groupRatios(of: [(1, 10), (0, 5), (2, 15)]))
    // r is 0.1; each group: r + (part − r · whole) · 3 / 30.
    let expected = [0.1, 0.05, 0.15]
    #expect(zip(groups, expected).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    #expect(DrawSpread.groupRatios(of: [(0, 0), (0, 0)]) == nil)
  }

  /// Draws of a known spread, with noise that they share in part.
  private static func table(
    _ draws: Int, spread: Double, shared: Double, own: Double, _ stream: inout RandomStream
  ) -> (truth: [Double], table: [[Double]]) {
    let groups = (0..<16).map { _ in shared * stream.standardNormal() * 4 }
    let truth = (0..<draws).map { _ in 10 + spread * stream.standardNormal() }
    let table = truth.map { draw in groups.map { draw + $0 + own * 4 * stream.standardNormal() } }
    return (truth, table)
  }

  /// Each row: the spread of draws, the shared noise of a mean, and the noise of each draw.
  @Test(arguments: [(1.0, 0.0, 0.0), (1, 2, 0.3), (1, 2, 1), (1, 0, 1), (1, 0, 2)])
  func `the variance between draws equals the variance of their generator`(
    spread: Double, shared: Double, own: Double
  ) {
    var stream = RandomStream(seed: 11)
    let found = (0..<400).map { _ in
      let found = DrawSpread(
        Self.table(100, spread: spread, shared: shared, own: own, &stream).table)
      return found.totalVariance - found.noiseVariance
    }
    let mean = found.reduce(0, +) / 400
    // The variance of one estimate is about 2 (spread² + own²)² / 99.
    let error = 2.0.squareRoot() * (spread * spread + own * own) / (99 * 400.0).squareRoot()
    #expect((mean - spread * spread).magnitude < 4 * error)
  }

  /// Each row: as above, and the tolerance of the fraction; if noise is most of the variance, its variance
  /// is not known well.
  @Test(arguments: [(1.0, 2.0, 0.3, 0.01), (1, 0, 1, 0.01), (1, 1, 1.5, 0.03)])
  func `the range contains the stated fraction of new draws, whatever the noise`(
    spread: Double, shared: Double, own: Double, error: Double
  ) {
    var stream = RandomStream(seed: 12)
    var (held, heldByEstimates) = (0.0, 0.0)
    for _ in 0..<200 {
      let (truth, table) = Self.table(200, spread: spread, shared: shared, own: own, &stream)
      let found = DrawSpread(table)
      // Shared noise moves all draws: it is in the interval of the run.
      let shift = found.mean - truth.reduce(0, +) / 200
      let share = { (values: [Double]) -> Double in
        let range = DrawSpread.centralRange(of: values)
        let inside = truth.count { range.low - shift <= $0 && $0 <= range.high - shift }
        return Double(inside) / 200
      }
      held += share(found.shrunkEstimates) / 200
      heldByEstimates += share(found.estimates) / 200
    }
    #expect((held - 0.95).magnitude < error)
    #expect(heldByEstimates > held || own < 0.5)
  }
}
