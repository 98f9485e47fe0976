import Foundation
import Statistics
import TestSupport
import Testing

/// The moments of a Poisson count per user.
private func poisson(_ means: [Double]) -> UserMoments {
  var covariance = Matrix(rows: means.count, columns: means.count)
  for index in means.indices { covariance[index, index] = means[index] }
  return UserMoments(mean: means, covariance: covariance)
}

/// A fit of one rate to the count of some users, with a wide surface.
private func fit(count: Double, users: Double = 1_000, best: Double) -> MomentFit {
  let center = max(best, 0)
  let (low, high) = center > 0 ? (-center, 0.4) : (0.05, 0.4)
  let along = MomentSurface.AxisMoments(
    (low, poisson([center + low])), (high, poisson([center + high])))
  return MomentFit(
    MomentSurface(center: [center], base: poisson([center]), along: [along]),
    ObservedSums([.sum(0, is: count)], users: users, simulated: 1 << 50), [FreeParameter(0...0.5)])
}

/// A separate generator, for tables that are the same in every run.
private struct TableGenerator {
  var state: UInt64

  mutating func uniform() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }

  /// Knuth's method, for small means.
  mutating func poisson(_ mean: Double) -> Double {
    var (count, product) = (-1.0, 1.0)
    let limit = exp(-mean)
    repeat {
      product *= uniform()
      count += 1
    } while product > limit
    return count
  }
}

@Suite struct MomentFitTests {
  /// (y − μ)² = z²·(μ + ½): the score interval of a count, blurred by half a count.
  private func score(_ count: Double) -> (low: Double, high: Double) {
    let z = Confidence.standard.z * Confidence.standard.z
    let middle = count + z / 2
    let room = (z * (count + 0.5) + z * z / 4).squareRoot()
    return (max(0, middle - room), middle + room)
  }

  @Test(arguments: [0.0, 3, 10, 50, 200])
  func `the interval of one rate is the score interval of its count`(count: Double) {
    let fit = fit(count: count, best: count / 1_000)
    let best = fit.minimum(from: [0.2])
    #expect(abs(best[0] - count / 1_000) < 1e-4)
    let profile = ValueProfile(of: 0, fit, best: best, spread: 0.01, confidence: .standard)
    let known = score(count)
    #expect(abs(profile.low * 1_000 - known.low) < 0.05 + known.high / 500)
    #expect(abs(profile.high * 1_000 - known.high) < 0.05 + known.high / 500)
    #expect(!profile.isUnboundedAbove)
    expectEqual(profile.isOpenBelow, (known.low == 0))
  }

  /// By the distance alone k² = Σy²/μ / Σμ, which is 1 + m/Σμ at the means: half a count for every row too much.
  @Test func `a rate estimated from ten rows is neither too high nor too low`() {
    let rows = Array(repeating: 25.0, count: 10)
    let means = { (rate: Double) in poisson(rows.map { $0 / 1_000 * rate }) }
    let surface = MomentSurface(
      center: [1], base: means(1), along: [.init((-0.5, means(0.5)), (0.5, means(1.5)))])
    var generator = TableGenerator(state: 7)
    let estimates = (0..<400).map { _ in
      let table = ObservedSums(
        rows.indices.map { .sum($0, is: generator.poisson(rows[$0])) }, users: 1_000,
        simulated: 1 << 50)
      return MomentFit(surface, table, [FreeParameter(0.2...2)]).minimum(from: [1])[0]
    }
    let mean = estimates.reduce(0, +) / 400
    // The deviation of one is 1/√250 = 0.063, of the mean of 400 0.0032; by the distance alone it is 1.02.
    #expect(abs(mean - 1) < 0.012, "\(mean)")
  }

  @Test func `damaged lines add noise to every row`() {
    var fit = fit(count: 200, best: 0.2)
    let exact = fit.covariance(at: [0.2])[0, 0]
    var table = fit.table
    table.numberOfMissingCounts = 40
    fit = MomentFit(fit.surface, table, fit.free)
    // 200 + 40·41 instead of 200, as all missing lines may be of this row; and what a range of 0.5 adds.
    let known = { (variance: Double) in 1_000 * 1_000 / variance + 12 / 0.25 }
    let ratio = fit.covariance(at: [0.2])[0, 0] / exact
    #expect(abs(ratio - known(200.5) / known(200.5 + 40 * 41)) < 0.01, "\(ratio)")
  }

