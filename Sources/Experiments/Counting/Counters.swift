import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// A value for each denominator: charges, intents, and paying intents.
package struct PerBase<Value: Hashable & Sendable>: Hashable, Sendable {
  package fileprivate(set) var charges: Value, intents: Value, wishes: Value

  init(_ value: Value) { (charges, intents, wishes) = (value, value, value) }

  /// The value for a denominator.
  /// - Parameter more: adds automatic refunds to the charges, for shares that include them (G10).
  @inline(__always) func whole(_ base: Base, _ more: (Value) -> Value) -> Value {
    switch base {
    case .charges: charges
    case .intents: intents
    case .wishes: wishes
    case .chargesAndAutoRefunds: more(charges)
    }
  }
}

/// Counts of one user under one design: the only definition of which outcome counts for which row.
package struct UserCount: Hashable, Sendable {
  /// The number of charges, intents and paying intents.
  package private(set) var bases = PerBase(0)
  /// The counts by row: the cases of ``Share``, then the deadlines.
  package private(set) var rows: [Int]
  /// The rows above 0, as bits; rows from ``lastMark`` on share one bit.
  fileprivate var marks: UInt64 = 0
  fileprivate static let lastMark = 63
  /// Whether any row is above 0.
  package var hasRows: Bool { marks != 0 }
  /// The number of charges that the store refunded automatically, in any state (G10).
  private(set) var autoRefunds = 0
  /// Amounts of lost and of recovered charges, in minor units.
  package private(set) var lostAmount = 0, recoveredAmount = 0
  /// Bad debt in minor units; negative if the store takes more than the list price.
  package private(set) var badDebtAmount = 0

  package init(_ shape: CounterLayout) { rows = Array(repeating: 0, count: shape.rows) }

  /// Replaces the counts by those of a user with a common outcome.
  @inline(__always) mutating func count(_ course: CommonOutcome, _ outcome: Outcome) {
    reset()
    bases.intents = 1
    guard course == .delivery else { return }
    (bases.charges, bases.wishes) = (1, 1)
    badDebtAmount = outcome.charges[0].badDebt
  }

  /// Replaces the counts by those of a user.
  /// - Parameter product: the product whose charges and intents count; nil for all products.
  package mutating func count(_ outcome: Outcome, product: Int?, shape: CounterLayout) {
    reset()
    for place in outcome.charges.indices
    where product == nil || outcome.charges[place].product == product {
      count(outcome.charges[place], shape)
    }
    for place in outcome.intents.indices
    where product == nil || outcome.intents[place].product == product {
      count(outcome.intents[place])
    }
  }

  @inline(__always) private mutating func reset() {
    bases = PerBase(0)
    if hasRows { for row in rows.indices { rows[row] = 0 } }
    marks = 0
    autoRefunds = 0
    (lostAmount, recoveredAmount, badDebtAmount) = (0, 0, 0)
  }

  @inline(__always) private mutating func count(_ charge: ChargeOutcome, _ shape: CounterLayout) {
    badDebtAmount += charge.badDebt
    // A refunded charge leaves every other count (section 8).
    if case .refunded = charge.fate { return }
    if case .takenBack(let kind) = charge.fate { return count(kind) }
    bases.charges += 1
    switch charge.fate {
    case .delivered, .refunded, .takenBack: break
    case .recovered:
      add(.recovered)
      add(charge.afterRelaunch ? .recoveredAfterRelaunch : .recoveredInProcess)
      recoveredAmount += charge.price
    case .rescued:
      addLost()
      add(.rescued)
    case .lost(let kind, _):
      addLost()
      add(Share(kind))
      lostAmount += charge.price
    }
    add(.duplicate, if: charge.duplicateDelivery)
    add(.wrongBeside, if: charge.wrongBeside)
    for index in shape.deadlines.indices {
      let late = charge.deliveredAfter.map { $0 > shape.deadlines[index] } ?? true
      if late { add(row: Share.count + index) }
    }
  }

  @inline(__always) private mutating func count(_ intent: IntentOutcome) {
    bases.intents += 1
    if intent.wantsToPay {
      bases.wishes += 1
      add(.lostSale, if: intent.isLostSale)
    }
    add(.doubleCharge, if: intent.charges > 1)
    if intent.flags.rawValue != 0 { count(intent.flags) }
  }

  /// Counts an automatic refund.
  @inline(never) private mutating func count(_ kind: AutoRefundTiming) {
    autoRefunds += 1
    guard kind != .delivered else { return add(.autoRefundedAfterDelivery) }
    add(.autoRefunded)
    add(.lostOrAutoRefunded)
  }

  /// The user's denominator of a share.
  @inline(__always) package func whole(_ base: Base) -> Int {
    bases.whole(base) { $0 + autoRefunds }
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

  private mutating func add(_ share: Share, if holds: Bool = true) {
    if holds { add(row: share.rawValue) }
  }

  private mutating func add(row: Int) {
    rows[row] += 1
    marks |= 1 << UInt64(min(row, UserCount.lastMark))
  }
}

/// Integer counters of one design, over all products or over one product.
///
/// Every counter is a sum over users (or a minimum), so counters merge exactly and in any order.
package struct Counters: Hashable, Sendable {
  /// Σx and Σx² over users.
  fileprivate struct Sums: Hashable, Sendable {
    var sum = 0, squares = 0

    mutating func add(_ own: Int) {
      sum += own
      squares += own * own
    }

    static func += (left: inout Sums, right: Sums) {
      left.sum += right.sum
      left.squares += right.squares
    }
  }

  /// The sums of a row, with the sums that its interval needs.
  private struct RowSums: Hashable, Sendable {
    var own = Sums()
    /// Σx·d, where d is the user's denominator.
    var products = 0
    /// The lowest number of a user who counts in the row; `UInt64.max` if no user does.
    var firstUser = UInt64.max
  }

  private var bases = PerBase(Sums()), rows: [RowSums]
  /// The number of refunded charges; no other counter includes them (section 8).
  package private(set) var refunded = 0
  /// The automatically refunded part, by the state of the charge (``AutoRefundTiming/place``).
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

  private let rowBases: [Base]

  package init(_ shape: CounterLayout) {
    rows = Array(repeating: RowSums(), count: shape.rows)
    rowBases = shape.rowBases
  }

  /// The total of a denominator over all users.
  package func total(_ base: Base) -> Int { whole(base).sum }

  /// The number of charges that were made, including refunded charges.
  package var charged: Int { total(.charges) + refunded }

  private func whole(_ base: Base) -> Sums {
    bases.whole(base) { charges in
      var sums = charges
      sums += autoRefunds
      return sums
    }
  }

  /// The number of charges or intents that a share counts.
  package func count(_ share: Share) -> Int { rows[share.rawValue].own.sum }
  /// The number of charges that were delivered at once: by the first request, in the tap's process.
  package var deliveredAtOnce: Int { total(.charges) - count(.lost) - count(.recovered) }

  package func count(_ kind: LossKind, _ point: DropPoint) -> Int {
    drops[LossSet.place(of: kind, point)]
  }

  /// The number of rescued charges that would have been lost at a drop point.
  package func rescued(from point: DropPoint) -> Int { rescues[point.place] }

  package func moments(_ share: Share) -> RatioMoments {
    moments(row: share.rawValue, of: share.base)
  }

  /// The moments of a row, such as the row of a deadline.
  package func moments(row: Int, of base: Base) -> RatioMoments {
    let (own, whole) = (rows[row].own, whole(base))
    return RatioMoments(
      numerators: own.sum, denominators: whole.sum, numeratorSquares: Int128(own.squares),
      products: Int128(rows[row].products), denominatorSquares: Int128(whole.squares))
  }

  /// The lowest number of a user who counts in a row; nil if no user does.
  package func firstUser(row: Int) -> UInt64? {
    let user = rows[row].firstUser
    return user == .max ? nil : user
  }

  /// Adds a user with the given counts and number.
  /// - Parameter product: the product whose charges count; nil for all products.
  mutating func add(_ user: UserCount, _ outcome: Outcome, of number: UInt64, product: Int? = nil) {
    for place in outcome.charges.indices
    where product == nil || outcome.charges[place].product == product {
      add(outcome.charges[place])
    }
    bases.charges.add(user.bases.charges)
    bases.intents.add(user.bases.intents)
    bases.wishes.add(user.bases.wishes)
    if user.hasRows || user.badDebtAmount != 0 { addRows(user, of: number) }
  }

  /// Adds a user with a common outcome.
  @inline(__always)
  mutating func add(_ course: CommonOutcome, _ user: UserCount, _ outcome: Outcome) {
    bases.intents.add(1)
    guard course == .delivery else { return }
    bases.charges.add(1)
    bases.wishes.add(1)
    add(outcome.charges[0])
    // A common outcome counts in no row, so the user's number is not needed.
    if user.badDebtAmount != 0 { addRows(user, of: .max) }
  }

  private mutating func addRows(_ user: UserCount, of number: UInt64) {
    var marks = user.marks
    while marks != 0 {
      let row = marks.trailingZeroBitCount
      marks &= marks - 1
      add(row: row, user, of: number)
      guard row == UserCount.lastMark else { continue }
      for row in row + 1..<max(row + 1, rows.count) where user.rows[row] > 0 {
        add(row: row, user, of: number)
      }
    }
    if user.autoRefunds > 0 {
      autoRefunds.sum += user.autoRefunds
      autoRefunds.squares += user.autoRefunds * (2 * user.bases.charges + user.autoRefunds)
    }
    lostSquares += Int128(user.lostAmount) * Int128(user.lostAmount)
    recoveredSquares += Int128(user.recoveredAmount) * Int128(user.recoveredAmount)
    badDebtSquares += Int128(user.badDebtAmount) * Int128(user.badDebtAmount)
  }

  @inline(__always) private mutating func add(row: Int, _ user: UserCount, of number: UInt64) {
    rows[row].own.add(user.rows[row])
    rows[row].firstUser = min(rows[row].firstUser, number)
    rows[row].products += user.rows[row] * user.whole(rowBases[row])
  }

  @inline(__always) private mutating func add(_ charge: ChargeOutcome) {
    money.add(charge)
    if case .refunded = charge.fate { return refunded += 1 }
    if case .takenBack(let kind) = charge.fate { return addRefund(kind) }
    times.add(charge.deliveredAfter)
    if case .lost(let kind, let point) = charge.fate { drops[LossSet.place(of: kind, point)] += 1 }
    if let point = charge.rescuedFrom { rescues[point.place] += 1 }
  }

  @inline(never) private mutating func addRefund(_ kind: AutoRefundTiming) {
    refunded += 1
    autoRefunded[kind.place] += 1
  }

  package static func += (left: inout Counters, right: Counters) {
    left.bases.charges += right.bases.charges
    left.bases.intents += right.bases.intents
    left.bases.wishes += right.bases.wishes
    for row in left.rows.indices {
      left.rows[row].own += right.rows[row].own
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

extension PerBase: Packable where Value: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try charges.pack(&packing)
    try intents.pack(&packing)
    try wishes.pack(&packing)
  }
}

extension Counters.Sums: Packable {
  mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try packing.count(&sum)
    try packing.count(&squares)
    // Σx² >= Σx for whole numbers.
    try packing.check(squares >= sum)
  }
}

extension Counters: Packable {
  package mutating func pack(_ packing: inout Packing) throws(PackingProblem) {
    try bases.pack(&packing)
    for base in [bases.charges, bases.intents, bases.wishes] {
      try packing.check(base.squares.isAtMostSquare(of: base.sum))
    }
    try autoRefunds.pack(&packing)
    for row in rows.indices {
      try rows[row].own.pack(&packing)
      try packing.check(rows[row].own.sum <= total(rowBases[row]))
      try packing.count(&rows[row].products)
      try packing.bits(&rows[row].firstUser)
      let (own, total) = (rows[row].own, total(rowBases[row]))
      try packing.check(own.squares.isAtMostSquare(of: own.sum))
      try packing.check(Int128(rows[row].products) <= Int128(own.sum) * Int128(total))
    }
    try packing.count(&refunded)
    for kind in autoRefunded.indices { try packing.count(&autoRefunded[kind]) }
    try packing.counts(&drops)
    try packing.counts(&rescues)
    try money.pack(&packing)
    for sum in [\Counters.lostSquares, \.recoveredSquares, \.badDebtSquares] {
      try packing.sum(&self[keyPath: sum])
      try packing.check(self[keyPath: sum] >= 0)
    }
    try times.pack(&packing)
    try packing.check(times.count <= total(.charges))
  }
}

extension Int {
  /// Whether a sum of squares is possible for whole numbers from 0 with the given sum.
  fileprivate func isAtMostSquare(of sum: Int) -> Bool { Int128(self) <= Int128(sum) * Int128(sum) }
}
