import EventEngine
import PurchaseWorld

/// The two most common outcomes, which are counted without visiting every row.
enum CommonOutcome {
  /// One intent, cancelled by the user, and nothing else.
  case cancel
  /// One intent, charged and delivered at once, and nothing else.
  case delivery

  /// Creates the common outcome; nil if anything else happened to the user.
  /// - Parameter deadline: the shortest deadline whose misses are counted.
  @inline(__always) init?(_ outcome: UserOutcome, within deadline: Delay) {
    guard outcome.intents.count == 1, outcome.intents[0].flags.rawValue == 0,
      outcome.charges.count == (outcome.intents[0].wantsToPay ? 1 : 0)
    else { return nil }
    self = .cancel
    if outcome.charges.isEmpty { return }
    guard case .delivered = outcome.charges[0].status,
      let after = outcome.charges[0].deliveredAfter,
      after <= deadline, !outcome.charges[0].hasDuplicateDelivery,
      !outcome.charges[0].hasAdditionalWrongDelivery,
      outcome.charges[0].product == outcome.intents[0].product
    else { return nil }
    self = .delivery
  }
}
