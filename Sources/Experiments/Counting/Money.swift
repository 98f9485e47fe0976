package import PurchaseWorld

extension ChargeOutcome {
  /// What is booked for a charge and not earned; below 0 where the store takes more than listed. [000]
  var badDebt: Int {
    guard let first = booked else { return 0 }
    // Asked here, for a getter of another module is called at every charge.
    switch fate {
    case .refunded, .takenBack: return first + bookedAgain
    case .delivered, .recovered, .rescued, .lost: return first + bookedAgain - price
    }
  }
}

/// Charged money in minor units, by the class in which its charges ended, and what of the company's
/// bookings is bad debt (坏账). [000]
///
/// The store's income and the bookings of the company's order system agree to the last unit:
/// `booked − badDebt` is the income from all charges for which something was handed out.
package struct Money: Hashable, Sendable {
  package internal(set) var delivered = 0, recovered = 0, rescued = 0, lost = 0
  /// Charged, and given back by the store, as asked (S10) or by itself (G10).
  package internal(set) var refunded = 0
  /// What of it was given back by itself, by what had come of the charge (``TakenBack/place``).
  package internal(set) var autoRefunded = FixedArray<4, Int>(repeating: 0)
  /// All of it.
  package var refundedByItself: Int { (0..<4).reduce(0) { $0 + autoRefunded[$1] } }
  /// What the order system books for everything that was handed out, at list prices.
  package internal(set) var booked = 0
  /// Bad debt: refunded by the store after goods had been handed out, which nobody told.
  package internal(set) var refundedGoods = 0
  /// Bad debt: list prices of what was handed out for a charge beyond the first time.
  package internal(set) var duplicates = 0
  /// Bad debt: list price above what the store took; below 0 where the store takes more.
  package internal(set) var priceDifferences = 0

  /// The classes, which make up what was charged.
  static var classes: [WritableKeyPath<Money, Int>] {
    [\.delivered, \.recovered, \.rescued, \.lost, \.refunded]
  }
  /// The reasons that make up the bad debt.
  static var debts: [WritableKeyPath<Money, Int>] {
    [\.refundedGoods, \.duplicates, \.priceDifferences]
  }

  package init() {}
  /// All that was charged: to the last unit the sum of the classes.
  package var charged: Int { delivered + recovered + rescued + lost + refunded }
  /// What is booked and was not earned: to the last unit the sum of its three reasons.
  package var badDebt: Int { refundedGoods + duplicates + priceDifferences }

  package mutating func add(_ charge: ChargeOutcome) {
    precondition(charge.price >= 0, "a price is not negative")
    switch charge.fate {
    case .delivered: delivered += charge.price
    case .recovered: recovered += charge.price
    case .rescued: rescued += charge.price
    case .lost: lost += charge.price
    case .refunded: refunded += charge.price
    case .takenBack(let kind):
      refunded += charge.price
      autoRefunded[kind.place] += charge.price
    }
    guard let first = charge.booked else { return }
    booked += first + charge.bookedAgain
    duplicates += charge.bookedAgain
    priceDifferences += first - charge.price
    switch charge.fate {
    case .refunded, .takenBack: refundedGoods += charge.price
    case .delivered, .recovered, .rescued, .lost: break
    }
  }

  package static func += (left: inout Money, right: Money) {
    left.delivered += right.delivered
    left.recovered += right.recovered
    left.rescued += right.rescued
    left.lost += right.lost
    left.refunded += right.refunded
    left.booked += right.booked
    left.refundedGoods += right.refundedGoods
    left.duplicates += right.duplicates
    left.priceDifferences += right.priceDifferences
    for kind in left.autoRefunded.indices { left.autoRefunded[kind] += right.autoRefunded[kind] }
  }
}

extension TakenBack {
  /// Its place among the kinds of automatic refunds: delivered, then as orders get lost.
  package var place: Int {
    switch self {
    case .delivered: 0
    case .lost(.undelivered, _): 1
    case .lost(.crossed, _): 2
    case .lost(.misdelivered, _): 3
    }
  }
}

extension Money: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    for part in Money.classes + [\.booked, \.refundedGoods, \.duplicates] {
      try packing.positive(&self[keyPath: part])
    }
    try packing.amount(&priceDifferences)
    // What is told are sums of them.
    for parts in [Money.classes, Money.debts] {
      let sum = parts.reduce(Int128(0)) { $0 + Int128(self[keyPath: $1]) }
      try packing.check(sum.magnitude <= packing.most)
    }
    var asked = refunded
    for kind in autoRefunded.indices {
      try packing.positive(&autoRefunded[kind])
      try packing.check(autoRefunded[kind] <= asked)
      asked &-= autoRefunded[kind]
    }
  }
}
