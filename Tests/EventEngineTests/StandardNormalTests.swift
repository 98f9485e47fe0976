import EventEngine
import TestSupport
import Testing

@Suite struct StandardNormalTests {
  /// From `scipy.stats.norm.ppf`, SciPy 1.17.1, all confirmed to 15 digits with mpmath 1.3.
  ///
  /// They reach all three parts of the algorithm: up to 0.425 from the middle, tails up to
  /// exp(−25), and beyond.
  @Test(
    arguments: [
      (1e-300, -37.047_096_299_361_2), (1e-20, -9.262_340_089_798_409),
      (1e-10, -6.361_340_902_404_056), (1e-5, -4.264_890_793_922_825),
      (0.001, -3.090_232_306_167_813), (0.025, -1.959_963_984_540_054_5),
      (0.07, -1.475_791_028_179_170_6), (0.0749, -1.440_238_267_527_963_5),
      (0.075, -1.439_531_470_938_456_3), (0.2, -0.841_621_233_572_914_2), (0.5, 0),
      (0.6, 0.253_347_103_135_799_7), (0.925, 1.439_531_470_938_456_3),
      (0.93, 1.475_791_028_179_171), (0.975, 1.959_963_984_540_054),
      (0.999, 3.090_232_306_167_813), (0.99999, 4.264_890_793_923_841),
      (0.9999999999, 6.361_340_889_697_422),
    ] as [(Double, Double)])
  func `the normal quantile agrees with SciPy to 14 digits`(level: Double, expected: Double) {
    #expect(abs(standardNormalQuantile(level) - expected) <= 1e-14 * max(1, abs(expected)))
  }

  @Test func `the normal quantile is odd around one half`() {
    for step in 1..<1_024 {
      let level = Double(step) / 2_048
      expectEqual(standardNormalQuantile(1 - level), -standardNormalQuantile(level))
    }
  }

  @Test func `the normal quantile rises everywhere`() {
    let levels = (1..<20_000).map { Double($0) / 20_000 }
    // Across the seams of the algorithm, from each possible draw to the next.
    let seams = [1.388_794_386_496_402e-11, 0.075, 0.925].map { seam in
      (-200...200).map { seam + Double($0) * 0x1p-52 }
    }
    for list in [levels] + seams {
      let quantiles = list.map(standardNormalQuantile)
      #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func `a level of 0 or 1 traps`() async {
    await #expect(processExitsWith: .failure) { _ = standardNormalQuantile(0) }
    await #expect(processExitsWith: .failure) { _ = standardNormalQuantile(1) }
    await #expect(processExitsWith: .failure) { _ = standardNormalQuantile(.nan) }
  }
}
