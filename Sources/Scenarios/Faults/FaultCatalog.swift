import EventEngine
import JSONText
package import PurchaseWorld

/// Every fault that a scenario can name, with the keys that it has in the format (section 7).
package enum FaultCatalog { package static let all = FaultKind.allCases.map(\.description) }

extension FaultDescription {
  /// The keys that the kind takes beside `fault`, `probability`, `at` and `after`.
  package var parameters: [Field<FaultParameters>] { takes.map(\.field) }
}

extension FaultParameter {
  /// The parameter as a key of the format.
  fileprivate var field: Field<FaultParameters> {
    switch self {
    case .reopens:
      .distribution(
        "reopens", \.reopens, "from the death to the reopening; without it, as in 'behavior'"
      ).otherwise("as in 'behavior'")
    case .lasts:
      .distribution("lasts", \.lasts, "how long it goes on")
        .refusing("a fault that is over at once", expected: "a duration above 0") { given, _ in
          given.lasts.quantile(0.999_999) == .zero
        }
    case .returns:
      Field(
        "returns", .distribution, \.returns,
        "from the switch to the switch back; without it, never")
    case .slowdown:
      Field("slowdown", .thousandths(1...1000), \.slowdown, "how many times longer latencies are")
        .refusing("latencies that are not longer", expected: "a number above 1") { given, _ in
          given.slowdown == 1_000
        }
    case .of: Field("of", .requests, \.of, "which reply is lost")
    case .completes:
      .chanceOfCharge(
        "completes", \.completes, "how often the user completes the purchase in the store")
    case .resolves: .distribution("resolves", \.resolves, "from the interruption to its end")
    case .dropsPayload:
      Field(
        "dropsPayload", .chance, \.dropsPayload, "how often the new transaction has no payload"
      ).otherwise("1, or 0 with 'playBilling'")
    case .kills: .chance("kills", \.kills, "how often the app is killed meanwhile")
    case .from:
      Field("from", .word, \.from, "in every callback from now on, or after the process has died")
    case .copies: .integer("copies", 1...100, \.copies, "how often it is called back again")
    case .gap: .distribution("gap", \.gap, "the time between the callbacks")
    case .secondTap:
      .distribution("gap", \.gap, "from the first tap to the second; 0s when 'after' is given")
        .otherwise("\"200ms\", or \"0s\" when 'after' is given")
    case .approves: .chanceOfCharge("approves", \.approves, "how often the purchase is approved")
    case .answers: .distribution("answers", \.answers, "from the confirmation to the answer")
    case .pays: .chance("pays", \.pays, "how often the user pays on the second sheet too")
    case .replays:
      Field(
        "of", .replays, \.replays,
        "what leaves the purchase out: `updates`, what a `query` gives, or a list of both (K3, G3)"
      ).otherwise("\"updates\" with 'storeKit2', \"query\" with 'playBilling'")
    case .by:
      .distribution("by", \.by, "how much later the notification comes (B8)")
        .refusing("a notification that is not late", expected: "a duration above 0") { given, _ in
          given.by.quantile(0.999_999) == .zero
        }
    }
  }
}

extension Field<FaultParameters> {
  /// How often the user is charged after all; who never is could lose no order.
  fileprivate static func chanceOfCharge(
    _ name: String, _ place: Place<FaultParameters, Chance>, _ summary: String
  ) -> Field {
    .chance(name, place, summary)
      .refusing(
        "a fault after which nobody is charged, so that no order can be lost",
        expected: "a probability above 0 (a case may have 0)"
      ) { $0[keyPath: place] == .never && !$1 }
  }
}

extension Form<Int> {
  /// A number within bounds that is kept in thousandths.
  fileprivate static func thousandths(_ range: ClosedRange<Double>) -> Form {
    Form<Double>.number(range).map({ Int(($0 * 1000).rounded()) }, back: { Double($0) / 1000 })
  }
}

