import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// A value for each denominator: charges, intents, and paying intents.
package struct DenominatorValues<Value: Hashable & Sendable>: Hashable, Sendable {
  package internal(set) var charges: Value, intents: Value, payingIntents: Value

  init(_ value: Value) { (charges, intents, payingIntents) = (value, value, value) }

  /// The value for a denominator.
  /// - Parameter more: adds automatic refunds to the charges, for shares that include them (G10).
  @inline(__always) func whole(_ base: Denominator, _ more: (Value) -> Value) -> Value {
    switch base {
    case .charges: charges
    case .intents: intents
    case .payingIntents: payingIntents
    case .chargesAndAutoRefunds: more(charges)
    }
  }
}

/// Counts of one user under one design: the only definition of which outcome counts for which row.
package struct UserCounters: Hashable, Sendable {
  /// The number of charges, intents and paying intents.
  package private(set) var denominators = DenominatorValues(0)
  /// The counts by row: the cases of ``ShareMetric``, then the deadlines.
  package private(set) var rows: [Int]
  /// The rows above 0, as bits; rows from ``lastMark`` on share one bit.
  fileprivate var marks: UInt64 = 0
  fileprivate static let lastMark = 63
  /// Whether any row is above 0.
  package var isNonzero: Bool { marks != 0 }
  /// The number of charges that the store refunded automatically, in any state (G10).
  private(set) var autoRefunds = 0
  /// Amounts of lost and of recovered charges, in minor units.
  package private(set) var lostAmount = 0, recoveredAmount = 0
  /// Bad debt in minor units; negative if the store takes more than the list price.
  package private(set) var badDebtAmount = 0

  package init(_ counterLayout: CounterLayout) {
    rows = Array(repeating: 0, count: counterLayout.rowCount)
  }

  /// Replaces the counts by those of a user with a common outcome.
  @inline(__always) mutating func count(_ course: CommonOutcome, _ outcome: UserOutcome) {
    reset()
    denominators.intents = 1
    guard course == .delivery else { return }
    (denominators.charges, denominators.payingIntents) = (1, 1)
    badDebtAmount = outcome.charges[0].badDebt
  }

  /// Replaces the counts by those of a user.
  /// - Parameter product: the product whose charges and intents count; nil for all products.
  package mutating func replace(
    with outcome: UserOutcome, product: Int?, counterLayout: CounterLayout
  ) {
    reset()
    for place in outcome.charges.indices
    where product == nil || outcome.charges[place].product == product {
      count(outcome.charges[place], counterLayout)
    }
    for place in outcome.intents.indices
    where product == nil || outcome.intents[place].product == product {
      count(outcome.intents[place])
    }
  }

  @inline(__always) private mutating func reset() {
    denominators = DenominatorValues(0)
    if isNonzero { for row in rows.indices { rows[row] = 0 } }
    marks = 0
    autoRefunds = 0
    (lostAmount, recoveredAmount, badDebtAmount) = (0, 0, 0)
  }

  @inline(__always) private mutating func count(
    _ charge: ChargeOutcome, _ counterLayout: CounterLayout
  ) {
    badDebtAmount += charge.badDebt
    // A refunded charge leaves every other count (section 8).
    if case .refunded = charge.status { return }
    if case .autoRefunded(let kind) = charge.status { return count(kind) }
    denominators.charges += 1
    switch charge.status {
    case .delivered, .refunded, .autoRefunded: break
    case .recovered:
      add(.recovered)
      add(charge.isDeliveredAfterRelaunch ? .recoveredAfterRelaunch : .recoveredInProcess)
      recoveredAmount += charge.price
    case .rescued:
      addLost()
      add(.rescued)
    case .lost(let kind, _):
      addLost()
      add(ShareMetric(kind))
      lostAmount += charge.price
    }
    add(.duplicate, if: charge.hasDuplicateDelivery)
    add(.wrongBeside, if: charge.hasAdditionalWrongDelivery)
    for index in counterLayout.deadlines.indices {
      let late = charge.deliveredAfter.map { $0 > counterLayout.deadlines[index] } ?? true
      if late { add(row: ShareMetric.count + index) }
    }
  }

  @inline(__always) private mutating func count(_ intent: IntentOutcome) {
    denominators.intents += 1
    if intent.wantsToPay {
      denominators.payingIntents += 1
      add(.lostSale, if: intent.isLostSale)
    }
    add(.doubleCharge, if: intent.chargeCount > 1)
    if intent.flags.rawValue != 0 { count(intent.flags) }
  }

  /// Counts an automatic refund.
  @inline(never) private mutating func count(_ kind: AutoRefundState) {
    autoRefunds += 1
    guard kind != .delivered else { return add(.autoRefundedAfterDelivery) }
    add(.autoRefunded)
    add(.lostOrAutoRefunded)
  }

  /// The user's denominator of a share.
  @inline(__always) package func total(_ base: Denominator) -> Int {
    denominators.whole(base) { $0 + autoRefunds }
  }

  private mutating func count(_ flags: IntentFlags) {
    add(.hung, if: flags.contains(.hung))
    add(.refused, if: flags.contains(.refused))
    add(.noOrder, if: flags.contains(.noOrder))
    add(.blocked, if: flags.contains(.blocked))
    add(.ticket, if: flags.contains(.ticket))
  }

  private mutating func addLost() {
    add(.lost)
    add(.lostOrAutoRefunded)
  }

  private mutating func add(_ share: ShareMetric, if holds: Bool = true) {
    if holds { add(row: share.rawValue) }
  }

  private mutating func add(row: Int) {
    rows[row] += 1
    marks |= 1 << UInt64(min(row, UserCounters.lastMark))
  }
}

