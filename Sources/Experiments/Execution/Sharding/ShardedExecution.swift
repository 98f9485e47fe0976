package import Synchronization

/// Work that is divided among machines or continues after an interruption.
///
/// A method is a sequence of batches of pieces, and later batches depend on the results of earlier
/// ones. Every shard runs the same sequence: it processes its own pieces of a batch and reads the
/// others from partial results. If some are missing, it skips the batch and everything that depends
/// on it (``Interruption/pendingShards``). With the partial results of all shards, the sequence gives exactly
/// the bytes of an undivided run.
package struct ShardedExecution: Sendable {
  /// Treatment of pieces without a result.
  package enum MissingPiecePolicy: Hashable, Sendable {
    /// The shard's own pieces are processed; all pieces if the shard is the whole.
    case runs(Shard)
    /// They are reported as missing; nothing is processed.
    case merges(shardCount: Int)

    /// The shard of this process; nil in a merge.
    fileprivate var shard: Shard? { if case .runs(let shard) = self { shard } else { nil } }

    /// The number of shards of the work.
    package var shardCount: Int {
      switch self {
      case .runs(let shard): shard.count
      case .merges(let shardCount): shardCount
      }
    }
  }

  private let store: PartialResultStore
  /// The names of the enclosing work, each followed by a slash.
  private var scope = ""

  package init(_ store: PartialResultStore) { self.store = store }

  /// The division of a named section of the work.
  package func section(named name: String) -> ShardedExecution {
    var section = self
    // The name of a design may contain the separator of scopes.
    section.scope += name.replacing("%", with: "%25").replacing("/", with: "%2F") + "/"
    return section
  }

  /// A batch of `pieces` pieces.
  package func batch(_ name: String, of pieces: Int) -> DividedBatch {
    store.open(scope + name, of: pieces)
  }

  /// Whether the work is worth waiting for other shards; every shard repeats smaller work itself.
  package func isWorthDividing(_ users: Int, of all: Int) -> Bool {
    users * store.role.shardCount > all / ShardedExecution.least
  }

  /// Repeated work of all shards together is at most a tenth of the whole work.
  private static let least = 10
}

