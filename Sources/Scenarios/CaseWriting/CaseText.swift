import EventEngine
import JSONText
import PurchaseWorld

extension Scenario {
  /// The text of a case's file: it reads back to the same case.
  ///
  /// Only what differs from the defaults of a case is written. Each tap, fault and expectation
  /// stands on a line of its own; the elements of other lists do when the list is long.
  ///
  /// - Precondition: the scenario is a case, whose declarations of faults are numbered from 0.
  package var caseText: String {
    guard let script = population.script else {
      preconditionFailure("only a case has a text of its own")
    }
    let members = [("format", JSONOutput.integer(1))] + caseMembers(script)
    let lines = members.map { key, value in
      CaseLayout.line(key, value, isLong: key == "plan" || key == "expect")
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// The keys with what is written under them, in the order in which the format explains them.
  private func caseMembers(_ script: Population.Script) -> [(String, JSONOutput)] {
    var standard = ScenarioDraft()
    standard.settleForCase()
    let draft = caseDraft
    let parts: [String: JSONOutput?] = [
      "name": .string(name), "catalog": caseCatalog, "outages": caseOutages,
      "designs": .array(designs.map(\.caseOutput)),
      "plan": script.planOutput(population.conditions),
      "publishedLadder": .list(publishedLadder.map { .integer($0) }),
      "expect": .list(expectations.compactMap(\.claim.caseOutput)),
      "device": ConditionFields.device.output(
        of: draft.conditions.device, unlike: standard.conditions.device),
      "store": ConditionFields.store.output(
        of: draft.conditions.store, unlike: standard.conditions.store),
      "backend": ConditionFields.backend.output(
        of: draft.conditions.backend, unlike: standard.conditions.backend),
      "behavior": ConditionFields.behavior.output(
        of: draft.conditions.behavior, unlike: standard.conditions.behavior),
    ]
    return ScenarioDraft.fields.compactMap { field in
      if let part = parts[field.name] { return part.map { (field.name, $0) } }
      let value = field.value(in: draft)
      return value == field.value(in: standard) ? nil : value.map { (field.name, $0) }
    }
  }

  /// This case as it is while it is read.
  private var caseDraft: ScenarioDraft {
    var draft = ScenarioDraft()
    draft.name = name
    draft.title = title
    draft.seed = Int(seed)
    draft.users = users
    draft.conditions = population.conditions
    return draft
  }

  private var caseCatalog: JSONOutput? {
    let catalog = population.conditions.catalog
    if catalog == .standard { return nil }
    return catalog.output
  }

  private var caseOutages: JSONOutput? {
    .list(
      population.conditions.outages.map { outage in
        [
          "of": .string(outage.target.rawValue), "from": .string((outage.from - .start).words),
          "lasts": .string(outage.lasts.words),
        ]
      })
  }
}

extension JSONOutput {
  /// A list, or nothing if it is empty.
  fileprivate static func list(_ elements: [JSONOutput]) -> JSONOutput? {
    if elements.isEmpty { return nil }
    return .array(elements)
  }
}

extension Array {
  /// What one target holds under these keys and another does not, as the format writes it; nil if
  /// they hold the same.
  fileprivate func output<Target>(of target: Target, unlike standard: Target) -> JSONOutput?
  where Element == Field<Target> {
    let members = compactMap { field in
      let value = field.value(in: target)
      return value == field.value(in: standard) ? nil : value.map { (field.name, $0) }
    }
    if members.isEmpty { return nil }
    return .object(members.map { JSONOutput.Member($0, $1) })
  }
}

/// How the members of a case stand on lines.
private enum CaseLayout {
  /// The longest line that holds a list with lists or objects in it, in characters.
  private static let width = 100

  /// A member of the top level, indented by two spaces.
  ///
  /// - Parameter isLong: whether each element of the list stands on a line of its own in any case.
  static func line(_ key: String, _ value: JSONOutput, isLong: Bool) -> String {
    let head = "  \"\(key)\": "
    let line = head + value.line
    guard case .array(let elements) = value, isLong || line.count > width else { return line }
    return head + "[\n" + elements.map { "    " + $0.line }.joined(separator: ",\n") + "\n  ]"
  }
}
