import TestSupport
import Testing

@testable import Statistics

@Suite("Student's t") struct StudentTTests {
  /// NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, and exact values for 1 and 2 degrees of freedom.
  @Test(
    "quantiles equal those of published tables",
    arguments: [
      (0.025, 1, 12.706), (0.025, 2, 4.303), (0.025, 9, 2.262), (0.025, 19, 2.093),
      (0.025, 100, 1.984), (0.005, 4, 4.604), (0.1, 19, 1.328), (0.001, 30, 3.385),
    ])
  func tables(tail: Double, degrees: Int, expected: Double) {
    #expect(abs(StudentT.quantile(upperTail: tail, degrees: degrees) - expected) < 6e-4)
  }

  @Test("Student's t is Cauchy's with one degree of freedom and normal with many")
  func limits() {
    // tan(π · 0.45)
    #expect(abs(StudentT.quantile(upperTail: 0.05, degrees: 1) - 6.313_751_514_675_04) < 1e-9)
    let normal = SpecialFunctions.normalQuantile(upperTail: 0.025)
    #expect(abs(StudentT.quantile(upperTail: 0.025, degrees: 100_000_000) - normal) < 1e-6)
  }

  @Test("the interval of a mean equals the textbook's")
  func mean() throws {
    let mean = ReplicatedMean([1, 2, 3, 4, 5])
    expectEqual(mean.mean, 3)
    let interval = try #require(mean.interval)
    // t(4) at 0.975 is 2.776; the standard error is √(2.5 / 5).
    #expect(abs(interval.high - 3 - 2.776_445 * 0.5.squareRoot()) < 1e-5)
    #expect(ReplicatedMean([7]).interval == nil)
    #expect(ReplicatedMean([]).mean == nil)
  }
}
