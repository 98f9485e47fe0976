import EventEngine
import JSONText
import PurchaseWorld

extension FileValue {
  /// Reads the plan of a case: the taps of its single user and the faults.
  /// - Parameter catalog: the catalog with the items; nil if it is invalid.
  /// - Parameter standing: the script whose taps a plan without taps uses; nil makes a missing tap
  ///   a problem.
  func plan(
    _ catalog: Catalog?, _ conditions: Conditions, without standing: Population.Script? = nil
  ) -> Population.Script? {
    guard let list = list(.other("a list of taps and faults")) else { return nil }
    let before = log.count
    var taps = TapReading(catalog: catalog, horizon: conditions.horizon)
    var faults: [(value: FileValue, fault: PlannedFault)] = []
    for entry in list {
      if !entry.has("fault") {
        taps.read(entry)
        continue
      }
      guard let (kind, draft) = entry.fault(conditions.behavior, isPlanned: true) else { continue }
      let fault = PlannedFault(
        draft.parameters.constantFault(of: kind.kind), intent: draft.intent - 1, at: draft.anchor,
        after: draft.after.median, declaration: faults.count)
      faults.append((entry, fault))
    }
    if list.allSatisfy({ $0.has("fault") }) {
      (taps.intents, taps.taps) = (standing?.intents ?? [], standing?.taps ?? [])
      if standing == nil { report("the plan has no tap", expected: "at least one tap") }
    }
    for (value, fault) in faults
    where log.count == before && fault.intentIndex >= taps.intents.count {
      value.reportSemanticProblem(
        "intent \(fault.intentIndex + 1) has no tap",
        expected: "an intent from 1 to \(taps.intents.count)")
    }
    guard log.count == before else { return nil }
    let plan = faults.map(\.fault).sorted {
      ($0.intentIndex, $0.declarationIndex) < ($1.intentIndex, $1.declarationIndex)
    }
    return Population.Script(intents: taps.intents, taps: taps.taps, plan: plan)
  }
}

/// Reads the taps of a plan in order.
private struct TapReading {
  let catalog: Catalog?
  let horizon: Delay
  var intents: [Intent] = []
  var taps: [PlannedTap] = []

  mutating func read(_ value: FileValue) {
    guard let draft = value.read(TapDraft.fields, TapDraft()) else { return }
    if draft.tap > intents.count + 1 {
      return value.reportSemanticProblem(
        "tap \(draft.tap) skips a number", expected: "at most \(intents.count + 1) here")
    }
    if let last = taps.last, draft.time < last.after {
      return value.reportSemanticProblem(
        "the tap at '\(draft.time.words)' follows a tap at '\(last.after.words)'",
        expected: "taps in order of time")
    }
    if draft.time >= horizon {
      return value.reportSemanticProblem(
        "the tap at '\(draft.time.words)' is not before the horizon",
        expected: "a time before the horizon '\(horizon.words)'")
    }
    guard let item = item(of: draft) else { return }
    let (intent, pays) = (draft.tap - 1, draft.decides == .pay)
    if intent == intents.count { intents.append(Intent(item: item, pays: false)) }
    if pays { intents[intent].pays = true }
    taps.append(PlannedTap(intent: intent, visit: 0, after: draft.time, pays: pays))
  }

  /// The item of a tap: the named item, otherwise that of the same intent, otherwise the first.
  private func item(of draft: TapDraft) -> Int? {
    let repeatedItem = draft.tap <= intents.count ? intents[draft.tap - 1].itemIndex : nil
    guard let catalog, let value = draft.item else { return repeatedItem ?? 0 }
    let names = catalog.items.map(\.name)
    guard let item = value.index(among: names, "item", maximum: .max) else { return nil }
    guard let repeatedItem, repeatedItem != item else { return item }
    return value.reportSemanticProblem(
      "tap \(draft.tap) repeats an intent for \(names[repeatedItem].quoted)",
      expected: "the same item or a new number")
  }
}

/// A planned tap during reading.
struct TapDraft {
  enum Decision: String, CaseIterable, Sendable { case pay, cancel }

  var tap = 1
  var time = Delay.zero
  var item: FileValue?
  var decides = Decision.pay

  /// The shape of an element of a plan: a fault or a tap.
  static let step = ValueShape.byKeys(
    ["fault"], FaultDraft.shape(isPlanned: true),
    otherwise: .named("tap", .object(KeySet(fields, TapDraft()))))

  static let fields: [Field<TapDraft>] = [
    .integer(
      "tap", 1...1_000, \.tap,
      "the number of the intent; another tap with the same number belongs to the same intent"
    ).required, Field("time", .duration, \.time, "the time of the tap, counted from the first tap"),
    Field("item", .named, \.item, "the item to buy; by default the first item of the catalog"),
    Field("decides", .word, \.decides, "what the user does on the payment sheet"),
  ]
}
