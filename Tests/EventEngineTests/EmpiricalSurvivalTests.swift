import EventEngine
import TestSupport
import Testing

@Suite struct EmpiricalSurvivalTests {
  @Test func `the curve of published row 2 passes through each of its points`() {
    expectEqual(outages.points.count, 10)
    for point in outages.points {
      #expect(abs(outages.seconds(whenSurvivalIs: point.share) - point.time.seconds) < 1e-9)
      expectEqual(Distribution.empirical(outages).quantile(1 - point.share), point.time)
    }
  }

  @Test func `between two points survival falls exponentially`() {
    // Half way between 7 s and 12 s the share is the geometric mean of 0.310 and 0.256.
    let middle = (0.310 * 0.256).squareRoot()
    #expect(abs(outages.seconds(whenSurvivalIs: middle) - 9.5) < 1e-9)
    // And from the start: the first second halves, so half a second leaves √½.
    #expect(abs(outages.seconds(whenSurvivalIs: 0.5.squareRoot()) - 0.5) < 1e-9)
  }

  @Test func `after the last point the last hazard continues`() {
    // The last interval is 55 s from 0.069 to 0.045; each further 55 s has the same factor.
    let factor = 0.045 / 0.069
    #expect(abs(outages.seconds(whenSurvivalIs: 0.045 * factor) - 198) < 1e-9)
    #expect(abs(outages.seconds(whenSurvivalIs: 0.045 * factor * factor) - 253) < 1e-9)
    // The half-life of that hazard is 89.188 51 s.
    #expect(abs(outages.seconds(whenSurvivalIs: 0.022_5) - 232.188_510_327) < 1e-6)
  }

  @Test func `a single point is an exponential distribution`() {
    let curve = EmpiricalSurvival(points: [.init(time: .seconds(1), share: 0.5)])
    #expect(abs(curve.seconds(whenSurvivalIs: 0.25) - 2) < 1e-12)
    #expect(abs(curve.seconds(whenSurvivalIs: 0x1p-10) - 10) < 1e-12)
  }

  @Test func `a curve that ends at 0 is linear there`() {
    #expect(abs(endingCurve.seconds(whenSurvivalIs: 0.4) - 2) < 1e-12)
    #expect(abs(endingCurve.seconds(whenSurvivalIs: 0.3) - 2.75) < 1e-12)
    #expect(abs(endingCurve.seconds(whenSurvivalIs: 0.1) - 4.25) < 1e-12)
    expectEqual(endingCurve.seconds(whenSurvivalIs: .leastNonzeroMagnitude), 5)
    expectEqual(Distribution.empirical(endingCurve).sample(.max), .seconds(5))
    let line = EmpiricalSurvival(points: [.init(time: .seconds(8), share: 0)])
    expectEqual(line.seconds(whenSurvivalIs: 0.25), 6)
  }

  @Test func `the share of survivors is 1 at the start`() {
    expectEqual(outages.seconds(whenSurvivalIs: 1), 0)
    expectEqual(endingCurve.seconds(whenSurvivalIs: 1), 0)
  }

  @Test func `shares that differ by one rounding step still give a time`() {
    let last = 1 - 0x1p-53
    let curve = EmpiricalSurvival(points: [
      .init(time: .seconds(1), share: last), .init(time: .seconds(2), share: last.nextDown),
    ])
    for share in [last, last.nextDown, last.nextDown.nextDown, 0.5, 0x1p-53] {
      #expect(curve.seconds(whenSurvivalIs: share) >= 1)
    }
    expectEqual(Distribution.empirical(curve).quantile(0.5), .longest)
  }

  @Test func `time does not decrease while the share of survivors decreases`() {
    for curve in [outages, endingCurve] {
      let times = (1...20_000).map {
        curve.seconds(whenSurvivalIs: 1 - (Double($0) - 0.5) / 20_000)
      }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func `points that are not a survival curve trap`() async {
    await #expect(processExitsWith: .failure) { _ = EmpiricalSurvival(points: []) }
    await #expect(processExitsWith: .failure) {
      _ = EmpiricalSurvival(points: [.init(time: .zero, share: 0.5)])
    }
    await #expect(processExitsWith: .failure) {
      _ = EmpiricalSurvival(points: [.init(time: .seconds(1), share: 1)])
    }
    await #expect(processExitsWith: .failure) {
      _ = EmpiricalSurvival(points: [
        .init(time: .seconds(1), share: 0.5), .init(time: .seconds(2), share: 0.5),
      ])
    }
    await #expect(processExitsWith: .failure) {
      _ = EmpiricalSurvival(points: [
        .init(time: .seconds(2), share: 0.5), .init(time: .seconds(1), share: 0.4),
      ])
    }
    await #expect(processExitsWith: .failure) {
      _ = EmpiricalSurvival(points: [.init(time: .seconds(1), share: -0.1)])
    }
  }
}
