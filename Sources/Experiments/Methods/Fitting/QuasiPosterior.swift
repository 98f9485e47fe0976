import CLibrary
import EventEngine
import Statistics

/// Values that agree with a table, as often as they agree.
///
/// A Markov chain whose density is exp(−objective/2) over the range: the quasi-posterior of V. Chernozhukov and
/// H. Hong, "An MCMC approach to classical estimation", Journal of Econometrics 115 (2003) 293–346, whose
/// quantiles are intervals where the covariance of the moments weighs the distance. Where the table does not
/// tell a value, the chain goes through all of its range.
struct QuasiPosterior {
  /// The draws, in the order in which the chain came by.
  private(set) var draws: [[Double]] = []

  /// How many steps lie between two draws, for each value, and how many come before the first.
  private static let (apart, before) = (24, 400)

  /// Lets a chain go from the best values.
  init(_ fit: MomentFit, from best: [Double], count: Int, seed: UInt64) {
    var luck = RandomStream(seed: Draws.mix(seed &+ 0x0F17_0F17))
    let size = fit.free.count
    guard let shape = Cholesky(fit.covariance(at: best)) else {
      preconditionFailure("a covariance is positive")
    }
    let scale = 2.38 / Double(size).squareRoot()
    var (here, objective) = (best, fit.objective(at: best))
    let walk = { (count: Int, luck: inout RandomStream) in
      for _ in 0..<count {
        let next = QuasiPosterior.proposal(from: here, fit, shape, scale, &luck)
        let chance = luck.uniform()
        guard zip(fit.free, next).allSatisfy({ $0.range.contains($1) }) else { continue }
        let there = fit.objective(at: next)
        if chance < QuasiPosterior.odds(there - objective) { (here, objective) = (next, there) }
      }
    }
    walk(QuasiPosterior.before * size, &luck)
    for _ in 0..<count {
      walk(QuasiPosterior.apart * size, &luck)
      draws.append(here)
    }
  }

  /// Most steps go along what is known of all values together, some anywhere along one of them: both are as
  /// likely there as back.
  private static func proposal(
    from here: [Double], _ fit: MomentFit, _ shape: Cholesky, _ scale: Double,
    _ luck: inout RandomStream
  ) -> [Double] {
    if luck.uniform() < 0.15 {
      var next = here
      let index = min(here.count - 1, Int(luck.uniform() * Double(here.count)))
      let range = fit.free[index].range
      next[index] = range.lowerBound + luck.uniform() * fit.free[index].width
      return next
    }
    var normals: [Double] = []
    for _ in here { normals.append(luck.standardNormal() * scale) }
    return zip(here, shape.colour(normals)).map { $0 + $1 }
  }

  private static func odds(_ rise: Double) -> Double { rise <= 0 ? 1 : exp(-rise / 2) }
}

extension RandomStream {
  /// A number from 0 to 1, without 1.
  package mutating func uniform() -> Double { Double(bits() >> 11) * 0x1p-53 }

  /// A sample of Poisson's distribution: by inversion, in parts of at most 30; from 1,000 on the normal one,
  /// whose skewness then is below 0.04.
  mutating func poisson(_ mean: Double) -> Int {
    if mean >= 1_000 { return max(0, Int((mean + mean.squareRoot() * standardNormal()).rounded())) }
    var (left, count) = (mean, 0)
    while left > 0 {
      let part = min(left, 30)
      left -= part
      var (term, rest) = (exp(-part), uniform())
      var own = 0
      while rest >= term, own < 1_000 {
        rest -= term
        own += 1
        term *= part / Double(own)
      }
      count += own
    }
    return count
  }
}
