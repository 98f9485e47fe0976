/// How much is cut off at the ends of the ranges of a box.
///
/// A wait is cut at its lower end only: what happens later is never worse.
struct LuckCuts {
  /// What is cut off, as one part of the range in 2 to the power of each.
  private static let steps: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]

  /// The ends that are cut, each one of the range of a question.
  let ends: [(question: Int, isUpper: Bool)]
  /// The step of each end, in their order.
  private var taken: [Int]

  /// Cuts as much as ever from questions each of which is a wait or not.
  init(waits: [Bool]) {
    ends = waits.enumerated().flatMap { question, isWait in
      (isWait ? [false] : [false, true]).map { (question, $0) }
    }
    // Half of a range is left of either.
    taken = ends.map { waits[$0.question] ? 0 : 1 }
  }

  /// Cuts less off an end; false if there is no less.
  mutating func widen(_ place: Int) -> Bool {
    guard taken[place] + 1 < LuckCuts.steps.count else { return false }
    taken[place] += 1
    return true
  }

  /// Cuts more off an end, as before.
  mutating func narrow(_ place: Int) { taken[place] -= 1 }

  /// Cuts more off all ends; false if nothing would be left.
  mutating func narrow() -> Bool {
    guard taken.contains(where: { $0 > 1 }) else { return false }
    for place in taken.indices where taken[place] > 1 { taken[place] -= 1 }
    return true
  }

  /// What is left of a box.
  func cut(_ box: LuckBox) -> LuckBox {
    var left = box
    for (end, step) in zip(ends, taken) {
      let whole = box.ranges[end.question]
      let range = left.ranges[end.question]
      let cut = UInt64(whole.count) >> LuckCuts.steps[step]
      left.ranges[end.question] =
        end.isUpper
        ? range.lowerBound..<range.upperBound - cut : range.lowerBound + cut..<range.upperBound
    }
    return left
  }
}
