package import PurchaseWorld

/// One claim of a scenario about its results.
package struct Expectation: Hashable, Sendable {
  package enum Claim: Hashable, Sendable {
    /// A metric of a design lies between bounds; either bound may be absent.
    case range(Metric, design: String, min: Double?, max: Double?)
    /// A metric of one design lies below that of another, by a margin.
    case below(Metric, of: String, below: String, by: Margin)
    /// The one user of a case ends with exactly these charges and flags.
    case ending(design: String, charges: [ExpectedCharge], flags: Set<CaseFlag>)

    /// What is measured; nil of the ending of a case.
    package var metric: Metric? {
      switch self {
      case .range(let metric, _, _, _), .below(let metric, _, _, _): metric
      case .ending: nil
      }
    }

    /// The designs that it names, the one that has less first.
    package var designs: [String] {
      switch self {
      case .range(_, let design, _, _), .ending(let design, _, _): [design]
      case .below(_, let lower, let upper, _): [lower, upper]
      }
    }
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
  /// Where the claim begins in the file, both from 1.
  package var line: Int
  package var column: Int
  /// The path of the claim in the file, such as `expect[2]`.
  package var path: String

  package init(_ claim: Claim, product: Int?, line: Int, column: Int, path: String) {
    (self.claim, self.product, self.path) = (claim, product, path)
    (self.line, self.column) = (line, column)
  }
}

/// How one charge of a case ended, or must end.
package struct ExpectedCharge: Hashable, Sendable {
  package enum Class: String, CaseIterable, Sendable {
    case delivered, recovered, rescued, lost, refunded

    /// How the charge ended, in one phrase; the article about outcomes has the same.
    package var meaning: String {
      switch self {
      case .delivered:
        "the first right delivery came from the charge's first try, in the process of the tap"
      case .recovered:
        "the right delivery came automatically, but from a later try or in another process"
      case .rescued:
        "the right delivery took a human's help: the recovery page (C9) or support (P3)"
      case .lost: "at the horizon the right item has not reached the right account"
      case .refunded: "the store gave the money back, as asked (S10) or by itself (G10)"
      }
    }
  }

  /// What became of a charge that was lost, or that the store refunded by itself (G10).
  package enum Kind: String, CaseIterable, Sendable {
    /// Of a refunded one alone: the goods were out, and stay out (bad debt).
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
      switch self {
      case .delivered: "the goods were out when the store refunded the charge by itself (G10)"
      case .undelivered: LossKind.undelivered.meaning
      case .crossed: LossKind.crossed.meaning
      case .misdelivered: LossKind.misdelivered.meaning
      }
    }
  }

  package var outcome: Class
  /// The kind of loss, or of a refund by the store itself; nil accepts any.
  package var kind: Kind?
  /// The drop point; nil accepts any.
  package var dropPoint: DropPoint?

  package init(_ outcome: Class, kind: Kind? = nil, dropPoint: DropPoint? = nil) {
    (self.outcome, self.kind, self.dropPoint) = (outcome, kind, dropPoint)
  }
}

/// The flags that a case states, exactly.
package enum CaseFlag: String, CaseIterable, Sendable {
  case duplicateDelivery, doubleCharge, hung, refused, noOrder

  /// What happened, in one phrase; the article about outcomes has the same.
  package var meaning: String {
    switch self {
    case .duplicateDelivery: "goods were handed out more than once for one charge, right or wrong"
    case .doubleCharge: "the intent was charged more than once"
    case .hung: "a spinner outlasted the user's patience (P2)"
    case .refused: "a tap was ended by `repurchase` (C1) or by `notForSale` (B1)"
    case .noOrder: "the order request failed, so nothing was sold (C2)"
    }
  }
}
