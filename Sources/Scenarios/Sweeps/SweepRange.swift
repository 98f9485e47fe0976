import CLibrary
import EventEngine
import JSONText

/// The values between two ends.
struct SweepRange {
  /// The first and the last value: numbers, or durations in microseconds.
  var from: Double
  var to: Double
  /// How many values.
  var steps: Int
  /// Whether they are spaced by a factor instead of a difference.
  var isLogarithmic: Bool
  /// Whether all values are rounded to whole ones.
  var isWhole: Bool

  /// The values, ascending, with both ends as they are.
  ///
  /// Those between have as few digits as tell them apart, but four: a value that a report shows can
  /// be written into the file. Whole ones that round to the same are there once.
  var amounts: [Double] {
    let exact = (0..<steps).map { amount($0) }
    let rounded = (4...15).lazy.map { digits in
      exact.indices.map { 1..<steps - 1 ~= $0 ? exact[$0].rounded(digits: digits) : exact[$0] }
    }
    var amounts = rounded.first { zip($0, $0.dropFirst()).allSatisfy(<) } ?? exact
    if isWhole { amounts = amounts.map { $0.rounded() } }
    return amounts.indices.filter { $0 == 0 || amounts[$0 - 1] < amounts[$0] }.map { amounts[$0] }
  }

  private func amount(_ index: Int) -> Double {
    if index == 0 { return from }
    if index == steps - 1 { return to }
    let share = Double(index) / Double(steps - 1)
    if isLogarithmic { return exp(log(from) * (1 - share) + log(to) * share) }
    return from * (1 - share) + to * share
  }
}
