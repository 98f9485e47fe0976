internal import Synchronization

/// Rows by their identities, in storage of their own, which grows by doubling and serves life after life.
///
/// A table cannot be copied. So it owns its rows and never has to ask whether it shares them, which
/// an array asks at every change; and its rows hold no references, so it is emptied at once. Places
/// are checked in every build: a wrong one would read another row's numbers and tell nobody.
struct Table<Key, Row: BitwiseCopyable>: ~Copyable {
  private var rows: UnsafeMutablePointer<Row>
  private var capacity: Int
  private(set) var count = 0
  /// Holds nothing. What has something atomic in it stays at one address, so that the compiler does not
  /// copy a part, or the whole world, to ask it a question.
  private let address = Atomic(false)

  /// Makes an empty table with room for some rows, at least one.
  init(capacity: Int = 8) {
    precondition(capacity > 0, "a table has room for a row")
    self.capacity = capacity
    rows = .allocate(capacity: capacity)
  }

  deinit { rows.deallocate() }

  var isEmpty: Bool { count == 0 }
  /// The identities of the rows, from the first.
  var indices: Range<ID<Key>> { Range(uncheckedBounds: (ID(0), ID(count))) }
  /// The identity that the next row will have.
  var next: ID<Key> { ID(count) }
  /// The identity of the newest row.
  /// - Precondition: there is one.
  var last: ID<Key> { ID(count - 1) }

  /// The row of an identity.
  /// - Precondition: it is one of ``indices``.
  subscript(id: ID<Key>) -> Row {
    @inline(__always) unsafeAddress {
      precondition(UInt32(bitPattern: id.number) < count, "an identity is that of a row")
      return UnsafePointer(rows + id.place)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(UInt32(bitPattern: id.number) < count, "an identity is that of a row")
      return rows + id.place
    }
  }

  /// Adds a row at the end; returns its identity.
  @inline(__always) @discardableResult mutating func append(_ row: Row) -> ID<Key> {
    if count == capacity { grow() }
    (rows + count).initialize(to: row)
    // It is below the capacity, which is an `Int`.
    count &+= 1
    return ID(count &- 1)
  }

  /// Takes the first row out; the others move up.
  mutating func removeFirst() -> Row {
    let first = self[ID(0)]
    count -= 1
    if count > 0 { rows.update(from: rows + 1, count: count) }
    return first
  }

  /// Takes all rows out and keeps the storage.
  @inline(__always) mutating func removeAll() { count = 0 }

  /// Takes the rows from a place on out, if there are any.
  mutating func removeAll(from place: Int) { count = min(count, place) }

  /// Takes all rows out and the elements of an array in.
  mutating func replaceAll(with elements: [Row]) {
    count = 0
    while capacity < elements.count { grow() }
    // One by one: most users have one wish and no fault, and a move of so little is a call.
    for element in elements {
      (rows + count).initialize(to: element)
      count &+= 1
    }
  }

  /// Takes all rows out and so many of one kind in.
  @inline(__always) mutating func replaceAll(with row: Row, count: Int) {
    while capacity < count { grow() }
    for place in 0..<count { (rows + place).initialize(to: row) }
    self.count = count
  }

  /// Takes all rows out and those of another table in.
  @inline(__always) mutating func replaceAll(with other: borrowing Table) {
    while capacity < other.count { grow() }
    for place in 0..<other.count { (rows + place).initialize(to: (other.rows + place).pointee) }
    count = other.count
  }

  @inline(never) private mutating func grow() {
    let wider = UnsafeMutablePointer<Row>.allocate(capacity: 2 * capacity)
    wider.update(from: rows, count: count)
    rows.deallocate()
    rows = wider
    capacity *= 2
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
