import CLibrary
import EventEngine
import Statistics

/// Sample of values that agree with a table, with a frequency that reflects the agreement.
///
/// A Markov chain with the density exp(−objective/2) over the range: the quasi-posterior of V.
/// Chernozhukov and H. Hong, "An MCMC approach to classical estimation", Journal of Econometrics
/// 115 (2003) 293–346. Its quantiles are confidence intervals if the distance is weighted by the
/// covariance of the moments. It covers the whole range of an undetermined value.
struct QuasiPosterior {
  /// The draws, in the order of the chain.
  private(set) var draws: [[Double]] = []

  /// The number of steps per value between two draws, and before the first draw.
  private static let (apart, before) = (24, 400)

  /// Runs a chain from the best values.
  init(_ fit: MomentFit, from best: [Double], count: Int, seed: UInt64) {
    var randomStream = RandomStream(seed: KeyedDraws.mix(seed &+ 0x0F17_0F17))
    let size = fit.free.count
    guard let shape = Cholesky(fit.covariance(at: best)) else {
      preconditionFailure("a covariance is positive definite")
    }
    let scale = 2.38 / Double(size).squareRoot()
    var (here, objective) = (best, fit.objective(at: best))
    let advance = { (count: Int, randomStream: inout RandomStream) in
      for _ in 0..<count {
        let next = QuasiPosterior.proposal(from: here, fit, shape, scale, &randomStream)
        let chance = randomStream.uniform()
        guard zip(fit.free, next).allSatisfy({ $0.range.contains($1) }) else { continue }
        let there = fit.objective(at: next)
        if chance < QuasiPosterior.odds(there - objective) { (here, objective) = (next, there) }
      }
    }
    advance(QuasiPosterior.before * size, &randomStream)
    for _ in 0..<count {
      advance(QuasiPosterior.apart * size, &randomStream)
      draws.append(here)
    }
  }

  /// Most steps follow the covariance of all values, some move one value anywhere in its range.
  /// Both proposals are symmetric.
  private static func proposal(
    from here: [Double], _ fit: MomentFit, _ shape: Cholesky, _ scale: Double,
    _ randomStream: inout RandomStream
  ) -> [Double] {
    if randomStream.uniform() < 0.15 {
      var next = here
      let index = min(here.count - 1, Int(randomStream.uniform() * Double(here.count)))
      let range = fit.free[index].range
      next[index] = range.lowerBound + randomStream.uniform() * fit.free[index].width
      return next
    }
    let normals = here.map { _ in randomStream.standardNormal() * scale }
    return zip(here, shape.colour(normals)).map { $0 + $1 }
  }

  private static func odds(_ rise: Double) -> Double { rise <= 0 ? 1 : exp(-rise / 2) }
}

extension RandomStream {
  /// A uniform number, at least 0 and below 1.
  package mutating func uniform() -> Double { Double(bits() >> 11) * 0x1p-53 }

  /// A sample of the Poisson distribution: by inversion, in parts of at most 30; from a mean of
  /// 1,000 on by the normal distribution, with a neglected skewness below 0.04.
  mutating func poisson(_ mean: Double) -> Int {
    if mean >= 1_000 { return max(0, Int((mean + mean.squareRoot() * standardNormal()).rounded())) }
    var (left, count) = (mean, 0)
    while left > 0 {
      let part = min(left, 30)
      left -= part
      var (term, rest) = (exp(-part), uniform())
      var number = 0
      while rest >= term, number < 1_000 {
        rest -= term
        number += 1
        term *= part / Double(number)
      }
      count += number
    }
    return count
  }
}
