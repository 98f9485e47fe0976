import EventEngine
import Statistics

/// Whether any values explain a table: how many tables drawn from the fitted model differ from it more.
///
/// Tables are made of the simulated users themselves, as many as were observed, drawn with Poisson's
/// numbers, and their distance is what the fitted values do not explain, as that of the table is: a
/// parametric bootstrap (B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" 1993, chapter 16),
/// whose fits are linear.
struct FitCheck {
  /// How many tables were drawn.
  let tables: Int
  /// How many of them differ at least as much.
  private(set) var worse = 0

  /// The chance of a table that differs as much, if the model is right.
  var pValue: Double { Double(worse + 1) / Double(tables + 1) }

  private static let tables = 999

  init(
    _ residuals: FitResiduals, _ table: ObservedSums,
    _ patterns: [(counts: [(row: Int, count: Int)], users: Int)], mean: [Double], seed: UInt64
  ) {
    tables = FitCheck.tables
    var luck = RandomStream(seed: Draws.mix(seed &+ 0xC0FF_EE))
    let simulated = Double(table.simulated)
    let terms = table.rows.terms
    let kinds = patterns.map { pattern in FitCheck.white(pattern.counts, terms, mean, residuals) }
    let numbers = patterns.map { residuals.users * Double($0.users) / simulated }
    let count = table.rows.count
    var middle = Array(repeating: 0.0, count: count)
    for (kind, number) in zip(kinds, numbers) {
      for row in middle.indices { middle[row] += number / residuals.users * kind[row] }
    }
    let noise = 1 + residuals.users / simulated
    for _ in 0..<tables {
      var (sum, total) = (Array(repeating: 0.0, count: count), 0)
      for (kind, number) in zip(kinds, numbers) {
        let drawn = luck.poisson(number)
        if drawn == 0 { continue }
        total += drawn
        for row in sum.indices { sum[row] += Double(drawn) * kind[row] }
      }
      // Of users whose number is known there are always as many; else what that moves is explained.
      let users = table.users == nil ? residuals.users : Double(total)
      for row in sum.indices { sum[row] -= users * middle[row] }
      // What is not quite 0 for want of digits is 0.
      if noise * sum.dot(sum) + 1e-6 >= residuals.distance { worse += 1 }
    }
  }

  /// What one user of a pattern adds to a white difference that nothing explains.
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
  /// The places that each row needs.
  fileprivate var terms: [[Int]] {
    map { row in
      switch row {
      case .sum(let place, _): [place]
      case .share(let place, let base, _, _): [place, base]
      }
    }
  }
}
