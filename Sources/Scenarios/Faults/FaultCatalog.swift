import EventEngine
import JSONText
package import PurchaseWorld

/// All faults that a scenario can declare, with their keys in the format (section 7).
package enum FaultCatalog { package static let all = FaultKind.allCases.map(\.properties) }

extension FaultProperties {
  /// The keys of this kind in addition to `fault`, `probability`, `at` and `after`.
  package var parameters: [Field<FaultParameters>] { parameterKinds.map(\.field) }
}

extension FaultParameterKind {
  /// The parameter as a key of the format.
  fileprivate var field: Field<FaultParameters> {
    switch self {
    case .reopens:
      .distribution(
        "reopens", \.reopeningDelay,
        "the time until the user reopens the app; by default 'behavior.reopens'"
      ).otherwise("as in 'behavior'")
    case .lasts:
      .distribution("lasts", \.lasts, "how long it lasts").refusing(
        "the fault would end at once", expected: "a duration above 0"
      ) { given, _ in given.lasts.quantile(0.999_999) == .zero }
    case .returns:
      Field(
        "returns", .distribution, \.returnDelay,
        "the time from the switch to the switch back; without it, the user does not switch back")
    case .slowdown:
      Field("slowdown", .thousandths(1...1000), \.slowdown, "the factor by which latencies grow")
        .refusing("the latencies would not be longer", expected: "a number above 1") { given, _ in
          given.slowdown == 1_000
        }
    case .of: Field("of", .requests, \.lostReplies, "the kind of request whose reply is lost")
    case .completes:
      .chanceOfCharge(
        "completes", \.completes,
        "the probability that the user completes the purchase in the store")
    case .resolves:
      .distribution("resolves", \.resolutionDelay, "the time from the interruption to its end")
    case .dropsPayload:
      Field(
        "dropsPayload", .chance, \.payloadDropProbability,
        "the probability that the new transaction has no payload"
      ).otherwise("1, or 0 with 'playBilling'")
    case .kills:
      .chance("kills", \.kills, "the probability that the app is killed during the interruption")
    case .from:
      Field(
        "from", .word, \.from,
        "the callback from which the payload is empty: the next ('callback') or the first of a"
          + " new process ('relaunch')")
    case .copies: .integer("copies", 1...100, \.copyCount, "the number of additional callbacks")
    case .gap: .distribution("gap", \.gap, "the time between the callbacks")
    case .secondTap:
      .distribution(
        "gap", \.gap, "the time from the fault to the second tap; with 'after', the default is 0s"
      ).otherwise("\"200ms\", or \"0s\" when 'after' is given")
    case .approves:
      .chanceOfCharge("approves", \.approves, "the probability that the purchase is approved")
    case .answers:
      .distribution(
        "answers", \.answerDelay, "the time from the confirmation to the approval or refusal")
    case .pays:
      .chance("pays", \.pays, "the probability that the user also pays on the second sheet")
    case .replays:
      Field(
        "of", .replays, \.omittingRoutes,
        "what omits the purchase: `updates`, a `query`, or a list of both (K3, G3)"
      ).otherwise("\"updates\" with 'storeKit2', \"query\" with 'playBilling'")
    case .by:
      .distribution("by", \.extraDelay, "the delay of the notification (B8)").refusing(
        "the notification would not be late", expected: "a duration above 0"
      ) { given, _ in given.extraDelay.quantile(0.999_999) == .zero }
    }
  }
}

extension Field<FaultParameters> {
  /// The probability that the user is charged in the end; with 0, no order could be lost.
  fileprivate static func chanceOfCharge(
    _ name: String, _ place: FieldKeyPath<FaultParameters, Probability>, _ summary: String
  ) -> Field {
    .chance(name, place, summary).refusing(
      "no user is charged after this fault, so no order can be lost",
      expected: "a probability above 0 (or 0 in a case)"
    ) { $0[keyPath: place] == .never && !$1 }
  }
}

extension ValueFormat<Int> {
  /// A number in a range, stored in thousandths.
  fileprivate static func thousandths(_ range: ClosedRange<Double>) -> ValueFormat {
    ValueFormat<Double>.number(range).map(
      { Int(($0 * 1000).rounded()) }, back: { Double($0) / 1000 })
  }
}

