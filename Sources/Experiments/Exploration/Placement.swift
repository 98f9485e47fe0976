package import EventEngine
package import PurchaseWorld

/// A fault just before one event of a life.
package struct Placement: Hashable, Sendable {
  /// The index among the faults that are explored.
  package var choice: Int
  /// The number of the event in the life with the faults before this one, from 1.
  package var step: Int
  /// What the event is about.
  package var kind: StepKind
  /// Which event about this it is in that life, from 0.
  package var occurrence: Int
  /// When it happens.
  package var time: Instant

  /// What the placement is called in lives with other faults: the number of the event depends on them,
  /// what it is about does not.
  var key: UInt64 {
    UInt64(choice) << 32 | UInt64(kind.rawValue) << 24 | UInt64(min(occurrence, 0xFF_FFFF))
  }
}
