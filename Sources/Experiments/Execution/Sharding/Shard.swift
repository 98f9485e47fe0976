/// One of the equal shares into which work is cut, so that several machines do it.
package struct Shard: Hashable, Sendable {
  /// Which it is, from 1, and how many there are.
  package let number: Int, count: Int

  /// The most shards of one piece of work.
  package static let most = 10_000

  /// All of the work.
  package static let whole = Shard(1, of: 1)

  /// - Precondition: 1 ≤ number ≤ count ≤ ``most``.
  package init(_ number: Int, of count: Int) {
    precondition(number > 0 && number <= count && count <= Shard.most, "a shard is one of all")
    (self.number, self.count) = (number, count)
  }

  /// How many of some pieces are its own: every `count`-th of them.
  func share(of pieces: Int) -> Int { (pieces - number + count) / count }

  /// The number of one of its own pieces among all.
  func piece(_ own: Int) -> Int { number - 1 + own * count }
}

extension Shard: CustomStringConvertible {
  package var description: String { "\(number)/\(count)" }
}
