import Reports
import TestSupport
import Testing

@Suite("Scale") struct ScaleTests {
  @Test("a logarithmic axis has whole powers of ten, and smaller values are drawn at its end")
  func decades() throws {
    let scale = try #require(Scale.decades(around: [0, 0.13, 714], from: 100, to: 500))
    expectEqual(scale.domain, 0.1...1_000)
    #expect(scale.position(0.1) == 100 && scale.position(1_000) == 500)
    #expect(abs(scale.position(10) - 300) < 1e-9)
    #expect(scale.position(0) == 100 && scale.position(5_000) == 500)
    expectEqual(scale.ticks.filter(\.isMajor).map(\.value), [0.1, 1, 10, 100, 1_000])
    expectEqual(scale.ticks.count, 4 * 9 + 1)
    #expect(Scale.decades(around: [0, 0], from: 0, to: 1) == nil)
    expectEqual(Scale.decades(around: [5], from: 0, to: 1)?.domain, 1...10)
    expectEqual(Scale.decades(around: [10], from: 0, to: 1)?.domain, 1...10)
    expectEqual(Scale.decades(around: [1e-9, 1], maximum: 3, from: 0, to: 1)?.domain, 1e-3...1)
  }

  @Test("a signed axis is symmetric, linear near 0 and by powers of ten beyond")
  func signed() {
    let scale = Scale.signed(around: [-17, 0.3, 584], from: 0, to: 1_000)
    #expect(scale.domain == -1_000...1_000 && scale.kind == .signed(threshold: 0.1))
    expectEqual(scale.position(0), 500)
    for value in [0.05, 0.1, 3, 584] {
      #expect(abs(scale.position(value) + scale.position(-value) - 1_000) < 1e-9)
    }
    let steps = [0.1, 1, 10, 100].map { scale.position($0 * 10) - scale.position($0) }
    #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-9 })
    expectEqual(scale.ticks.map(\.value), [-1_000, -100, -10, -1, -0.1, 0, 0.1, 1, 10, 100, 1_000])
    #expect(Scale.signed(around: [], from: 0, to: 1).domain.contains(0))
  }

  @Test("a linear axis has a few round tick marks")
  func linear() {
    for (domain, values) in [
      (0...10.0, [0, 2, 4, 6, 8, 10.0]), (0...1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
      (0...23, [0, 5, 10, 15, 20]),
    ] {
      let ticks = Scale(.linear, domain, from: 0, to: 100).ticks.map(\.value)
      expectEqual(ticks.count, values.count)
      #expect(zip(ticks, values).allSatisfy { abs($0 - $1) < 1e-9 }, "\(ticks)")
    }
  }

  @Test("lengths have at most one decimal")
  func pixels() {
    expectEqual(
      [0, 3, 2.25, -0.04, -0.5, -12.34, 100.06].map(\.pixels),
      ["0", "3", "2.3", "0", "-0.5", "-12.3", "100.1"])
  }
}
