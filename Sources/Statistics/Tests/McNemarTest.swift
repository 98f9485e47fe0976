/// The exact test of Q. McNemar, Psychometrika 12 (1947) 153–157, that two designs lose equally
/// many of the same users.
///
/// Only users with different outcomes under the designs count. If the designs were equal, each of
/// these users would count under either design with probability one half; the test conditions on
/// their number.
package struct McNemarTest: Hashable, Sendable {
  /// The numbers of users who count only under the first design, and only under the second.
  package var onlyFirst, onlySecond: Int

  package init(onlyFirst: Int, onlySecond: Int) {
    precondition(onlyFirst >= 0 && onlySecond >= 0, "a number of users is not negative")
    (self.onlyFirst, self.onlySecond) = (onlyFirst, onlySecond)
  }

  /// The two-sided p-value, above 0 and up to 1: twice the smaller binomial tail, at most 1.
  package var pValue: Double {
    let (fewer, more) = (min(onlyFirst, onlySecond), max(onlyFirst, onlySecond))
    guard fewer < more else { return 1 }
    // P(X ≤ k) of n fair draws is the beta tail above ½ with k + 1 and n − k.
    return min(1, 2 * SpecialFunctions.betaTails(0.5, Double(fewer + 1), Double(more)).upper)
  }
}
