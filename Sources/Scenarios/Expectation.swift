package import PurchaseWorld

/// One claim of a scenario about its results.
package struct Expectation: Hashable, Sendable {
  package enum Claim: Hashable, Sendable {
    /// A metric of a design is between two bounds, of which one can be missing.
    case range(Metric, design: String, min: Double?, max: Double?)
    /// A metric of one design is below that of another, by a margin.
    case below(Metric, of: String, below: String, by: Margin)
    /// The single user of a case ends with exactly these charges and flags.
    case ending(design: String, charges: [CaseChargeResult], flags: Set<CaseFlag>)

    /// The metric; nil for the ending of a case.
    package var metric: Metric? {
      switch self {
      case .range(let metric, _, _, _), .below(let metric, _, _, _): metric
      case .ending: nil
      }
    }

    /// The designs of the claim; the one with the lower value is first.
    package var designs: [String] {
      switch self {
      case .range(_, let design, _, _), .ending(let design, _, _): [design]
      case .below(_, let lower, let upper, _): [lower, upper]
      }
    }
  }

  /// The margin by which a metric is below another.
  package enum Margin: Hashable, Sendable {
    /// At least this difference, 0 or more, in the unit of the metric; 0 means any difference.
    case difference(Double)
    /// A factor from 2 to 1000: the lower value times the factor is still below.
    case factor(Int)
  }

  package var claim: Claim
  /// The index of the product whose charges or intents the claim is limited to; nil for all.
  package var productIndex: Int?
  /// The position of the claim in the file, both counted from 1.
  package var line: Int
  package var column: Int
  /// The path of the claim in the file, such as `expect[2]`.
  package var path: String

  package init(_ claim: Claim, product: Int?, line: Int, column: Int, path: String) {
    (self.claim, self.productIndex, self.path) = (claim, product, path)
    (self.line, self.column) = (line, column)
  }
}

/// The actual or expected outcome of one charge of a case.
package struct CaseChargeResult: Hashable, Sendable {
  package enum Outcome: String, CaseIterable, Sendable {
    case delivered, recovered, rescued, lost, refunded

    /// How the charge ended, in one phrase; the article about outcomes has the same.
    package var meaning: String {
      switch self {
      case .delivered:
        "the right item was delivered by the first attempt, in the app process in which the user"
          + " tapped Buy"
      case .recovered:
        "the right item was delivered automatically, but by a later attempt or in a later app process"
      case .rescued:
        "the right item was delivered with human help: the recovery page (C9) or support (P3)"
      case .lost: "the right item was not delivered to the right account before the horizon"
      case .refunded: "the store refunded the charge, on request (S10) or automatically (G10)"
      }
    }
  }

  /// The state of a charge that was lost, or that the store refunded automatically (G10).
  package enum Kind: String, CaseIterable, Sendable {
    /// Only for a refunded charge: the goods were delivered and stay delivered (bad debt).
    case delivered
    case undelivered, crossed, misdelivered

    package init(_ kind: LossKind) {
      switch kind {
      case .undelivered: self = .undelivered
      case .crossed: self = .crossed
      case .misdelivered: self = .misdelivered
      }
    }

    /// What became of it, in one phrase; the article about outcomes has the same.
    package var meaning: String {
      LossKind(rawValue: rawValue)?.meaning
        ?? "the goods were delivered before the store refunded the charge (G10): this is bad debt"
    }
  }

  package var outcome: Outcome
  /// The kind of loss or of automatic refund; nil accepts any.
  package var kind: Kind?
  /// The drop point; nil accepts any.
  package var dropPoint: DropPoint?

  package init(_ outcome: Outcome, kind: Kind? = nil, dropPoint: DropPoint? = nil) {
    (self.outcome, self.kind, self.dropPoint) = (outcome, kind, dropPoint)
  }
}

/// The flags of a case, which an expectation states exactly.
package enum CaseFlag: String, CaseIterable, Sendable {
  case duplicateDelivery, doubleCharge, hung, refused, noOrder

  /// What happened, in one phrase; the article about outcomes has the same.
  package var meaning: String {
    switch self {
    case .duplicateDelivery: "goods, right or wrong, were delivered more than once for one charge"
    case .doubleCharge: "the intent was charged more than once"
    case .hung: "a spinner outlasted the user's patience (P2)"
    case .refused:
      "the app refused a tap: an earlier purchase of the product is unfinished (C1), or the item is"
        + " not sold (B1)"
    case .noOrder: "the order request failed, so nothing was sold (C2)"
    }
  }
}
