import EventEngine
import JSONText
package import PurchaseWorld

/// Every fault that a scenario can name, with the keys that it has in the format (section 7).
package enum FaultCatalog {
  /// The faults in the order of section 7.
  package static let all = FaultKind.allCases.map(\.description)
}

extension FaultDescription {
  /// The keys that the kind takes beside `fault`, `probability`, `at` and `after`.
  package var parameters: [Field<FaultParameters>] { takes.map(\.field) }
}

extension FaultParameter {
  /// The parameter as a key of the format.
  fileprivate var field: Field<FaultParameters> {
    let field = typed
    return fallback.map { field.otherwise(.words($0)) } ?? field
  }

  private var typed: Field<FaultParameters> {
    switch value {
    case .delay(let place), .course(let place): .distribution(name, place, summary)
    case .length(let place):
      .distribution(name, place, summary)
        .refusing("a fault that is over at once", expected: "a duration above 0") { given, _ in
          given[keyPath: place].quantile(0.999_999) == .zero
        }
    case .optionalDelay(let place): .distribution(name, place, summary)
    case .chance(let place): .chance(name, place, summary)
    case .chanceOfCharge(let place):
      .chance(name, place, summary)
        .refusing(
          "a fault after which nobody is charged, so that no order can be lost",
          expected: "a probability above 0 (a case may have 0)"
        ) { $0[keyPath: place] == .never && !$1 }
    case .count(let range, let place): .integer(name, range, place, summary)
    case .factor(let range, let place):
      Field(
        name, .number(range), summary, write: { .number(Double($0[keyPath: place]) / 1000) }
      ) { value, given in
        if let factor = value.number(range) {
          given[keyPath: place] = Int((factor * 1000).rounded())
        }
      }.refusing("latencies that are not longer", expected: "a number above 1") { given, _ in
        given[keyPath: place] == 1_000
      }
    case .payloadLoss(let place): .choice(name, place, summary, word: \.rawValue)
    case .requests(let place):
      Field(
        name, .choice(RequestKinds.names.map(\.name)), summary,
        write: { given in
          RequestKinds.names.first { $0.kinds == given[keyPath: place] }.map { .string($0.name) }
        }
      ) { value, given in
        let name = value.choice(RequestKinds.names.map(\.name))
        if let request = RequestKinds.names.first(where: { $0.name == name }) {
          given[keyPath: place] = request.kinds
        }
      }
    }
  }
}

extension RequestKinds {
  /// What a scenario calls them.
  fileprivate static let names: [(name: String, kinds: RequestKinds)] = [
    ("verify", .verify), ("createOrder", .createOrder), ("records", .records), ("any", .any),
  ]
}
