internal import Synchronization

/// Rows by their identities, in storage of their own, which grows by doubling and serves life after life.
///
/// A table cannot be copied. So it owns its rows and never has to ask whether it shares them, which
/// an array asks at every change; and its rows hold no references, so it is emptied at once. Places
/// are checked in every build: a wrong one would read another row's numbers and tell nobody.
struct Table<Key, Row: BitwiseCopyable>: ~Copyable {
  private var rows: UnsafeMutablePointer<Row>
  /// Room for so many rows, of which the first are filled.
  private var capacity: UInt32
  private var filled: UInt32 = 0
  /// Holds nothing. What has something atomic in it stays at one address, so that the compiler does not
  /// copy a part, or the whole world, to ask it a question.
  private let address = Atomic(false)

  /// Makes an empty table with room for some rows, at least one.
  init(capacity: Int = 8) {
    precondition(capacity > 0, "a table has room for a row")
    self.capacity = UInt32(capacity)
    rows = .allocate(capacity: capacity)
  }

  deinit { rows.deallocate() }

  @inline(__always) var count: Int { Int(filled) }
  @inline(__always) var isEmpty: Bool { filled == 0 }
  /// The identities of the rows, from the first.
  @inline(__always) var indices: IDs<Key> { IDs(endIndex: count) }
  /// The identity that the next row will have.
  var next: ID<Key> { ID(count) }
  /// The identity of the newest row.
  /// - Precondition: there is one.
  var last: ID<Key> { ID(count - 1) }

  /// The row of an identity.
  /// - Precondition: it is one of ``indices``.
  subscript(id: ID<Key>) -> Row {
    @inline(__always) unsafeAddress {
      precondition(id.place < count, "an identity is that of a row")
      return UnsafePointer(rows + id.place)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(id.place < count, "an identity is that of a row")
      return rows + id.place
    }
  }

  /// Adds a row at the end; returns its identity.
  @inline(__always) @discardableResult mutating func append(_ row: Row) -> ID<Key> {
    if _slowPath(filled == capacity) { grow() }
    (rows + count).initialize(to: row)
    // It is below the capacity, which is such a number.
    filled &+= 1
    return ID(count &- 1)
  }

  /// Takes the first row out; the others move up.
  mutating func removeFirst() -> Row {
    let first = self[ID(0)]
    filled -= 1
    if count > 0 { rows.update(from: rows + 1, count: count) }
    return first
  }

  /// Takes all rows out and keeps the storage.
  @inline(__always) mutating func removeAll() { filled = 0 }

  /// Takes the rows from a place on out, if there are any.
  mutating func removeAll(from place: Int) { filled = UInt32(min(count, place)) }

  /// Takes all rows out and the elements of an array in.
  mutating func replaceAll(with elements: [Row]) {
    filled = 0
    // One by one: most users have one wish and no fault, and a move of so little is a call.
    for element in elements { append(element) }
  }

  /// Takes all rows out and so many of one kind in.
  @inline(__always) mutating func replaceAll(with row: Row, count: Int) {
    // Most users have one wish, for which there is room.
    guard count == 1 else { return fill(with: row, count: count) }
    rows.initialize(to: row)
    filled = 1
  }

  @inline(never) private mutating func fill(with row: Row, count: Int) {
    filled = 0
    for _ in 0..<count { append(row) }
  }

  /// Takes all rows out and those of another table in.
  @inline(__always) mutating func replaceAll(with other: borrowing Table) {
    guard other.count == 1 else { return fill(with: other) }
    rows.initialize(to: other.rows.pointee)
    filled = 1
  }

  @inline(never) private mutating func fill(with other: borrowing Table) {
    filled = 0
    for id in other.indices { append(other[id]) }
  }

  /// Copies the rows as bytes to a place with room for them.
  @inline(__always) func copyRows(to place: UnsafeMutableRawPointer) {
    place.copyMemory(from: rows, byteCount: count * MemoryLayout<Row>.stride)
  }

  /// Takes all rows out and so many in, from bytes that ``copyRows(to:)`` wrote.
  @inline(__always)
  mutating func replaceAll(withBytes place: UnsafeRawPointer, count: Int) {
    while capacity < count { grow() }
    UnsafeMutableRawPointer(rows).copyMemory(
      from: place, byteCount: count * MemoryLayout<Row>.stride)
    filled = UInt32(count)
  }

  @inline(never) private mutating func grow() {
    capacity *= 2
    let wider = UnsafeMutablePointer<Row>.allocate(capacity: Int(capacity))
    wider.update(from: rows, count: count)
    rows.deallocate()
    rows = wider
  }
}

/// Rows without identities, in their order.
typealias List<Row: BitwiseCopyable> = Table<Never, Row>

extension Table where Key == Never {
  /// The row at a place.
  /// - Precondition: it is below the count.
  subscript(place: Int) -> Row {
    @inline(__always) get { self[ID(place)] }
    @inline(__always) set { self[ID(place)] = newValue }
  }
}

/// The identities of the rows of a table, from the first.
struct IDs<Key>: RandomAccessCollection {
  @inline(__always) var startIndex: Int { 0 }
  let endIndex: Int
  @inline(__always) subscript(place: Int) -> ID<Key> { ID(place) }
}