extension ValueFormat<RequestKinds> {
  /// The names of requests in a scenario.
  fileprivate static var requests: ValueFormat {
    let names: KeyValuePairs<String, RequestKinds> = [
      "verify": .verify, "createOrder": .createOrder, "records": .records, "calls": .calls,
      "any": .any,
    ]
    return ValueFormat(
      .choice(names.map(\.key)),
      write: { kinds in names.first { $0.value == kinds }.map { .string($0.key) } }
    ) { value in
      value.choice(names.map(\.key)).flatMap { word in names.first { $0.key == word }?.value }
    }
  }
}

extension ValueFormat<RedeliveryRoutes> {
  /// The name of one replay, or a list of both.
  fileprivate static var replays: ValueFormat {
    let names: KeyValuePairs<String, RedeliveryRoutes> = ["updates": .updates, "query": .query]
    let one = ValueFormat<String>.choice(names.map(\.key))
    let list = ValueFormat<[String]>.list(of: one, eachOnce: "")
    @Sendable func set(_ words: [String]) -> RedeliveryRoutes {
      RedeliveryRoutes(names.filter { words.contains($0.key) }.map(\.value))
    }
    return ValueFormat(
      one.kind, shape: .any(of: [one.shape, .list(one.shape, 1...names.count)]),
      write: { replays in
        let words = names.filter { replays.contains($0.value) }.map(\.key)
        return words.count == 1 ? one.write(words[0]) : list.write(words)
      }
    ) { value in
      guard value.json.elements != nil else { return one.read(value).map { set([$0]) } }
      let words = list.read(value) ?? []
      return words.isEmpty
        ? value.report("the list is empty", expected: list.kind.phrase) : set(words)
    }
  }
}

extension FileValue {
  func faultRates(_ behavior: Behavior) -> [FaultDeclaration] {
    guard let list = list(.other("a list of faults")) else { return [] }
    return list.compactMap { element in
      guard let (kind, draft) = element.fault(behavior, isPlanned: false) else { return nil }
      return FaultDeclaration(
        kind: kind.kind, probability: draft.probability, at: draft.anchor, after: draft.after,
        parameters: draft.parameters)
    }
  }
}

extension ValueFormat<[NamedCall]> {
  static var calls: ValueFormat {
    let usual = NamedCall(name: "")
    return ValueFormat(
      .other("a list of calls"),
      shape: .list(
        .named("call", .object(KeySet(NamedCall.fields, usual))), 0...FileValue.maxListLength),
      write: { calls in
        .listed(calls.map { .object(NamedCall.fields.members(of: $0, unlike: usual)) })
      }
    ) { value in
      var names: Set<String> = []
      return value.list(.other("a list of calls"))?.compactMap { element in
        guard let call = element.read(NamedCall.fields, usual) else { return nil }
        if !names.insert(call.name).inserted {
          element.reportSemanticProblem(
            "call \(call.name.quoted) is declared twice", expected: "each call once")
        }
        return call
      }
    }
  }
}

extension NamedCall {
  package static let fields: [Field<NamedCall>] = [
    Field("name", .name, \.name, "the name that clients use for the call").required,
    .distribution("takes", \.takes, "the round-trip time of the call"),
    .chance(
      "fails", \.failureProbability, "the probability that the backend answers with an error"),
    Field("answers", .line, \.answer, "the answer if there is no error"),
  ]
}

extension ValueFormat<[Outage]> {
  static var outages: ValueFormat {
    ValueFormat(
      .other("a list of outages"), shape: .list(Outage.shape, 0...FileValue.maxListLength),
      write: { outages in .listed(outages.map { .object(Outage.fields.members(of: $0)) }) }
    ) { value in
      value.list(.other("a list of outages"))?.compactMap { $0.read(Outage.fields, Outage.none) }
    }
  }
}

extension Outage {
  fileprivate static let shape = ValueShape.named("outage", .object(KeySet(fields, none)))

  /// An outage before reading.
  fileprivate static let none = Outage(of: .backend, from: .start, lasts: .zero)

  package static let fields: [Field<Outage>] = [
    Field(
      "of", .word, \.target,
      "what fails: requests to the backend time out, or the store's check of receipts fails (B3)"
    ).required,
    Field(
      "from", ValueFormat<Delay>.duration.map({ .start + $0 }, back: { $0 - .start }), \.start,
      "the beginning, counted from the start of the run"
    ).required, Field("lasts", .durationAboveZero, \.lasts, "how long it lasts").required,
  ]
}
