import EventEngine
package import PurchaseWorld
import Scenarios

/// What one user adds to a tally under one design: the only place that says what counts as what.
package struct UserCount: Hashable, Sendable {
  /// The number of charges, of intents, and of intents that wanted to pay, by ``Base``.
  package private(set) var bases = FixedArray<3, Int>(repeating: 0)
  /// The numbers by row: the cases of ``Share``, then the deadlines.
  package private(set) var rows: [Int]
  /// Whether a row is above 0.
  private(set) var hasRows = false
  /// Minor units in charges that were lost.
  package private(set) var lostAmount = 0
  /// Minor units in charges that were recovered.
  package private(set) var recoveredAmount = 0
  /// Minor units of bad debt; below 0 where the store takes more than the list price.
  package private(set) var badDebtAmount = 0

  /// Makes a count that fits a scenario.
  package init(_ shape: Shape) { rows = Array(repeating: 0, count: shape.rows) }

  /// Counts one user anew.
  ///
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
    case .delivered: break
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
    case .refunded: break
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
  /// Whether nothing happened to a user but one delivery in time, of whatever bad debt.
  ///
  /// Most users who pay are like this one, and ledgers add them without a ``UserCount``.
  func isPlainDelivery(within deadline: Int64) -> Bool {
    guard charges.count == 1, intents.count == 1, case .delivered = charges[0].fate,
      !charges[0].duplicateDelivery, !charges[0].wrongBeside,
      let after = charges[0].deliveredAfter, after.microseconds <= deadline
    else { return false }
    return intents[0].wantsToPay && intents[0].charges == 1 && intents[0].flags.rawValue == 0
  }

  /// The product of a user who cancelled and to whom nothing happened; nil for others.
  ///
  /// Where most users only look, most users are like this one.
  var plainCancel: Int? {
    guard charges.isEmpty, intents.count == 1, !intents[0].wantsToPay,
      intents[0].charges == 0, intents[0].flags.rawValue == 0
    else { return nil }
    return intents[0].product
  }

  /// Whether an intent or a charge of a user is about a product.
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
  /// The share that a kind of loss adds to.
  init(_ kind: LossKind) {
    switch kind {
    case .undelivered: self = .undelivered
    case .crossed: self = .crossed
    case .misdelivered: self = .misdelivered
    }
  }
}
