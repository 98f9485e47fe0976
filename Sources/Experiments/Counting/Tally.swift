import EventEngine
package import PurchaseWorld
package import Scenarios
package import Statistics

/// What one user adds to a tally under one design: the only place that says what counts as what.
package struct UserCount: Hashable, Sendable {
  /// The number of charges, of intents, and of intents that wanted to pay, by ``Base``.
  package private(set) var bases = FixedArray<3, Int>(repeating: 0)
  /// The numbers by row: the cases of ``Share``, then the deadlines.
  package private(set) var rows: [Int]
  /// Whether a row is above 0.
  private(set) var hasRows = false
  /// Minor units in charges that were lost, and in those that were recovered.
  package private(set) var lostAmount = 0, recoveredAmount = 0
  /// Minor units of bad debt; below 0 where the store takes more than the list price.
  package private(set) var badDebtAmount = 0

  package init(_ shape: Shape) { rows = Array(repeating: 0, count: shape.rows) }

  /// Counts one user anew.
  /// - Parameter product: the product whose charges and intents count; nil for all.
  package mutating func count(_ outcome: Outcome, product: Int?, shape: Shape) {
    reset()
    for charge in outcome.charges where product == nil || charge.product == product {
      count(charge, shape)
    }
    for intent in outcome.intents where product == nil || intent.product == product {
      count(intent)
    }
  }

  private mutating func reset() {
    bases = FixedArray(repeating: 0)
    if hasRows { for row in rows.indices { rows[row] = 0 } }
    hasRows = false
    (lostAmount, recoveredAmount, badDebtAmount) = (0, 0, 0)
  }

  private mutating func count(_ charge: ChargeOutcome, _ shape: Shape) {
    badDebtAmount += charge.badDebt
    // What the store gave back leaves every count (section 8).
    if case .refunded = charge.fate { return }
    bases[Base.charges.rawValue] += 1
    switch charge.fate {
    case .delivered, .refunded: break
    case .recovered:
      add(.recovered)
      add(charge.afterRelaunch ? .recoveredAfterRelaunch : .recoveredInProcess)
      recoveredAmount += charge.price
    case .rescued:
      add(.lost)
      add(.rescued)
    case .lost(let kind, _):
      add(.lost)
      add(Share(kind))
      lostAmount += charge.price
    }
    add(.duplicate, if: charge.duplicateDelivery)
    add(.wrongBeside, if: charge.wrongBeside)
    for (index, deadline) in shape.deadlines.enumerated() {
      let late = charge.deliveredAfter.map { $0 > deadline } ?? true
      if late { add(row: Share.allCases.count + index) }
    }
  }

  private mutating func count(_ intent: IntentOutcome) {
    bases[Base.intents.rawValue] += 1
    if intent.wantsToPay {
      bases[Base.wishes.rawValue] += 1
      add(.lostSale, if: intent.charges == 0)
    }
    add(.doubleCharge, if: intent.charges > 1)
    guard intent.flags.rawValue != 0 else { return }
    add(.hung, if: intent.flags.contains(.hung))
    add(.refused, if: intent.flags.contains(.refused))
    add(.noOrder, if: intent.flags.contains(.noOrder))
    add(.blocked, if: intent.flags.contains(.blocked))
    add(.ticket, if: intent.flags.contains(.ticket))
  }

  private mutating func add(_ share: Share, if holds: Bool = true) {
    if holds { add(row: share.rawValue) }
  }

  private mutating func add(row: Int) {
    rows[row] += 1
    hasRows = true
  }
}

extension Outcome {
  func concerns(_ product: Int) -> Bool {
    intents.contains { $0.product == product } || charges.contains { $0.product == product }
  }

  /// The only product that a user's charges and intents are about; nil if there are several.
  var onlyProduct: Int? {
    guard let product = intents.first?.product else { return nil }
    let isOnly =
      intents.allSatisfy { $0.product == product } && charges.allSatisfy { $0.product == product }
    return isOnly ? product : nil
  }
}

extension Share {
  package init(_ kind: LossKind) {
    switch kind {
    case .undelivered: self = .undelivered
    case .crossed: self = .crossed
    case .misdelivered: self = .misdelivered
    }
  }
}

