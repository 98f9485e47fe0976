import Synchronization

/// Shared state of the threads of a run: the remaining chunks and the merged accumulators.
final class SharedWork<Accumulated: Accumulator>: Sendable {
  private let chunks: Chunks, next = Atomic(0)
  private let done = Atomic(0), finished = Atomic(0),
    merged: Mutex<DividedAccumulators<Accumulated>>
  /// The first chunk with a runaway simulation.
  private let left: Mutex<(chunk: Int, simulation: OverlongSimulation)?> = Mutex(nil)
  private let end: Atomic<Int>
  /// The batch, if shards share the chunks, and the indices of this shard's remaining chunks.
  private let divided: (batch: DividedBatch, open: [Int])?
  private let count: Int

  /// - Parameter batch: the batch that shards share; nil if this process processes all chunks.
  /// - Parameter empty: creates an accumulator without users.
  init(_ chunks: Chunks, _ batch: DividedBatch?, empty: () -> Accumulated) {
    self.chunks = chunks
    var known = DividedAccumulators<Accumulated>(parts: chunks.partCount)
    // The results of an earlier run of the same shard.
    if let batch, let own = batch.own {
      known =
        DividedAccumulators(own, of: batch.ownShard, batch, parts: chunks.partCount, empty) ?? known
    }
    divided = batch.map { batch in
      (batch, batch.remainingPieces.filter { !known.chunks.contains($0) })
    }
    count = divided?.open.count ?? chunks.count
    end = Atomic(count)
    merged = Mutex(known)
  }

  /// The largest useful number of threads.
  var maxThreads: Int { max(1, count) }
  /// The fraction of all chunks that this process processes.
  var share: Double { Double(count) / Double(max(1, chunks.count)) }
  /// Whether shards share the chunks.
  var isDivided: Bool { divided != nil }
  /// A counter; an increment asks threads to hand over their results.
  var turn: Int { divided?.batch.store.handoverRequestCount.load(ordering: .relaxed) ?? 0 }

  /// The next chunk with its index; nil if no chunk is left, or none before a runaway simulation.
  /// - Parameter turn: the turn of the thread's previous chunk; see ``Chunks/chunk(_:from:)``.
  func take(from turn: inout Int) -> (number: Int, chunk: Chunks.Chunk)? {
    let number = next.add(1, ordering: .relaxed).oldValue
    guard number < end.load(ordering: .relaxed) else { return nil }
    let piece = divided.map { $0.batch.pieceIndex(ofOwnPiece: $0.open[number]) } ?? number
    return (number, chunks.chunk(piece, searchingFrom: &turn))
  }

  /// Records the progress of a thread and returns the number of users so far.
  func finish(_ simulated: Worker<Accumulated>.SimulatedUserCount, whole: Bool) -> Int {
    if whole { finished.add(1, ordering: .relaxed) }
    return done.add(simulated.users, ordering: .relaxed).newValue
  }

  /// Records a chunk with a runaway simulation. All earlier chunks are still processed, so the
  /// reported simulation does not depend on the threads.
  func leave(at chunk: Int, _ simulation: OverlongSimulation) {
    end.min(chunk, ordering: .relaxed)
    left.withLock { left in if chunk < left?.chunk ?? .max { left = (chunk, simulation) } }
  }

  /// Adds the accumulator of a thread, with the indices of its chunks.
  func merge(_ totals: Accumulated, into part: Int, users: Int, _ places: [Int]) {
    merged.withLock { all in
      all.add(totals, to: part)
      all.users += users
      guard let divided else { return }
      for place in places {
        all.chunks.insert(contentsOf: divided.open[place]..<divided.open[place] + 1)
      }
    }
  }

  var runaway: OverlongSimulation? { left.withLock { $0?.simulation } }
  var isDone: Bool { finished.load(ordering: .relaxed) == count }

  /// The results so far, including earlier runs of the shard.
  var all: DividedAccumulators<Accumulated> { merged.withLock { $0 } }

  /// The same as a batch of a partial result.
  var partialBatch: PartialResult.BatchResult? {
    // The copy is taken under the lock and encoded without it.
    let totals = all
    return divided.map { $0.batch.result(totals.chunks, Archive.numbers(of: totals)) }
  }
}

/// Accumulators of some chunks of a batch, part by part.
struct DividedAccumulators<Accumulated: Accumulator>: Sendable {
  /// Nil for a part without users.
  var totals: [Accumulated?]
  var users = 0
  /// The included chunks, by index among the shard's chunks; empty if the work is not divided.
  var chunks = RangeSet<Int>()
  private var empty: Accumulated?

  init(parts: Int) { totals = Array(repeating: nil, count: parts) }

  /// Decodes the results of a shard; nil, and recorded as foreign, if they are of other work.
  init?(
    _ found: PartialResult.BatchResult, of shard: Shard, _ batch: DividedBatch, parts: Int,
    _ empty: () -> Accumulated
  ) {
    self.init(parts: parts)
    self.empty = empty()
    let read: Void? = batch.read(found, of: shard) { archive throws(ArchiveError) in
      try transcode(&archive)
    }
    if read == nil { return nil }
    chunks = found.processedPieces
  }

  mutating func add(_ other: Accumulated, to part: Int) {
    if totals[part] == nil { totals[part] = other } else { totals[part]? += other }
  }

  static func += (left: inout DividedAccumulators, right: DividedAccumulators) {
    left.users += right.users
    for (part, totals) in right.totals.enumerated() { if let totals { left.add(totals, to: part) } }
  }
}

extension DividedAccumulators: Archivable {
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.count(&users)
    for part in totals.indices {
      var isThere = totals[part] != nil
      try archive.flag(&isThere)
      guard isThere, var kept = totals[part] ?? empty else { continue }
      try kept.transcode(&archive)
      totals[part] = kept
    }
  }
}
