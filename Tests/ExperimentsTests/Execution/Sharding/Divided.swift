import Experiments
import Testing

/// Work that is shared out, without files.
enum Divided {
  /// What shards found together, and how often each had to be run.
  struct Together<Found> { var found: Found, rounds: Int, parts: [Part] }

  /// Lets shards do some work in rounds until everything is known, and merges it.
  /// - Parameter play: does the work as a shard: with a store of its own parts; it may be cut short.
  static func together<Found>(
    shards: Int, _ work: (Division) -> Found, play: (_ shard: Int, _ round: Int, PartStore) -> Void
  ) throws -> Together<Found> {
    var (parts, known): ([Int: Part], [Part.Batch]) = ([:], [])
    for round in 1...40 {
      for number in 1...shards {
        let own = parts[number].map { [$0] } ?? []
        let store = PartStore(.plays(Shard(number, of: shards)), own, whole: known)
        play(number, round, store)
        parts[number] = store.part
      }
      let all = parts.keys.sorted().compactMap { parts[$0] }
      let store = PartStore(.merges(shards: shards), all)
      let found = work(Division(store))
      #expect(store.foreign(isAtEnd: true).isEmpty)
      if store.missing.isEmpty { return Together(found: found, rounds: round, parts: all) }
      known = store.known
    }
    throw NotDone()
  }

  static func together<Found>(shards: Int, _ work: (Division) -> Found) throws -> Together<Found> {
    try together(shards: shards, work) { _, _, store in _ = work(Division(store)) }
  }

  struct NotDone: Error {}
}
