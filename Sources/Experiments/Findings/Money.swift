package import PurchaseWorld

/// How often the clients of one design logged what, and the ladder of their retries. [000, 002]
package struct Funnel: Hashable, Sendable {
  private var counts = FixedArray<22, Int>(repeating: 0)
  /// The users who logged something abnormal.
  package private(set) var abnormalUsers = 0

  package init() {}

  /// Makes a funnel from its counts, in the order of the events.
  init(counts: [Int], abnormalUsers: Int) {
    for (index, count) in counts.enumerated() { self.counts[index] = count }
    self.abnormalUsers = abnormalUsers
  }

  /// How often an event was logged.
  package func count(_ event: LogEvent) -> Int { counts[event.rawValue] }

  /// Adds what the client of one user logged on one of its days.
  mutating func add(_ log: ClientLog, day: Int = 0) {
    if day == 0 { add(log.first) } else { add(log.later[day - 1]) }
  }

  @inline(__always) private mutating func add(_ log: LogCounts) {
    if log.logged & abnormal != 0 { abnormalUsers += 1 }
    // Most users log few of the events, and most of these once.
    var left = log.logged ^ log.repeated
    while left != 0 {
      counts[left.trailingZeroBitCount] += 1
      left &= left - 1
    }
    if log.repeated != 0 { addRepeated(log) }
  }

  private mutating func addRepeated(_ log: LogCounts) {
    var left = log.repeated
    while left != 0 {
      let event = left.trailingZeroBitCount
      counts[event] += log.count(event)
      left &= left - 1
    }
  }

  /// The abnormal events, by raw value, as bits.
  private let abnormal = LogEvent.allCases.reduce(into: UInt32(0)) { bits, event in
    if event.isAbnormal { bits |= 1 << UInt32(event.rawValue) }
  }

  package static func += (left: inout Funnel, right: Funnel) {
    for index in left.counts.indices { left.counts[index] += right.counts[index] }
    left.abnormalUsers += right.abnormalUsers
  }
}

extension ChargeOutcome {
  /// What is booked for a charge and not earned; below 0 where the store takes more than listed. [000]
  var badDebt: Int {
    guard let first = booked else { return 0 }
    if case .refunded = fate { return first + bookedAgain }
    return first + bookedAgain - price
  }
}

/// Charged money in minor units, by the class in which its charges ended, and what of the company's
/// bookings is bad debt (坏账). [000]
///
/// The store's income and the bookings of the company's order system agree to the last unit:
/// `booked − badDebt` is the income from all charges for which something was handed out.
package struct Money: Hashable, Sendable {
  package internal(set) var delivered = 0
  package internal(set) var recovered = 0
  package internal(set) var rescued = 0
  package internal(set) var lost = 0
  /// Charged, and given back by the store (S10).
  package internal(set) var refunded = 0
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
    }
    guard let first = charge.booked else { return }
    booked += first + charge.bookedAgain
    duplicates += charge.bookedAgain
    priceDifferences += first - charge.price
    if case .refunded = charge.fate { refundedGoods += charge.price }
  }

  package static func += (left: inout Money, right: Money) {
    for sum in Money.classes + Money.debts + [\.booked] {
      left[keyPath: sum] += right[keyPath: sum]
    }
  }
}
