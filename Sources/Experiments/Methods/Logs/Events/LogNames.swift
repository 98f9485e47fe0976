/// Meanings of the names in a log, looked up by their bytes.
struct LogNames<Value> {
  enum Meaning {
    case value(Value)
    /// The map ignores the name.
    case nothing
  }

  private struct Slot { var hash: UInt64 = 0, name: [UInt8] = [], meaning = Meaning.nothing }

  private var slots: [Slot]
  private let prefixes: [[UInt8]]

  /// - Parameter meanings: nil for ignored names; a name that ends with `*` is an ignored prefix.
  init(_ meanings: [(name: String, value: Value?)]) {
    let names = meanings.filter { !$0.name.hasSuffix("*") }
    var capacity = 16
    while capacity < names.count * 3 { capacity *= 2 }
    slots = Array(repeating: Slot(), count: capacity)
    prefixes = meanings.filter { $0.name.hasSuffix("*") }.map { Array($0.name.utf8.dropLast()) }
    for (name, value) in names {
      let bytes = Array(name.utf8)
      let hash = bytes.withUnsafeBufferPointer { $0.digest(0) } | 1
      var place = Int(truncatingIfNeeded: hash >> 8) & (capacity - 1)
      while slots[place].hash != 0 { place = (place + 1) & (capacity - 1) }
      slots[place] = Slot(hash: hash, name: bytes, meaning: value.map { .value($0) } ?? .nothing)
    }
  }

  /// The meaning of a name; nil if the map does not contain it.
  @inline(__always) func meaning(of name: UnsafeBufferPointer<UInt8>) -> Meaning? {
    let hash = name.digest(0) | 1
    var place = Int(truncatingIfNeeded: hash >> 8) & (slots.count - 1)
    while slots[place].hash != 0 {
      if slots[place].hash == hash, name.equals(slots[place].name) { return slots[place].meaning }
      place = (place + 1) & (slots.count - 1)
    }
    return prefixes.contains { name.count >= $0.count && name.starts(with: $0) } ? .nothing : nil
  }
}

/// Names that the map does not contain, with their frequencies, in bounded memory.
package struct UnknownNames: Sendable {
  /// The largest number of names that are counted separately.
  package static let maximum = 200

  private var places: [UInt64: Int] = [:]
  /// In the order of their first occurrence.
  package private(set) var names: [(name: String, count: Int)] = []
  /// The number of lines with further names.
  package private(set) var otherLineCount = 0

  /// The number of lines with such names.
  package var lineCount: Int { names.reduce(otherLineCount) { $0 + $1.count } }

  @inline(never) mutating func add(_ name: UnsafeBufferPointer<UInt8>) {
    let hash = name.digest(0)
    if let place = places[hash] {
      names[place].count += 1
    } else if names.count < UnknownNames.maximum {
      places[hash] = names.count
      names.append((String(decoding: name.prefix(200), as: UTF8.self), 1))
    } else {
      otherLineCount += 1
    }
  }
}
