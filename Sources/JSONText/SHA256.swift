/// The hash function SHA-256 (FIPS 180-4, "Secure Hash Standard", section 6.2): Foundation has none on Linux.
///
/// It detects damaged and foreign files; it protects no secret.
package struct SHA256: Sendable {
  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes (5.3.3).
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  /// The words of the current block, in an array of 64 (6.2.2).
  private var words = [UInt32](repeating: 0, count: 64)
  /// The number of processed bytes.
  private var count = 0

  package init() {}

  /// The hash of some bytes, as 64 hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.add(bytes)
    return hash.hex
  }

  /// Processes more bytes.
  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      let word = count / 4 % 16
      words[word] = words[word] << 8 | UInt32(byte)
      count += 1
      if count % 64 == 0 { turn() }
    }
  }

  /// The hash of all processed bytes, as 64 hexadecimal digits.
  package var hex: String {
    var end = self
    let bits = UInt64(count) * 8
    end.add([0x80])
    while end.count % 64 != 56 { end.add([0]) }
    end.add((0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) })
    return end.state.map { $0.digits(8, radix: 16) }.joined()
  }

  /// Processes a block of 64 bytes (6.2.2).
  private mutating func turn() {
    for t in 16..<64 {
      let (a, b) = (words[t - 15], words[t - 2])
      let small0 = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let small1 = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words[t] = small1 &+ words[t - 7] &+ small0 &+ words[t - 16]
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let large1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ large1 &+ (e & f ^ ~e & g) &+ SHA256.constants[t] &+ words[t]
      let large0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let second = large0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second)
    }
    for (place, value) in [a, b, c, d, e, f, g, h].enumerated() { state[place] &+= value }
  }

  private func turned(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes (4.2.2).
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