extension Form<RequestKinds> {
  /// What a scenario calls requests.
  fileprivate static var requests: Form {
    let names: KeyValuePairs<String, RequestKinds> = [
      "verify": .verify, "createOrder": .createOrder, "records": .records, "calls": .calls,
      "any": .any,
    ]
    return Form(
      .choice(names.map(\.key)),
      write: { kinds in names.first { $0.value == kinds }.map { .string($0.key) } }
    ) { value in
      value.choice(names.map(\.key)).flatMap { word in names.first { $0.key == word }?.value }
    }
  }
}

extension Form<Replays> {
  /// One of the replays by its name, or both in a list.
  fileprivate static var replays: Form {
    let names: KeyValuePairs<String, Replays> = ["updates": .updates, "query": .query]
    let one = Form<String>.choice(names.map(\.key))
    let list = Form<[String]>.list(of: one, eachOnce: "")
    @Sendable func set(_ words: [String]) -> Replays {
      Replays(names.filter { words.contains($0.key) }.map(\.value))
    }
    return Form(
      one.kind, shape: .any(of: [one.shape, .list(one.shape, 1...names.count)]),
      write: { replays in
        let words = names.filter { replays.contains($0.value) }.map(\.key)
        return words.count == 1 ? one.write(words[0]) : list.write(words)
      }
    ) { value in
      guard value.json.elements != nil else { return one.read(value).map { set([$0]) } }
      let words = list.read(value) ?? []
      return words.isEmpty ? value.report("no replay", expected: list.kind.phrase) : set(words)
    }
  }
}

extension FileValue {
  func faultRates(_ behavior: Behavior) -> [FaultRate] {
    guard let list = list(.other("a list of faults")) else { return [] }
    return list.compactMap { element in
      guard let (kind, draft) = element.fault(behavior, isPlanned: false) else { return nil }
      return FaultRate(
        kind: kind.kind, probability: draft.probability, at: draft.anchor, after: draft.after,
        parameters: draft.parameters)
    }
  }
}

extension Form<[NamedCall]> {
  static var calls: Form {
    Form(
      .other("a list of calls"), shape: .list(NamedCall.shape, 0...FileValue.longestList),
      write: { calls in
        let usual = NamedCall(name: "")
        return calls.isEmpty
          ? nil : .array(calls.map { .object(NamedCall.fields.members(of: $0, unlike: usual)) })
      }
    ) { value in
      var names: Set<String> = []
      return value.list(.other("a list of calls"))?.compactMap { element in
        var draft = NamedCall(name: "")
        guard element.read(NamedCall.fields, into: &draft) else { return nil }
        if !names.insert(draft.name).inserted {
          element.report(
            meaning: "\(draft.name.quoted) is called twice", expected: "each call once")
        }
        return draft
      }
    }
  }
}

extension NamedCall {
  fileprivate static let shape = ValueShape.named(
    "call", .object(KeySet(fields, NamedCall(name: ""))))

  package static let fields: [Field<NamedCall>] = [
    Field("name", .name, \.name, "the name by which clients call it").required,
    .distribution("takes", \.takes, "its round trip"),
    .chance("fails", \.fails, "how often the backend answers with an error"),
    Field("answers", .line, \.answers, "what it answers otherwise"),
  ]
}

extension Form<[Outage]> {
  static var outages: Form {
    Form(
      .other("a list of outages"), shape: .list(Outage.shape, 0...FileValue.longestList),
      write: { outages in
        outages.isEmpty ? nil : .array(outages.map { .object(Outage.fields.members(of: $0)) })
      }
    ) { value in
      value.list(.other("a list of outages"))?.compactMap { element in
        var draft = Outage.none
        return element.read(Outage.fields, into: &draft) ? draft : nil
      }
    }
  }
}

extension Outage {
  fileprivate static let shape = ValueShape.named("outage", .object(KeySet(fields, none)))

  /// An outage that has not been read yet.
  fileprivate static let none = Outage(of: .backend, from: .start, lasts: .zero)

  package static let fields: [Field<Outage>] = [
    Field("of", .word, \.target, "what is out").required,
    Field(
      "from", Form<Delay>.duration.map({ .start + $0 }, back: { $0 - .start }), \.from,
      "when it begins, counted from the start of the run"
    ).required,
    Field("lasts", .durationAboveZero, \.lasts, "how long it goes on").required,
  ]
}