/// The integer counts of one design, over all products or over one.
///
/// Everything is a sum over users, so tallies merge exactly and in any order.
package struct Tally: Hashable, Sendable {
  /// A sum over users and the sums that its interval needs.
  private struct Sums: Hashable, Sendable {
    /// Σx and Σx².
    var sum = 0, squares = 0
    /// Σx·(the user's base); for a base the same as `squares`.
    var products = 0

    mutating func add(_ own: Int, of base: Int) {
      sum += own
      squares += own * own
      products += own * base
    }

    static func += (left: inout Sums, right: Sums) {
      left.sum += right.sum
      left.squares += right.squares
      left.products += right.products
    }
  }

  private var bases = FixedArray<3, Sums>(repeating: Sums()), rows: [Sums]
  /// The number of charges that the store gave back; they are in no other count (section 8).
  package private(set) var refunded = 0
  private var drops = Array(repeating: 0, count: DropTable.count)
  /// Minor units by the class in which charges ended.
  package private(set) var money = Money()
  /// Σx² of the minor units that a user lost, had recovered, and made of bad debt.
  package private(set) var lostSquares: Int128 = 0
  package private(set) var recoveredSquares: Int128 = 0
  package private(set) var badDebtSquares: Int128 = 0
  /// How long charges waited for their delivery.
  package private(set) var times = DeliveryTimes()

  package init(_ shape: Shape) { rows = Array(repeating: Sums(), count: shape.rows) }
  /// The number of charges, of intents, or of intents that wanted to pay.
  package func total(_ base: Base) -> Int { bases[base.rawValue].sum }
  /// How many charges or intents a share counts.
  package func count(_ share: Share) -> Int { rows[share.rawValue].sum }
  /// The number of charges that were delivered at once: by the first request, in the tap's process.
  package var deliveredAtOnce: Int { total(.charges) - count(.lost) - count(.recovered) }

  package func count(_ kind: LossKind, _ point: DropPoint) -> Int {
    drops[LossSet.place(of: kind, point)]
  }

  package func moments(_ share: Share) -> RatioMoments {
    moments(row: share.rawValue, of: share.base)
  }

  /// The moments of a row, such as a deadline's.
  package func moments(row: Int, of base: Base) -> RatioMoments {
    let (own, whole) = (rows[row], bases[base.rawValue])
    return RatioMoments(
      numerators: own.sum, denominators: whole.sum, numeratorSquares: Int128(own.squares),
      products: Int128(own.products), denominatorSquares: Int128(whole.squares))
  }

  mutating func add(_ user: UserCount) {
    for base in bases.indices { bases[base].add(user.bases[base], of: user.bases[base]) }
    guard user.hasRows || user.badDebtAmount != 0 else { return }
    let bases = Share.bases
    for row in rows.indices where user.rows[row] > 0 {
      // Behind the shares stand the deadlines, which charges miss.
      let base = row < bases.count ? bases[row] : .charges
      rows[row].add(user.rows[row], of: user.bases[base.rawValue])
    }
    lostSquares += Int128(user.lostAmount) * Int128(user.lostAmount)
    recoveredSquares += Int128(user.recoveredAmount) * Int128(user.recoveredAmount)
    badDebtSquares += Int128(user.badDebtAmount) * Int128(user.badDebtAmount)
  }

  /// Adds what is counted charge by charge; ``add(_:)-(UserCount)`` adds the rest.
  mutating func add(_ charge: ChargeOutcome) {
    money.add(charge)
    if case .refunded = charge.fate { return refunded += 1 }
    times.add(charge.deliveredAfter)
    if case .lost(let kind, let point) = charge.fate { drops[LossSet.place(of: kind, point)] += 1 }
  }

  package static func += (left: inout Tally, right: Tally) {
    for base in left.bases.indices { left.bases[base] += right.bases[base] }
    for row in left.rows.indices { left.rows[row] += right.rows[row] }
    for index in left.drops.indices { left.drops[index] += right.drops[index] }
    left.refunded += right.refunded
    left.money += right.money
    left.lostSquares += right.lostSquares
    left.recoveredSquares += right.recoveredSquares
    left.badDebtSquares += right.badDebtSquares
    left.times += right.times
  }
}
