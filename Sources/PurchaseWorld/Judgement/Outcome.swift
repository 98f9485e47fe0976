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

  package init(
    intent: Int, product: Int, price: Int, chargedAt: Instant, fate: Fate, deliveredAfter: Delay?
  ) {
    self.intent = intent
    self.product = product
    self.price = price
    self.chargedAt = chargedAt
    self.fate = fate
    self.deliveredAfter = deliveredAfter
  }
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

  /// Whether the charge counts in the lost-order rate: lost or rescued.
  package var countsAsLost: Bool {
    switch self {
    case .delivered, .recovered, .refunded: false
    case .rescued, .lost: true
    }
  }
}

/// How an order was lost (section 8).
package enum LossKind: String, CaseIterable, BitwiseCopyable, Sendable {
  /// Nothing was delivered for the charge.
  case undelivered
  /// Another item was delivered for the charge.
  case crossed
  /// The goods went to another account.
  case misdelivered
}

/// Where an order was lost: the earliest moment after which it could not come right (section 8).
package enum DropPoint: String, CaseIterable, BitwiseCopyable, Sendable {
  /// A `failed` callback wiped the record that would have bound (C4).
  case recordCleared
  /// The record that would have bound died with the process (D1).
  case recordDied
  /// The record that would have bound went with the installation or the device (D2).
  case recordWiped
  /// Another intent, or another purchase of the same, took the one slot (C5).
  case recordOverwritten
  /// Finished without an item (C5).
  case finishedUnbound
  /// Finished although the backend had rejected it (C7).
  case rejectedAndFinished
  /// Finished, and the last try failed (C7).
  case triesUsedUp
  /// Finished before its delivery was sure, and nothing tries again (C6).
  case finishedEarly
  /// Finished, and the backend gave up checking (B3).
  case checkAbandoned
  /// A record of another intent bound it (C5).
  case wrongRecord
  /// The goods of one entry of the receipt were handed out for another (B4).
  case wrongEntry
  /// The right goods went to an account that was not the buyer's (C5, B7, B4).
  case wrongAccount
  /// Unfinished and without an item at the horizon (C5).
  case unboundKept
  /// Unfinished and listed for manual recovery at the horizon (C5).
  case unboundCollected
  /// The bound account has not come back by the horizon (C5), or nobody has logged in (C10).
  case waitingForAccount
  /// The backend no longer sells the item (B1, B6).
  case notForSale
  /// Never called back (S3).
  case observerMissing
  /// Unfinished at the horizon, with tries that have all failed so far (C7, C8).
  case hungBehindUnfinished
  /// The app was never opened again (P4).
  case neverReopened

  /// Whether the record that would have bound was destroyed; a later right binding makes up for it.
  package var isOfRecord: Bool {
    switch self {
    case .recordCleared, .recordDied, .recordWiped, .recordOverwritten: true
    case .finishedUnbound, .rejectedAndFinished, .triesUsedUp, .finishedEarly, .checkAbandoned,
      .wrongRecord, .wrongEntry, .wrongAccount, .unboundKept, .unboundCollected,
      .waitingForAccount, .notForSale, .observerMissing, .hungBehindUnfinished, .neverReopened:
      false
    }
  }
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
  package var flags = IntentFlags()

  package init(product: Int = 0, wantsToPay: Bool) {
    self.product = product
    self.wantsToPay = wantsToPay
  }
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
}
