internal import Synchronization

/// Rows by identity, in storage that grows by doubling and is reused by later runs.
///
/// A table cannot be copied, so it needs no check for shared storage at a change, as arrays do. Its
/// rows hold no references, so removing them costs nothing. Indices are checked in every build: a
/// wrong one would silently read another row.
struct Table<Key, Row: BitwiseCopyable>: ~Copyable {
  private var rows: UnsafeMutablePointer<Row>
  private var capacity: UInt32
  private var filled: UInt32 = 0
  /// An unused atomic that pins the table, which the compiler would otherwise copy for queries.
  private let address = Atomic(false)

  /// Creates an empty table with room for at least one row.
  init(capacity: Int = 8) {
    precondition(capacity > 0, "a table needs room for a row")
    self.capacity = UInt32(capacity)
    rows = .allocate(capacity: capacity)
  }

  deinit { rows.deallocate() }

  @inline(__always) var count: Int { Int(filled) }
  @inline(__always) var isEmpty: Bool { filled == 0 }
  @inline(__always) var indices: IDs<Key> { IDs(endIndex: count) }
  /// The identity that the next row will have.
  var next: ID<Key> { ID(count) }
  var last: ID<Key> { ID(count - 1) }

  /// The row of an identity, which must be one of ``indices``.
  subscript(id: ID<Key>) -> Row {
    @inline(__always) unsafeAddress {
      precondition(id.index < count, "the identity belongs to a row")
      return UnsafePointer(rows + id.index)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(id.index < count, "the identity belongs to a row")
      return rows + id.index
    }
  }

  /// Adds a row at the end; returns its identity.
  @inline(__always) @discardableResult mutating func append(_ row: Row) -> ID<Key> {
    if _slowPath(filled == capacity) { grow() }
    (rows + count).initialize(to: row)
    // The number is below the capacity, which is also a `UInt32`.
    filled &+= 1
    return ID(count &- 1)
  }

  mutating func removeFirst() -> Row {
    let first = self[ID(0)]
    filled -= 1
    if count > 0 { rows.update(from: rows + 1, count: count) }
    return first
  }

  /// Removes all rows and keeps the storage.
  @inline(__always) mutating func removeAll() { filled = 0 }

  mutating func removeAll(from place: Int) { filled = UInt32(min(count, place)) }

  mutating func replaceAll(with elements: [Row]) {
    filled = 0
    // One by one: most users have one intent and no fault, and a bulk copy is a function call.
    for element in elements { append(element) }
  }

  @inline(__always) mutating func replaceAll(with row: Row, count: Int) {
    // Most users have one intent, for which there is room.
    guard count == 1 else { return fill(with: row, count: count) }
    rows.initialize(to: row)
    filled = 1
  }

  @inline(never) private mutating func fill(with row: Row, count: Int) {
    filled = 0
    for _ in 0..<count { append(row) }
  }

  @inline(__always) mutating func replaceAll(with other: borrowing Table) {
    guard other.count == 1 else { return fill(with: other) }
    rows.initialize(to: other.rows.pointee)
    filled = 1
  }

  @inline(never) private mutating func fill(with other: borrowing Table) {
    filled = 0
    for id in other.indices { append(other[id]) }
  }

  /// Copies the rows as bytes to memory with enough room.
  @inline(__always) func copyRows(to place: UnsafeMutableRawPointer) {
    place.copyMemory(from: rows, byteCount: count * MemoryLayout<Row>.stride)
  }

  /// Replaces all rows with `count` rows, from bytes that ``copyRows(to:)`` wrote.
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

/// Rows without identities, in order.
typealias List<Row: BitwiseCopyable> = Table<Never, Row>

extension Table where Key == Never {
  /// The row at an index, which must be below the count.
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
