import CLibrary

extension UnsafeBufferPointer<UInt8> {
  /// A hash of the bytes that is the same in every process: eight bytes at a time, mixed by the XOR
  /// of the two halves of a 128-bit product.
  @inline(__always) func digest(_ seed: UInt64) -> UInt64 {
    var hash = ByteHash.mix(seed ^ ByteHash.step, UInt64(truncatingIfNeeded: count) ^ ByteHash.last)
    guard let base = baseAddress else { return hash }
    let raw = UnsafeRawPointer(base)
    var place = 0
    while count - place >= 8 {
      hash = ByteHash.mix(
        hash ^ raw.loadUnaligned(fromByteOffset: place, as: UInt64.self), ByteHash.step)
      place += 8
    }
    var rest: UInt64 = 0
    while place < count {
      rest = rest << 8 | UInt64(base[place])
      place += 1
    }
    return ByteHash.mix(hash ^ rest, ByteHash.last)
  }

  /// Whether the bytes are equal to an array.
  @inline(__always) func equals(_ other: [UInt8]) -> Bool {
    guard other.count == count, let base = baseAddress else { return other.count == count }
    return other.withUnsafeBufferPointer { memcmp(base, $0.baseAddress!, count) == 0 }
  }

  /// The whole number of at most 18 digits; a fraction is ignored; nil for any other text.
  func wholeNumber() -> Int? {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var (number, place) = (0, first)
    while place < count, self[place] &- 48 < 10, place - first < 18 {
      number = number * 10 + Int(self[place] &- 48)
      place += 1
    }
    guard place > first else { return nil }
    if place < count {
      guard self[place] == UInt8(ascii: "."), place + 1 < count,
        self[(place + 1)...].allSatisfy({ $0 &- 48 < 10 })
      else { return nil }
    }
    return isNegative ? -number : number
  }
}

enum ByteHash {
  static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  static let last: UInt64 = 0xD6E8_FEB8_6659_FD93

  @inline(__always) static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low ^ left
  }
}
