/// A probability, stored and compared as an integer.
///
/// Probabilities are multiples of 2⁻⁶³ (about 1e-19), so even 1e-9 is exact to ten digits, 0 never
/// happens and 1 always happens. A draw that succeeds for one probability also succeeds for every
/// larger one.
public struct Probability: Hashable, Sendable {
  /// The probability in units of 2⁻⁶³: from 0 to 2⁶³.
  public let threshold: UInt64

  /// Rounds a probability to the nearest multiple of 2⁻⁶³.
  /// - Precondition: `probability` lies between 0 and 1.
  @inlinable public init(_ probability: Double) {
    precondition(probability >= 0 && probability <= 1, "a chance lies between 0 and 1")
    threshold = UInt64((probability * 0x1p63).rounded())
  }

  @inlinable init(threshold: UInt64) { self.threshold = threshold }

  @inlinable public static var never: Probability { Probability(threshold: 0) }
  @inlinable public static var always: Probability { Probability(threshold: 1 << 63) }
  /// The probability as a number from 0 to 1.
  @inlinable public var probability: Double { Double(threshold) * 0x1p-63 }
  /// Whether the event happens, given 64 random bits; the upper 63 are used.
  @inlinable public func happens(_ bits: UInt64) -> Bool { bits >> 1 < threshold }
}
