package import EventEngine

/// What became of one user under one design.
package struct Outcome: Hashable, Sendable {
  /// The charges, in the order of charging.
  package var charges: [ChargeOutcome] = []
  /// The intents, in the order in which they arose.
  package var intents: [IntentOutcome] = []
  /// Which declarations of faults struck, by index, as bits; declarations from 64 on share bit 63.
  package var struck: UInt64 = 0
  /// The number of events that were handled.
  package var events = 0
  /// What the client logged.
  package var log = ClientLog()
  package init() {}
}

/// What became of one charge (section 8).
package struct ChargeOutcome: Hashable, Sendable {
  /// The index of the intent.
  package var intent: Int
  /// The index of the product in the catalog.
  package var product: Int
  /// What the store took, in minor units.
  package var price: Int
  /// What the company's order system books for the goods that were first handed out for this charge,
  /// at its list price in minor units; nil if none were, or if they were taken back.
  package var booked: Int?
  /// What it books for all goods that were handed out for this charge after the first.
  package var bookedAgain = 0
  package var chargedAt: Instant
  package var fate: Fate
  /// From the charge to the first right delivery, by whatever hand; nil if it never came.
  package var deliveredAfter: Delay?
  /// Whether the first right delivery came in another process than that of the tap.
  package var afterRelaunch = false
  /// Whether goods were handed out more than once for this charge, right or wrong.
  package var duplicateDelivery = false
  /// Whether wrong goods or a wrong account were served beside the right ones.
  package var wrongBeside = false
  /// Of a rescued charge the drop point at which it would have been lost without the rescue, as its state
  /// was then; nil for all others.
  package var rescuedFrom: DropPoint?
}

/// The one class in which a charge ends (section 8).
package enum Fate: Hashable, BitwiseCopyable, Sendable {
  /// The first right delivery came from its first verify request, in the process of the tap.
  case delivered
  /// Right, automatic, later.
  case recovered
  /// Right, by the recovery page or by support.
  case rescued
  /// The right item has not reached the right account.
  case lost(LossKind, DropPoint)
  /// The user got the money back; the charge leaves every count (S10).
  case refunded
  /// The store gave it back by itself, because nobody acknowledged it in time (G10).
  case takenBack(TakenBack)

  /// Whether the money went back, by the user's wish or by itself, so that the charge leaves the count.
  package var isRefunded: Bool {
    switch self {
    case .refunded, .takenBack: true
    case .delivered, .recovered, .rescued, .lost: false
    }
  }

  /// Whether the charge counts in the lost-order rate: lost or rescued.
  package var countsAsLost: Bool {
    switch self {
    case .delivered, .recovered, .refunded, .takenBack: false
    case .rescued, .lost: true
    }
  }

  /// Whether the right goods did not come by themselves to a user whose money was taken: the charge
  /// counts as lost, or the store refunded it before they came (G10). By this designs are compared,
  /// since an automatic refund takes a charge out of the lost-order rate and is no success.
  package var isLostOrAutoRefunded: Bool {
    switch self {
    case .delivered, .recovered, .refunded, .takenBack(.delivered): false
    case .rescued, .lost, .takenBack(.lost): true
    }
  }
}

/// What had come of a charge when the store took it back (G10).
package enum TakenBack: Hashable, BitwiseCopyable, Sendable {
  /// The goods were out, and the money is gone: bad debt.
  case delivered
  /// As it would have been lost then.
  case lost(LossKind, DropPoint)
}

/// What became of one intent (section 8).
package struct IntentOutcome: Hashable, BitwiseCopyable, Sendable {
  /// The index among the user's wishes, of which some may never have come to a tap.
  package var wish = 0
  /// The index of the product in the catalog.
  package var product: Int
  /// Whether the user wanted to pay, as opposed to cancelling on every sheet.
  package var wantsToPay: Bool
  /// How often the intent was charged; above 1 it is a double charge.
  package var charges = 0
  /// How many of them the store refunded by itself before the right goods came (G10).
  package var autoRefunds = 0
  package var flags = IntentFlags()

  /// Whether the user wanted to pay, and no money stayed for it.
  @inlinable package var isLostSale: Bool { wantsToPay && charges == autoRefunds }
}

/// What else happened to an intent (section 8).
package struct IntentFlags: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A spinner outlasted the user's patience (P2).
  package static let hung = IntentFlags(rawValue: 1)
  /// A tap was ended by `repurchase` or `notForSale` (C1, B1).
  package static let refused = IntentFlags(rawValue: 2)
  /// The order request failed (C2).
  package static let noOrder = IntentFlags(rawValue: 4)
  /// A sheet ended in the store's alert (S5).
  package static let blocked = IntentFlags(rawValue: 8)
  /// The user wrote to support (P3).
  package static let ticket = IntentFlags(rawValue: 16)
  /// A request for it failed because of what was out for all users (section 7, `outages`).
  package static let metOutage = IntentFlags(rawValue: 32)
  /// A request for it was refused by a full queue, or waited there for too long (B11, B12).
  package static let metOverload = IntentFlags(rawValue: 64)
}