/// Available partial results, and the partial result that this process creates.
package final class PartialResultStore: Sendable {
  /// A batch that some shards still have to process.
  package struct MissingBatch: Hashable, Sendable {
    /// The name of the batch, after the names of the enclosing work.
    package var batchName: String
    /// The numbers of the shards.
    package var shards: [Int]
  }

  /// A batch of a partial result that does not belong to the work.
  package struct ForeignBatch: Hashable, Sendable {
    package var shard: Shard, batchName: String
    /// Why the batch cannot be decoded; nil if the work has no batch of that name or size.
    package var problem: ArchiveError?
  }

  private struct State {
    /// The batches of this shard, and a closure that returns the batch in progress.
    var own: [PartialResult.BatchResult] = []
    var inProgress: (@Sendable () -> PartialResult.BatchResult?)?
    var missing: [MissingBatch] = []
    var foreign: [ForeignBatch] = []
    var known: Set<String> = []
    var hasFailed = false
    /// The merged batches, of which all pieces are available.
    var whole: [PartialResult.BatchResult] = []
  }

  let role: ShardedExecution.MissingPiecePolicy
  /// The partial results of other shards, and the batches that an earlier merge has combined.
  private let parts: [PartialResult], whole: [PartialResult.BatchResult]
  private let state: Mutex<State>
  /// A counter; an increment asks threads to hand over their results.
  package let handoverRequestCount = Atomic(0)

  /// - Parameter parts: the available partial results, at most one per shard.
  /// - Parameter whole: the complete batches of an earlier merge.
  package init(
    _ role: ShardedExecution.MissingPiecePolicy, _ parts: [PartialResult] = [],
    whole: [PartialResult.BatchResult] = []
  ) {
    precondition(Set(parts.map(\.shard.number)).count == parts.count, "one part per shard")
    (self.role, self.parts, self.whole) = (role, parts, whole)
    state = Mutex(State(own: parts.first { $0.shard == role.shard }?.batches ?? []))
  }

  /// Asks threads to hand over their results at the end of their current pieces.
  package func requestHandover() { handoverRequestCount.add(1, ordering: .relaxed) }

  /// The partial result so far, including earlier runs of the same shard.
  package var partialResult: PartialResult {
    guard let shard = role.shard else { preconditionFailure("a merge has no own part") }
    // Called without the lock, because the batch in progress has its own lock.
    let (own, inProgress) = state.withLock { ($0.own, $0.inProgress) }
    var part = PartialResult(shard, own)
    if let batch = inProgress?() { part.put(batch) }
    return part
  }

  /// The complete batches of a merge, which the shards of the next round need.
  package var completedBatches: [PartialResult.BatchResult] { state.withLock { $0.whole } }
  /// Stores a complete batch.
  func keep(whole batch: PartialResult.BatchResult) { state.withLock { $0.whole.append(batch) } }

  /// The batches with missing pieces, in the order of the work.
  package var missing: [MissingBatch] { state.withLock { $0.missing } }
  /// Whether a simulation did not end.
  package var hasRunaway: Bool { state.withLock { $0.hasFailed } }
  /// Batches of partial results that do not belong to the work.
  /// - Parameter isAtEnd: whether the work has continued as far as possible; only then, and if
  ///   nothing is missing, are batches foreign because the work did not reach them.
  package func foreignBatches(isWorkFinished: Bool) -> [ForeignBatch] {
    state.withLock { state in
      guard isWorkFinished, state.missing.isEmpty, !state.hasFailed else { return state.foreign }
      let unknown = parts.flatMap { part in
        part.batches.filter { !state.known.contains($0.name) }.map {
          ForeignBatch(shard: part.shard, batchName: $0.name, problem: nil)
        }
      }
      return state.foreign + unknown
    }
  }

  fileprivate func open(_ name: String, of pieces: Int) -> DividedBatch {
    let own = state.withLock { state in
      state.known.insert(name)
      return state.own.first { $0.name == name }
    }
    var batch = DividedBatch(store: self, name: name, pieceCount: pieces, others: [])
    if let shard = role.shard { batch.own = own.flatMap { accept($0, of: shard, pieces) } }
    let merged = whole.first { $0.name == name }.flatMap { accept($0, of: .whole, pieces) }
    if let merged, merged.processedPieces.count == pieces {
      (batch.own, batch.others, batch.isMerged) = (nil, [(.whole, merged)], true)
      return batch
    }
    for part in parts where part.shard != role.shard {
      guard let found = part[name].flatMap({ accept($0, of: part.shard, pieces) }) else { continue }
      batch.others.append((part.shard, found))
    }
    return batch
  }

  /// The batch; nil, and recorded as foreign, if it has other pieces than the work.
  private func accept(
    _ batch: PartialResult.BatchResult, of shard: Shard, _ pieces: Int
  ) -> PartialResult.BatchResult? {
    let end = batch.processedPieces.ranges.last?.upperBound ?? 0
    if batch.pieceCount == pieces, end <= shard.share(of: pieces) { return batch }
    refuse(batch, of: shard, nil)
    return nil
  }

  func refuse(_ batch: PartialResult.BatchResult, of shard: Shard, _ problem: ArchiveError?) {
    let foreign = ForeignBatch(shard: shard, batchName: batch.name, problem: problem)
    state.withLock { if !$0.foreign.contains(foreign) { $0.foreign.append(foreign) } }
  }

  /// Sets the closure that returns the batch in progress; nil if there is none.
  package func setBatchInProgress(_ batch: (@Sendable () -> PartialResult.BatchResult?)?) {
    state.withLock { $0.inProgress = batch }
  }

  /// Stores the processed pieces of a batch.
  package func keep(_ batch: PartialResult.BatchResult) {
    state.withLock { state in
      var part = PartialResult(.whole, state.own)
      part.put(batch)
      (state.own, state.inProgress) = (part.batches, nil)
    }
  }

  /// Discards the batch in progress after a runaway simulation.
  package func discardBatchInProgress() {
    state.withLock { ($0.hasFailed, $0.inProgress) = (true, nil) }
  }

  func note(_ missing: MissingBatch) { state.withLock { $0.missing.append(missing) } }
}

