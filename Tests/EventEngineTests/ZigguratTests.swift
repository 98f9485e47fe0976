import CLibrary
import EventEngine
import TestSupport
import Testing

@Suite struct ZigguratTests {
  /// Areas of a layer as published by Marsaglia and Tsang (2000) for 256 layers.
  @Test func `all layers have the published area, and the uppermost ends at the top`() {
    check(.exponential(), area: 0.003_949_659_822_581_557) { exp(-$0) }
    check(.normal(), area: 0.004_928_673_233_99) { exp(-0.5 * $0 * $0) }
  }

  private func check(_ ziggurat: Ziggurat, area: Double, _ density: (Double) -> Double) {
    let (widths, heights) = (ziggurat.widths, ziggurat.heights)
    #expect(ziggurat.layers.count == 256 && widths.count == 257 && heights.count == 257)
    expectEqual(ziggurat.edge, widths[1])
    #expect(abs(widths[0] * heights[1] - area) < 1e-13)
    for layer in 1..<256 {
      expectEqual(heights[layer], density(widths[layer]))
      #expect(abs(widths[layer] * (heights[layer + 1] - heights[layer]) - area) < 1e-13)
    }
    expectEqual(heights[256], 1)
  }

  @Test func `a place inside is under the layer above, and the next place is not`() {
    for ziggurat in [Ziggurat.exponential(), .normal()] {
      for (number, layer) in ziggurat.layers.enumerated() {
        let above = ziggurat.widths[number + 1]
        #expect(Double(layer.insideLimit) * layer.step <= above * (1 + 0x1p-50))
        #expect(Double(layer.insideLimit + 1) * layer.step >= above * (1 - 0x1p-50))
        expectEqual(layer.step * 0x1p52, ziggurat.widths[number])
      }
    }
  }

  @Test func `most draws need only their layer`() {
    // The mean of what each layer has of the one below; with 30 digits in mpmath 1.3.
    let shares = [(Ziggurat.exponential(), 0.977_779_66), (.normal(), 0.985_080_95)]
    for (ziggurat, share) in shares {
      let inside = ziggurat.layers.reduce(0) { $0 + Double($1.insideLimit) * 0x1p-52 } / 256
      #expect(abs(inside - share) < 1e-8, "\(inside)")
    }
  }

  @Test func `the tail beyond the normal edge follows its distribution function`() {
    var stream = RandomStream(seed: 73)
    let sample = (0..<200_000).map { _ in stream.normalTail() }
    let edge = Ziggurat.normal().edge
    #expect(sample.allSatisfy { $0 > edge })
    let distance = kolmogorovSmirnov(sample) { size in
      1 - erfc(size / 2.0.squareRoot()) / erfc(edge / 2.0.squareRoot())
    }
    #expect(distance < kolmogorovSmirnovLimit(sample.count))
  }
}
