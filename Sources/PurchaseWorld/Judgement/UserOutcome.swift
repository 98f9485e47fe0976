package import EventEngine

/// The result of one user under one design.
package struct UserOutcome: Hashable, Sendable {
  /// The charges, in the order of charging.
  package var charges: [ChargeOutcome] = []
  /// The intents, in the order in which they arose.
  package var intents: [IntentOutcome] = []
  /// The declarations whose faults occurred, by index, as bits; those from 64 on share bit 63.
  package var occurredFaults: UInt64 = 0
  /// The number of handled events.
  package var eventCount = 0
  /// The client's log.
  package var log = ClientLog()
  package init() {}
}

/// The result of one charge (<doc:Outcomes>).
package struct ChargeOutcome: Hashable, Sendable {
  /// The index of the intent.
  package var intentIndex: Int
  /// The index of the product in the catalog.
  package var product: Int
  /// The price in the store, in minor units.
  package var price: Int
  /// The list price that the company's order system records for the first goods, in minor units;
  /// nil if none were delivered, or if they were taken back.
  package var bookedAmount: Int?
  /// The amount that it records for all later goods.
  package var laterBookedAmount = 0
  package var chargedAt: Instant
  package var status: ChargeStatus
  /// The delay from the charge to the first right delivery, automatic or not; nil if it never came.
  package var deliveredAfter: Delay?
  /// Whether the first right delivery came in another process than that of the tap.
  package var isDeliveredAfterRelaunch = false
  /// Whether goods were delivered more than once for this charge, right or wrong.
  package var hasDuplicateDelivery = false
  /// Whether wrong goods, or goods for a wrong account, were delivered besides the right ones.
  package var hasAdditionalWrongDelivery = false
  /// The drop point of a rescued charge without the rescue; nil for all other charges.
  package var rescuedFrom: DropPoint?
}

/// The class of a charge at the end.
package enum ChargeStatus: Hashable, BitwiseCopyable, Sendable {
  /// The first right delivery came from its first verify request, in the process of the tap.
  case delivered
  /// Right, automatic, later.
  case recovered
  /// Right, by the recovery page or by support.
  case rescued
  /// The right item has not reached the right account.
  case lost(LossKind, DropPoint)
  /// The user got a refund; the charge leaves every count (S10).
  case refunded
  /// The store refunded it automatically, because it was not acknowledged in time (G10).
  case autoRefunded(AutoRefundState)

  /// Whether it was refunded, at the user's request or automatically, and leaves the count.
  package var isRefunded: Bool {
    switch self {
    case .refunded, .autoRefunded: true
    case .delivered, .recovered, .rescued, .lost: false
    }
  }

  /// Whether the charge counts in the lost-order rate: lost or rescued.
  package var countsAsLost: Bool {
    switch self {
    case .delivered, .recovered, .refunded, .autoRefunded: false
    case .rescued, .lost: true
    }
  }

  /// Whether a charged user did not get the right goods automatically: the charge counts as lost,
  /// or was refunded automatically before (G10). Designs are compared by it, because an automatic
  /// refund leaves the lost-order rate but is no success.
  package var isLostOrAutoRefunded: Bool {
    switch self {
    case .delivered, .recovered, .refunded, .autoRefunded(.delivered): false
    case .rescued, .lost, .autoRefunded(.lost): true
    }
  }
}

/// The state of a charge at its automatic refund (G10).
package enum AutoRefundState: Hashable, BitwiseCopyable, Sendable {
  /// The goods were delivered, and the money is lost: bad debt.
  case delivered
  /// Lost, as it would have been judged then.
  case lost(LossKind, DropPoint)
}

/// The result of one intent (<doc:Outcomes>).
package struct IntentOutcome: Hashable, BitwiseCopyable, Sendable {
  /// The index among the user's intents, some of which may have had no tap.
  package var intentIndex = 0
  /// The index of the product in the catalog.
  package var product: Int
  /// Whether the user wanted to pay rather than cancel on every sheet.
  package var wantsToPay: Bool
  /// The number of charges; above 1 it is a double charge.
  package var chargeCount = 0
  /// The number of automatic refunds before the right goods were delivered (G10).
  package var autoRefundCount = 0
  package var flags = IntentFlags()

  /// Whether the user wanted to pay, and no charge remained.
  @inlinable package var isLostSale: Bool { wantsToPay && chargeCount == autoRefundCount }
}

/// Further events of an intent (<doc:Outcomes>).
package struct IntentFlags: OptionSet, Hashable, BitwiseCopyable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// A spinner exceeded the user's patience (P2).
  package static let hung = IntentFlags(rawValue: 1)
  /// A tap was ended by `repurchase` or `notForSale` (C1, B1).
  package static let refused = IntentFlags(rawValue: 2)
  /// The order request failed (C2).
  package static let noOrder = IntentFlags(rawValue: 4)
  /// A sheet ended in the store's alert (S5).
  package static let blocked = IntentFlags(rawValue: 8)
  /// The user wrote to support (P3).
  package static let ticket = IntentFlags(rawValue: 16)
  /// A request for it failed in an outage for all users (scenario key `outages`).
  package static let hitOutage = IntentFlags(rawValue: 32)
  /// A request for it was refused by a full queue, or waited there for too long (B11, B12).
  package static let hitOverload = IntentFlags(rawValue: 64)
}
