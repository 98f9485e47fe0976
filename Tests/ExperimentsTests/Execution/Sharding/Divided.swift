import Experiments
import Testing

/// Work divided into shards, without files.
enum Divided {
  /// The merged result of all shards, and the number of rounds.
  struct Together<Found> { var found: Found, rounds: Int, parts: [PartialResult] }

  /// Runs work as shards in rounds until it is complete, and merges the partial results.
  /// - Parameter simulate: does the work of one shard with its own store; it may be interrupted.
  static func together<Found>(
    shards: Int, _ work: (ShardedExecution) -> Found,
    simulate: (_ shard: Int, _ round: Int, PartialResultStore) -> Void
  ) throws -> Together<Found> {
    var (parts, known): ([Int: PartialResult], [PartialResult.BatchResult]) = ([:], [])
    for round in 1...40 {
      for number in 1...shards {
        let own = parts[number].map { [$0] } ?? []
        let store = PartialResultStore(.runs(Shard(number, of: shards)), own, whole: known)
        simulate(number, round, store)
        parts[number] = store.partialResult
      }
      let all = parts.keys.sorted().compactMap { parts[$0] }
      let store = PartialResultStore(.merges(shardCount: shards), all)
      let found = work(ShardedExecution(store))
      #expect(store.foreignBatches(isWorkFinished: true).isEmpty)
      if store.missing.isEmpty { return Together(found: found, rounds: round, parts: all) }
      known = store.completedBatches
    }
    throw NotDone()
  }

  static func together<Found>(shards: Int, _ work: (ShardedExecution) -> Found) throws -> Together<
    Found
  > {
    try together(shards: shards, work) { _, _, store in _ = work(ShardedExecution(store)) }
  }

  struct NotDone: Error {}
}
