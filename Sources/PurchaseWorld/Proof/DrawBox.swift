internal import EventEngine

/// The key of one random draw of a user.
struct DrawKey: Hashable, BitwiseCopyable, Sendable {
  /// A ``DrawSite``, or the question of a declared fault.
  var site: UInt32
  var occurrence: UInt32
}

/// A box of random draws: a range of draws for each of some questions.
///
/// A draw is one of 2⁵² integers, and a delay never decreases as its draw increases
/// (`Distribution.sample`). So a range of draws is a range of delays, and its share is exact.
struct DrawBox: Hashable, Sendable {
  static let draws = UInt64(1) << 52

  /// The ranges, in the order of the questions; none is empty.
  var ranges: [Range<UInt64>]

  /// Creates the box of all draws.
  init(questions: Int) { ranges = Array(repeating: 0..<DrawBox.draws, count: questions) }
  /// The probability of the box, from above 0 to 1.
  var share: Double { ranges.reduce(1) { $0 * Double($1.count) / Double(DrawBox.draws) } }

  /// The first draw for which a monotone condition holds; ``draws`` if there is none.
  static func firstDraw(where contains: (UInt64) -> Bool) -> UInt64 {
    var (low, high) = (UInt64(0), draws)
    while low < high {
      let middle = (low + high) / 2
      if contains(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  static func delay(_ distribution: Distribution, at draw: UInt64) -> Delay {
    distribution.sample(draw << 12)
  }

  /// The rest of the box without a smaller one, as disjoint boxes.
  func without(_ smaller: DrawBox) -> [DrawBox] {
    var rest: [DrawBox] = []
    var box = self
    for (drawID, kept) in smaller.ranges.enumerated() {
      let whole = box.ranges[drawID]
      for part in [whole.lowerBound..<kept.lowerBound, kept.upperBound..<whole.upperBound]
      where !part.isEmpty {
        box.ranges[drawID] = part
        rest.append(box)
      }
      box.ranges[drawID] = kept
    }
    return rest
  }
}
