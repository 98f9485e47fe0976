/// What the names in a log mean, found by their bytes.
struct LogNames<Value> {
  enum Meaning {
    case value(Value)
    /// Passed over on purpose.
    case nothing
  }

  private struct Slot {
    var hash: UInt64 = 0
    var name: [UInt8] = []
    var meaning = Meaning.nothing
  }

  private var slots: [Slot]
  private let prefixes: [[UInt8]]

  /// - Parameter meanings: nil is passed over; a name that ends with `*` is the beginning of such names.
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

  /// What a name means; nil if the map does not say.
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

/// Names that the map does not know, with how often each came, in bounded memory.
package struct UnknownNames: Sendable {
  /// The most names that are told apart.
  package static let most = 200

  private var places: [UInt64: Int] = [:]
  /// In the order in which they came.
  package private(set) var names: [(name: String, count: Int)] = []
  /// Lines with further names.
  package private(set) var others = 0

  /// How many lines had such a name.
  package var count: Int { names.reduce(others) { $0 + $1.count } }

  @inline(never) mutating func add(_ name: UnsafeBufferPointer<UInt8>) {
    let hash = name.digest(0)
    if let place = places[hash] {
      names[place].count += 1
    } else if names.count < UnknownNames.most {
      places[hash] = names.count
      names.append((String(decoding: name.prefix(200), as: UTF8.self), 1))
    } else {
      others += 1
    }
  }
}
