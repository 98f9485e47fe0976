/// The t distribution of W. S. Gosset ("Student"), Biometrika 6 (1908) 1–25.
package enum StudentT {
  /// The quantile with an upper tail, with a relative error below 1e-10.
  ///
  /// By the beta distribution: where T has ν degrees of freedom, ν / (ν + T²) has the parameters ν/2 and 1/2 (DLMF 8.17;
  /// Abramowitz and Stegun 26.7.1).
  /// - Parameter tail: above 0, below 0.5.
  /// - Parameter degrees: at least 1.
  package static func quantile(upperTail tail: Double, degrees: Int) -> Double {
    precondition(tail > 0 && tail < 0.5, "an upper tail lies between 0 and a half")
    precondition(degrees > 0, "a t distribution has a degree of freedom")
    let nu = Double(degrees)
    // Uses the complement if the quantile is near 0, so that no digits cancel.
    let rest = SpecialFunctions.betaQuantile(
      lowerTail: 1 - 2 * tail, upperTail: 2 * tail, 0.5, nu / 2)
    return (nu * rest / (1 - rest)).squareRoot()
  }
}

/// Values of independent replications, and the interval of their mean.
package struct ReplicatedMean: Hashable, Sendable {
  /// The values, in the order of the replications.
  package let values: [Double]
  /// The mean; nil without values.
  package private(set) var mean: Double?
  /// The interval of the mean by Student's t; nil with fewer than two values.
  package private(set) var interval: Interval?

  /// - Parameter values: finite numbers.
  package init(_ values: [Double], _ confidence: Confidence = .standard) {
    self.values = values
    guard !values.isEmpty else { return }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    self.mean = mean
    guard values.count > 1 else { return }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / (count - 1) / count).squareRoot()
    let half =
      StudentT.quantile(upperTail: confidence.error / 2, degrees: values.count - 1) * deviation
    interval = Interval(low: mean - half, high: mean + half)
  }
}
