import EventEngine
import Statistics

/// A value that can be encoded as numbers and decoded.
///
/// One method does both, so encoding and decoding cannot differ. Decoding needs an empty value of
/// the same scenario, which determines the lengths. Numbers are untrusted and checked against their
/// bounds.
package protocol Archivable {
  /// Encodes the value, or decodes into it.
  /// - Throws: when decoding, if a number is missing, surplus or out of its bounds.
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError)
}

/// Reason why numbers do not encode a value.
package struct ArchiveError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// There are fewer or more numbers than the value has.
    case tooFew, tooMany
    /// The number with this index, from 0, is outside its bounds.
    case impossible(Int)
  }

  /// What is wrong with the numbers: too few, too many, or a number outside its bounds.
  package var kind: Kind
}

/// Encoder and decoder of numbers, in the order in which a value lists them.
///
/// Most numbers are 0, so a run of zeros is encoded as a 0 followed by the length of the run.
package struct Archive: Sendable {
  /// The encoded numbers.
  private var numbers: [Int64]
  private let reads: Bool
  private var place = 0
  /// The pending zeros of an encoder; the remaining zeros of a run in a decoder.
  private var zeros: Int64 = 0

  /// The largest magnitude of an amount, chosen so that the sum over all added values fits into 64
  /// bits. Payments of users are at most some hundredths of it (`Scenario.maxUsers`).
  package let maxAmount: Int
  /// The largest count: more than 10⁹ users reach, and small enough for sums of many values.
  private var maxItems: Int { min(maxAmount, 1 << 52) }

  /// The remaining number of list elements without another bound, so that damaged input cannot
  /// exhaust the memory. Almost every element has at least one number.
  private var room: Int

  /// Creates an encoder.
  package init() { (numbers, reads, maxAmount, room) = ([], false, .max, .max) }

  /// Creates a decoder; `values` is the number of decoded values to add up, such as shards.
  package init(reading numbers: [Int64], addedTo values: Int = 1) {
    (self.numbers, reads, maxAmount) = (numbers, true, .max / (2 * max(1, values)))
    room = 64 + 16 * numbers.count
  }

  /// The encoded numbers of a value.
  package static func numbers(of value: some Archivable) -> [Int64] {
    var (archive, value) = (Archive(), value)
    do { try value.transcode(&archive) } catch {
      preconditionFailure("writing has no bounds to check")
    }
    return archive.written
  }

  /// All encoded numbers.
  var written: [Int64] { zeros == 0 ? numbers : numbers + [0, zeros] }

  /// Ends decoding; throws if numbers are left over.
  func end() throws(ArchiveError) {
    if reads, place < numbers.count || zeros > 0 { throw ArchiveError(kind: .tooMany) }
  }

  /// Throws in a decoder that the last number is impossible, unless the condition holds.
  package func check(_ holds: @autoclosure () -> Bool) throws(ArchiveError) {
    if reads, !holds() { throw ArchiveError(kind: .impossible(max(0, place - 1))) }
  }

  private mutating func word(_ value: Int64) throws(ArchiveError) -> Int64 {
    reads ? try read() : write(value)
  }

  private mutating func write(_ value: Int64) -> Int64 {
    if value == 0 {
      zeros += 1
    } else {
      if zeros > 0 { numbers += [0, zeros] }
      zeros = 0
      numbers.append(value)
    }
    return value
  }

  private mutating func read() throws(ArchiveError) -> Int64 {
    if zeros > 0 {
      zeros -= 1
      return 0
    }
    guard place < numbers.count else { throw ArchiveError(kind: .tooFew) }
    place += 1
    let number = numbers[place - 1]
    guard number == 0 else { return number }
    guard place < numbers.count, numbers[place] > 0 else {
      throw ArchiveError(kind: .impossible(place))
    }
    zeros = numbers[place] - 1
    place += 1
    return 0
  }

  /// A number within a range.
  package mutating func number(_ value: inout Int, in range: ClosedRange<Int>) throws(ArchiveError)
  {
    let found = Int(try word(Int64(value)))
    try check(range.contains(found))
    value = found
  }

  /// A count, such as the number of charges.
  package mutating func count(_ value: inout Int) throws(ArchiveError) {
    try number(&value, in: 0...maxItems)
  }

  /// An amount, such as money in minor units; may be negative.
  package mutating func amount(_ value: inout Int) throws(ArchiveError) {
    try number(&value, in: -maxAmount...maxAmount)
  }

  /// An amount that is not negative.
  package mutating func nonnegativeAmount(_ value: inout Int) throws(ArchiveError) {
    try number(&value, in: 0...maxAmount)
  }

  /// A time in microseconds, which is not added up.
  package mutating func time(_ microseconds: inout Int) throws(ArchiveError) {
    try number(&microseconds, in: 0...Int(Delay.longest.microseconds))
  }

  /// A sum of squares or products, in two numbers.
  package mutating func sum(_ value: inout Int128) throws(ArchiveError) {
    let high = try word(Int64(truncatingIfNeeded: value >> 64))
    let low = try word(Int64(truncatingIfNeeded: value))
    let found = Int128(high) << 64 | Int128(UInt64(bitPattern: low))
    try check((-maxAmount...maxAmount).contains(Int(high)))
    value = found
  }

  /// 64 independent bits, or the number of a user.
  package mutating func bits(_ value: inout UInt64) throws(ArchiveError) {
    value = UInt64(bitPattern: try word(Int64(bitPattern: value)))
  }

  package mutating func bits(_ value: inout UInt128) throws(ArchiveError) {
    var (high, low) = (UInt64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value))
    try bits(&high)
    try bits(&low)
    value = UInt128(high) << 64 | UInt128(low)
  }

  /// A Boolean, encoded as 0 or 1.
  package mutating func flag(_ value: inout Bool) throws(ArchiveError) {
    var number = value ? 1 : 0
    try self.number(&number, in: 0...1)
    value = number == 1
  }

  /// A share or weight, not negative and finite.
  package mutating func weight(_ value: inout Double) throws(ArchiveError) {
    let found = Double(
      bitPattern: UInt64(bitPattern: try word(Int64(bitPattern: value.bitPattern))))
    try check(found >= 0 && found < 1e300)
    value = found
  }

  /// Counts; the length of the array is fixed.
  package mutating func counts(_ values: inout [Int]) throws(ArchiveError) {
    for index in values.indices { try count(&values[index]) }
  }

  /// Counts that are parts of a value, in the given order.
  package mutating func counts<Value>(
    of value: inout Value, _ parts: WritableKeyPath<Value, Int>...
  ) throws(ArchiveError) {
    for part in parts { try count(&value[keyPath: part]) }
  }

  /// Values; the length of the array is fixed.
  package mutating func values<Value: Archivable>(_ values: inout [Value]) throws(ArchiveError) {
    for index in values.indices { try values[index].transcode(&self) }
  }

  /// A list of variable length; its length is encoded as well.
  /// - Parameter maximum: the largest length; nil if limited only by the size of the input.
  /// - Parameter empty: the value into which each element is decoded.
  package mutating func list<Value>(
    _ values: inout [Value], maximum: Int? = nil, _ empty: @autoclosure () -> Value,
    _ transcode: (inout Archive, inout Value) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var count = values.count
    try number(&count, in: 0...(maximum ?? room))
    if maximum == nil { room -= count }
    if reads { values = [] }
    for index in 0..<count {
      if reads { values.append(empty()) }
      try transcode(&self, &values[index])
    }
  }

  package mutating func list<Value: Archivable>(
    _ values: inout [Value], maximum: Int? = nil, _ empty: @autoclosure () -> Value
  ) throws(ArchiveError) {
    try list(&values, maximum: maximum, empty()) { archive, value throws(ArchiveError) in
      try value.transcode(&archive)
    }
  }

  /// A case of a type, encoded as its index.
  package mutating func enumCase<Value: CaseIterable & Equatable>(
    _ value: inout Value
  ) throws(ArchiveError) where Value.AllCases == [Value] {
    let all = Value.allCases
    guard var place = all.firstIndex(of: value) else {
      preconditionFailure("a value is one of its type's cases")
    }
    try number(&place, in: 0...all.count - 1)
    value = all[place]
  }
}

extension Int: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.amount(&self)
  }
}

extension UInt64: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.bits(&self)
  }
}

extension Bool: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.flag(&self)
  }
}

extension RatioMoments: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.count(&numeratorSum)
    try archive.count(&denominatorSum)
    try archive.check(numeratorSum <= denominatorSum)
    try archive.sum(&numeratorSquareSum)
    try archive.sum(&productSum)
    try archive.sum(&denominatorSquareSum)
    // Bounds for sums over users who each count n of d with whole numbers 0 <= n <= d.
    let (n, d) = (Int128(numeratorSum), Int128(denominatorSum))
    try archive.check(n <= numeratorSquareSum && numeratorSquareSum <= n * n)
    try archive.check(numeratorSquareSum <= productSum && productSum <= denominatorSquareSum)
    try archive.check(d <= denominatorSquareSum && denominatorSquareSum <= d * d)
  }
}
