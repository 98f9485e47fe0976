/// A number of 128 bits that stands for the state of a life.
///
/// Two states with the same fingerprint are taken for the same. For some millions of states the
/// chance that two different ones share theirs is below 10⁻²⁴ (the birthday bound, n² / 2¹²⁹).
/// The same state has the same fingerprint in every process.
package struct Fingerprint: Hashable, BitwiseCopyable, Sendable {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// The fingerprint of nothing.
  package init() {}

  /// Takes a word in.
  ///
  /// Each half is turned by a full product, of which both words are kept: a multiplication alone
  /// would never carry anything to lower bits.
  @inline(__always)
  mutating func add(_ word: UInt64) {
    first = Fingerprint.turned(first ^ word, by: 0xA076_1D64_78BD_642F)
    second = Fingerprint.turned(second &+ word, by: 0xE703_7ED1_A0B4_28DB)
  }

  @inline(__always)
  mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  @inline(__always)
  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  /// Takes two numbers in at once.
  @inline(__always)
  mutating func add(_ high: Int32, _ low: Int32) {
    add(UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low)))
  }

  /// Takes a value of one byte in: a truth, a case without payload, a set of options.
  @inline(__always)
  static func byte<Value: BitwiseCopyable>(_ value: Value) -> UInt64 {
    precondition(MemoryLayout<Value>.size == 1, "the value is one byte")
    return UInt64(unsafeBitCast(value, to: UInt8.self))
  }

  @inline(__always)
  private static func turned(_ word: UInt64, by factor: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low &+ (word &>> 32)
  }
}
