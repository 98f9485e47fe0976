import EventEngine
import JSONText
import PurchaseWorld

/// A declared or planned fault while it is read.
struct FaultDraft {
  var probability = Chance.never
  var intent = 1
  var anchor: Anchor
  var after: Distribution?
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
      ) { value, draft in
        if let anchor = value.anchor(for: kind) { draft.anchor = anchor }
      },
      Field(
        "after", .distribution, "from the moment to the strike",
        write: { ($0.after ?? .constant(.zero)).output }
      ) { value, draft in draft.after = value.distribution() },
    ]
    return when + kind.parameters.map { $0.reading(\.parameters) }
  }

  /// What a declared or planned fault looks like: its kind says which keys it has.
  static func shape(isPlanned: Bool) -> ValueShape {
    .byWord(
      key: "fault", summary: "the kind of fault",
      FaultCatalog.all.map { kind in
        let parameters = kind.defaults(Behavior())
        let draft = FaultDraft(anchor: kind.anchor, parameters: parameters)
        var keys = KeySet(fields(kind, isPlanned: isPlanned), draft)
        keys.keys[0].shape = .value(.choice([kind.kind.rawValue]))
        keys.keys[0].summary = kind.effect
        return ValueShape.Alternative(
          word: kind.kind.rawValue,
          shape: .named((isPlanned ? "planned." : "fault.") + kind.kind.rawValue, .object(keys)))
      })
  }

  /// The key of a moment that is an event.
  private static let stepFields: [Field<Int>] = [
    .integer("step", 1...1_000_000_000, \.self, "just before which event of the user").required
  ]

  private static let step = ValueShape.object(KeySet(stepFields, 1))

  /// Reads the number of an event.
  fileprivate static func readStep(_ value: FileValue) -> Anchor? {
    var step = 1
    return value.read(stepFields, into: &step) ? .step(step) : nil
  }

  /// The moment as the format writes it.
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
    guard case .object(let members) = json.content else {
      refuse(.other("an object with the key 'fault'"))
      return nil
    }
    guard let member = members.first(where: { $0.key == "fault" }) else {
      report("'fault' is missing", expected: "the name of a fault")
      return nil
    }
    let value = child(member.value, "fault")
    guard let kind = value.faultKind() else { return nil }
    let description = kind.description
    let isDelayed = members.contains { $0.key == "after" }
    var draft = FaultDraft(
      anchor: description.anchor, parameters: description.defaults(behavior, isDelayed: isDelayed))
    read(FaultDraft.fields(description, isPlanned: isPlanned), into: &draft)
    if description.needsAccounts, behavior.accounts < 2 {
      value.report(
        meaning: "'\(kind.rawValue)' needs another account",
        expected: "behavior.accounts of at least 2")
    }
    return (description, draft)
  }

  private func faultKind() -> FaultKind? {
    guard case .string(let name) = json.content else {
      report("\(words) is not the name of a fault", expected: "a name such as 'crash'")
      return nil
    }
    if let kind = FaultKind(rawValue: name) { return kind }
    let names = FaultKind.allCases.map(\.rawValue)
    report(
      "unknown fault \(name.quoted)", expected: names.choice,
      suggestion: NearestName.of(name, among: names))
    return nil
  }

  /// Reads the moment to which a fault of a kind is tied.
  fileprivate func anchor(for kind: FaultDescription) -> Anchor? {
    if case .object = json.content { return FaultDraft.readStep(self) }
    guard case .string(let name) = json.content else {
      refuse(FaultDraft.anchorKind)
      return nil
    }
    guard let anchor = FaultDraft.anchors.first(where: { $0.name == name })?.anchor else {
      report(
        "unknown moment \(name.quoted)", expected: FaultDraft.anchorKind.words,
        suggestion: NearestName.of(name, among: FaultDraft.anchors.map(\.name)))
      return nil
    }
    guard !kind.allows(anchor) else { return anchor }
    switch kind.moments {
    case .any: preconditionFailure("the fault can be tied to any moment")
    case .sheet:
      report(
        "'\(kind.kind.rawValue)' acts on a sheet, which is gone at the \(name)",
        expected: "'tap', 'sheet' or { \"step\": n }")
    case .charged:
      report(
        "there is nothing to give back at the \(name)",
        expected: "'charge', 'callback', 'delivery' or { \"step\": n }")
    }
    return nil
  }
}
