internal import EventEngine

/// The name of one question to a user's luck.
struct LuckName: Hashable, BitwiseCopyable, Sendable {
  /// A ``DrawSite``, or the question of a declared fault.
  var site: UInt32
  /// Which of the questions asked at that site, from 0.
  var occurrence: UInt32
}

/// A box of luck: for each of some questions a range of the draws that answer it.
///
/// A draw is one of 2⁵² whole numbers, and a delay never falls as its draw grows
/// (`Distribution.sample`), so a range of draws is a range of delays, and its share is exact.
struct LuckBox: Hashable, Sendable {
  static let draws = UInt64(1) << 52

  /// The ranges, in the order of the questions; none is empty.
  var ranges: [Range<UInt64>]

  /// All luck.
  init(questions: Int) { ranges = Array(repeating: 0..<LuckBox.draws, count: questions) }
  /// The probability of the box, from above 0 to 1.
  var share: Double { ranges.reduce(1) { $0 * Double($1.count) / Double(LuckBox.draws) } }

  /// The first draw of which something holds that holds of all later ones too; ``draws`` if of none.
  static func firstDraw(where holds: (UInt64) -> Bool) -> UInt64 {
    var (low, high) = (UInt64(0), draws)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The delay at an end of a range.
  static func delay(_ distribution: Distribution, at draw: UInt64) -> Delay {
    distribution.sample(draw << 12)
  }

  /// What is left of the box without a smaller one: boxes apart from each other, one for each
  /// question that the smaller one narrows.
  func without(_ smaller: LuckBox) -> [LuckBox] {
    var rest: [LuckBox] = []
    var box = self
    for (question, kept) in smaller.ranges.enumerated() {
      let whole = box.ranges[question]
      for part in [whole.lowerBound..<kept.lowerBound, kept.upperBound..<whole.upperBound]
      where !part.isEmpty {
        box.ranges[question] = part
        rest.append(box)
      }
      box.ranges[question] = kept
    }
    return rest
  }
}
