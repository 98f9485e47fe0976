import Scenarios

extension ShareMetric {
  /// Head of the share's column in every table of rates.
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
    case .duplicate: language("duplicate\ndeliveries\n‰")
    default: plainTitle(language)
    }
  }

  /// Its name, in English one word per line.
  private func plainTitle(_ language: Language) -> String {
    if let name = language.term(row.name, of: .metric) {
      return (name.hasSuffix("率") ? name.dropLast() : name[...]) + "\n\n‰"
    }
    let words = row.words.replacing(" ", with: "\n")
    return words + (words.contains("\n") ? "\n‰" : "\n\n‰")
  }
}
