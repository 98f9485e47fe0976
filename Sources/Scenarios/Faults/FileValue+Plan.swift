import EventEngine
import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the plan of a case: the taps of its one user and the faults that strike.
  /// - Parameter catalog: where items are looked up; nil when it is wrong itself.
  /// - Parameter standing: whose taps a plan without any takes; without it, that is a problem.
  func plan(
    _ catalog: Catalog?, _ conditions: Conditions, without standing: Population.Script? = nil
  ) -> Population.Script? {
    guard let list = list(.other("a list of taps and faults")) else { return nil }
    let before = log.count
    var taps = TapReading(catalog: catalog, horizon: conditions.horizon)
    var hasTap = false
    var faults: [(value: FileValue, fault: PlannedFault)] = []
    for element in list {
      if !element.has("fault") {
        hasTap = true
        taps.read(element)
        continue
      }
      guard let (kind, draft) = element.fault(conditions.behavior, isPlanned: true) else {
        continue
      }
      let fault = PlannedFault(
        draft.parameters.constantFault(of: kind.kind), intent: draft.intent - 1, at: draft.anchor,
        after: draft.after.median, declaration: faults.count)
      faults.append((element, fault))
    }
    if !hasTap {
      (taps.intents, taps.taps) = (standing?.intents ?? [], standing?.taps ?? [])
      if standing == nil { report("a plan without a tap", expected: "at least one tap") }
    }
    for (value, fault) in faults where log.count == before && fault.intent >= taps.intents.count {
      value.report(
        meaning: "no tap belongs to intent \(fault.intent + 1)",
        expected: "an intent from 1 to \(taps.intents.count)")
    }
    guard log.count == before else { return nil }
    let plan = faults.map(\.fault).sorted {
      ($0.intent, $0.declaration) < ($1.intent, $1.declaration)
    }
    return Population.Script(intents: taps.intents, taps: taps.taps, plan: plan)
  }
}

/// The taps of a plan as they are read, one after the other.
private struct TapReading {
  let catalog: Catalog?
  let horizon: Delay
  var intents: [Intent] = []
  var taps: [PlannedTap] = []

  mutating func read(_ value: FileValue) {
    var draft = TapDraft()
    guard value.read(TapDraft.fields, into: &draft) else { return }
    if draft.tap > intents.count + 1 {
      return value.report(
        meaning: "tap \(draft.tap) leaves out a number",
        expected: "at most \(intents.count + 1) here")
    }
    if let last = taps.last, draft.time < last.after {
      return value.report(
        meaning: "a tap at '\(draft.time.words)' after one at '\(last.after.words)'",
        expected: "taps in order of time")
    }
    if draft.time >= horizon {
      return value.report(
        meaning: "a tap at '\(draft.time.words)'",
        expected: "a time before the horizon '\(horizon.words)'")
    }
    guard let item = item(of: draft) else { return }
    let (intent, pays) = (draft.tap - 1, draft.decides == .pay)
    if intent == intents.count { intents.append(Intent(item: item, pays: false)) }
    if pays { intents[intent].pays = true }
    taps.append(PlannedTap(intent: intent, visit: 0, after: draft.time, pays: pays))
  }

  /// The item of a tap: the one that is named, else that of the same wish, else the first.
  private func item(of draft: TapDraft) -> Int? {
    let wished = draft.tap <= intents.count ? intents[draft.tap - 1].item : nil
    guard let catalog, let value = draft.item else { return wished ?? 0 }
    let names = catalog.items.map(\.name)
    guard let item = value.index(among: names, "item", most: .max) else { return nil }
    guard let wished, wished != item else { return item }
    return value.report(
      meaning: "tap \(draft.tap) is the same wish as before, for \(names[wished].quoted)",
      expected: "the same item or a new number")
  }
}

/// A planned tap while it is read.
struct TapDraft {
  enum Decision: String, CaseIterable, Sendable { case pay, cancel }

  var tap = 1
  var time = Delay.zero
  var item: FileValue?
  var decides = Decision.pay

  /// What an element of a plan looks like: a fault, or else a tap.
  static let step = ValueShape.byKeys(
    ["fault"], FaultDraft.shape(isPlanned: true),
    otherwise: .named("tap", .object(KeySet(fields, TapDraft()))))

  static let fields: [Field<TapDraft>] = [
    .integer("tap", 1...1_000, \.tap, "the number of the intent; again for the same wish").required,
    Field("time", .duration, \.time, "when, counted from the first tap"),
    Field("item", .named, \.item, "what is wanted; without it, the first of the catalog"),
    Field("decides", .word, \.decides, "what the user does on the sheet"),
  ]
}
