package import PurchaseWorld
package import Scenarios
package import Statistics

/// The integer counts of one design, over all products or over one.
///
/// Everything is a sum over users, so tallies merge exactly and in any order.
package struct Tally: Hashable, Sendable {
  /// A sum over users and the sums that its interval needs.
  private struct Sums: Hashable, Sendable {
    /// Σx.
    var sum = 0
    /// Σx².
    var squares = 0
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

  private var bases = FixedArray<3, Sums>(repeating: Sums())
  private var rows: [Sums]
  /// The number of charges that the store gave back; they are in no other count (section 8).
  package private(set) var refunded = 0
  private var drops = Array(repeating: 0, count: DropTable.count)
  /// Minor units by the class in which charges ended.
  package private(set) var money = Money()
  /// Σx² of the minor units that a user lost.
  package private(set) var lostSquares: Int128 = 0
  /// Σx² of the minor units that a user had recovered.
  package private(set) var recoveredSquares: Int128 = 0
  /// Σx² of the minor units of bad debt that a user made.
  package private(set) var badDebtSquares: Int128 = 0
  /// How long charges waited for their delivery.
  package private(set) var times = DeliveryTimes()

  /// Makes an empty tally that fits a scenario.
  package init(_ shape: Shape) { rows = Array(repeating: Sums(), count: shape.rows) }

  /// The number of charges, of intents, or of intents that wanted to pay.
  package func total(_ base: Base) -> Int { bases[base.rawValue].sum }

  /// How many charges or intents a share counts.
  package func count(_ share: Share) -> Int { rows[share.rawValue].sum }

  /// The number of charges that were delivered at once: by the first request, in the tap's process.
  package var deliveredAtOnce: Int { total(.charges) - count(.lost) - count(.recovered) }

  /// The number of charges that were lost in one way.
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

  /// Adds a user to whom nothing happened but one delivery in time.
  mutating func add(plain charge: ChargeOutcome) {
    for base in bases.indices { bases[base].add(1, of: 1) }
    let debt = charge.badDebt
    if debt != 0 { badDebtSquares += Int128(debt) * Int128(debt) }
    money.add(charge)
    times.add(charge.deliveredAfter)
  }

  /// Adds a user who cancelled and to whom nothing happened.
  mutating func addPlainCancel() { bases[Base.intents.rawValue].add(1, of: 1) }

  /// Adds a user by what was counted of them.
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
    if case .refunded = charge.fate {
      refunded += 1
      return
    }
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
