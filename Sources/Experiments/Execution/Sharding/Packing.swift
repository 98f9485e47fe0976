import EventEngine

/// Something that can be written as numbers and read back.
///
/// One declaration does both, so that what is written and what is read cannot differ. What is read back is
/// read into an empty value of the same scenario, which gives the lengths; numbers are hostile until they
/// lie within their bounds.
package protocol Packable {
  /// Writes the value, or reads into it.
  mutating func pack(_ packing: inout Packing) throws(PackingProblem)
}

/// Why numbers are not those of a value.
package struct PackingProblem: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// There are fewer, or more, than the value has.
    case tooFew, tooMany
    /// One of them, counted from 0, is none that it could be.
    case impossible(Int)
  }

  package var kind: Kind
}

/// Numbers in the order in which a value lists them: writes them, or reads them back.
///
/// Most are 0, so of zeros it is written how many follow one another: a 0, and their number.
package struct Packing: Sendable {
  /// The numbers that were written, or are read.
  private var numbers: [Int64]
  private let reads: Bool
  private var place = 0
  /// The zeros that are to be written, or that come next.
  private var zeros: Int64 = 0

  /// No amount may be further from 0: so the sum of all values fits into 64 bits. What users pay is some hundredths of
  /// that at most (`Scenario.mostUsers`), and of that each value has its share.
  package let most: Int
  /// The most things that are counted: 10⁹ users have fewer, and they still fit where many are added up.
  private var mostThings: Int { min(most, 1 << 52) }

  /// How many elements lists may still have whose length nothing else bounds. Each has a number of its own but
  /// for a few; what is damaged must not ask for all memory.
  private var room: Int

  /// Prepares to write.
  package init() { (numbers, reads, most, room) = ([], false, .max, .max) }

  /// Prepares to read.
  /// - Parameter values: how many such values are added up.
  package init(reading numbers: [Int64], addedTo values: Int = 1) {
    (self.numbers, reads, most) = (numbers, true, .max / (2 * max(1, values)))
    room = 64 + 16 * numbers.count
  }

  /// The numbers of a value.
  static func numbers(of value: some Packable) -> [Int64] {
    var (packing, value) = (Packing(), value)
    do { try value.pack(&packing) } catch { preconditionFailure("what is written has no bounds") }
    return packing.written
  }

  /// All that was written.
  var written: [Int64] { zeros == 0 ? numbers : numbers + [0, zeros] }

  /// Ends a reading: nothing is left over.
  func end() throws(PackingProblem) {
    if reads, place < numbers.count || zeros > 0 { throw PackingProblem(kind: .tooMany) }
  }

  /// Says that what was read last is impossible, unless something holds.
  package func check(_ holds: @autoclosure () -> Bool) throws(PackingProblem) {
    if reads, !holds() { throw PackingProblem(kind: .impossible(max(0, place - 1))) }
  }

  private mutating func word(_ value: Int64) throws(PackingProblem) -> Int64 {
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

  private mutating func read() throws(PackingProblem) -> Int64 {
    if zeros > 0 {
      zeros -= 1
      return 0
    }
    guard place < numbers.count else { throw PackingProblem(kind: .tooFew) }
    place += 1
    let number = numbers[place - 1]
    guard number == 0 else { return number }
    guard place < numbers.count, numbers[place] > 0 else {
      throw PackingProblem(kind: .impossible(place))
    }
    zeros = numbers[place] - 1
    place += 1
    return 0
  }

  /// A number within a range.
  package mutating func number(_ value: inout Int, in range: ClosedRange<Int>)
    throws(PackingProblem)
  {
    let found = Int(try word(Int64(value)))
    try check(range.contains(found))
    value = found
  }

  /// How many things there are, such as charges.
  package mutating func count(_ value: inout Int) throws(PackingProblem) {
    try number(&value, in: 0...mostThings)
  }

  /// An amount, such as money.
  package mutating func amount(_ value: inout Int) throws(PackingProblem) {
    try number(&value, in: -most...most)
  }

  /// An amount from 0.
  package mutating func positive(_ value: inout Int) throws(PackingProblem) {
    try number(&value, in: 0...most)
  }

  /// A time in microseconds, which is not added up.
  package mutating func time(_ microseconds: inout Int) throws(PackingProblem) {
    try number(&microseconds, in: 0...Int(Delay.longest.microseconds))
  }

  /// A sum of squares or products, which may be large.
  package mutating func sum(_ value: inout Int128) throws(PackingProblem) {
    let high = try word(Int64(truncatingIfNeeded: value >> 64))
    let low = try word(Int64(truncatingIfNeeded: value))
    let found = Int128(high) << 64 | Int128(UInt64(bitPattern: low))
    try check((-most...most).contains(Int(high)))
    value = found
  }

  /// 64 bits, each with a meaning of its own; or a number of a user.
  package mutating func bits(_ value: inout UInt64) throws(PackingProblem) {
    value = UInt64(bitPattern: try word(Int64(bitPattern: value)))
  }

  package mutating func bits(_ value: inout UInt128) throws(PackingProblem) {
    var (high, low) = (UInt64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value))
    try bits(&high)
    try bits(&low)
    value = UInt128(high) << 64 | UInt128(low)
  }

  package mutating func flag(_ value: inout Bool) throws(PackingProblem) {
    var number = value ? 1 : 0
    try self.number(&number, in: 0...1)
    value = number == 1
  }

  /// A share or weight, from 0.
  package mutating func weight(_ value: inout Double) throws(PackingProblem) {
    let found = Double(
      bitPattern: UInt64(bitPattern: try word(Int64(bitPattern: value.bitPattern))))
    try check(found >= 0 && found < 1e300)
    value = found
  }

  /// As many counts as there are.
  package mutating func counts(_ values: inout [Int]) throws(PackingProblem) {
    for index in values.indices { try count(&values[index]) }
  }

  /// As many values as there are.
  package mutating func each<Value: Packable>(_ values: inout [Value]) throws(PackingProblem) {
    for index in values.indices { try values[index].pack(&self) }
  }

  /// As many values as the list has, which is written, too.
  /// - Parameter most: how many there may be; nil: as many as there is room for.
  /// - Parameter empty: the value into which each is read.
  package mutating func list<Value>(
    _ values: inout [Value], most: Int? = nil, _ empty: @autoclosure () -> Value,
    _ pack: (inout Packing, inout Value) throws(PackingProblem) -> Void
  ) throws(PackingProblem) {
    var count = values.count
    try number(&count, in: 0...(most ?? room))
    if most == nil { room -= count }
    guard reads else {
      for index in values.indices { try pack(&self, &values[index]) }
      return
    }
    values = []
    for _ in 0..<count {
      var value = empty()
      try pack(&self, &value)
      values.append(value)
    }
  }

  package mutating func list<Value: Packable>(
    _ values: inout [Value], most: Int? = nil, _ empty: @autoclosure () -> Value
  ) throws(PackingProblem) {
    try list(&values, most: most, empty()) { packing, value throws(PackingProblem) in
      try value.pack(&packing)
    }
  }

  /// One of the cases of a type, by its place among them.
  package mutating func one<Value: CaseIterable & Equatable>(
    _ value: inout Value
  ) throws(PackingProblem) where Value.AllCases == [Value] {
    let all = Value.allCases
    guard var place = all.firstIndex(of: value) else {
      preconditionFailure("a value is one of all cases")
    }
    try number(&place, in: 0...all.count - 1)
    value = all[place]
  }
}

extension Int: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.amount(&self)
  }
}

extension Bool: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.flag(&self)
  }
}
