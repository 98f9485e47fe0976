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
    guard outcome.intents.count == 1, outcome.intents[0].flags.rawValue == 0 else { return nil }
    if outcome.charges.isEmpty, !outcome.intents[0].wantsToPay {
      self = .cancel
    } else if outcome.charges.count == 1, outcome.intents[0].wantsToPay,
      outcome.charges[0].isDelivered(within: deadline),
      outcome.charges[0].product == outcome.intents[0].product
    {
      self = .delivery
    } else {
      return nil
    }
  }
}

extension ChargeOutcome {
  /// Whether a charge counts as nothing but a charge.
  @inline(__always) fileprivate func isDelivered(within deadline: Delay) -> Bool {
    guard case .delivered = fate, let deliveredAfter else { return false }
    return deliveredAfter <= deadline && !duplicateDelivery && !wrongBeside
  }
}
