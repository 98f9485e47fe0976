import EventEngine
import JSONText
import PurchaseWorld

/// A declared or planned fault during reading.
struct FaultDraft {
  var probability = Probability.never
  var intent = 1
  var anchor: FaultAnchor
  var after = Distribution.constant(.zero)
  var parameters: FaultParameters

  /// The names of the anchors, in the order of a purchase.
  static let anchors: [(name: String, anchor: FaultAnchor)] = [
    ("tap", .tap), ("sheet", .sheet), ("charge", .charge), ("callback", .callback),
    ("delivery", .delivery),
  ]

  /// The keys other than `fault` that all kinds of declared and planned faults share.
  static let sharedKeys = ["probability", "intent", "at", "after"]

  /// The keys of a kind of fault: the shared keys and its own.
  static func fields(_ kind: FaultProperties, isPlanned: Bool) -> [Field<FaultDraft>] {
    let when: [Field<FaultDraft>] = [
      Field("fault", .text, "the kind of fault") { _, _ in },
      isPlanned
        ? .integer(
          "intent", 1...1_000, \.intent, "the number of the intent in which the fault occurs")
        : .chance(
          "probability", \.probability, "the probability that the fault occurs in an intent"
        ).required,
      Field(
        "at", anchorKind, "the moment from which 'after' is counted",
        shape: { _ in
          .any(of: [.value(.choice(anchors.filter { kind.allows($0.anchor) }.map(\.name))), step])
        }, write: { output($0.anchor) }
      ) { value, draft in if let anchor = value.anchor(for: kind) { draft.anchor = anchor } },
      .distribution("after", \.after, "the time from that moment to the fault"),
    ]
    return when + kind.parameters.map { $0.reading(\.parameters) }
  }

  /// The shape of a declared or planned fault; its kind decides its keys.
  static func shape(isPlanned: Bool) -> ValueShape {
    .byWord(
      key: "fault", summary: "the kind of fault",
      FaultCatalog.all.map { kind in
        let draft = FaultDraft(anchor: kind.anchor, parameters: kind.defaults(Behavior()))
        var keys = KeySet(fields(kind, isPlanned: isPlanned), draft)
        keys.keys[0].shape = .value(.choice([kind.kind.rawValue]))
        keys.keys[0].summary = kind.effect
        let name = (isPlanned ? "planned." : "fault.") + kind.kind.rawValue
        return (kind.kind.rawValue, .named(name, .object(keys)))
      })
  }

  /// The key of a moment that is given as an event number.
  fileprivate static let stepFields: [Field<Int>] = [
    .integer(
      "step", 1...1_000_000_000, \.self,
      "the number of the user's event just before which the fault occurs"
    ).required
  ]

  private static let step = ValueShape.object(KeySet(stepFields, 1))

  static func output(_ anchor: FaultAnchor) -> JSONOutput {
    if case .step(let number) = anchor { return ["step": .integer(number)] }
    guard let name = anchors.first(where: { $0.anchor == anchor })?.name else {
      preconditionFailure("every moment of a purchase has a name")
    }
    return .string(name)
  }

  /// The kind of a moment in messages.
  static let anchorKind = ValueKind.other(.choice(anchors.map(\.name) + ["{ \"step\": n }"]))
}

extension FileValue {
  /// Reads a fault by the keys of its kind; nil if the kind is unknown.
  func fault(_ behavior: Behavior, isPlanned: Bool) -> (kind: FaultProperties, draft: FaultDraft)? {
    guard let members = json.members else {
      return reportMismatch(.other("an object with the key 'fault'"))
    }
    guard let member = members.first(where: { $0.key == "fault" }) else {
      return report("'fault' is missing", expected: "the name of a fault")
    }
    let value = child(member)
    if value.json.string == nil {
      return value.report(
        "\(value.words) is not the name of a fault", expected: "a name such as 'crash'")
    }
    guard let kind = value.choice(of: FaultKind.self, called: "fault") else { return nil }
    let description = kind.properties
    var draft = FaultDraft(
      anchor: description.anchor,
      parameters: description.defaults(behavior, isDelayed: has("after")))
    read(FaultDraft.fields(description, isPlanned: isPlanned), into: &draft)
    if description.needsAccounts, behavior.accountCount < 2 {
      value.reportSemanticProblem(
        "'\(kind.rawValue)' needs a second account", expected: "behavior.accounts of at least 2")
    }
    return (description, draft)
  }

  /// Reports declared and planned faults that cannot occur in the store of any design.
  func checkStores(of designs: [Design]) {
    guard !designs.isEmpty else { return }
    for (place, fault) in (json.elements ?? []).enumerated() {
      guard let member = fault.members?.first(where: { $0.key == "fault" }),
        let kind = member.value.string.flatMap(FaultKind.init),
        !designs.contains(where: { kind.applies(to: $0) })
      else { continue }
      let stores = Design.StoreKind.allCases.filter(kind.applies).map(\.word)
      child(fault, "[\(place)]").child(member).reportSemanticProblem(
        "'\(kind.rawValue)' cannot occur in the store of any design",
        expected: "a design with the store \(.alternatives(stores))")
    }
  }

  fileprivate func anchor(for kind: FaultProperties) -> FaultAnchor? {
    if json.members != nil { return read(FaultDraft.stepFields, 1).map { .step($0) } }
    let names = FaultDraft.anchors.map(\.name)
    guard let name = choice(names, called: "moment", of: FaultDraft.anchorKind),
      let anchor = FaultDraft.anchors.first(where: { $0.name == name })?.anchor
    else { return nil }
    if kind.allows(anchor) { return anchor }
    switch kind.allowedAnchors {
    case .any: preconditionFailure("the fault can be tied to any moment")
    case .sheet:
      return report(
        "'\(kind.kind.rawValue)' acts on the sheet, which is closed at the \(name)",
        expected: "'tap', 'sheet' or { \"step\": n }")
    case .charged:
      return report(
        "there is no charge to refund at the \(name)",
        expected: "'charge', 'callback', 'delivery' or { \"step\": n }")
    }
  }
}