extension PartialResult {
  /// Adds a batch or replaces the batch with the same name.
  fileprivate mutating func put(_ batch: BatchResult) {
    if let place = batches.firstIndex(where: { $0.name == batch.name }) {
      batches[place] = batch
    } else {
      batches.append(batch)
    }
  }
}

/// A batch: the results of its pieces, and the pieces that this shard processes.
package struct DividedBatch: Sendable {
  package let store: PartialResultStore
  package let name: String, pieceCount: Int
  /// The results of an earlier run of this shard.
  package var own: PartialResult.BatchResult?
  /// The results of other shards.
  package var others: [(shard: Shard, batch: PartialResult.BatchResult)]
  /// Whether a merge has combined the whole batch, so nothing is left to process.
  package var isMerged = false

  private var shard: Shard? { store.role.shard }

  /// Whether this process processes some of its pieces.
  package var isProcessedHere: Bool { shard != nil && !isMerged }

  /// The remaining pieces of this shard, by index among the shard's pieces.
  package var remainingPieces: [Int] {
    guard let shard, isProcessedHere else { return [] }
    let done = own?.processedPieces ?? RangeSet()
    return (0..<shard.share(of: pieceCount)).filter { !done.contains($0) }
  }

  /// The index of a shard's piece among all pieces.
  package func pieceIndex(ofOwnPiece index: Int) -> Int { shard?.piece(index) ?? index }

  /// The results of this shard in the form of a partial result.
  package func result(_ done: RangeSet<Int>, _ numbers: [Int64]) -> PartialResult.BatchResult {
    PartialResult.BatchResult(name, pieces: pieceCount, done: done, numbers: numbers)
  }

  /// Whether all pieces are available; if not, the shards with missing pieces are recorded.
  /// - Parameter own: the results of this shard.
  package func isComplete(with own: PartialResult.BatchResult?) -> Bool {
    if isMerged { return true }
    var known = others.map { ($0.shard, $0.batch.processedPieces) }
    if let shard, let own { known.append((shard, own.processedPieces)) }
    let count = store.role.shardCount
    let lacking = (1...count).filter { number in
      let shard = Shard(number, of: count)
      let done = known.first { $0.0 == shard }?.1.count ?? 0
      return done < shard.share(of: pieceCount)
    }
    if lacking.isEmpty { return true }
    store.note(PartialResultStore.MissingBatch(batchName: name, shards: lacking))
    return false
  }

  /// Stores the complete batch for the next round if this is a merge.
  package func keepCompleteBatch(_ numbers: @autoclosure () -> [Int64]) {
    guard case .merges = store.role else { return }
    store.keep(whole: result(RangeSet(0..<pieceCount), numbers()))
  }

  /// Reads the results of a shard; nil, and recorded as foreign, if they are of other work.
  package func read<Value>(
    _ found: PartialResult.BatchResult, of shard: Shard,
    _ read: (inout Archive) throws(ArchiveError) -> Value
  ) -> Value? {
    var archive = Archive(reading: found.numbers, addedTo: shard.count)
    do throws(ArchiveError) {
      let value = try read(&archive)
      try archive.end()
      return value
    } catch {
      store.refuse(found, of: shard, error)
      return nil
    }
  }

  /// The shard of this process; the whole in a merge.
  package var ownShard: Shard { shard ?? .whole }
}
