import JSONText
import PurchaseWorld

extension Expectation.Claim {
  /// The claim as a case writes it; nil if it is not about the one user of a case.
  var caseOutput: JSONOutput? {
    guard case .ending(let design, let charges, let flags) = self else { return nil }
    return [
      "design": .string(design), "charges": .array(charges.map(\.output)),
      "flags": .array(CaseFlag.allCases.filter(flags.contains).map { .string($0.rawValue) }),
    ]
  }
}

extension ExpectedCharge {
  /// The charge as a case writes it.
  fileprivate var output: JSONOutput {
    let members = [
      ("outcome", outcome.rawValue), ("kind", kind?.rawValue), ("dropPoint", dropPoint?.rawValue),
    ]
    return .object(
      members.compactMap { key, word in word.map { JSONOutput.Member(key, .string($0)) } })
  }
}
