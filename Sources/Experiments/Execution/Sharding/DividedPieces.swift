import Synchronization

extension ShardedExecution? {
  /// Processes pieces of work on several threads
  /// (``Threads/each(of:workers:_:progress:isLast:_:)``), or as a batch that shards share.
  /// - Parameter name: the name of the batch.
  /// - Parameter empty: creates the value into which another shard's result of a piece is read.
  /// - Throws: ``Interruption/pendingShards`` if other shards still have to process some pieces.
  package func each<State: ~Copyable, PieceResult: Archivable & Sendable>(
    _ name: String, of count: Int, workers: Int, empty: (Int) -> PieceResult,
    _ state: @escaping @Sendable () -> State, progress: (@Sendable (Double) -> Void)? = nil,
    _ find: @escaping @Sendable (inout State, Int) throws(Interruption) -> PieceResult
  ) throws(Interruption) -> [PieceResult] {
    guard let division = self else {
      return try Threads.each(of: count, workers: workers, state, progress: progress, find)
        .compactMap(\.self)
    }
    let pieces = DividedPieces<PieceResult>(division.batch(name, of: count))
    try pieces.process(workers: workers, state, progress, find)
    return try pieces.all(empty)
  }
}

extension ShardedExecution {
  /// Processes each piece as `each` does; after an interruption or at a time limit, returns the results so far.
  package func eachUntilInterrupted<PieceResult: Archivable & Sendable>(
    _ name: String, of count: Int, workers: Int, empty: (Int) -> PieceResult,
    progress: (@Sendable (Double) -> Void)? = nil,
    _ find: @escaping @Sendable (Int) throws(Interruption) -> PieceResult
  ) throws(Interruption) -> (found: [PieceResult?], interruption: Interruption?) {
    let pieces = DividedPieces<PieceResult>(batch(name, of: count))
    do throws(Interruption) {
      try pieces.process(workers: workers, {}, progress) {
        _, piece throws(Interruption) -> PieceResult in try find(piece)
      }
    } catch {
      guard [.interrupted, .timeUp].contains(error), let found = pieces.known(empty) else {
        throw error
      }
      return (found, error)
    }
    return (try pieces.all(empty), nil)
  }
}

/// The pieces of a batch with a separate result for each piece.
private final class DividedPieces<PieceResult: Archivable & Sendable>: Sendable {
  private let batch: DividedBatch
  /// The packed results of this shard's pieces, by their index among the shard's pieces.
  private let found: Mutex<[Int: [Int64]]>

  init(_ batch: DividedBatch) {
    self.batch = batch
    let known = batch.own.flatMap { own in
      batch.read(own, of: batch.ownShard) { archive throws(ArchiveError) in
        try DividedPieces.numbers(own.processedPieces, &archive)
      }
    }
    found = Mutex(known ?? [:])
  }

  /// The packed numbers of each piece.
  private static func numbers(
    _ done: RangeSet<Int>, _ archive: inout Archive
  ) throws(ArchiveError) -> [Int: [Int64]] {
    var found: [Int: [Int64]] = [:]
    for range in done.ranges {
      for place in range {
        var numbers: [UInt64] = []
        try archive.list(&numbers, 0)
        found[place] = numbers.map { Int64(bitPattern: $0) }
      }
    }
    return found
  }

  /// The packed numbers of several pieces, concatenated.
  private static func numbers(of pieces: [[Int64]]) -> [Int64] {
    var archive = Archive()
    for piece in pieces {
      var numbers = piece.map { UInt64(bitPattern: $0) }
      do { try archive.list(&numbers, 0) } catch {
        preconditionFailure("writing has no bounds to check")
      }
    }
    return archive.written
  }

  /// The results so far as a batch of a partial result.
  private var partialBatch: PartialResult.BatchResult {
    let found = found.withLock { $0 }
    let places = found.keys.sorted()
    let numbers = places.map { found[$0] ?? [] }
    return batch.result(RangeSet(places.map { $0..<$0 + 1 }), DividedPieces.numbers(of: numbers))
  }

  func process<State: ~Copyable>(
    workers: Int, _ state: @escaping @Sendable () -> State,
    _ progress: (@Sendable (Double) -> Void)?,
    _ find: @escaping @Sendable (inout State, Int) throws(Interruption) -> PieceResult
  ) throws(Interruption) {
    let known = found.withLock { $0 }
    let open = batch.remainingPieces.filter { known[$0] == nil }
    if open.isEmpty { return }
    batch.store.setBatchInProgress { self.partialBatch }
    defer { batch.store.keep(partialBatch) }
    do throws(Interruption) {
      _ = try Threads.each(of: open.count, workers: workers, state, progress: progress) {
        [batch] state, number throws(Interruption) -> Bool in
        let value = try find(&state, batch.pieceIndex(ofOwnPiece: open[number]))
        self.found.withLock { $0[open[number]] = Archive.numbers(of: value) }
        return true
      }
    } catch {
      if case .runaway = error { batch.store.discardBatchInProgress() }
      throw error
    }
  }

  /// All results in the order of the pieces, including those of other shards.
  func all(_ empty: (Int) -> PieceResult) throws(Interruption) -> [PieceResult] {
    guard batch.isComplete(with: partialBatch), let known = known(empty) else {
      throw .pendingShards
    }
    let found = known.compactMap(\.self)
    precondition(found.count == batch.pieceCount, "each piece belongs to exactly one shard")
    batch.keepCompleteBatch(DividedPieces.numbers(of: found.map { Archive.numbers(of: $0) }))
    return found
  }

  /// The available results in order; nil, and recorded, if a partial result is not of this work.
  func known(_ empty: (Int) -> PieceResult) -> [PieceResult?]? {
    let own = partialBatch
    var all: [PieceResult?] = Array(repeating: nil, count: batch.pieceCount)
    let ownPart =
      batch.isMerged || own.processedPieces.isEmpty ? [] : [(shard: batch.ownShard, batch: own)]
    for (shard, part) in batch.others + ownPart {
      let values = batch.read(part, of: shard) { archive throws(ArchiveError) in
        var values: [(place: Int, value: PieceResult)] = []
        for (place, numbers) in try DividedPieces.numbers(part.processedPieces, &archive) {
          var piece = Archive(reading: numbers, addedTo: batch.pieceCount)
          var value = empty(shard.piece(place))
          try value.transcode(&piece)
          try piece.end()
          values.append((place, value))
        }
        return values
      }
      guard let values else { return nil }
      for (place, value) in values { all[shard.piece(place)] = value }
    }
    return all
  }
}