/// Integer counters of one design, over all products or over one product.
///
/// Every counter is a sum over users (or a minimum), so counters merge exactly and in any order.
package struct Counters: Hashable, Sendable {
  /// Σx and Σx² over users.
  fileprivate struct Sums: Hashable, Sendable {
    var sum = 0, squares = 0

    mutating func add(_ count: Int) {
      sum += count
      squares += count * count
    }

    static func += (left: inout Sums, right: Sums) {
      left.sum += right.sum
      left.squares += right.squares
    }
  }

  /// The sums of a row, with the sums that its interval needs.
  private struct RowSums: Hashable, Sendable {
    var counts = Sums()
    /// Σx·d, where d is the user's denominator.
    var products = 0
    /// The lowest number of a user who counts in the row; `UInt64.max` if no user does.
    var firstUser = UInt64.max
  }

  private var bases = DenominatorValues(Sums()), rows: [RowSums]
  /// The number of refunded charges; no other counter includes them (section 8).
  package private(set) var refunded = 0
  /// The automatically refunded part, by the state of the charge (``AutoRefundState/index``).
  package private(set) var autoRefunded = FixedArray<4, Int>(repeating: 0)
  /// Σx and Σ(2·charges·x + x²) for x automatic refunds of a user: what they add to the sums of the
  /// charges in shares that include them.
  private var autoRefunds = Sums()
  /// The lost charges by kind of loss and drop point, in the order of ``LossTable``.
  private var drops = Array(repeating: 0, count: LossTable.count)
  /// The rescued charges by the drop point at which they would have been lost.
  private var rescues = Array(repeating: 0, count: DropPoint.allCases.count)
  /// Amounts in minor units, by the class in which charges ended.
  package private(set) var money = Money()
  /// Σx² over users of the lost amount, the recovered amount and the bad debt, in minor units².
  package private(set) var lostSquares: Int128 = 0
  package private(set) var recoveredSquares: Int128 = 0
  package private(set) var badDebtSquares: Int128 = 0
  /// Times from charge to delivery.
  package private(set) var times = DeliveryTimes()

  private let rowBases: [Denominator]

  package init(_ counterLayout: CounterLayout) {
    rows = Array(repeating: RowSums(), count: counterLayout.rowCount)
    rowBases = counterLayout.rowBases
  }

  /// The total of a denominator over all users.
  package func total(_ base: Denominator) -> Int { whole(base).sum }

  /// The number of charges that were made, including refunded charges.
  package var chargesIncludingRefunded: Int { total(.charges) + refunded }

  private func whole(_ base: Denominator) -> Sums {
    bases.whole(base) { charges in
      var sums = charges
      sums += autoRefunds
      return sums
    }
  }

  /// The number of charges or intents that a share counts.
  package func count(_ share: ShareMetric) -> Int { rows[share.rawValue].counts.sum }
  /// The number of charges that were delivered at once: by the first request, in the tap's process.
  package var deliveredAtOnce: Int { total(.charges) - count(.lost) - count(.recovered) }

  /// The number of lost charges with a kind of loss and a drop point.
  package func count(_ kind: LossKind, _ point: DropPoint) -> Int {
    drops[LossSet.index(of: kind, point)]
  }

  /// The number of rescued charges that would have been lost at a drop point.
  package func rescued(from point: DropPoint) -> Int { rescues[point.index] }

  /// The sums over users from which a share and its interval follow.
  package func moments(_ share: ShareMetric) -> RatioMoments {
    moments(row: share.rawValue, of: share.denominator)
  }

  /// The moments of a row, such as the row of a deadline.
  package func moments(row: Int, of base: Denominator) -> RatioMoments {
    let (counts, whole) = (rows[row].counts, whole(base))
    return RatioMoments(
      numerators: counts.sum, denominators: whole.sum, numeratorSquares: Int128(counts.squares),
      products: Int128(rows[row].products), denominatorSquares: Int128(whole.squares))
  }

  /// The lowest number of a user who counts in a row; nil if no user does.
  package func firstUser(row: Int) -> UInt64? {
    let user = rows[row].firstUser
    return user == .max ? nil : user
  }

  /// Adds a user with the given counts and number.
  /// - Parameter product: the product whose charges count; nil for all products.
  mutating func add(
    _ user: UserCounters, _ outcome: UserOutcome, of number: UInt64, product: Int? = nil
  ) {
    for place in outcome.charges.indices
    where product == nil || outcome.charges[place].product == product {
      add(outcome.charges[place])
    }
    bases.charges.add(user.denominators.charges)
    bases.intents.add(user.denominators.intents)
    bases.payingIntents.add(user.denominators.payingIntents)
    if user.isNonzero || user.badDebtAmount != 0 { addRows(user, of: number) }
  }

  /// Adds a user with a common outcome.
  @inline(__always)
  mutating func add(_ course: CommonOutcome, _ user: UserCounters, _ outcome: UserOutcome) {
    bases.intents.add(1)
    guard course == .delivery else { return }
    bases.charges.add(1)
    bases.payingIntents.add(1)
    add(outcome.charges[0])
    // A common outcome counts in no row, so the user's number is not needed.
    if user.badDebtAmount != 0 { addRows(user, of: .max) }
  }

  private mutating func addRows(_ user: UserCounters, of number: UInt64) {
    var marks = user.marks
    while marks != 0 {
      let row = marks.trailingZeroBitCount
      marks &= marks - 1
      add(row: row, user, of: number)
      guard row == UserCounters.lastMark else { continue }
      for row in row + 1..<max(row + 1, rows.count) where user.rows[row] > 0 {
        add(row: row, user, of: number)
      }
    }
    if user.autoRefunds > 0 {
      autoRefunds.sum += user.autoRefunds
      autoRefunds.squares += user.autoRefunds * (2 * user.denominators.charges + user.autoRefunds)
    }
    lostSquares += Int128(user.lostAmount) * Int128(user.lostAmount)
    recoveredSquares += Int128(user.recoveredAmount) * Int128(user.recoveredAmount)
    badDebtSquares += Int128(user.badDebtAmount) * Int128(user.badDebtAmount)
  }

  @inline(__always) private mutating func add(row: Int, _ user: UserCounters, of number: UInt64) {
    rows[row].counts.add(user.rows[row])
    rows[row].firstUser = min(rows[row].firstUser, number)
    rows[row].products += user.rows[row] * user.total(rowBases[row])
  }

  @inline(__always) private mutating func add(_ charge: ChargeOutcome) {
    money.add(charge)
    if case .refunded = charge.status { return refunded += 1 }
    if case .autoRefunded(let kind) = charge.status { return addRefund(kind) }
    times.add(charge.deliveredAfter)
    if case .lost(let kind, let point) = charge.status {
      drops[LossSet.index(of: kind, point)] += 1
    }
    if let point = charge.rescuedFrom { rescues[point.index] += 1 }
  }

  @inline(never) private mutating func addRefund(_ kind: AutoRefundState) {
    refunded += 1
    autoRefunded[kind.index] += 1
  }

  package static func += (left: inout Counters, right: Counters) {
    left.bases.charges += right.bases.charges
    left.bases.intents += right.bases.intents
    left.bases.payingIntents += right.bases.payingIntents
    for row in left.rows.indices {
      left.rows[row].counts += right.rows[row].counts
      left.rows[row].products += right.rows[row].products
      left.rows[row].firstUser = min(left.rows[row].firstUser, right.rows[row].firstUser)
    }
    for index in left.drops.indices { left.drops[index] += right.drops[index] }
    for index in left.rescues.indices { left.rescues[index] += right.rescues[index] }
    left.refunded += right.refunded
    left.autoRefunds += right.autoRefunds
    for kind in left.autoRefunded.indices { left.autoRefunded[kind] += right.autoRefunded[kind] }
    left.money += right.money
    left.lostSquares += right.lostSquares
    left.recoveredSquares += right.recoveredSquares
    left.badDebtSquares += right.badDebtSquares
    left.times += right.times
  }
}

