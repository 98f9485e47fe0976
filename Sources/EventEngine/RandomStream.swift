import CLibrary

/// A sequential random stream, with fast samples from it.
///
/// For models without keyed draws; see ``KeyedDraws`` for keyed ones. The bits are the sequence
/// SplitMix64 of G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number
/// generators" (2014), with a period of 2⁶⁴.
///
/// Exponential and normal samples use the ziggurat method; 98 % of them need one draw. Layer, sign
/// and position use separate bits, as J. A. Doornik, "An improved ziggurat method to generate
/// normal random samples" (2005), requires. Unlike a sample of a ``Distribution``, a sample is not
/// a monotone function of one draw.
///
/// A stream cannot be copied, because a copy would repeat its random numbers.
public struct RandomStream: ~Copyable, Sendable {
  /// The input of the output function of SplitMix64.
  @usableFromInline var state: UInt64

  @usableFromInline let exponentials = Ziggurat.exponential(), normals = Ziggurat.normal()

  /// Creates the stream of a seed, and the tables for samples; takes about twenty microseconds.
  public init(seed: UInt64) { state = seed }

  @inlinable public mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return KeyedDraws.mix(state)
  }

  /// Draws whether an event with a probability happens (a Bernoulli trial).
  @inlinable public mutating func happens(_ chance: Probability) -> Bool { chance.happens(bits()) }

  /// A sample of the exponential distribution with mean 1.
  @inlinable public mutating func standardExponential() -> Double {
    let bits = bits()
    let layer = exponentials.layers[Int(bits & 0xFF)]
    let place = bits >> 12
    if place < layer.insideLimit { return Double(Int64(place)) * layer.step }
    return exponentialAtBorder(bits)
  }

  /// A sample of the normal distribution with mean 0 and standard deviation 1.
  @inlinable public mutating func standardNormal() -> Double {
    let bits = bits()
    let layer = normals.layers[Int(bits & 0xFF)]
    // Includes the sign, so that no branch depends on a random bit.
    let place = Int64(bitPattern: bits) >> 11
    if place.magnitude < layer.insideLimit { return Double(place) * layer.step }
    return normalAtBorder(bits)
  }

  /// A delay from the exponential distribution with a mean.
  @inlinable public mutating func exponential(mean: Delay) -> Delay {
    Delay(nearest: Double(mean.microseconds) * standardExponential())
  }

  /// A delay whose logarithm is normal with standard deviation `sigma` around that of the median.
  /// - Precondition: `sigma` is finite and not negative.
  @inlinable public mutating func lognormal(median: Delay, sigma: Double) -> Delay {
    precondition(sigma >= 0 && sigma.isFinite, "a log-normal sigma is finite and not negative")
    // Beyond exp(700) every delay is the longest, and zero times infinity would be NaN.
    let factor = power(min(sigma * standardNormal(), 700))
    return Delay(nearest: Double(median.microseconds) * factor)
  }

  /// The exponential function of the mathematics library, for code that is inlined elsewhere.
  @usableFromInline func power(_ exponent: Double) -> Double { exp(exponent) }

  /// Accepts or rejects a position that is not certainly under the exponential density.
  @usableFromInline mutating func exponentialAtBorder(_ first: UInt64) -> Double {
    var bits = first
    while true {
      let (layer, place) = (Int(bits & 0xFF), bits >> 12)
      let x = Double(place) * exponentials.layers[layer].step
      if place < exponentials.layers[layer].insideLimit { return x }
      // The tail of an exponential distribution is again exponential.
      if layer == 0 { return exponentials.edge - log(Distribution.uniformDraw(self.bits())) }
      let share = Distribution.uniformDraw(self.bits())
      if exponentials.contains(x, layer: layer, share: share, density: exp(-x)) { return x }
      bits = self.bits()
    }
  }

  /// Accepts or rejects a position that is not certainly under the normal density.
  @usableFromInline mutating func normalAtBorder(_ first: UInt64) -> Double {
    var bits = first
    while true {
      let (layer, place) = (Int(bits & 0xFF), Int64(bitPattern: bits) >> 11)
      let x = Double(place) * normals.layers[layer].step
      if place.magnitude < normals.layers[layer].insideLimit { return x }
      if layer == 0 { return place < 0 ? -normalTail() : normalTail() }
      let share = Distribution.uniformDraw(self.bits())
      if normals.contains(x, layer: layer, share: share, density: exp(-0.5 * x * x)) { return x }
      bits = self.bits()
    }
  }

  /// A sample of the normal distribution beyond the edge. G. Marsaglia, "Generating a variable from
  /// the tail of the normal distribution", Technometrics 6 (1964) 101–102.
  package mutating func normalTail() -> Double {
    while true {
      let beyond = -log(Distribution.uniformDraw(bits())) / normals.edge
      if -2 * log(Distribution.uniformDraw(bits())) > beyond * beyond {
        return normals.edge + beyond
      }
    }
  }
}
