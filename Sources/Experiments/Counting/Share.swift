package import PurchaseWorld
package import Scenarios

/// The wholes of which results report shares.
package enum Base: Int, CaseIterable, Sendable {
  /// Charges.
  case charges
  /// Intents, whether the user wanted to pay or not.
  case intents
  /// Intents whose user wanted to pay.
  case wishes
}

/// What ledgers count of every user, beside the deadlines (section 8).
package enum Share: Int, CaseIterable, Sendable {
  /// Charges that were lost or rescued.
  case lost
  case undelivered
  case crossed
  case misdelivered
  case rescued
  case recovered
  /// Charges that were recovered in the process of the tap.
  case recoveredInProcess
  /// Charges that were recovered in another process than that of the tap.
  case recoveredAfterRelaunch
  /// Charges whose goods were delivered more than once.
  case duplicate
  /// Charges beside whose right delivery a wrong one stands.
  case wrongBeside
  /// Intents that were charged more than once.
  case doubleCharge
  case hung
  case refused
  case noOrder
  case blocked
  /// Intents whose user wrote to support.
  case ticket
  /// Intents whose user wanted to pay and was never charged.
  case lostSale

  /// The number of shares.
  static var count: Int { Share.lostSale.rawValue + 1 }

  /// Whether all that it counts is lost or rescued.
  var isLoss: Bool {
    switch self {
    case .lost, .undelivered, .crossed, .misdelivered, .rescued: true
    default: false
    }
  }

  /// The whole of which this is a share.
  package var base: Base {
    switch self {
    case .lost, .undelivered, .crossed, .misdelivered, .rescued, .recovered, .recoveredInProcess,
      .recoveredAfterRelaunch, .duplicate, .wrongBeside:
      .charges
    case .doubleCharge, .hung, .refused, .noOrder, .blocked, .ticket: .intents
    case .lostSale: .wishes
    }
  }

  /// The share that a kind of loss adds to.
  package init(_ kind: LossKind) {
    switch kind {
    case .undelivered: self = .undelivered
    case .crossed: self = .crossed
    case .misdelivered: self = .misdelivered
    }
  }

  /// The share that a metric reports; nil for deadlines, retries, money and times.
  package init?(_ metric: Metric) {
    switch metric {
    case .lostRate: self = .lost
    case .undeliveredRate: self = .undelivered
    case .crossedRate: self = .crossed
    case .misdeliveredRate: self = .misdelivered
    case .rescuedRate: self = .rescued
    case .recoveredRate: self = .recovered
    case .recoveredInProcessRate: self = .recoveredInProcess
    case .recoveredAfterRelaunchRate: self = .recoveredAfterRelaunch
    case .duplicateRate: self = .duplicate
    case .doubleChargeRate: self = .doubleCharge
    case .hungRate: self = .hung
    case .refusedRate: self = .refused
    case .blockedRate: self = .blocked
    case .ticketRate: self = .ticket
    case .lostSaleRate: self = .lostSale
    case .lateRate, .failedRetryRate, .lostRevenue, .recoveredRevenue, .badDebt, .deliveryP50,
      .deliveryP95,
      .deliveryP99:
      return nil
    }
  }
}
