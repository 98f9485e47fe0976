package import EventEngine
package import PurchaseWorld

/// One claim of a scenario about its results.
package struct Expectation: Hashable, Sendable {
  /// What is claimed.
  package enum Claim: Hashable, Sendable {
    /// A metric of a design lies between bounds; either bound may be absent.
    case range(Metric, design: String, min: Double?, max: Double?)
    /// A metric of one design lies below that of another, by a margin.
    case below(Metric, of: String, below: String, by: Margin)
    /// The one user of a case ends with exactly these charges and flags.
    case ending(design: String, charges: [ExpectedCharge], flags: Set<CaseFlag>)
  }

  /// How far a metric lies below another.
  package enum Margin: Hashable, Sendable {
    /// By at least this difference, from 0, in the unit of the metric; with 0 by any.
    case difference(Double)
    /// So far that even this multiple of it, from 2 to 1000, lies below.
    case factor(Int)
  }

  package var claim: Claim
  /// The product to whose charges or intents the claim is restricted, by index; nil for all.
  package var product: Int?
  /// The line of the claim in the file, from 1.
  package var line: Int
  /// The column of the claim in the file, from 1.
  package var column: Int
  /// The path of the claim in the file, such as `expect[2]`.
  package var path: String

  package init(_ claim: Claim, product: Int?, line: Int, column: Int, path: String) {
    self.claim = claim
    self.product = product
    self.line = line
    self.column = column
    self.path = path
  }
}

/// How one charge of a case must end.
package struct ExpectedCharge: Hashable, Sendable {
  /// The class of the charge.
  package enum Class: String, CaseIterable, Sendable {
    case delivered
    case recovered
    case rescued
    case lost
    case refunded
  }

  package var outcome: Class
  /// The kind of loss; nil accepts any.
  package var kind: LossKind?
  /// The drop point; nil accepts any.
  package var dropPoint: DropPoint?

  package init(_ outcome: Class, kind: LossKind? = nil, dropPoint: DropPoint? = nil) {
    self.outcome = outcome
    self.kind = kind
    self.dropPoint = dropPoint
  }
}

/// The flags that a case states, exactly.
package enum CaseFlag: String, CaseIterable, Sendable {
  case duplicateDelivery
  case doubleCharge
  case hung
  case refused
  case noOrder
}

/// A number that results report, and that expectations bound.
package enum Metric: Hashable, Sendable {
  // Shares of charges.
  case lostRate
  case undeliveredRate
  case crossedRate
  case misdeliveredRate
  case rescuedRate
  case recoveredRate
  /// The share of charges recovered in the process of the tap: what its retries bring. [002]
  case recoveredInProcessRate
  /// The share of charges recovered in another process than that of the tap: what launches
  /// bring back beyond the retries of one process. [002]
  case recoveredAfterRelaunchRate
  case duplicateRate
  /// The share of charges that were not delivered within a deadline.
  case lateRate(within: Delay)
  /// The share of deliveries whose first try failed in which a retry, from 1 to 16, failed too
  /// (C7). [002]
  case failedRetryRate(retry: Int)
  // Shares of intents.
  case doubleChargeRate
  case hungRate
  case refusedRate
  case blockedRate
  /// The share of intents whose user wrote to support (P3).
  case ticketRate
  /// Intents that wanted to pay and were never charged, among those that wanted to pay.
  case lostSaleRate
  // Minor units.
  case lostRevenue
  case recoveredRevenue
  /// What the order system books and the store does not pay. [000]
  case badDebt
  // Times from charge to delivery, in seconds, over all charges; what never came counts as never.
  case deliveryP50
  case deliveryP95
  case deliveryP99
}
