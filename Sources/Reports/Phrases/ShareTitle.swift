import Scenarios

extension Share {
  /// What stands over its column in every table of rates.
  func title(_ language: Language) -> String {
    switch self {
    case .lost: language("lost\n\n‰")
    case .autoRefunded: language("auto-\nrefunded\n‰")
    case .autoRefundedAfterDelivery: language("the same\nafter\ngoods ‰")
    case .lostOrAutoRefunded: language("lost or\nauto-refunded\n‰")
    case .crossed: language("crossed\n\n‰")
    case .misdelivered: language("mis\u{AD}\ndelivered\n‰")
    case .rescued: language("rescued\n\n‰")
    case .recovered: language("recovered\n\n‰")
    case .lostSale: language("lost\nsales\n‰")
    case .doubleCharge: language("double\ncharges\n‰")
    case .duplicate: language("dupli\u{AD}\ncates\n‰")
    // No table has a column for the others.
    default: row.name
    }
  }
}
