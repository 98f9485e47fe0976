/// The random streams of one simulated user: random bits, keyed by the place of the draw and its number, independent of
/// order.
///
/// A draw is keyed by (seed, user, site, occurrence). Two designs that request the same draw get
/// the same bits, whatever they drew before. The difference between designs therefore has no noise
/// from different random numbers.
///
/// The bits are a pure function of the key: two rounds of the 64-bit finaliser "variant 13" of D.
/// Stafford, which is also the output function of SplitMix64 (Steele, Lea and Flood 2014). The site
/// and occurrence are mixed before they are combined with the user's key, so the streams of two
/// users share at most single draws, never a sequence of them.
public struct KeyedDraws: Sendable {
  /// The key of this user, from which every draw is derived.
  @usableFromInline let key: UInt64

  /// Creates the random streams of a user under a seed.
  @inlinable public init(seed: UInt64, user: UInt64) {
    key = KeyedDraws.mix(
      KeyedDraws.mix(seed &+ 0x9E37_79B9_7F4A_7C15) &+ user &* 0xD1B5_4A32_D192_ED03)
  }

  /// Returns 64 random bits for an occurrence of a site.
  /// - Parameter site: the number of the site in the model.
  /// - Parameter occurrence: the number of the draw at that site, from 0.
  @inlinable @inline(__always) public func bits(site: UInt32, occurrence: UInt32) -> UInt64 {
    bits(of: KeyedDraws.drawID(site: site, occurrence: occurrence))
  }

  /// The mixed key of a site and an occurrence; computed once for the draws of many users.
  @inlinable @inline(__always)
  public static func drawID(site: UInt32, occurrence: UInt32) -> UInt64 {
    let name = UInt64(site) << 32 | UInt64(occurrence)
    return mix(name &+ 0x9E37_79B9_7F4A_7C15)
  }

  /// Returns 64 random bits of this user for a key from ``drawID(site:occurrence:)``.
  @inlinable @inline(__always)
  public func bits(of drawID: UInt64) -> UInt64 { KeyedDraws.mix(key &+ drawID) }

  /// Stafford's variant 13 of the MurmurHash3 finaliser: a bijection of 64 bits.
  @inlinable public static func mix(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
