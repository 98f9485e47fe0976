internal import EventEngine

/// A number of 128 bits that represents the state of a run.
///
/// States with the same fingerprint are treated as equal. For some millions of states the
/// probability that two different ones share it is below 10⁻²⁴ (the birthday bound, n² / 2¹²⁹). A
/// state has the same fingerprint in every process.
package struct Fingerprint: Hashable, BitwiseCopyable, Sendable {
  fileprivate var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  fileprivate var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
}

/// Computes the fingerprint of a state, word by word.
struct StateHasher: BitwiseCopyable {
  private(set) var fingerprint = Fingerprint()
  /// Whether instants and delays count; otherwise only whether they exist, and the fingerprint has
  /// 64 bits: a proof has some thousands of paths, not millions.
  var takesTimes = true

  /// Adds a word. Each half is multiplied to a full product, of which both words are used: a
  /// multiplication alone carries nothing to lower bits.
  @inline(__always) mutating func add(_ word: UInt64) {
    fingerprint.first = StateHasher.turned(fingerprint.first ^ word, by: 0xA076_1D64_78BD_642F)
    if !takesTimes { return }
    fingerprint.second = StateHasher.turned(fingerprint.second &+ word, by: 0xE703_7ED1_A0B4_28DB)
  }

  @inline(__always) mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
  @inline(__always) mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  @inline(__always)
  mutating func add(_ instant: Instant, if holds: Bool = true) { add(instant.microseconds, holds) }

  @inline(__always)
  mutating func add(_ delay: Delay, if holds: Bool = true) { add(delay.microseconds, holds) }

  @inline(__always) private mutating func add(_ microseconds: Int64, _ holds: Bool) {
    add(!holds ? -1 : takesTimes ? microseconds : 0)
  }

  @inline(__always) mutating func add(_ high: some HalfWord, _ low: some HalfWord) {
    add(UInt64(UInt32(bitPattern: high.half)) << 32 | UInt64(UInt32(bitPattern: low.half)))
  }

  @inline(__always) mutating func add(_ identity: some HalfWord) { add(Int(identity.half)) }

  /// Adds values whose order does not matter, by the sum of their fingerprints.
  @inline(__always) mutating func add(_ sum: FingerprintSum) {
    add(sum.first)
    add(sum.second)
  }

  /// Adds a value of one byte: a Boolean, a case without payload, a set of options.
  @inline(__always) static func byte<Value: BitwiseCopyable>(_ value: Value) -> UInt64 {
    precondition(MemoryLayout<Value>.size == 1, "the value is one byte")
    return UInt64(unsafeBitCast(value, to: UInt8.self))
  }

  @inline(__always) private static func turned(_ word: UInt64, by factor: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low &+ (word &>> 32)
  }

  @inline(__always) mutating func add(_ event: Event) {
    let (kind, payload) = event.parts
    add(Int32(kind.rawValue), payload)
  }

  /// Adds the end of a period, if it is still to come.
  @inline(__always) mutating func add(_ end: Instant, ifAfter now: Instant) {
    add(end, if: now < end)
  }

  @inline(__always) mutating func add(_ receipt: ChargeSet) {
    let bits = unsafeBitCast(receipt, to: UInt128.self)
    add(UInt64(truncatingIfNeeded: bits))
    add(UInt64(truncatingIfNeeded: bits >> 64))
  }

  mutating func add(_ receipt: ChargeSet?) { if let receipt { add(receipt) } else { add(-1) } }

  mutating func add(_ bound: BindingResult) {
    add(bound.item, bound.order)
    add(bound.account, bound.record)
    add(
      StateHasher.byte(bound.accountIsOwners) | StateHasher.byte(bound.needsRead) << 8
        | StateHasher.byte(bound.accountNeedsRecord) << 16)
    add(bound.accountRecord)
  }
}

/// The sum of fingerprints, independent of their order.
struct FingerprintSum: BitwiseCopyable {
  fileprivate var first: UInt64 = 0
  fileprivate var second: UInt64 = 0

  mutating func add(_ other: Fingerprint) {
    first &+= other.first
    second &+= other.second
  }
}

/// A value in half a word.
protocol HalfWord { var half: Int32 { get } }

extension Int32: HalfWord { @inline(__always) var half: Int32 { self } }

extension ID: HalfWord { @inline(__always) var half: Int32 { number } }

extension Optional: HalfWord where Wrapped: HalfWord {
  @inline(__always) var half: Int32 { map { $0.half } ?? -1 }
}

extension OrderReference: HalfWord {
  @inline(__always) var half: Int32 {
    switch self {
    case .none: -1
    case .latest: -2
    case .one(let order): order.number
    }
  }
}
