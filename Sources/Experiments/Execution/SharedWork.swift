import Synchronization

/// What all threads of a run share: the chunks still to be taken, and the books of who is done.
final class SharedWork<Kept: Bookkeeping>: Sendable {
  private let chunks: Chunks, next = Atomic(0)
  private let done = Atomic(0), finished = Atomic(0), merged: Mutex<DividedBooks<Kept>>
  /// The first chunk with an endless life.
  private let left: Mutex<(chunk: Int, life: OverlongLife)?> = Mutex(nil)
  private let end: Atomic<Int>
  /// All chunks, if other shards play some of them, and which own ones are to be played.
  private let divided: (batch: DividedBatch, open: [Int])?
  private let count: Int

  /// - Parameter batch: of which a shard plays some; nil: all are played here.
  /// - Parameter empty: makes books without users.
  init(_ chunks: Chunks, _ batch: DividedBatch?, empty: () -> Kept) {
    self.chunks = chunks
    var known = DividedBooks<Kept>(parts: chunks.parts)
    // What an earlier run has played of the same shard.
    if let batch, let own = batch.own {
      known = DividedBooks(own, of: batch.ownShard, batch, parts: chunks.parts, empty) ?? known
    }
    divided = batch.map { batch in (batch, batch.open.filter { !known.chunks.contains($0) }) }
    count = divided?.open.count ?? chunks.count
    end = Atomic(count)
    merged = Mutex(known)
  }

  /// How many threads have something to do.
  var mostThreads: Int { max(1, count) }
  /// The share of all chunks that is to be played here.
  var share: Double { Double(count) / Double(max(1, chunks.count)) }
  /// Whether other shards play some of the chunks.
  var isDivided: Bool { divided != nil }
  /// How often threads were asked to hand over what they have.
  var turn: Int { divided?.batch.store.turn.load(ordering: .relaxed) ?? 0 }

  /// The next chunk with its place in the order; nil when all are taken, or all before an endless life.
  /// - Parameter turn: that of the chunk that the thread took before.
  func take(from turn: inout Int) -> (number: Int, chunk: Chunks.Chunk)? {
    let number = next.add(1, ordering: .relaxed).oldValue
    guard number < end.load(ordering: .relaxed) else { return nil }
    let piece = divided.map { $0.batch.piece($0.open[number]) } ?? number
    return (number, chunks.chunk(piece, from: &turn))
  }

  /// Notes what a thread has played; returns how many users are done.
  func finish(_ played: Worker<Kept>.Played, whole: Bool) -> Int {
    if whole { finished.add(1, ordering: .relaxed) }
    return done.add(played.users, ordering: .relaxed).newValue
  }

  /// Notes that a chunk has an endless life. All chunks before it are gone through, so that the same
  /// life is told of whatever the threads.
  func leave(at chunk: Int, _ life: OverlongLife) {
    end.min(chunk, ordering: .relaxed)
    left.withLock { left in if chunk < left?.chunk ?? .max { left = (chunk, life) } }
  }

  /// Takes over the books of a thread, and the places of the chunks in them.
  func merge(_ books: Kept, into part: Int, users: Int, _ places: [Int]) {
    merged.withLock { all in
      all.add(books, to: part)
      all.users += users
      guard let divided else { return }
      for place in places {
        all.chunks.insert(contentsOf: divided.open[place]..<divided.open[place] + 1)
      }
    }
  }

  /// The books of all parts; of parts without users, empty ones.
  func books(_ empty: () -> Kept) -> [Kept] { all.books.map { $0 ?? empty() } }
  var endless: OverlongLife? { left.withLock { $0?.life } }
  var users: Int { all.users }
  var isDone: Bool { finished.load(ordering: .relaxed) == count }

  /// What was played so far, with what was known of the shard.
  var all: DividedBooks<Kept> { merged.withLock { $0 } }

  /// The same as a part of a divided batch.
  var played: Part.Batch? {
    // Books are values: what is copied under the lock is written outside.
    let books = all
    return divided.map { $0.batch.batch(books.chunks, Packing.numbers(of: books)) }
  }
}

/// The books of some chunks of a batch, part by part.
struct DividedBooks<Kept: Bookkeeping>: Sendable {
  /// Nil: none has any users.
  var books: [Kept?]
  var users = 0
  /// The own chunks that are in them, of work that is divided.
  var chunks = RangeSet<Int>()
  private var empty: Kept?

  init(parts: Int) { books = Array(repeating: nil, count: parts) }

  /// Reads what was found of a batch; nil where it is none of it, which is noted.
  init?(
    _ found: Part.Batch, of shard: Shard, _ batch: DividedBatch, parts: Int, _ empty: () -> Kept
  ) {
    var books = DividedBooks(parts: parts)
    books.empty = empty()
    guard
      let read = batch.read(
        found, of: shard,
        { packing throws(PackingProblem) -> DividedBooks in
          try books.pack(&packing)
          return books
        })
    else { return nil }
    self = read
    chunks = found.done
  }

  mutating func add(_ other: Kept, to part: Int) {
    if books[part] == nil { books[part] = other } else { books[part]? += other }
  }

  static func += (left: inout DividedBooks, right: DividedBooks) {
    left.users += right.users
    for (part, books) in right.books.enumerated() { if let books { left.add(books, to: part) } }
  }
}

extension DividedBooks: Packable {
  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&users)
    for part in books.indices {
      var isThere = books[part] != nil
      try packing.flag(&isThere)
      guard isThere, var kept = books[part] ?? empty else { continue }
      try kept.pack(&packing)
      books[part] = kept
    }
  }
}
