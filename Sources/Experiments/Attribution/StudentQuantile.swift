import Statistics

/// The quantile of Student's distribution at 0.975, which belongs to the confidence of all results.
package enum StudentQuantile {
  /// The values for 1 to 30 degrees of freedom (Abramowitz and Stegun, table 26.10).
  private static let table = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
  ]

  /// The quantile; beyond the table by the expansion around the normal one (26.7.5 there).
  ///
  /// - Parameter freedom: the degrees of freedom, above 0.
  package static func at(_ freedom: Int) -> Double {
    precondition(freedom > 0, "Student's distribution has a degree of freedom")
    if freedom <= table.count { return table[freedom - 1] }
    let (z, n) = (Confidence.standard.z, Double(freedom))
    let cube = z * z * z
    return z + (cube + z) / (4 * n) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * n * n)
  }
}
