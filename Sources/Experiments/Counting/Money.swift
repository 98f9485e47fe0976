package import PurchaseWorld

extension ChargeOutcome {
  /// Bad debt of a charge, in minor units; negative if the store price exceeds the list price.
  /// [000]
  var badDebt: Int {
    guard let first = bookedAmount else { return 0 }
    // Computed here: a getter of another module would be called for every charge.
    switch status {
    case .refunded, .autoRefunded: return first + laterBookedAmount
    case .delivered, .recovered, .rescued, .lost: return first + laterBookedAmount - price
    }
  }
}

/// Charged money in minor units, by the final class of its charges, and the part of the company's
/// bookings that is bad debt (坏账). [000]
///
/// The store's income and the bookings of the company's order system agree to the last unit:
/// `booked − badDebt` is the income from all charges for which goods were delivered.
package struct Money: Hashable, Sendable {
  package internal(set) var delivered = 0, recovered = 0, rescued = 0, lost = 0
  /// Charged and refunded by the store, on request (S10) or automatically (G10).
  package internal(set) var refunded = 0
  /// The automatically refunded part, by the state of the charge (``AutoRefundState/index``).
  package internal(set) var autoRefunded = FixedArray<4, Int>(repeating: 0)
  /// The sum of all automatic refunds.
  package var autoRefundedAmount: Int { (0..<4).reduce(0) { $0 + autoRefunded[$1] } }
  /// Bookings of the order system for everything that was delivered, at list prices.
  package internal(set) var booked = 0
  /// Bad debt: refunded by the store after the delivery, without a notice to the order system.
  package internal(set) var refundedGoods = 0
  /// Bad debt: list prices of repeated deliveries for the same charge.
  package internal(set) var duplicates = 0
  /// Bad debt: list price minus store price; negative if the store takes more.
  package internal(set) var priceDifferences = 0

  /// The classes; their sum is the charged amount.
  static var classes: [WritableKeyPath<Money, Int>] {
    [\.delivered, \.recovered, \.rescued, \.lost, \.refunded]
  }
  /// The reasons; their sum is the bad debt.
  static var debts: [WritableKeyPath<Money, Int>] {
    [\.refundedGoods, \.duplicates, \.priceDifferences]
  }

  package init() {}
  /// All charged money: exactly the sum of the classes.
  package var charged: Int { delivered + recovered + rescued + lost + refunded }
  /// Booked and not earned: exactly the sum of its three reasons.
  package var badDebt: Int { refundedGoods + duplicates + priceDifferences }

  /// Adds one charge.
  /// - Precondition: its price is not negative.
  package mutating func add(_ charge: ChargeOutcome) {
    precondition(charge.price >= 0, "a price is not negative")
    switch charge.status {
    case .delivered: delivered += charge.price
    case .recovered: recovered += charge.price
    case .rescued: rescued += charge.price
    case .lost: lost += charge.price
    case .refunded: refunded += charge.price
    case .autoRefunded(let kind):
      refunded += charge.price
      autoRefunded[kind.index] += charge.price
    }
    guard let first = charge.bookedAmount else { return }
    booked += first + charge.laterBookedAmount
    duplicates += charge.laterBookedAmount
    priceDifferences += first - charge.price
    switch charge.status {
    case .refunded, .autoRefunded: refundedGoods += charge.price
    case .delivered, .recovered, .rescued, .lost: break
    }
  }

  package static func += (left: inout Money, right: Money) {
    for part in classes + debts + [\.booked] { left[keyPath: part] += right[keyPath: part] }
    for kind in left.autoRefunded.indices { left.autoRefunded[kind] += right.autoRefunded[kind] }
  }
}

extension AutoRefundState {
  /// The index among the kinds of automatic refunds: delivered, then the kinds of lost orders.
  package var index: Int {
    switch self {
    case .delivered: 0
    case .lost(.undelivered, _): 1
    case .lost(.crossed, _): 2
    case .lost(.misdelivered, _): 3
    }
  }
}

extension Money: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    for part in Money.classes + [\.booked, \.refundedGoods, \.duplicates] {
      try archive.nonnegativeAmount(&self[keyPath: part])
    }
    try archive.amount(&priceDifferences)
    // Reports show sums of these values, so the sums must be in range as well.
    for parts in [Money.classes, Money.debts] {
      let sum = parts.reduce(Int128(0)) { $0 + Int128(self[keyPath: $1]) }
      try archive.check(sum.magnitude <= archive.maxAmount)
    }
    var remaining = refunded
    for kind in autoRefunded.indices {
      try archive.nonnegativeAmount(&autoRefunded[kind])
      try archive.check(autoRefunded[kind] <= remaining)
      remaining &-= autoRefunded[kind]
    }
  }
}