  @Test func `a prior acts as an additional count`() {
    var fit = fit(count: 50, best: 0.05)
    let free = FreeParameter(0...0.5, prior: FreeParameter.Prior(median: 0.1, sigma: 0.05))
    fit = MomentFit(fit.surface, fit.table, [free])
    let best = fit.minimum(from: [0.2])[0]
    #expect(best > 0.07 && best < 0.1)
  }

  @Test func `an unknown number of users follows from the counts`() {
    // Two counts of every user, of which one has a known mean of 3 per user.
    let center = poisson([0.1, 3])
    let along = MomentSurface.AxisMoments((-0.05, poisson([0.05, 3])), (0.2, poisson([0.3, 3])))
    let table = ObservedSums(
      [.sum(0, is: 200), .sum(1, is: 3_000)], users: nil, simulated: 1 << 50)
    let fit = MomentFit(
      MomentSurface(center: [0.1], base: center, along: [along]), table, [FreeParameter(0...0.5)])
    let best = fit.minimum(from: [0.1])
    #expect(abs(best[0] - 0.2) < 1e-3)
    #expect(abs(fit.residuals(at: best).userCount - 1_000) < 1)
    let residuals = FitResiduals(fit, at: best)
    expectEqual(residuals.explainedBasis.count, 2)
    #expect(abs(residuals.rows[0].expected - 200) < 0.1)
  }

  @Test func `a share does not determine the number of users`() {
    let along = MomentSurface.AxisMoments((-0.05, poisson([0.05, 1])), (0.2, poisson([0.3, 1])))
    let table = ObservedSums([.share(0, of: 1, is: 30, total: 150)], users: nil, simulated: 1 << 50)
    let fit = MomentFit(
      MomentSurface(center: [0.1], base: poisson([0.1, 1]), along: [along]), table,
      [FreeParameter(0...0.5)])
    #expect(abs(fit.minimum(from: [0.1])[0] - 0.2) < 1e-3)
  }

  @Test func `simulated users add noise`() {
    let exact = fit(count: 100, best: 0.1)
    var noisy = exact.table
    noisy.simulatedUserCount = 1_000
    let wide = MomentFit(exact.surface, noisy, exact.free)
    let ratio = wide.covariance(at: [0.1])[0, 0] / exact.covariance(at: [0.1])[0, 0]
    // As many simulated users as observed ones double the variance.
    #expect(abs(ratio - 2) < 0.05)
  }

  @Test func `the joint effect of two values is on the surface where it was simulated`() {
    // m = a·b around a = b = 1.
    let mean = { (a: Double, b: Double) in poisson([a * b]) }
    let along = [
      MomentSurface.AxisMoments((-0.5, mean(0.5, 1)), (0.5, mean(1.5, 1))),
      MomentSurface.AxisMoments((-0.5, mean(1, 0.5)), (0.5, mean(1, 1.5))),
    ]
    let surface = MomentSurface(
      center: [1, 1], base: mean(1, 1), along: along,
      together: [.init(0, 1, mean(0.5, 0.5), mean(1, 1), along)])
    for (a, b) in [(2.0, 3.0), (0.3, 1.8), (1, 4)] {
      #expect(abs(surface.moments(at: [a, b]).mean[0] - a * b) < 1e-12)
    }
  }

  @Test func `an unexplained row has the deviation of its count`() {
    let fit = MomentFit(
      MomentSurface(
        center: [0.1], base: poisson([0.1, 0.04]),
        along: [.init((-0.05, poisson([0.05, 0.04])), (0.2, poisson([0.3, 0.04])))]),
      ObservedSums([.sum(0, is: 100), .sum(1, is: 60)], users: 1_000, simulated: 1 << 50),
      [FreeParameter(0...0.5)])
    let row = FitResiduals(fit, at: fit.minimum(from: [0.1])).rows[1]
    #expect(row.observed == 60 && abs(row.expected - 40) < 1e-9)
    #expect(abs(row.score - 20 / 40.5.squareRoot()) < 1e-6)
  }
}
