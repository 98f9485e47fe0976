import JSONText
import TestSupport
import Testing

@Suite("SHA-256") struct SHA256Tests {
  /// The examples of NIST's "Cryptographic Standards and Guidelines: Example Values, Secure Hashing" and of
  /// FIPS 180-2, appendix B; the empty message is that of the Cryptographic Algorithm Validation Program.
  @Test(
    "the published examples have the published hashes",
    arguments: [
      "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      String(repeating: "a", count: 1_000_000):
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
    ])
  func examples(message: String, hash: String) {
    expectEqual(SHA256.hex(of: Array(message.utf8)), hash)
  }

  @Test("bytes can be added in portions of any size")
  func portions() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var hash = SHA256()
    for start in stride(from: 0, to: 1_000, by: 37) {
      hash.add(Array(bytes[start..<min(1_000, start + 37)]))
    }
    expectEqual(hash.hex, SHA256.hex(of: bytes))
  }
}
