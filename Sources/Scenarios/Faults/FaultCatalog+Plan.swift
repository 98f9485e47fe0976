import EventEngine
package import JSONText
package import PurchaseWorld

/// Planned faults as the format writes them, and as people read them.
extension FaultCatalog {
  /// A planned fault as the plan of a case writes it.
  ///
  /// The moment always stands there; of the rest only what is not the default.
  ///
  /// - Parameter behavior: the users of the case, from whom the default of `reopens` comes.
  package static func output(_ planned: PlannedFault, _ behavior: Behavior) -> JSONOutput {
    let description = planned.fault.description
    var members: [JSONOutput.Member] = [.init("fault", .string(description.kind.rawValue))]
    if planned.intent > 0 { members.append(.init("intent", .integer(planned.intent + 1))) }
    members.append(.init("at", FaultDraft.output(planned.anchor)))
    let isDelayed = planned.after > .zero
    if isDelayed { members.append(.init("after", .string(planned.after.words))) }
    let defaults = description.defaults(behavior, isDelayed: isDelayed)
    var parameters = defaults
    parameters.take(planned.fault)
    for field in description.parameters {
      guard let value = field.value(in: parameters), value != field.value(in: defaults) else {
        continue
      }
      members.append(.init(field.name, value))
    }
    return .object(members)
  }

  /// A fault with all its parameters for people, such as `crash, reopens 1m`; what happens is named,
  /// what does not is left out.
  package static func words(_ fault: Fault) -> String {
    let parameters = parameters(of: fault).map { name, value in
      value.map { name + " " + $0 } ?? name
    }
    return ([fault.kind.rawValue] + parameters).joined(separator: ", ")
  }

  /// The parameters of a fault for people, as the format names and writes them; what happens by
  /// chance has no value, and is left out if it does not happen.
  ///
  /// - Parameter isRounded: whether long durations are rounded to what people read.
  package static func parameters(
    of fault: Fault, isRounded: Bool = false
  ) -> [(name: String, value: String?)] {
    let parameters = fault.parameters
    var told: [(name: String, value: String?)] = []
    for field in fault.description.parameters {
      if field.name == "reopens", case .interruption(let interruption) = fault, !interruption.kills
      {
        continue
      }
      guard let value = field.value(in: parameters) else { continue }
      switch (field.kind, value) {
      case (.probability, .number(let share)): if share > 0 { told.append((field.name, nil)) }
      case (_, .string(let text)):
        let delay = isRounded ? Delay(words: text) : nil
        told.append((field.name, delay?.shortWords ?? text))
      default: told.append((field.name, value.line))
      }
    }
    return told
  }
}

extension Population.Script {
  /// The taps and faults as the plan of a case writes them: a list that reads back to this life.
  ///
  /// Faults stand in the order of their declarations; when it is read, those count from 0.
  ///
  /// - Precondition: as in every script that was read, each wish has a tap, wishes are numbered in
  ///   the order of their first taps, all of which are made in the first visit.
  /// - Parameter conditions: the world of the case; it names the items.
  package func planOutput(_ conditions: Conditions) -> JSONOutput {
    var wishes = 0
    let told = taps.map { tap -> JSONOutput in
      precondition(tap.visit == 0, "a plan has taps of the first visit only")
      precondition(tap.intent <= wishes, "a plan numbers its wishes in the order of their taps")
      var members: [JSONOutput.Member] = [.init("tap", .integer(tap.intent + 1))]
      if tap.after > .zero { members.append(.init("time", .string(tap.after.words))) }
      if tap.intent == wishes {
        let item = conditions.catalog.items[intents[tap.intent].item]
        members.append(.init("item", .string(item.name)))
        wishes += 1
      }
      if !tap.pays { members.append(.init("decides", "cancel")) }
      return .object(members)
    }
    precondition(wishes == intents.count, "each wish of a plan has a tap")
    let order = plan.enumerated().sorted {
      ($0.element.declaration, $0.offset) < ($1.element.declaration, $1.offset)
    }
    return .array(told + order.map { FaultCatalog.output($0.element, conditions.behavior) })
  }
}
