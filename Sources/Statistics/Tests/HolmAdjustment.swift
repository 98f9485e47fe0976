/// The step-down adjustment of S. Holm, Scandinavian Journal of Statistics 6 (1979) 65–70.
package enum HolmAdjustment {
  /// The adjusted p-values of several tests, in their order.
  ///
  /// Rejecting the tests whose adjusted value does not exceed an error rejects any true hypothesis
  /// with at most that error, however the tests depend on each other. The k-th smallest of m values
  /// is multiplied by m − k + 1, is at least as large as the one before it, and at most 1.
  package static func adjusted(_ pValues: [Double]) -> [Double] {
    precondition(pValues.allSatisfy { $0 >= 0 && $0 <= 1 }, "a p-value lies between 0 and 1")
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    var adjusted = pValues
    var largest = 0.0
    for (rank, index) in order.enumerated() {
      largest = max(largest, min(1, Double(pValues.count - rank) * pValues[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}
