import EventEngine
package import JSONText
package import PurchaseWorld

/// Planned faults as the format writes them, and as people read them.
extension FaultCatalog {
  /// A planned fault as the plan of a case writes it.
  ///
  /// The moment always stands there; of the rest only what is not the default.
  /// - Parameter behavior: the users of the case, from whom the default of `reopens` comes.
  package static func output(_ planned: PlannedFault, _ behavior: Behavior) -> JSONOutput {
    let description = planned.fault.description
    let isDelayed = planned.after > .zero
    let defaults = description.defaults(behavior, isDelayed: isDelayed)
    var parameters = defaults
    parameters.take(planned.fault)
    return .object(
      present: [
        "fault": .string(description.kind.rawValue),
        "intent": planned.intent > 0 ? .integer(planned.intent + 1) : nil,
        "at": FaultDraft.output(planned.anchor),
        "after": isDelayed ? .string(planned.after.words) : nil,
      ], description.parameters.members(of: parameters, unlike: defaults))
  }

  /// A fault with all its parameters for people, such as `crash, reopens 1m`; what happens is named,
  /// what does not is left out.
  /// - Parameter store: the store that it strikes, which decides what is not said.
  package static func words(_ fault: Fault, in store: Design.StoreKind = .storeKit1) -> String {
    let parameters = parameters(of: fault, in: store).map {
      [$0, $1].compactMap(\.self).joined(separator: " ")
    }
    return ([fault.kind.rawValue] + parameters).joined(separator: ", ")
  }

  /// The parameters of a fault for people, as the format names and writes them; what happens by
  /// chance has no value, and is left out if it does not happen.
  /// - Parameter store: the store that it strikes, which decides what is not said.
  /// - Parameter isRounded: whether long durations are rounded to what people read.
  package static func parameters(
    of fault: Fault, in store: Design.StoreKind = .storeKit1, isRounded: Bool = false
  ) -> [(name: String, value: String?)] {
    var parameters = fault.parameters
    // What is not said depends on the store (S7, G7).
    parameters.dropsPayload = parameters.dropsPayload ?? (store == .playBilling ? .never : .always)
    return fault.description.parameters.compactMap { field in
      // A signed record is empty on both sides, at once and for good (K8, G8).
      if field.name == "from", store != .storeKit1 { return nil }
      if field.name == "reopens", case .interruption(let interruption) = fault, !interruption.kills
      {
        return nil
      }
      return switch (field.kind, field.value(in: parameters)) {
      case (_, nil): nil
      case (.probability, .number(let share)): share > 0 ? (field.name, nil) : nil
      case (_, .string(let text)):
        (field.name, (isRounded ? Delay(words: text) : nil)?.shortWords ?? text)
      case (_, let value?): (field.name, value.line)
      }
    }
  }
}

extension Population.Script {
  /// The taps and faults as the plan of a case writes them: a list that reads back to this life.
  ///
  /// Faults stand in the order of their declarations; when it is read, those count from 0.
  /// - Precondition: as in every script that was read, each wish has a tap, wishes are numbered in
  ///   the order of their first taps, all of which are made in the first visit.
  /// - Parameter conditions: the world of the case; it names the items.
  package func planOutput(_ conditions: Conditions) -> JSONOutput {
    var wishes = 0
    let told = taps.map { tap -> JSONOutput in
      precondition(tap.visit == 0, "a plan has taps of the first visit only")
      precondition(tap.intent <= wishes, "a plan numbers its wishes in the order of their taps")
      let isNew = tap.intent == wishes
      if isNew { wishes += 1 }
      let item = conditions.catalog.items[intents[tap.intent].item].name
      return .object(present: [
        "tap": .integer(tap.intent + 1), "time": tap.after > .zero ? .string(tap.after.words) : nil,
        "item": isNew ? .string(item) : nil, "decides": tap.pays ? nil : .string("cancel"),
      ])
    }
    precondition(wishes == intents.count, "each wish of a plan has a tap")
    let order = plan.sorted { $0.declaration < $1.declaration }
    return .array(told + order.map { FaultCatalog.output($0, conditions.behavior) })
  }
}
