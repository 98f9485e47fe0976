/// Partial result of one shard.
package struct PartialResult: Hashable, Sendable {
  /// Results of a shard for one batch, whose pieces can be processed in any order by any shard.
  package struct BatchResult: Hashable, Sendable {
    /// The name of the batch, which identifies it within the work.
    package var name: String
    /// The number of its pieces, over all shards.
    package var pieceCount: Int
    /// The processed pieces, by index among the shard's pieces.
    package var processedPieces: RangeSet<Int>
    /// The packed results (``Archivable``): their sum, or piece by piece.
    package var numbers: [Int64]

    package init(_ name: String, pieces: Int, done: RangeSet<Int>, numbers: [Int64]) {
      (self.name, pieceCount) = (name, pieces)
      (processedPieces, self.numbers) = (done, numbers)
    }
  }

  package var shard: Shard
  /// In the order of the work.
  package var batches: [BatchResult]

  package init(_ shard: Shard, _ batches: [BatchResult] = []) {
    (self.shard, self.batches) = (shard, batches)
  }

  subscript(name: String) -> BatchResult? { batches.first { $0.name == name } }
}

extension RangeSet<Int> {
  /// The number of its elements.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }
}
