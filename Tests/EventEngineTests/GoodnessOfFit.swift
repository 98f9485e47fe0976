import CLibrary
import EventEngine

/// The chi-square statistic of counts against equal expectations.
func chiSquare(_ counts: [Int]) -> Double {
  let expected = Double(counts.reduce(0, +)) / Double(counts.count)
  return counts.reduce(0) { sum, count in
    sum + (Double(count) - expected) * (Double(count) - expected) / expected
  }
}

/// The range that holds 99.9 % of the chi-square distribution with 255 degrees of freedom.
///
/// Quantiles 0.0005 and 0.9995 from `scipy.stats.chi2.ppf`, SciPy 1.17.1.
let chiSquareRange255 = 187.170_807_063...335.916_650_417

/// The correlation of neighbours in a list, 0 for independent ones.
func neighbourCorrelation(_ values: [Double]) -> Double {
  let mean = values.reduce(0, +) / Double(values.count)
  var covariance = 0.0
  var variance = 0.0
  var before: Double?
  for value in values {
    let distance = value - mean
    variance += distance * distance
    if let before { covariance += before * distance }
    before = distance
  }
  return covariance / variance
}

/// The largest distance between the shares of a sample and a distribution function.
///
/// Delays are rounded to microseconds, so the function is taken half a microsecond to either side:
/// rounding cannot move a sample further.
func kolmogorovSmirnov(_ sample: [Delay], _ share: (Double) -> Double) -> Double {
  let sorted = sample.map(\.microseconds).sorted()
  let size = Double(sorted.count)
  var distance = 0.0
  var first = 0
  while first < sorted.count {
    var end = first + 1
    while end < sorted.count, sorted[end] == sorted[first] { end += 1 }
    let below = share((Double(sorted[first]) - 0.5) / 1_000_000)
    let upTo = share((Double(sorted[first]) + 0.5) / 1_000_000)
    distance = max(distance, abs(Double(first) / size - below), abs(Double(end) / size - upTo))
    first = end
  }
  return distance
}

/// The largest distance between the shares of a sample and a continuous distribution function.
func kolmogorovSmirnov(_ sample: [Double], _ share: (Double) -> Double) -> Double {
  let size = Double(sample.count)
  return sample.sorted().enumerated().reduce(0) { distance, element in
    let expected = share(element.element)
    let (below, upTo) = (Double(element.offset) / size, Double(element.offset + 1) / size)
    return max(distance, abs(below - expected), abs(upTo - expected))
  }
}

/// The distance that a true sample exceeds with probability at most 0.001.
///
/// The inequality of Dvoretzky, Kiefer and Wolfowitz with the constant of P. Massart, "The tight
/// constant in the Dvoretzky–Kiefer–Wolfowitz inequality", Annals of Probability 18 (1990) 1269–1283:
/// P(D > d) ≤ 2 exp(−2 n d²), for every n and every distribution, discrete ones too.
func kolmogorovSmirnovLimit(_ size: Int) -> Double {
  (log(2 / 0.001) / (2 * Double(size))).squareRoot()
}
