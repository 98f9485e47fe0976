import Synchronization

/// What all threads of a run share: the shards still to be taken, and the books of who is done.
final class SharedWork<Kept: Bookkeeping>: Sendable {
  private let shards: Shards, next = Atomic(0)
  private let done = Atomic(0), looked = Atomic(0), merged: Mutex<[Kept?]>
  /// The first shard with an endless life.
  private let left: Mutex<(shard: Int, life: OverlongLife)?> = Mutex(nil)
  private let end: Atomic<Int>

  init(_ shards: Shards) {
    self.shards = shards
    end = Atomic(shards.count)
    merged = Mutex(Array(repeating: nil, count: shards.parts))
  }

  /// The next shard with its number; nil when all are taken, or all before an endless life.
  /// - Parameter turn: that of the shard that the thread took before.
  func take(from turn: inout Int) -> (number: Int, shard: Shards.Shard)? {
    let number = next.add(1, ordering: .relaxed).oldValue
    guard number < end.load(ordering: .relaxed) else { return nil }
    return (number, shards.shard(number, from: &turn))
  }

  /// Notes what a thread has played; returns how many users are done.
  func finish(_ played: Worker<Kept>.Played) -> Int {
    looked.add(played.numbers, ordering: .relaxed)
    return done.add(played.users, ordering: .relaxed).newValue
  }

  /// Notes that a shard has an endless life. All shards before it are gone through, so that the same
  /// life is told of whatever the threads.
  func leave(at shard: Int, _ life: OverlongLife) {
    end.min(shard, ordering: .relaxed)
    left.withLock { left in if shard < left?.shard ?? .max { left = (shard, life) } }
  }

  func merge(_ books: Kept, into part: Int) {
    merged.withLock { all in
      if all[part] == nil { all[part] = books } else { all[part]? += books }
    }
  }

  /// The books of all parts; of parts without users, empty ones.
  func books(_ empty: () -> Kept) -> [Kept] { merged.withLock { $0.map { $0 ?? empty() } } }
  var endless: OverlongLife? { left.withLock { $0?.life } }
  var users: Int { done.load(ordering: .relaxed) }
  var isDone: Bool { looked.load(ordering: .relaxed) == shards.numbers }
}
