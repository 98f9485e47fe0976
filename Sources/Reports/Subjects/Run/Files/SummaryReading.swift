import JSONText
import Statistics
import PurchaseWorld
import Scenarios
import Experiments
import Methods

/// Partially read summary.
struct SummaryDraft {
  var form = 0
  var summary = BaselineSummary()
  var designs: FileValue?
}

/// Values of a summary that are more than one word or number.
extension FileValue {
  /// Reads the values of a metric; a value may be `never`.
  func values() -> [Double]? {
    let kind = ValueKind.other("null, or a list of numbers")
    guard let list = list(kind) else { return nil }
    let values = list.compactMap { element -> Double? in
      if case .string("never") = element.json.content { return .infinity }
      return element.number(0...Double.greatestFiniteMagnitude)
    }
    return values.count == list.count ? values : nil
  }

  /// Reads the parts of a stratified sample.
  func parts() -> [PairedUsers.Stratum] {
    // A stratum has at most two parts: a known safe part and the rest.
    let list = list(.other("a list of parts"), maximum: 2 * UserNumber.maxStrata) ?? []
    return list.compactMap { element in
      var part = PairedUsers.Stratum(stratum: 0, weight: 0, users: 0, canLose: true)
      return element.read(SummaryJSON.part, into: &part) ? part : nil
    }
  }

  /// Reads the number of users of each stratum; nil if there is no list.
  func sample() -> [Int: Int]? {
    let kind = ValueKind.other("a list of strata with their users")
    guard let list = list(kind, maximum: UserNumber.maxStrata) else { return nil }
    var sample: [Int: Int] = [:]
    for element in list {
      guard let pair = element.list(.other("a stratum and its users")) else { continue }
      guard pair.count == 2 else {
        element.report("\(pair.count) numbers", expected: "a stratum and its users")
        continue
      }
      let stratum = pair[0].integer(0...UserNumber.maxStrata - 1)
      let users = pair[1].integer(0...BaselineSummary.maxUsers)
      guard let stratum, let users else { continue }
      if sample.updateValue(users, forKey: stratum) != nil {
        element.reportSemanticProblem(
          "stratum \(stratum) appears twice", expected: "each stratum once")
      }
    }
    return sample
  }

  /// Reads a share with both limits; nil for null and for invalid values.
  func rate() -> Estimate? {
    let kind = ValueKind.other("null, or a share with both limits")
    guard let numbers = list(kind) else { return nil }
    guard numbers.count == 3 else {
      return report("\(numbers.count) numbers", expected: "a share with both limits")
    }
    let shares = numbers.compactMap { $0.number(0...1) }
    guard shares.count == 3 else { return nil }
    let (value, low, high) = (shares[0], shares[1], shares[2])
    guard low <= value, value <= high else {
      let words = numbers.map(\.words)
      return reportSemanticProblem(
        "\(words[0]) is not between \(words[1]) and \(words[2])",
        expected: "a share, its lower limit and its upper limit")
    }
    return Estimate(value, Interval(low: low, high: high), .share)
  }

  /// Reads a user: a number, or a text with a stratum.
  func user() -> UInt64? {
    let text: String? =
      switch json.content {
      case .number(let number): number.integer.map { String($0) }
      case .string(let text): text
      default: nil
      }
    return text.flatMap(UserNumber.parse) ?? reportMismatch(.other("the number of a user"))
  }
}
