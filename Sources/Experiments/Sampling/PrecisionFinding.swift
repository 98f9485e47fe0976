package import Scenarios

/// What came of the precision that a scenario asked for.
package struct PrecisionFinding: Hashable, Sendable {
  package var asked: Precision
  /// At which look the run ended, from 1.
  package var look: Int
  /// Whether the goal was reached.
  package var isMet: Bool
}
