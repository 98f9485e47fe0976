import Statistics
import Testing

@Suite("McNemar and Holm")
struct PairTestsTests {
  /// 86 and 150 are the approval ratings of A. Agresti, Categorical Data Analysis, 3rd ed. 2013,
  /// Table 11.1; the values are those of `mcnemar(exact=True)` in statsmodels 0.15.0, or powers of ½.
  @Test(
    "the exact test agrees with statsmodels",
    arguments: [
      (86, 150, 3.7159361395713866e-05), (121, 59, 4.4344492637551645e-06),
      (1, 9, 0.021484375), (3, 17, 0.0025768280029296875), (5, 0, 0.0625), (10, 10, 1), (0, 0, 1),
      (0, 1, 1), (40, 0, 0x1p-39),
    ])
  func mcNemar(onlyFirst: Int, onlySecond: Int, expected: Double) {
    let found = McNemar(onlyFirst: onlyFirst, onlySecond: onlySecond).pValue
    #expect(abs(found / expected - 1) < 1e-12)
    #expect(McNemar(onlyFirst: onlySecond, onlySecond: onlyFirst).pValue == found)
  }

  @Test("designs that are alike are told apart no more often than the error says")
  func size() {
    // Of 30 fair draws: the probability of a p-value up to 0.05, summed exactly.
    var (ways, rejected) = (1.0, 0.0)
    for k in 0...30 {
      if McNemar(onlyFirst: k, onlySecond: 30 - k).pValue <= 0.05 { rejected += ways }
      ways *= Double(30 - k) / Double(k + 1)
    }
    let size = rejected * 0x1p-30
    #expect(size <= 0.05 && size > 0.02)
  }

  /// Values of `multipletests(method='holm')` in statsmodels 0.15.0, which are those of `p.adjust` in
  /// R; worked by hand they are the same.
  @Test(
    "adjusted p-values agree with statsmodels",
    arguments: [
      ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
      ([0.2, 0.8, 0.5], [0.6, 1, 1]),
      ([0.0001, 0.0002, 0.04, 0.012, 0.012, 0.6], [0.0006, 0.001, 0.08, 0.048, 0.048, 0.6]),
      ([0.03], [0.03]), ([], []),
    ])
  func holm(pValues: [Double], expected: [Double]) {
    let adjusted = Holm.adjusted(pValues)
    #expect(adjusted.count == expected.count)
    for (found, value) in zip(adjusted, expected) { #expect(abs(found - value) < 1e-15) }
  }
}
