import EventEngine
import Statistics

/// Goodness of fit: how many tables drawn from the fitted model are farther from it than the
/// observed table.
///
/// Tables are resampled from the simulated users, as many as were observed, with Poisson numbers.
/// As for the observed table, the part that other values explain is removed: a parametric bootstrap
/// (B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" 1993, chapter 16) with linear
/// fits.
struct FitCheck {
  /// The number of drawn tables.
  let tables: Int
  /// The number of drawn tables with at least the same distance.
  private(set) var worse = 0

  /// The probability of a table with at least the same distance if the model is right.
  var pValue: Double { Double(worse + 1) / Double(tables + 1) }

  private static let tables = 999

  init(
    _ residuals: FitResiduals, _ table: ObservedSums,
    _ patterns: [(counts: [(row: Int, count: Int)], users: Int)], mean: [Double], seed: UInt64
  ) {
    tables = FitCheck.tables
    var randomStream = RandomStream(seed: KeyedDraws.mix(seed &+ 0xC0FF_EE))
    let simulated = Double(table.simulatedUserCount)
    let terms = table.rows.terms
    let kinds = patterns.map { pattern in FitCheck.white(pattern.counts, terms, mean, residuals) }
    let numbers = patterns.map { residuals.userCount * Double($0.users) / simulated }
    let count = table.rows.count
    var middle = Array(repeating: 0.0, count: count)
    for (kind, number) in zip(kinds, numbers) {
      for row in middle.indices { middle[row] += number / residuals.userCount * kind[row] }
    }
    let noise = 1 + residuals.userCount / simulated
    for _ in 0..<tables {
      var (sum, total) = (Array(repeating: 0.0, count: count), 0)
      for (kind, number) in zip(kinds, numbers) {
        let drawn = randomStream.poisson(number)
        if drawn == 0 { continue }
        total += drawn
        for row in sum.indices { sum[row] += Double(drawn) * kind[row] }
      }
      // A known number of users is constant; otherwise the fitted values explain its variation.
      let users = table.userCount == nil ? residuals.userCount : Double(total)
      for row in sum.indices { sum[row] -= users * middle[row] }
      // The tolerance allows for rounding errors of distances that are exactly 0.
      if noise * sum.dot(sum) + 1e-6 >= residuals.distance { worse += 1 }
    }
  }

  /// The unexplained whitened difference that one user of a pattern adds.
  private static func white(
    _ counts: [(row: Int, count: Int)], _ terms: [[Int]], _ mean: [Double],
    _ residuals: FitResiduals
  ) -> [Double] {
    var all = Array(repeating: 0.0, count: mean.count)
    for (place, count) in counts { all[place] += Double(count) }
    let rows = terms.map { places in
      places.count == 1
        ? all[places[0]]
        : all[places[0]] - (mean[places[1]] > 0 ? mean[places[0]] / mean[places[1]] : 0)
          * all[places[1]]
    }
    return residuals.unexplained(residuals.cholesky.whiten(rows))
  }
}

extension [ObservedSums.Row] {
  /// The indices that each row needs.
  fileprivate var terms: [[Int]] {
    map { row in
      switch row {
      case .sum(let place, _): [place]
      case .share(let place, let base, _, _): [place, base]
      }
    }
  }
}
