/// The cuts at the ends of a box's ranges; of a wait only the lower end: a later event is no worse.
struct DrawBoxCuts {
  /// The sizes of cuts: a part of the range, in 2 to the power of each.
  private static let steps: [UInt64] = [1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]

  /// The ends that are cut: one end of the range of a question.
  let ends: [(question: Int, isUpper: Bool)]
  private var taken: [Int]

  /// Starts with the largest cuts, for questions that are waits or not.
  init(waits: [Bool]) {
    ends = waits.enumerated().flatMap { question, isWait in
      (isWait ? [false] : [false, true]).map { (question, $0) }
    }
    // Half of the range remains in both cases.
    taken = ends.map { waits[$0.question] ? 0 : 1 }
  }

  /// Reduces the cut of an end; false if it is the smallest.
  mutating func widen(_ place: Int) -> Bool {
    guard taken[place] + 1 < DrawBoxCuts.steps.count else { return false }
    taken[place] += 1
    return true
  }

  /// Enlarges the cut of an end again.
  mutating func narrow(_ place: Int) { taken[place] -= 1 }

  /// Enlarges all cuts; false if nothing would remain.
  mutating func narrow() -> Bool {
    guard taken.contains(where: { $0 > 1 }) else { return false }
    for place in taken.indices where taken[place] > 1 { taken[place] -= 1 }
    return true
  }

  func cut(_ box: DrawBox) -> DrawBox {
    var left = box
    for (end, step) in zip(ends, taken) {
      let whole = box.ranges[end.question]
      let range = left.ranges[end.question]
      let cut = UInt64(whole.count) >> DrawBoxCuts.steps[step]
      left.ranges[end.question] =
        end.isUpper
        ? range.lowerBound..<range.upperBound - cut : range.lowerBound + cut..<range.upperBound
    }
    return left
  }
}
