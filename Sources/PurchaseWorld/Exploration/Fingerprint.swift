internal import EventEngine

/// A number of 128 bits that stands for the state of a life.
///
/// Two states with the same fingerprint are taken for the same. For some millions of states the
/// chance that two different ones share theirs is below 10⁻²⁴ (the birthday bound, n² / 2¹²⁹).
/// The same state has the same fingerprint in every process.
package struct Fingerprint: Hashable, BitwiseCopyable, Sendable {
  fileprivate var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  fileprivate var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
}

/// Takes a state in, word by word, and makes its fingerprint.
struct StateHasher: BitwiseCopyable {
  /// The fingerprint of what was taken in so far.
  private(set) var fingerprint = Fingerprint()
  /// Whether instants and delays are taken in; else only whether there are such, and 64 bits alone are
  /// made: the paths of a proof are some thousands, not millions.
  private let takesTimes: Bool

  /// Begins with nothing.
  init(takesTimes: Bool = true) { self.takesTimes = takesTimes }

  /// Takes a word in.
  ///
  /// Each half is turned by a full product, of which both words are kept: a multiplication alone
  /// would never carry anything to lower bits.
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

  /// Takes a time in, or that there is none.
  @inline(__always) private mutating func add(_ microseconds: Int64, _ holds: Bool) {
    add(!holds ? -1 : takesTimes ? microseconds : 0)
  }

  /// Takes two numbers or identities in at once.
  @inline(__always) mutating func add(_ high: some HalfWord, _ low: some HalfWord) {
    add(UInt64(UInt32(bitPattern: high.half)) << 32 | UInt64(UInt32(bitPattern: low.half)))
  }

  /// Takes an identity in, or that there is none.
  @inline(__always) mutating func add(_ identity: some HalfWord) { add(Int(identity.half)) }

  /// Takes something in of which the order does not matter: the sum of what its parts make.
  @inline(__always) mutating func add(_ sum: FingerprintSum) {
    add(sum.first)
    add(sum.second)
  }

  /// Takes a value of one byte in: a truth, a case without payload, a set of options.
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

  /// An instant until which something lasts, if that is still to come.
  @inline(__always) mutating func add(_ end: Instant, ifAfter now: Instant) {
    add(end, if: now < end)
  }

  @inline(__always) mutating func add(_ receipt: ChargeSet) {
    let bits = unsafeBitCast(receipt, to: UInt128.self)
    add(UInt64(truncatingIfNeeded: bits))
    add(UInt64(truncatingIfNeeded: bits >> 64))
  }

  mutating func add(_ receipt: ChargeSet?) {
    guard let receipt else { return add(-1) }
    add(receipt)
  }

  mutating func add(_ bound: Bound) {
    add(bound.item, bound.order)
    add(bound.account, bound.record)
    add(
      StateHasher.byte(bound.accountIsOwners) | StateHasher.byte(bound.needsRead) << 8
        | StateHasher.byte(bound.accountNeedsRecord) << 16)
    add(bound.accountRecord)
  }
}

/// The sum of fingerprints: the same in whatever order they come.
struct FingerprintSum: BitwiseCopyable {
  fileprivate var first: UInt64 = 0
  fileprivate var second: UInt64 = 0

  mutating func add(_ other: Fingerprint) {
    first &+= other.first
    second &+= other.second
  }
}

/// What half a word tells apart.
protocol HalfWord { var half: Int32 { get } }

extension Int32: HalfWord { @inline(__always) var half: Int32 { self } }

extension ID: HalfWord { @inline(__always) var half: Int32 { number } }

extension Optional: HalfWord where Wrapped: HalfWord {
  @inline(__always) var half: Int32 { map { $0.half } ?? -1 }
}

extension OrderName: HalfWord {
  @inline(__always) var half: Int32 {
    switch self {
    case .none: -1
    case .latest: -2
    case .one(let order): order.number
    }
  }
}
