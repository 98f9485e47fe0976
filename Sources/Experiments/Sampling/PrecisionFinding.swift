import Scenarios

/// What came of the precision that a scenario asked for.
package struct PrecisionFinding: Hashable, Sendable {
  /// What had to be known.
  package enum Goal: Hashable, Sendable {
    /// Half the width of the interval of a lost-order rate is at most this share.
    case halfWidth(Double)
    /// It is at most this multiple of the rate.
    case relativeHalfWidth(Double)
    /// Every expectation and the ranking are decided.
    case decided
  }

  package var goal: Goal
  /// The design whose rate had to be known; nil for every design.
  package var design: String?
  /// The confidence of all intervals together over all looks.
  package var confidence: Double
  /// The most users that were allowed.
  package var atMost: Int
  /// At which look the run ended, from 1.
  package var look: Int
  /// Whether the goal was reached.
  package var isMet: Bool

  init(_ precision: Precision, look: Int, isMet: Bool) {
    goal =
      switch precision.goal {
      case .halfWidth(let most): .halfWidth(most)
      case .relativeHalfWidth(let most): .relativeHalfWidth(most)
      case .decided: .decided
      }
    design = precision.design
    confidence = precision.confidence
    atMost = precision.atMost
    self.look = look
    self.isMet = isMet
  }
}
