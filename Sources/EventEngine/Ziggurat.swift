import CLibrary

/// A decreasing density divided into 256 layers of equal area, for sampling in a few steps.
///
/// The ziggurat of G. Marsaglia and W. W. Tsang, "The ziggurat method for generating random
/// variables", Journal of Statistical Software 5 (2000), number 8. Every layer except the lowest is
/// a rectangle from 0 to the point where the density has fallen to the lower side of the rectangle.
/// The lowest layer is the rest: a rectangle and the tail beside it.
@usableFromInline package struct Ziggurat: Sendable {
  /// The values of a layer that every sample needs.
  @usableFromInline package struct Layer: Sendable {
    /// The width of the layer, divided by its 2⁵² positions.
    @usableFromInline package let step: Double
    /// Positions below this one lie under the density at every height of the layer.
    @usableFromInline package let insideLimit: UInt64
  }

  /// The layers, the lowest first: one for each value of a byte.
  @usableFromInline package let layers: [Layer]

  /// The widths of the layers, and 0 after the last. The lowest width is that of a rectangle with
  /// the area of the layer, tail included.
  package let widths: [Double]

  /// The density at each width; for the lowest layer, where its tail begins.
  package let heights: [Double]

  /// The beginning of the tail.
  package var edge: Double { widths[1] }

  /// Builds the layers upwards, by the recurrence of Marsaglia and Tsang.
  /// - Parameter edge: the beginning of the tail, chosen so that the uppermost layer ends at the
  ///   density's top.
  /// - Parameter tail: the area of the tail.
  /// - Parameter density: decreases from 1 at 0; its total area need not be 1.
  /// - Parameter inverse: the point where the density has fallen to a height.
  private init(
    edge: Double, tail: Double, density: (Double) -> Double, inverse: (Double) -> Double
  ) {
    let area = edge * density(edge) + tail
    var widths = [area / density(edge), edge]
    while widths.count < 256 {
      let width = widths[widths.count - 1]
      widths.append(inverse(density(width) + area / width))
    }
    widths.append(0)
    layers = zip(widths, widths.dropFirst()).map { width, above in
      Layer(step: width * 0x1p-52, insideLimit: UInt64(above / width * 0x1p52))
    }
    heights = [density(edge)] + widths.dropFirst().map(density)
    self.widths = widths
  }

  /// The layers under exp(−x), x ≥ 0. The edge is the one published for 256 layers.
  @usableFromInline package static func exponential() -> Ziggurat {
    let edge = 7.697_117_470_131_049_72
    return Ziggurat(edge: edge, tail: exp(-edge), density: { exp(-$0) }, inverse: { -log($0) })
  }

  /// The layers under exp(−x² / 2), x ≥ 0. The edge is the one published for 256 layers.
  @usableFromInline package static func normal() -> Ziggurat {
    let edge = 3.654_152_885_361_008_8
    return Ziggurat(
      edge: edge, tail: (Double.pi / 2).squareRoot() * erfc(edge / 2.0.squareRoot()),
      density: { exp(-0.5 * $0 * $0) }, inverse: { (-2 * log($0)).squareRoot() })
  }

  /// Whether a point of a layer lies under the density: at `x`, at a uniform share of the height.
  func contains(_ x: Double, layer: Int, share: Double, density: Double) -> Bool {
    heights[layer] + share * (heights[layer + 1] - heights[layer]) < density
  }
}
