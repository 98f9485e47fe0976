import PurchaseWorld

/// Chunks of user numbers that the threads of a run take, in rounds.
///
/// Every part has its turn in every round, and each round is as long as all earlier rounds. When a
/// run is interrupted, the simulated fractions of all parts therefore differ at most by a factor of
/// two, and no part is without users for long. The counts do not depend on the order.
package struct Chunks: Sendable {
  /// The number of user numbers in a chunk.
  package static let size = 256

  /// A range of user numbers of one part of the sample, simulated by one thread.
  package struct Chunk {
    package var part: Int, drawRestriction: SampledStratum.DrawRestriction, users: Range<UInt64>
  }

  /// The chunks of one part in one round.
  private struct Turn {
    var part: Int
    /// The index of its first chunk in the part, and among all chunks.
    var first, start: Int
  }

  private let ranges: [Range<UInt64>], drawRestrictions: [SampledStratum.DrawRestriction],
    turns: [Turn]
  package let count: Int

  /// Divides the numbers of each part that are not in an earlier sample.
  /// - Parameter first: the number of the first possible user of a part.
  package init(
    _ parts: [SampledStratum], after earlier: [SampledStratum]? = nil, from first: UInt64 = 0
  ) {
    ranges = parts.enumerated().map { index, part in
      let done = earlier.map { $0[index].testedUserNumberCount } ?? 0
      precondition(done <= part.testedUserNumberCount, "a sample is extended, never shortened")
      let start = first + UInt64(done)
      let range = start..<first + UInt64(part.testedUserNumberCount)
      guard let stratum = part.index else { return range }
      let base = UserNumber.of(0, in: stratum)
      return base + range.lowerBound..<base + range.upperBound
    }
    drawRestrictions = parts.map(\.drawRestriction)
    let counts = ranges.map { ($0.count + Chunks.size - 1) / Chunks.size }
    var turns: [Turn] = []
    var (count, done) = (0, counts.map { _ in 0 })
    // The first round has one chunk of each part.
    let rounds = Int.bitWidth - (counts.max() ?? 0).leadingZeroBitCount
    for round in (0...rounds).reversed() {
      for part in counts.indices {
        let end = counts[part] / (1 << round) + (counts[part] % (1 << round) == 0 ? 0 : 1)
        guard end > done[part] else { continue }
        turns.append(Turn(part: part, first: done[part], start: count))
        count += end - done[part]
        done[part] = end
      }
    }
    (self.turns, self.count) = (turns, count)
  }

  package var partCount: Int { ranges.count }

  /// The chunk with an index; the last chunk of a part may be shorter.
  /// - Parameter turn: the index of a turn up to the chunk's turn; on return, the chunk's turn.
  package func chunk(_ number: Int, searchingFrom turn: inout Int) -> Chunk {
    while turn + 1 < turns.count, turns[turn + 1].start <= number { turn += 1 }
    let (part, place) = (turns[turn].part, turns[turn].first + number - turns[turn].start)
    let first = ranges[part].lowerBound + UInt64(place * Chunks.size)
    let last = min(first + UInt64(Chunks.size), ranges[part].upperBound)
    return Chunk(part: part, drawRestriction: drawRestrictions[part], users: first..<last)
  }
}
