import EventEngine
import JSONText
import PurchaseWorld

/// A declared or planned fault while it is read.
struct FaultDraft {
  var probability = Chance.never
  var intent = 1
  var anchor: Anchor
  var after = Distribution.constant(.zero)
  var parameters: FaultParameters

  /// The names of the anchors, in the order of a purchase.
  static let anchors: [(name: String, anchor: Anchor)] = [
    ("tap", .tap), ("sheet", .sheet), ("charge", .charge), ("callback", .callback),
    ("delivery", .delivery),
  ]

  /// The keys that faults of all kinds share beside `fault`, whether declared or planned.
  static let sharedKeys = ["probability", "intent", "at", "after"]

  /// The keys of a fault of a kind: what all kinds share, and what is its own.
  static func fields(_ kind: FaultDescription, isPlanned: Bool) -> [Field<FaultDraft>] {
    let when: [Field<FaultDraft>] = [
      Field("fault", .text, "the kind of fault") { _, _ in },
      isPlanned
        ? .integer("intent", 1...1_000, \.intent, "the number of the intent that it strikes")
        : .chance("probability", \.probability, "how often it strikes an intent").required,
      Field(
        "at", anchorKind, "the moment from which 'after' counts",
        shape: { _ in
          .any(of: [.value(.choice(anchors.filter { kind.allows($0.anchor) }.map(\.name))), step])
        }, write: { output($0.anchor) }
      ) { value, draft in if let anchor = value.anchor(for: kind) { draft.anchor = anchor } },
      .distribution("after", \.after, "from the moment to the strike"),
    ]
    return when + kind.parameters.map { $0.reading(\.parameters) }
  }

  /// What a declared or planned fault looks like: its kind says which keys it has.
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

  /// The key of a moment that is an event.
  fileprivate static let stepFields: [Field<Int>] = [
    .integer("step", 1...1_000_000_000, \.self, "just before which event of the user").required
  ]

  private static let step = ValueShape.object(KeySet(stepFields, 1))

  static func output(_ anchor: Anchor) -> JSONOutput {
    if case .step(let number) = anchor { return ["step": .integer(number)] }
    guard let name = anchors.first(where: { $0.anchor == anchor })?.name else {
      preconditionFailure("every moment of a purchase has a name")
    }
    return .string(name)
  }

  /// What may stand for a moment.
  static let anchorKind = ValueKind.other(.choice(anchors.map(\.name) + ["{ \"step\": n }"]))
}

extension FileValue {
  /// Reads a fault by the keys of its kind; nil when its kind is unknown.
  func fault(_ behavior: Behavior, isPlanned: Bool) -> (kind: FaultDescription, draft: FaultDraft)?
  {
    guard let members = json.members else {
      return refuse(.other("an object with the key 'fault'"))
    }
    guard let member = members.first(where: { $0.key == "fault" }) else {
      return report("'fault' is missing", expected: "the name of a fault")
    }
    let value = child(member)
    if value.json.string == nil {
      return value.report(
        "\(value.words) is not the name of a fault", expected: "a name such as 'crash'")
    }
    let names = FaultKind.allCases.map(\.rawValue)
    guard let kind = value.choice(names, called: "fault").flatMap(FaultKind.init) else {
      return nil
    }
    let description = kind.description
    var draft = FaultDraft(
      anchor: description.anchor,
      parameters: description.defaults(behavior, isDelayed: has("after")))
    read(FaultDraft.fields(description, isPlanned: isPlanned), into: &draft)
    if description.needsAccounts, behavior.accounts < 2 {
      value.report(
        meaning: "'\(kind.rawValue)' needs another account",
        expected: "behavior.accounts of at least 2")
    }
    return (description, draft)
  }

  /// Refuses declared and planned faults that no design's store knows, because they could strike nobody.
  func checkStores(of designs: [Design]) {
    guard !designs.isEmpty else { return }
    for (place, fault) in (json.elements ?? []).enumerated() {
      guard let member = fault.members?.first(where: { $0.key == "fault" }),
        let kind = member.value.string.flatMap(FaultKind.init),
        !designs.contains(where: { kind.isKnown(to: $0) })
      else { continue }
      let stores = Design.StoreKind.allCases.filter(kind.isKnown).map(\.word)
      child(fault, "[\(place)]").child(member).report(
        meaning: "'\(kind.rawValue)' is a fault which no design's store knows",
        expected: "a design with the store \(.alternatives(stores))")
    }
  }

  fileprivate func anchor(for kind: FaultDescription) -> Anchor? {
    if json.members != nil {
      var step = 1
      return read(FaultDraft.stepFields, into: &step) ? .step(step) : nil
    }
    let names = FaultDraft.anchors.map(\.name)
    guard let name = choice(names, called: "moment", of: FaultDraft.anchorKind),
      let anchor = FaultDraft.anchors.first(where: { $0.name == name })?.anchor
    else { return nil }
    if kind.allows(anchor) { return anchor }
    switch kind.moments {
    case .any: preconditionFailure("the fault can be tied to any moment")
    case .sheet:
      return report(
        "'\(kind.kind.rawValue)' acts on a sheet, which is gone at the \(name)",
        expected: "'tap', 'sheet' or { \"step\": n }")
    case .charged:
      return report(
        "there is nothing to give back at the \(name)",
        expected: "'charge', 'callback', 'delivery' or { \"step\": n }")
    }
  }
}
