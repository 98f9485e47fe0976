/// What one shard has found of the pieces of some work.
package struct Part: Hashable, Sendable {
  /// What was found of the pieces of one batch: of work that can be done in any order, and by anybody.
  package struct Batch: Hashable, Sendable {
    /// What the batch is called: where it stands in the work.
    package var name: String
    /// How many pieces it has, those of all shards together.
    package var pieces: Int
    /// Which of the shard's own pieces were done, counted from 0.
    package var done: RangeSet<Int>
    /// What was found of them, as numbers (``Packable``): their sum, or piece by piece.
    package var numbers: [Int64]

    package init(_ name: String, pieces: Int, done: RangeSet<Int>, numbers: [Int64]) {
      (self.name, self.pieces, self.done, self.numbers) = (name, pieces, done, numbers)
    }
  }

  package var shard: Shard
  /// In the order in which the work came to them.
  package var batches: [Batch]

  package init(_ shard: Shard, _ batches: [Batch] = []) {
    (self.shard, self.batches) = (shard, batches)
  }

  subscript(name: String) -> Batch? { batches.first { $0.name == name } }
}

extension RangeSet<Int> {
  /// How many numbers it holds.
  package var size: Int { ranges.reduce(0) { $0 + $1.count } }
}
