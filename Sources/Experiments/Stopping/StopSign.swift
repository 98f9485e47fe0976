import Synchronization

/// Tells work to end before all of it is done.
///
/// Whoever starts work hands the sign down and may raise it from any thread, or from the handler of a
/// signal; those who work look at it between lives, and end with what they have done.
package final class StopSign: Sendable {
  /// 0: not raised.
  private let raised = Atomic<UInt8>(0)

  package init() {}

  /// Why work is to end; nil: it is not.
  package var cut: Cut? {
    switch raised.load(ordering: .relaxed) {
    case 0: nil
    case 1: .interrupted
    default: .timeUp
    }
  }

  /// Asks for the end by somebody's wish; the first reason stays.
  package func interrupt() { raise(1) }

  /// Asks for the end because the time is up; the first reason stays.
  package func endTime() { raise(2) }

  private func raise(_ reason: UInt8) {
    _ = raised.compareExchange(expected: 0, desired: reason, ordering: .relaxed)
  }
}
