import EventEngine
import PurchaseWorld

extension FileValue {
  /// Reads the declared faults of a scenario.
  func faultRates(_ behavior: Behavior) -> [FaultRate] {
    guard let list = list(.other("a list of faults")) else { return [] }
    return list.compactMap { element in
      guard let (kind, draft) = element.fault(behavior, isPlanned: false) else { return nil }
      return FaultRate(
        kind: kind.kind, probability: draft.probability, at: draft.anchor,
        after: draft.after ?? .constant(.zero), parameters: draft.parameters)
    }
  }

  /// Reads the outages that strike all users at once.
  func allOutages() -> [Outage] {
    guard let list = list(.other("a list of outages")) else { return [] }
    return list.compactMap { element in
      var draft = Outage(of: .backend, from: .start, lasts: .zero)
      return element.read(Outage.fields, into: &draft) ? draft : nil
    }
  }
}

extension Outage {
  /// What an outage looks like.
  static let shape = ValueShape.named(
    "outage", .object(KeySet(fields, Outage(of: .backend, from: .start, lasts: .zero))))

  /// The keys of an outage.
  static let fields: [Field<Outage>] = [
    .choice("of", \.target, "what is out", word: \.rawValue).required,
    Field("from", .duration, "when it begins, counted from the start of the run") { value, outage in
      if let delay = value.duration() { outage.from = .start + delay }
    }.required, .duration("lasts", allowsZero: false, \.lasts, "how long it goes on").required,
  ]
}
