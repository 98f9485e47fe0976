import EventEngine
import PurchaseWorld

/// What happens to most users, who are counted without a look at every row.
enum PlainCourse {
  /// One wish, which the user cancelled, and nothing else.
  case cancel
  /// One wish, which was charged and delivered at once, and nothing else.
  case delivery

  /// Tells whether an outcome is so plain.
  /// - Parameter deadline: the shortest of those whose misses are counted.
  @inline(__always) init?(_ outcome: Outcome, within deadline: Delay) {
    guard outcome.intents.count == 1, outcome.intents[0].flags.rawValue == 0,
      outcome.charges.count == (outcome.intents[0].wantsToPay ? 1 : 0)
    else { return nil }
    self = .cancel
    if outcome.charges.isEmpty { return }
    guard case .delivered = outcome.charges[0].fate, let after = outcome.charges[0].deliveredAfter,
      after <= deadline, !outcome.charges[0].duplicateDelivery, !outcome.charges[0].wrongBeside,
      outcome.charges[0].product == outcome.intents[0].product
    else { return nil }
    self = .delivery
  }
}
