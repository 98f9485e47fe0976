/// Base64 with the URL- and filename-safe alphabet, without padding: RFC 4648, section 5, as
/// required by JSON Web Signatures (RFC 7515, section 2).
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    // Remaining bits are padded with zeros.
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }
}
