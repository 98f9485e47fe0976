package import JSONText
package import PurchaseWorld

/// The `updates` of a design object, until the design that it names is known.
struct UpdateDraft {
  private var atVisit: Int?
  private var to: FileValue?
  private var readsRecords = true
  private var payloadIsUUID: ReadValue<Bool>?

  static let fields: [Field<UpdateDraft>] = [
    Field(
      "atVisit", .integer(2...Int(Population.visitLimit)), \.atVisit,
      "the first visit in which the app runs the new design, counted from 1 (M1)"
    ).required,
    Field(
      "to", .named, \.to, "the new design, built in or from this file, without 'updates' of its own"
    ).required,
    .boolean(
      "readsRecords", \.readsRecords,
      "whether the new client finds the old client's records, ledger and recovery page (M1)"),
    Field(
      "payloadIsUUID", .boolean, given: \.payloadIsUUID,
      "from storeKit1 to storeKit2: whether the payload is a UUID; only a UUID is kept (M3)"
    ).otherwise("true; false for the payload 'order'"),
  ]

  /// The key of a design object.
  static let field = Field<DesignHead>(
    "updates",
    .later(.other("an object"), .named("updates", .object(KeySet(fields, UpdateDraft())))),
    \.updates, "the design that the app is updated to between two visits (M1)")

  /// Reads the object and reports its own problems.
  init(_ value: FileValue) { value.read(UpdateDraft.fields, into: &self) }

  init() {}

  /// The update of a design, after all designs are known.
  /// - Parameter reading: all designs of the file.
  /// - Parameter updating: the names of the designs with `updates`.
  func update(of old: Design, in reading: DesignReading, updating: [String]) -> AppUpdate? {
    guard let atVisit, let to, let name = to.json.string else { return nil }
    let known = reading.designs + reading.builtIn
    if !known.contains(where: { $0.name == name }), reading.mayBeUnreadable(name) { return nil }
    let new = to.index(
      among: known.map(\.name), "design", maximum: 30,
      otherwise: "a built-in design or a design of this file",
      because: reading.abstractDesignMessage(to)
    ).map { known[$0] }
    guard let new else { return nil }
    if updating.contains(name) {
      return to.reportSemanticProblem(
        "design \(name.quoted) has 'updates' itself", expected: "a design without 'updates'")
    }
    if new.client != nil {
      return to.reportSemanticProblem(
        "design \(name.quoted) has a 'client'", expected: "a design without 'client'")
    }
    guard AppUpdate.canChangeStore(from: old.store, to: new.store) else {
      return to.reportSemanticProblem(
        "design \(old.name.quoted) uses \(old.store.word), but \(name.quoted) uses"
          + " \(new.store.word)",
        expected: "an update within one store, or from storeKit1 to storeKit2")
    }
    if old.store == new.store, let place = payloadIsUUID?.place {
      return place.reportSemanticProblem(
        "an update within \(old.store.word) keeps every payload",
        expected: "no 'payloadIsUUID', or an update from storeKit1 to storeKit2")
    }
    if readsRecords, old.keepsRecords, old.hasServerRecords != new.hasServerRecords {
      let server = old.hasServerRecords ? old : new
      return to.reportSemanticProblem(
        "only design \(server.name.quoted) has its records on the server",
        expected: "'readsRecords' false, or both designs with records on the server, or neither")
    }
    var update = AppUpdate(from: old, at: atVisit, to: new, payloadIsUUID: payloadIsUUID?.value)
    update.readsRecords = readsRecords
    return update
  }
}

extension Design {
  /// Whether anything is stored that an update could pass on.
  fileprivate var keepsRecords: Bool { !records.at.isEmpty || hasLedger }
  fileprivate var hasServerRecords: Bool { records.place == .server }

  /// Whether a file could declare the update of the design, if there is one.
  var hasFittingUpdate: Bool {
    guard let update else { return true }
    let handsRecordsOver = update.readsRecords && keepsRecords
    return AppUpdate.canChangeStore(from: store, to: update.design.store)
      && !(handsRecordsOver && hasServerRecords != update.design.hasServerRecords)
  }

  /// The `updates` of the design, with every default written out; nil if there are none.
  package var updateOutput: JSONOutput? {
    update.map { update in
      .object(present: [
        "atVisit": .integer(update.visit), "to": .string(update.design.name),
        "readsRecords": .bool(update.readsRecords),
        "payloadIsUUID": update.design.store == store ? nil : .bool(update.payloadIsUUID),
      ])
    }
  }

  /// The designs that a file with this design declares: also the target of its update, unless built
  /// in.
  package var selfAndUpdateTarget: [Design] {
    guard let next = update?.design, BuiltInDesign.named(next.name) == nil else { return [self] }
    return [self, next]
  }
}
