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
    default: language.translated(plainTitle)
    }
  }

  /// Its name, a word a line; `Chinese` may translate it as a whole.
  private var plainTitle: String {
    let name = row.name.hasSuffix("Rate") ? row.name.dropLast(4) : row.name[...]
    let words = name.reduce(into: "") { words, letter in
      words += (letter.isUppercase ? "\n" : "") + letter.lowercased()
    }
    return words + (words.contains("\n") ? "\n‰" : "\n\n‰")
  }
}
