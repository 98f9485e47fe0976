/// One of several equal portions of the work, for different machines.
package struct Shard: Hashable, Sendable {
  /// The number of the shard, from 1, and the number of shards.
  package let number: Int, count: Int

  /// The largest number of shards.
  package static let maxCount = 10_000

  /// The undivided work.
  package static let whole = Shard(1, of: 1)

  /// - Precondition: 1 ≤ number ≤ count ≤ ``maxCount``.
  package init(_ number: Int, of count: Int) {
    precondition(number > 0 && number <= count && count <= Shard.maxCount, "shards count from 1")
    (self.number, self.count) = (number, count)
  }

  /// The number of its pieces: it has every `count`-th piece.
  func share(of pieces: Int) -> Int { (pieces - number + count) / count }

  /// The index of a shard's piece among all pieces.
  func piece(_ index: Int) -> Int { number - 1 + index * count }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