extension DenominatorValues: Archivable where Value: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try charges.transcode(&archive)
    try intents.transcode(&archive)
    try payingIntents.transcode(&archive)
  }
}

extension Counters.Sums: Archivable {
  mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try archive.counts(of: &self, \.sum, \.squares)
    // Σx² >= Σx for whole numbers.
    try archive.check(squares >= sum)
  }
}

extension Counters: Archivable {
  package mutating func transcode(_ archive: inout Archive) throws(ArchiveError) {
    try bases.transcode(&archive)
    for base in [bases.charges, bases.intents, bases.payingIntents] {
      try archive.check(base.squares.isAtMostSquare(of: base.sum))
    }
    try autoRefunds.transcode(&archive)
    for row in rows.indices {
      try rows[row].counts.transcode(&archive)
      try archive.check(rows[row].counts.sum <= total(rowBases[row]))
      try archive.count(&rows[row].products)
      try archive.bits(&rows[row].firstUser)
      let (counts, total) = (rows[row].counts, total(rowBases[row]))
      try archive.check(counts.squares.isAtMostSquare(of: counts.sum))
      try archive.check(Int128(rows[row].products) <= Int128(counts.sum) * Int128(total))
    }
    try archive.count(&refunded)
    for kind in autoRefunded.indices { try archive.count(&autoRefunded[kind]) }
    try archive.counts(&drops)
    try archive.counts(&rescues)
    try money.transcode(&archive)
    for sum in [\Counters.lostSquares, \.recoveredSquares, \.badDebtSquares] {
      try archive.sum(&self[keyPath: sum])
      try archive.check(self[keyPath: sum] >= 0)
    }
    try times.transcode(&archive)
    try archive.check(times.count <= total(.charges))
  }
}

extension Int {
  /// Whether a sum of squares is possible for whole numbers from 0 with the given sum.
  fileprivate func isAtMostSquare(of sum: Int) -> Bool { Int128(self) <= Int128(sum) * Int128(sum) }
}
