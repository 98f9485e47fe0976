extension ExpectedCharge.Class {
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
    case .refunded: "the store gave the money back (S10)"
    }
  }
}

extension CaseFlag {
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
