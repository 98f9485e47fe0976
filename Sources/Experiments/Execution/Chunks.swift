import PurchaseWorld

/// The chunks of numbers that the threads of a run take, in rounds.
///
/// In a round every part has its turn, and each round is as long as all before it: whenever a run is
/// cut short, every part has met about as large a share of its numbers as any other, up to a factor of
/// two, and none is without users for long. What is counted does not depend on the order.
package struct Chunks: Sendable {
  /// How many numbers a thread takes at once.
  package static let size = 256

  package struct Chunk { package var part: Int, luck: SampledStratum.Luck, users: Range<UInt64> }

  /// The chunks of one part in one round.
  private struct Turn {
    var part: Int
    /// The place of its first chunk among those of the part, and among all.
    var first, start: Int
  }

  private let ranges: [Range<UInt64>], lucks: [SampledStratum.Luck], turns: [Turn]
  package let count: Int

  /// Cuts the numbers of each part that are not in an earlier sample.
  /// - Parameter first: the number of the first possible user of a part.
  package init(
    _ parts: [SampledStratum], after earlier: [SampledStratum]? = nil, from first: UInt64 = 0
  ) {
    ranges = parts.enumerated().map { index, part in
      let done = earlier.map { $0[index].numbers } ?? 0
      precondition(done <= part.numbers, "a sample is extended, never cut")
      let start = first + UInt64(done)
      let range = start..<first + UInt64(part.numbers)
      guard let stratum = part.index else { return range }
      let base = UserNumber.of(0, in: stratum)
      return base + range.lowerBound..<base + range.upperBound
    }
    lucks = parts.map(\.luck)
    let counts = ranges.map { ($0.count + Chunks.size - 1) / Chunks.size }
    var turns: [Turn] = []
    var (count, done) = (0, counts.map { _ in 0 })
    // The first round is a chunk of each part.
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

  /// How many numbers they hold.
  package var numbers: Int { ranges.reduce(0) { $0 + $1.count } }
  package var parts: Int { ranges.count }

  /// A chunk by its number; the last of a part may be short.
  /// - Parameter turn: a turn that is not later than the chunk's; becomes its turn.
  package func chunk(_ number: Int, from turn: inout Int) -> Chunk {
    while turn + 1 < turns.count, turns[turn + 1].start <= number { turn += 1 }
    let (part, place) = (turns[turn].part, turns[turn].first + number - turns[turn].start)
    let first = ranges[part].lowerBound + UInt64(place * Chunks.size)
    let last = min(first + UInt64(Chunks.size), ranges[part].upperBound)
    return Chunk(part: part, luck: lucks[part], users: first..<last)
  }
}
